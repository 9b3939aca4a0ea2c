"""Which words of a clause in English are said, and which denied: each with the sign that the words before it give it.

"Refuses to allow X" denies "allow", as "does not allow X" does; "is optional" says what "is not required" says. A
negation denies the word that it governs for certain, and the rest of the clause perhaps: of those nothing is concluded.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from citegate.evidence.opposites import ABSENT, BEFORE_A_WORD, BY_TERM, CARRYING, DENYING, PERMISSION, REFUSING
from citegate.evidence.synonyms import SYNONYMS
from citegate.evidence.terms import STOP_WORDS, stem, words

REACH = 8  # words behind a verb in which the "to" or "from" of the verb that it governs must stand
ALTERNATIVE = 4  # words before a negation in which the "or" of an alternative stands
ABSENCE = 2  # words before and behind "missing" that it may deny
MIN_PREFIXED = 5  # letters of a word that may have "un" or "in" before it and be its opposite
DENIED = frozenset((-1,))
EITHER = frozenset((1, -1))
"""The signs of a word of which it is not certain whether it is denied."""

_PREFIXES = ("un", "non", "in", "im", "dis", "ir", "il")
_PAUSE = re.compile(r"[,;:()\[\]–—]|\.\s")
EITHER_WAY = 0
_CONDITIONS = frozenset(("if", "when", "whenever", "unless", "while"))
_STOPS = frozenset(
    (
        "and",
        "but",
        "because",
        "while",
        "whereas",
        "although",
        "which",
        "so",
        "if",
        "when",
        "until",
        "unless",
        "whenever",
    )
)
"""Words at which the reach of a negation ends."""
_FINITE_WORDS = "is are was were can may must should will would could might has have had do does did cannot shall"
_FINITE = frozenset(_FINITE_WORDS.split())
"""Words that begin what is said of a subject: a negation inside the subject does not reach over them."""
_PERMITS = frozenset(("may", "can", "cannot"))
_SKIPPED_WORDS = (
    "itself themselves yet ever even still longer always necessarily only just already actually really currently"
    " must may might can could should be been being not any"
)
_SKIPPED = frozenset(map(stem, _SKIPPED_WORDS.split()))
"""Words between a negation and what it denies."""


@dataclass(frozen=True, slots=True)
class Sign:
    """What a clause does with a word."""

    signs: frozenset[int]
    """{1} for said, {-1} for denied, both where it is not certain; of a word that stands N times ("# of N"), how many
    of them are denied."""
    word: str
    """As written."""
    is_denied: bool
    """True when a negation stands before it, whatever its own sign."""


@dataclass(frozen=True, slots=True)
class _Item:
    place: int
    term: str
    word: str


@lru_cache(maxsize=4096)
def signed(clause: str) -> Mapping[str, Sign]:
    """For each term of the clause, and each line of opposites that it has a word of ("#3"), its sign."""
    tokens = list(_tokens(clause))
    items = [_Item(at, stem(token), token) for at, token in enumerate(tokens) if token and _is_content(token)]
    signs, touched, open_ends = _denied(tokens, items)
    conditional = _conditional(tokens, items)
    found: dict[str, Sign] = {}
    of_term: dict[str, list[Sign]] = {}
    for number, item in enumerate(items):
        own = EITHER if open_ends[number] and not touched[number] else frozenset((signs[number],))
        if number in conditional:
            turn = conditional[number]
            there = frozenset(each * turn for each in own) if turn else EITHER
            _note(found, f"if {item.term}", Sign(there, item.word, touched[number] or turn == -1))
            own = EITHER if turn != 1 else own
        _note(found, item.term, Sign(own, item.word, touched[number]))
        of_term.setdefault(item.term, []).append(Sign(own, item.word, touched[number]))
        for line, side in BY_TERM.get(item.term, ()):
            turned = frozenset(each * side for each in own)
            _note(found, f"#{line}", Sign(turned, item.word, touched[number]))
    for at, token in enumerate(tokens):
        if token.lower() in _PERMITS:
            is_denied = token.lower() == "cannot" or (at + 1 < len(tokens) and tokens[at + 1].lower() in DENYING)
            _note(found, f"#{PERMISSION}", Sign(frozenset((-1 if is_denied else 1,)), token, is_denied))
    for term, each in of_term.items():
        if len(each) > 1:
            least, most = sum(sign.signs == DENIED for sign in each), sum(-1 in sign.signs for sign in each)
            numbers = frozenset(range(least, most + 1))
            found[f"{term} of {len(each)}"] = Sign(numbers, each[0].word, most > 0)
    return found


def _denied(tokens: list[str], items: list[_Item]) -> tuple[list[int], list[bool], list[bool]]:
    """For each word its sign, whether a negation governs it, and whether one may reach it."""
    signs, touched, open_ends = [1] * len(items), [False] * len(items), [False] * len(items)
    is_alternative = False
    for at, token in enumerate(tokens):
        lowered = token.lower()
        denies = lowered in DENYING or lowered.endswith("n't")
        term = stem(token) if token else ""
        if denies:
            head = _next(items, at)
            before = _last(items, at)
            if before is not None and items[before].place == at - 1 and items[before].term == "need":
                signs[before], touched[before] = -signs[before], True  # "need not"
        elif term in REFUSING:
            head = _governed(tokens, items, at)
        else:
            continue
        if denies and "or" in (each.lower() for each in tokens[max(0, at - ALTERNATIVE) : at]):
            is_alternative = True  # "it is complete or it is not written"
            continue
        if head is None or "" in tokens[at + 1 : items[head].place]:
            continue
        while head is not None:
            signs[head], touched[head] = -signs[head], True
            last = head
            head = _governed(tokens, items, items[head].place) if items[head].term in CARRYING else None
        _leave_open(tokens, items, last, open_ends)
        if lowered in ("no", "none", "nobody") and (object_of := _last(items, at)) is not None:
            open_ends[object_of] = True
    for number, item in enumerate(items):
        if item.term in ABSENT:
            for near in range(max(0, number - ABSENCE), min(len(items), number + ABSENCE + 1)):
                open_ends[near] = open_ends[near] or near != number
    return signs, touched, [True] * len(items) if is_alternative else open_ends


def conflicts(claim: Mapping[str, Sign], passage: Mapping[str, Sign]) -> Iterator[str]:
    """What one of two clauses denies and the other says, one phrase each."""
    for key, ours in claim.items():
        theirs, turn = _of(key, passage)
        if theirs is None:
            continue
        if {turn * each for each in theirs.signs}.isdisjoint(ours.signs):
            yield _phrase(ours, theirs)


def has_denial(clause: str) -> bool:
    """True when any word of the clause is denied."""
    return any(sign.is_denied for sign in signed(clause).values())


def _phrase(ours: Sign, theirs: Sign) -> str:
    if ours.is_denied and not theirs.is_denied and ours.signs != EITHER:
        return f"the sentence denies “{ours.word}”, and the passage says “{theirs.word}”"
    if theirs.is_denied and not ours.is_denied:
        return f"the passage denies “{theirs.word}”, and the sentence says “{ours.word}”"
    return f"the sentence says “{ours.word}”, and the passage “{theirs.word}”"


def _of(key: str, there: Mapping[str, Sign]) -> tuple[Sign | None, int]:
    """The same word there, or one for it, and -1 where that one has a prefix that denies it."""
    if key in there:
        return there[key], 1
    if key.startswith(("#", "if ")):
        return None, 1
    for prefix in _PREFIXES if len(key) >= MIN_PREFIXED else ():
        if prefix + key in there:
            return there[prefix + key], -1
        rest = key.removeprefix(prefix)
        if rest != key and len(rest) >= MIN_PREFIXED and rest in there:
            return there[rest], -1
    for other in sorted(SYNONYMS.get(key, ())):
        if other in there:
            return there[other], 1
    return None, 1


def _note(found: dict[str, Sign], key: str, sign: Sign) -> None:
    known = found.get(key)
    found[key] = (
        sign if known is None else Sign(known.signs | sign.signs, known.word, known.is_denied or sign.is_denied)
    )


def _tokens(clause: str) -> Iterator[str]:
    """The words of a clause, "" for a pause."""
    for number, part in enumerate(_PAUSE.split(clause)):
        if number:
            yield ""
        yield from words(part)


def _is_content(token: str) -> bool:
    term = stem(token)
    lowered = token.lower()
    if not term or lowered in DENYING or lowered.endswith("n't") or lowered == "unless":
        return False
    if term in BEFORE_A_WORD:
        return False
    return term in BY_TERM or (term not in STOP_WORDS and term not in _SKIPPED)


def _next(items: list[_Item], place: int) -> int | None:
    number = bisect_right(items, place, key=_place)
    return number if number < len(items) else None


def _last(items: list[_Item], place: int) -> int | None:
    number = bisect_left(items, place, key=_place)
    return number - 1 if number else None


def _place(item: _Item) -> int:
    return item.place


def _governed(tokens: list[str], items: list[_Item], place: int) -> int | None:
    """The verb behind the "to" or "from" of another verb; None where it governs none."""
    for at in range(place + 1, min(len(tokens), place + 1 + REACH)):
        lowered = tokens[at].lower()
        if not lowered or lowered in _STOPS:
            return None
        if lowered in ("to", "from"):
            return _next(items, at)
    return None


def _leave_open(tokens: list[str], items: list[_Item], head: int, open_ends: list[bool]) -> None:
    for number in range(head + 1, len(items)):
        between = tokens[items[number - 1].place + 1 : items[number].place]
        if any(_ends(each) or each.lower() in DENYING or each.lower() in _FINITE for each in between):
            return
        open_ends[number] = True


def _ends(token: str) -> bool:
    return not token or token.lower() in _STOPS


def _conditional(tokens: list[str], items: list[_Item]) -> dict[int, int]:
    """The words that stand in a condition, each with its sign there: "unless" denies the last word of its own."""
    found: dict[int, int] = {}
    for at, token in enumerate(tokens):
        lowered = token.lower()
        if lowered not in _CONDITIONS or (first := _next(items, at)) is None:
            continue
        last = first
        while last + 1 < len(items):
            between = tokens[items[last].place + 1 : items[last + 1].place]
            if any(map(_ends, between)):
                break
            last += 1
        if any(map(_ends, tokens[at + 1 : items[first].place])):
            continue
        for number in range(first, last + 1):
            found[number] = EITHER_WAY if lowered == "unless" and number < last else 1
        if lowered == "unless":
            found[last] = -1
    return found
