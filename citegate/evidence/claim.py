"""A claim taken apart, and how far a word of it is there in another text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import log

from citegate.evidence.logic import (
    Quantity,
    denied_in,
    is_cjk_negated,
    names_of,
    numbers_of,
    quantity_of,
    restrictions_of,
)
from citegate.evidence.synonyms import SYNONYMS
from citegate.evidence.terms import STOP_WORDS, stem, terms, words

NEAR_LENGTH = 5  # letters that two forms of one word share at least ("encoding", "encoder")
NEAR_SHARE = 0.75  # of the longer form
NEAR_CREDIT = 0.75  # of a word of which the passage has another form
SYNONYM_CREDIT = 0.9  # of a word of which the passage has a synonym
DENIED_WIDE = 2  # content words behind a negation, one of which the passage has to deny as well
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
    denied_wide: frozenset[str]
    """The same with one more term: "does not hold the time" denies the time as well."""
    is_cjk_negated: bool
    quantity: Quantity
    restrictions: frozenset[str]

    @property
    def terms(self) -> frozenset[str]:
        """The content words."""
        return term_set(self.text)


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
        denied_in(text, DENIED_WIDE),
        is_cjk_negated(text),
        quantity_of(text),
        restrictions_of(text),
    )


def _content(text: str) -> list[str]:
    found = [form for word in words(text) if (form := stem(word))]
    return [term for term in dict.fromkeys(found) if term not in STOP_WORDS and term not in _LOGICAL]


@lru_cache(maxsize=4096)
def term_set(text: str) -> frozenset[str]:
    """The terms of a text."""
    return frozenset(terms(text))


@lru_cache(maxsize=16384)
def credit(term: str, there: frozenset[str]) -> float:
    """1 for a term that is there, less for one that is there in another form, else 0."""
    if term in there:
        return 1.0
    if not SYNONYMS.get(term, frozenset()).isdisjoint(there):
        return SYNONYM_CREDIT
    parts = _parts_of(term)
    if parts and all(part in there for part in parts):
        return NEAR_CREDIT
    if len(term) < NEAR_LENGTH or not term.isalpha():
        return 0.0
    for other in _by_start(there).get(term[:NEAR_LENGTH], ()):
        if _shared(term, other) >= NEAR_SHARE * max(len(term), len(other)):
            return NEAR_CREDIT
    return 0.0


def met(claim: Claim, there: frozenset[str]) -> list[str]:
    """The content words of a claim that are there in some form, in the claim's order."""
    if len(claim.weights) <= len(there):
        return [term for term in claim.weights if credit(term, there)]
    by_term, by_start = _forms_of(tuple(claim.weights))
    found: set[str] = set()
    for each in there:
        found.update(by_term.get(each, ()), by_start.get(each[:NEAR_LENGTH], ()))
    return [term for term in claim.weights if term in found and credit(term, there)]


@lru_cache(maxsize=16)
def _forms_of(terms: tuple[str, ...]) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Which of the terms another one may have a part in, by that one, and by its first letters."""
    by_term: dict[str, list[str]] = {}
    for term in terms:
        for other in (term, *SYNONYMS.get(term, ()), *_parts_of(term)):
            by_term.setdefault(other, []).append(term)
    return by_term, _by_start(frozenset(terms))


@lru_cache(maxsize=256)
def _by_start(there: frozenset[str]) -> dict[str, list[str]]:
    """The longer words among the terms by their first letters."""
    found: dict[str, list[str]] = {}
    for term in there:
        if len(term) >= NEAR_LENGTH and term.isalpha():
            found.setdefault(term[:NEAR_LENGTH], []).append(term)
    return found


@lru_cache(maxsize=4096)
def _parts_of(term: str) -> tuple[str, ...]:
    return tuple(part for part in terms(term) if part != term)


def _shared(one: str, other: str) -> int:
    for place, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return place
    return min(len(one), len(other))


def as_written(text: str, term: str) -> str:
    """The first word of the text that has this term; the term itself where none has."""
    return next((word for word in words(text) if stem(word) == term), term)


_LOGICAL_WORDS = (
    "not no never none nor neither nobody nothing cannot without all any every each some many few several always"
    " sometimes often only must may might can could should 不 没 没有 无 非 不是 所有 全部 一些 必须 可以 只 每"
)
_LOGICAL = frozenset(map(stem, _LOGICAL_WORDS.split()))
"""Terms that are judged by what they do to a statement, not by being there."""
