"""Whether a passage supports a claim: its words, its numbers and names, and that nothing in it says otherwise.

Nearness finds a passage; it does not prove a claim. "All wells met the limit" and "Not all wells met the limit" are as
near as can be. So each content word of the claim must be there, each number and each name, and the sentence that has
them must deny and generalise exactly as the claim does. Whoever words a claim freely is told "not supported" more
often than needed; whoever changes a number is never told "supported".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import log

from citegate.evidence.cut import sentences
from citegate.evidence.logic import (
    Quantity,
    denied_in,
    is_cjk_negated,
    names_of,
    numbers_of,
    quantity_of,
    restrictions_of,
)
from citegate.evidence.terms import STOP_WORDS, stem, terms, words
from citegate.evidence.thresholds import MIN_FOCUSED, MIN_GROUNDED, MIN_TERMS
from citegate.model.evidence import Grounds

NEAR_LENGTH = 5  # letters that two forms of one word share at least ("encoding", "encoder")
NEAR_SHARE = 0.75  # of the longer form
NEAR_CREDIT = 0.75  # of a word of which the passage has another form
ABOVE_CREDIT = 0.85  # of a word that only the title or the headings have
HEADING_CREDIT = 0.25  # the same when a sentence is judged by itself
PAIR_TERMS = 7  # content words from which a claim may rest on two sentences; a shorter one is said in one
PAIR_MARGIN = 0.08  # by which two sentences must be better than one to be taken together
CLAIM_REACH = 2  # content words before and behind a number of the claim that say what is counted
NUMBER_REACH = 3  # content words around a number of the passage in which a word beside it in the claim must stand
CLAUSE_SHARE = 0.75  # of the claim's words in a sentence that a clause must have to be what the claim is about
ORDERED_TERMS = 4  # words that claim and sentence share, from which their order is compared
MAX_TURNED = 0.6  # share of the pairs of them that may stand the other way round; a passive turns about half

Frequency = Callable[[str], int]
"""In how many passages a term stands."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What of a claim is compared."""

    text: str
    weights: dict[str, float]
    """Each content word with its weight; the weights sum to 1."""
    numbers: frozenset[str]
    names: frozenset[str]
    denied: frozenset[str]
    """The terms that it denies."""
    is_cjk_negated: bool
    quantity: Quantity
    restrictions: frozenset[str]


def read_claim(text: str, frequency: Frequency, total: int) -> Claim:
    """The claim taken apart; rare words weigh more, as an inverse document frequency."""
    content = _content(text)
    raw = {term: log(1 + (total + 1) / (frequency(term) + 0.5)) for term in content}
    whole = sum(raw.values()) or 1.0
    weights = {term: weight / whole for term, weight in raw.items()}
    return Claim(
        text,
        weights,
        numbers_of(text),
        names_of(text),
        denied_in(text),
        is_cjk_negated(text),
        quantity_of(text),
        restrictions_of(text),
    )


def judge(
    claim: Claim,
    quote: str,
    headings: Sequence[str] = (),
    *,
    min_grounded: float = MIN_GROUNDED,
    min_focused: float = MIN_FOCUSED,
) -> Grounds:
    """Whether the passage under these headings supports the claim."""
    above = "\n".join(headings)
    here, over = _terms(quote), _terms(above)
    grounded = sum(
        weight * max(_credit(term, here), ABOVE_CREDIT * _credit(term, over)) for term, weight in claim.weights.items()
    )
    window, focused = _focus(claim, quote, over)
    faults = list(_faults(claim, quote, above, window))
    if len(claim.weights) < MIN_TERMS:
        faults.append("the claim says too little to be supported")
    supports = not faults and grounded >= min_grounded and focused >= min_focused
    if not supports and not faults:
        missing = [term for term in claim.weights if not _credit(term, here) and not _credit(term, over)]
        words = ", ".join(_as_written(claim.text, missing)[:5])
        faults.append(f"the passage does not have: {words}" if words else "the words stand apart, not in one statement")
    return Grounds(round(grounded, 3), round(focused, 3), tuple(faults), supports)


