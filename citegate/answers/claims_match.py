"""Whether the quantities of a statement are those of the passage."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from citegate.answers.audit_sentences import split
from citegate.answers.claims_numbers import CODE, Quantity, quantities
from citegate.answers.claims_words import content, credit, share, stem

_DENIES = re.compile(r"\b(?:not|never|no|cannot)\b|n['’]t\b|不(?!超过|[少低高多]于|到|足)|未|没", re.IGNORECASE)
_SINGLE = re.compile(r"\b(?:one|a single)\s+(\w+)", re.IGNORECASE)
MAX_NUMBERS = 12  # in a sentence whose numbers are told apart by the words beside them
MIN_FIT = 0.6  # share of a statement's terms in a sentence that it must be about
HALF_DAY = 720  # minutes: "9:30" and "21:30" where nothing says which half of the day is meant
_LOWER, _UPPER = frozenset(("least", "over")), frozenset(("most", "under"))
_TIMES = frozenset(("time of day", "hour of day"))


def has_common(statement: str, passage: str) -> bool:
    """True when a number of the statement, beside the smallest in words, is one of the passage."""
    theirs = quantities(passage)
    return any(is_equal(one, other) for one in quantities(statement) if not one.is_word for other in theirs)


def unmatched(statement: str, passage: str, window: str) -> tuple[tuple[str, str], ...]:
    """Each number of the statement that the passage does not have, with a phrase that names it and its rival.

    `window` is the sentence that the statement is compared with: a rival is looked for there first.
    """
    ours, theirs = tuple(dict.fromkeys(map(_placeless, quantities(statement)))), quantities(passage)
    found: dict[str, str] = {}
    rivals = _unsaid(quantities(window) or theirs, ours)
    for quantity in ours:
        if any(is_equal(quantity, other) for other in theirs):
            continue
        if quantity.is_word and (single := _single(quantity, statement, passage)):
            found.setdefault(quantity.text, f"“{quantity.text}” is not in the cited passage, which says “{single}”")
            continue
        if quantity.is_word and not theirs:
            continue  # "two ways", where the passage only lists them
        rival = _rival(quantity, rivals)
        if quantity.is_word and rival is None:
            continue
        said = f", which says “{rival.text.strip()}”" if rival else ""
        words = quantity.text.strip()
        found.setdefault(words, f"“{words}” is not in the cited passage{said}")
    if not found and len(ours) == 1 and (other := _misplaced(ours[0], statement, window, passage)):
        words = ours[0].text.strip()
        found[words] = f"“{words}” is said of something else: here the passage has “{other.text.strip()}”"
    return tuple(found.items())


def _single(quantity: Quantity, statement: str, passage: str) -> str:
    """What the passage has of which the statement has several: "one file" for "two files"; "" for nothing."""
    several = re.search(rf"\b{re.escape(quantity.text.strip())}\s+(\w+)", statement)
    if several is None or quantity.value == 1:
        return ""
    ones = (match for match in _SINGLE.finditer(passage) if stem(match[1]) == stem(several[1]))
    return next((match[0] for match in ones), "")


def _placeless(quantity: Quantity) -> Quantity:
    """The quantity without its place, so that one that stands twice is one."""
    return replace(quantity, start=0, end=0)


def is_equal(one: Quantity, other: Quantity) -> bool:
    """True when two quantities are the same: exactly, or rounded where the first says that it is."""
    if one.dimension == "date" or other.dimension == "date":
        return _is_same_date(one, other)
    if one.dimension in _TIMES or other.dimension in _TIMES:
        return _is_same_time(one, other)
    if "version" in (one.dimension, other.dimension):
        return str(one.value if one.dimension == "version" else one.written) == str(
            other.value if other.dimension == "version" else other.written
        )
    if one.dimension.startswith(CODE) or other.dimension.startswith(CODE):
        return one.written == other.written and (
            one.dimension == other.dimension or not (one.dimension and other.dimension)
        )
    if not one.dimension or not other.dimension:
        return one.raw == other.raw or one.value == other.value or _is_rounded(one, other, bare=True)
    return one.dimension == other.dimension and (one.value == other.value or _is_rounded(one, other))


def _is_same_date(one: Quantity, other: Quantity) -> bool:
    if one.dimension == other.dimension:
        first, second = str(one.value).split("-"), str(other.value).split("-")
        size = min(len(first), len(second))
        return first[-size:] == second[-size:]
    date, number = (one, other) if one.dimension == "date" else (other, one)
    return number.raw is not None and str(number.raw) in str(date.value).split("-")


def _is_same_time(one: Quantity, other: Quantity) -> bool:
    if one.dimension in _TIMES and other.dimension in _TIMES:
        if one.dimension == other.dimension == "time of day":
            return one.value == other.value
        return (Fraction(one.value) - Fraction(other.value)) % HALF_DAY == 0
    time, number = (one, other) if one.dimension in _TIMES else (other, one)
    return not number.dimension and number.raw is not None and (number.raw * 60 - Fraction(time.value)) % HALF_DAY == 0


def _is_rounded(claim: Quantity, other: Quantity, *, bare: bool = False) -> bool:
    """True for "about 1,200" and 1,198, "over 400" and 412: rounded to the digits that the claim has."""
    mine, theirs = (claim.raw, other.raw) if bare else (claim.value, other.value)
    if not claim.bound or not isinstance(mine, Fraction) or not isinstance(theirs, Fraction) or not mine:
        return False
    step = Fraction(1)
    while mine % (step * 10) == 0:
        step *= 10
    while mine % step:
        step /= 10
    if claim.bound == "about":
        return abs(mine - theirs) <= step / 2
    if claim.bound in _LOWER:
        return mine <= theirs < mine + step
    return mine - step < theirs <= mine


def _unsaid(theirs: Sequence[Quantity], ours: Sequence[Quantity]) -> tuple[Quantity, ...]:
    """The numbers of the passage that the statement does not have; all of them when it has each."""
    return tuple(other for other in theirs if not any(is_equal(each, other) for each in ours)) or tuple(theirs)


def _rival(quantity: Quantity, rivals: Sequence[Quantity]) -> Quantity | None:
    """The number of the passage that stands in the place of this one: of its own measure first."""
    return next((other for other in rivals if other.dimension == quantity.dimension), next(iter(rivals), None))


def opposite_bound(statement: str, window: str) -> str:
    """The difference where one of the two says "at least" and the other "at most" of the same number; "" for none.

    Where one of them denies ("not below"), nothing is said.
    """
    if bool(_DENIES.search(statement)) != bool(_DENIES.search(window)):
        return ""
    for one in quantities(statement):
        for other in quantities(window):
            if not is_equal(one, other):
                continue
            if (one.bound in _LOWER and other.bound in _UPPER) or (one.bound in _UPPER and other.bound in _LOWER):
                return f"“{one.text.strip()}” is the {_end(one)} in the sentence, and the {_end(other)} in the passage"
    return ""


def _end(quantity: Quantity) -> str:
    return "lower limit" if quantity.bound in _LOWER else "upper limit"


def _misplaced(quantity: Quantity, statement: str, window: str, passage: str) -> Quantity | None:
    """A number of the passage that fits the statement's words better than its own number does."""
    claimed = content(statement)
    if not claimed or (quantity.text[:1].isalpha() and not quantity.dimension):
        return None
    if not any(is_equal(quantity, other) for other in quantities(window)):
        return _of_other_line(quantity, claimed, window, passage)
    numbers = quantities(window)
    mine = [at for at, other in enumerate(numbers) if is_equal(quantity, other)]
    if len(numbers) < 2 or len(numbers) > MAX_NUMBERS:
        return None
    terms = frozenset(claimed)
    before, behind = list(_held(window, numbers, terms, -1)), list(_held(window, numbers, terms, 1))
    for at, other in enumerate(numbers):
        if at not in mine and all(before[at] > before[own] and behind[at] > behind[own] for own in mine):
            return other
    return None


def _of_other_line(quantity: Quantity, claimed: tuple[str, ...], window: str, passage: str) -> Quantity | None:
    """The number of the sentence that the statement is about, where its own number stands in another sentence."""
    rivals = [other for other in quantities(window) if other.dimension == quantity.dimension]
    if not rivals:
        return None
    here = share(claimed, frozenset(content(window)))
    for line in passage.split("\n"):
        for span in split(line):
            sentence = line[span.start : span.end]
            if any(is_equal(quantity, other) for other in quantities(sentence)):
                there = share(claimed, frozenset(content(sentence)))
                if there >= here or here < MIN_FIT:
                    return None
    return rivals[0]


def _held(line: str, numbers: tuple[Quantity, ...], terms: frozenset[str], side: int) -> Iterator[int]:
    """For each number, how many of the terms stand between it and the next, or the one before."""
    for at, number in enumerate(numbers):
        if side > 0:
            piece = line[number.end : numbers[at + 1].start if at + 1 < len(numbers) else len(line)]
        else:
            piece = line[numbers[at - 1].end if at else 0 : number.start]
        yield sum(1 for term in set(content(piece)) if credit(term, terms))
