"""Words of a statement whose opposite the passage has."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from citegate.answers.claims_denied import ELLIPSIS, denied, stems, written
from citegate.answers.claims_words import OPPOSED, OPPOSED_CJK, SAME, credit, stem
from citegate.evidence.terms import STOP_WORDS, words

_PREPOSITION_WORDS = (
    "before after above below over under since until inside outside with without more less fewer on off"
)
_PREPOSITIONS = frozenset(map(stem, _PREPOSITION_WORDS.split()))
_PREFIXES = ("un", "non", "in", "im", "dis", "ir", "il")
MIN_STEM = 5  # letters of a word that may have one of these before it and be its opposite

_PAIRS = tuple(pair for pair in OPPOSED if pair[0] not in _PREPOSITIONS)
_BEFORE_A_WORD = tuple(pair for pair in OPPOSED if pair[0] in _PREPOSITIONS)
_NAMED = {term: frozenset((term,)) | SAME.get(term, frozenset()) for pair in _PAIRS for term in pair}
_ALL_NAMED = frozenset().union(*_NAMED.values())


def opposed(claim: str, passage: str) -> Iterator[str]:
    """What a statement says and the passage the opposite of, one phrase each."""
    yield from _dense(claim, passage)
    if ELLIPSIS.search(claim) or ELLIPSIS.search(passage):
        return
    for one, other in _BEFORE_A_WORD:
        if (conflict := _turned_round(claim, passage, one, other)) is not None:
            yield conflict
    if not (denied(claim) and denied(passage)):
        ours, theirs = _polarities(claim), _polarities(passage)
        for pair, (sign, word) in ours.items():
            if pair in theirs and theirs[pair][0] == -sign:
                yield f"the sentence says “{word}”, and the passage “{theirs[pair][1]}”"
    yield from _prefixed(claim, passage)


def _dense(claim: str, passage: str) -> Iterator[str]:
    """The same in scripts without spaces, where one of the two may be part of the other."""
    if claim.isascii() or passage.isascii():
        return
    for one, other in OPPOSED_CJK:
        ours, theirs = _dense_sign(one, other, claim), _dense_sign(one, other, passage)
        if ours * theirs < 0:
            yield f"the sentence says “{one if ours > 0 else other}”, and the passage “{one if theirs > 0 else other}”"


def _dense_sign(one: str, other: str, text: str) -> int:
    if other in text and one in other:
        return -1
    return (one in text) - (other in text)


@lru_cache(maxsize=4096)
def _polarities(text: str) -> dict[tuple[str, ...], tuple[int, str]]:
    """For each pair of opposites: 1 when the text has the first, or denies the second, else -1; and its word for it.

    A pair of which it has both, or neither, is left out.
    """
    here = stems(text)
    if _ALL_NAMED.isdisjoint(here):
        return {}
    found: dict[tuple[str, ...], tuple[int, str]] = {}
    for pair in _PAIRS:
        value, word = 0, ""
        for term, sign in zip(pair, (1, -1), strict=True):
            known = _NAMED[term] & here
            if known:
                value += -sign if credit(term, denied(text)) == 1.0 else sign
                word = written(text, min(known))
        if value:
            found[pair] = (value, word)
    return found


def _turned_round(claim: str, passage: str, one: str, other: str) -> str | None:
    """The difference when a word and its opposite stand before the same word."""
    pair = {one, other}
    if pair.isdisjoint(stems(claim)) or pair.isdisjoint(stems(passage)):
        return None
    if bool(denied(claim)) != bool(denied(passage)):
        return None
    ours, theirs = _followers(claim, one, other), _followers(passage, one, other)
    for follower, (which, word) in ours.items():
        if follower in theirs and theirs[follower][0] != which:
            return f"the sentence says “{word} {follower}”, and the passage “{theirs[follower][1]} {follower}”"
    return None


def _followers(text: str, one: str, other: str) -> dict[str, tuple[str, str]]:
    """The content word behind each of two prepositions, with which of them it was."""
    found: dict[str, tuple[str, str]] = {}
    tokens = list(words(text))
    for at, token in enumerate(tokens):
        term = stem(token)
        if term in (one, other):
            follower = next((each for each in tokens[at + 1 : at + 4] if stem(each) not in STOP_WORDS), "")
            if follower:
                found[stem(follower)] = (term, token)
    return found


def _prefixed(claim: str, passage: str) -> Iterator[str]:
    """A word, and the same with a prefix that denies it."""
    here, there = stems(claim), stems(passage)
    for first, second, no, is_ours in ((here, there, denied(claim), True), (there, here, denied(passage), False)):
        for term in sorted(first - second - no):
            if len(term) < MIN_STEM:
                continue
            for prefix in _PREFIXES:
                if prefix + term in second:
                    word, against = (term, prefix + term) if is_ours else (prefix + term, term)
                    yield f"the sentence says “{written(claim, word)}”, and the passage “{written(passage, against)}”"