def _content(text: str) -> list[str]:
    found = [form for word in words(text) if (form := stem(word))]
    return [term for term in dict.fromkeys(found) if term not in STOP_WORDS and term not in _LOGICAL]


@lru_cache(maxsize=4096)
def _terms(text: str) -> frozenset[str]:
    return frozenset(terms(text))


@lru_cache(maxsize=16384)
def _credit(term: str, there: frozenset[str]) -> float:
    """1 for a term that is there, less for one that is there in another form, else 0."""
    if term in there:
        return 1.0
    parts = _parts_of(term)
    if parts and all(part in there for part in parts):
        return NEAR_CREDIT
    if len(term) < NEAR_LENGTH or not term.isalpha():
        return 0.0
    start = term[:NEAR_LENGTH]
    for other in there:
        if other.startswith(start) and other.isalpha():
            shared = _shared(term, other)
            if shared >= NEAR_SHARE * max(len(term), len(other)):
                return NEAR_CREDIT
    return 0.0


@lru_cache(maxsize=4096)
def _parts_of(term: str) -> tuple[str, ...]:
    return tuple(part for part in terms(term) if part != term)


def _shared(one: str, other: str) -> int:
    for place, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return place
    return min(len(one), len(other))


def _focus(claim: Claim, quote: str, over: frozenset[str]) -> tuple[str, float]:
    """The sentence of the passage that has most of the claim, or two in a row; and how much it has."""
    spans = _sentences(quote)
    best, most = quote, 0.0
    for size, margin in ((1, 0.0), (2, PAIR_MARGIN)) if len(claim.weights) >= PAIR_TERMS else ((1, 0.0),):
        for at in range(len(spans) - size + 1):
            window = quote[spans[at][0] : spans[at + size - 1][1]]
            here = _terms(window)
            share = sum(
                weight * max(_credit(term, here), HEADING_CREDIT * _credit(term, over))
                for term, weight in claim.weights.items()
            )
            if share > most + margin:
                best, most = window, share
    return best, most


@lru_cache(maxsize=1024)
def _sentences(text: str) -> tuple[tuple[int, int], ...]:
    """Sentences, and list items and table rows, which often end without a full stop."""
    found, at = [], 0
    for line in text.split("\n"):
        found += [(at + span.start, at + span.end) for span in sentences(line)] if line.strip() else []
        at += len(line) + 1
    return tuple(found)


def _faults(claim: Claim, quote: str, above: str, window: str) -> Sequence[str]:
    faults = []
    numbers = numbers_of(quote) | numbers_of(above)
    near = window if claim.numbers <= numbers_of(window) else quote
    if missing := sorted(claim.numbers - numbers):
        faults.append("the passage does not have the number " + ", ".join(missing))
    if strange := sorted(name for name in claim.names if not _has_name(name, quote + "\n" + above)):
        faults.append("the passage does not name " + ", ".join(strange))
    elif apart := sorted(number for number in claim.numbers if not _is_same_count(number, claim.text, near)):
        faults.append("the passage says something else of the number " + ", ".join(apart))
    if other := _substituted(claim, window):
        faults.append(f"the passage has “{other}” where the claim has something else")
    if _is_turned(claim, window):
        faults.append("the passage has the words in another order")
    clause = _clause(claim, window)
    if denial := _contradiction(claim, window):
        faults.append(denial)
    elif not claim.quantity.follows_from(quantity_of(clause)):
        faults.append(_overstated(claim.quantity, quantity_of(clause)))
    elif strict := sorted(claim.restrictions ^ restrictions_of(clause)):
        faults.append("only one of the two has “" + "”, “".join(strict) + "”")
    return faults


def _is_same_count(number: str, claim: str, quote: str) -> bool:
    """True when one of the words beside the number in the claim stands near it in the passage, or it has none."""
    wanted = {term for near in _beside(claim, number, CLAIM_REACH) for term in near}
    return not wanted or any(wanted & set(near) for near in _beside(quote, number, NUMBER_REACH))


def _beside(text: str, number: str, reach: int) -> list[list[str]]:
    """For each place of a number in a text, the content words up to `reach` places before and behind it."""
    tokens = [word for word in words(text) if numbers_of(word) or stem(word) not in STOP_WORDS]
    return [
        [stem(word) for word in (*tokens[max(0, at - reach) : at], *tokens[at + 1 : at + 1 + reach])]
        for at, token in enumerate(tokens)
        if number in numbers_of(token)
    ]


def _is_turned(claim: Claim, window: str) -> bool:
    """True when most pairs of the claim's words stand the other way round in the sentence: who does what to whom."""
    places: dict[str, list[int]] = {}
    for at, term in enumerate(terms(window)):
        places.setdefault(term, []).append(at)
    first = [places[term] for term in claim.weights if term in places]
    if len(first) < ORDERED_TERMS:
        return False
    pairs = [(one, other) for at, one in enumerate(first) for other in first[at + 1 :]]
    turned = sum(min(one) > max(other) for one, other in pairs)
    return turned > MAX_TURNED * len(pairs)


def _contradiction(claim: Claim, window: str) -> str:
    """What one of the two denies and the other says; "" when they agree."""
    denied = denied_in(window)
    here = _terms(window)
    for term in claim.weights:
        if term in claim.denied and term not in denied and _credit(term, here) and not _credit(term, denied):
            return f"the claim denies “{_written(claim.text, term)}”, and the passage does not"
        if term not in claim.denied and term in denied:
            return f"the passage denies “{_written(window, term)}”, and the claim does not"
    if claim.denied and not denied:
        return "the claim denies something, and the passage does not"
    if claim.is_cjk_negated != is_cjk_negated(window):
        return "one of the two denies what the other says"
    return ""


def _written(text: str, term: str) -> str:
    return next((word for word in words(text) if stem(word) == term), term)


def _overstated(claimed: Quantity, said: Quantity) -> str:
    if not claimed.word:
        return f"the passage says less than the claim: “{said.word}”"
    return f"the claim says “{claimed.word}”, and the passage " + (f"“{said.word}”" if said.word else "does not")


_CLAUSE = re.compile(r"(?<=[;:—–])\s+|,\s+(?:and|but|so|while|whereas|although|which)\s+|(?<=[；：，])|\s+but\s+")


def _clause(claim: Claim, window: str) -> str:
    """The shortest clause of the sentence that has nearly all of the claim's words that the sentence has."""
    held = {term for term in claim.weights if _credit(term, _terms(window))}
    clauses = [part for part in _CLAUSE.split(window) if part and part.strip()]
    for clause in sorted(clauses, key=len):
        here = _terms(clause)
        if held and sum(1 for term in held if _credit(term, here)) >= CLAUSE_SHARE * len(held):
            return clause
    return window


def _substituted(claim: Claim, window: str) -> str:
    """A word of the passage that stands where the claim has another one, between the same neighbours; "" for none."""
    spoken = [term for word in words(claim.text) if (term := stem(word)) in claim.weights]
    said = [term for word in words(window) if (term := stem(word)) not in STOP_WORDS and term not in _LOGICAL]
    here = _terms(window)
    before = dict(zip(said[1:], said, strict=False))
    behind = dict(pairwise(said))
    for at, term in enumerate(spoken):
        if _credit(term, here):
            continue
        left = behind.get(spoken[at - 1], "") if at else ""
        right = before.get(spoken[at + 1], "") if at + 1 < len(spoken) else ""
        for other in (left, right):
            if other and other not in claim.weights:
                return _written(window, other)
    return ""


def _has_name(name: str, text: str) -> bool:
    here = _terms(text)
    whole, *parts = terms(name) or [name]
    return whole in here or (bool(parts) and here.issuperset(parts))


def _as_written(text: str, missing: Sequence[str]) -> list[str]:
    wanted = set(missing)
    return list(dict.fromkeys(word for word in words(text) if stem(word) in wanted))


_LOGICAL_WORDS = (
    "not no never none nor neither nobody nothing cannot without all any every each some many few several always"
    " sometimes often only must may might can could should 不 没 没有 无 非 不是 所有 全部 一些 必须 可以 只 每"
)
_LOGICAL = frozenset(map(stem, _LOGICAL_WORDS.split()))
"""Terms that are judged by what they do to a statement, not by being there."""
