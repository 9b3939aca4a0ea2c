"""Words that relate two things ("before", "without", "except"), where one text has the opposite of the other's."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citegate.answers.claims_denied import plain, stems
from citegate.answers.claims_words import content, credit, stem
from citegate.evidence.signed import has_denial
from citegate.evidence.terms import STOP_WORDS, words

REACH = 6  # words behind a preposition in which the word that it relates to must stand
EXCEPTED = 0.6  # share of an exception's words that a statement must have to be about what is excepted

_LINES = """
before|after once|while during
since|until
above over|below under
more|less fewer
inside within|outside
with using by via|without
on|off
including|except excluding
always|never
""".strip()
_SIDES = tuple(tuple(frozenset(map(stem, side.split())) for side in line.split("|")) for line in _LINES.splitlines())
"""Words of one line and different sides are opposite before the same word."""
_ORDER = re.compile(r"\b(?:before|until|after|once|only|first|when|without)\b", re.IGNORECASE)
_EXCEPTION = re.compile(
    r"\b(?:except(?:ing)?(?: for| when| if| that| in| via| through)?|other than|apart from|aside from"
    r"|all but|everything but|with the exception of)\b|除了|除外",
    re.IGNORECASE,
)
_TWICE = re.compile(
    r"\b(?:not|no|never|cannot|nobody|fails?|refuse[sd]?|reject(?:s|ed)?|denie[sd]|error|impossible|unable|[a-z]+n't)\b"
    r"[^.;]{0,120}\b(?:without|unless|until|except|if not|other than|before)\b"
    r"|\b(?:without|unless|until)\b[^.;]{0,120}\b(?:not|no|cannot|never|fails?|refuse[sd]?)\b",
    re.IGNORECASE,
)
"""Denied twice: what does not happen without the other."""
_DENIAL = re.compile(r"\b(?:not|no|never|cannot|nobody|none)\b|n['’]t\b|\bnon-", re.IGNORECASE)
_ONLY = re.compile(r"\b(?:only|solely|exclusively|reserved)\b", re.IGNORECASE)
_MARKERS = frozenset(("without", "unless", "until", "except", "before"))
_NECESSARY = re.compile(
    r"\b(?:only|require[sd]?|needs?|needed|must|necessary|mandatory|have to|has to|once|after|depends?|first)\b",
    re.IGNORECASE,
)
_KEEPS_EXCEPTION = re.compile(
    r"\b(?:except(?:ing)?|other than|apart from|aside from|but|only|unless|exceptions?|solely|alone|just|not)\b",
    re.IGNORECASE,
)
_PHRASE = re.compile(r"[,;.:]\s|[,;.:]\Z|\b(?:depends?|is|are|was|were|will|must|may|can|should|has|have)\b")
_TOTALLY = re.compile(r"\b(?:all|every|always|never)\b", re.IGNORECASE)
_INCLUDING = re.compile(r"\b(?:including|even)\b", re.IGNORECASE)


def before_a_word(claim: str, passage: str) -> Iterator[str]:
    """What stands before a word in the statement, where the passage has the opposite before the same word."""
    if has_denial(plain(claim)) != has_denial(plain(passage)) and not {"with", "without"} & (
        stems(claim) | stems(passage)
    ):
        return
    here, there = stems(claim), stems(passage)
    for sides in _SIDES:
        known = frozenset().union(*sides)
        if known.isdisjoint(here) or known.isdisjoint(there):
            continue
        ours, theirs = _followers(claim, sides), _followers(passage, sides)
        for follower, (side, word) in ours.items():
            if follower in theirs and side != theirs[follower][0]:
                yield f"the sentence says “{word} {follower}”, and the passage “{theirs[follower][1]} {follower}”"


def excepted(claim: str, passage: str) -> Iterator[str]:
    """What the passage excepts, where the statement says of it what the passage says of all else."""
    match = _EXCEPTION.search(passage)
    if match is None:
        return
    rest = passage[match.end() :]
    end = _PHRASE.search(rest)
    phrase = rest[: end.start() if end else len(rest)]
    exception, here = content(phrase), frozenset(content(claim)) | stems(claim)
    held = sum(credit(term, here) > 0 for term in exception)
    held += sum(stem(word) in here for word in words(phrase) if not content(word))
    is_same_sign = has_denial(plain(claim)) == has_denial(plain(passage))
    is_kept = _KEEPS_EXCEPTION.search(re.sub(r"\bnot\b", " ", claim)) is not None
    if held >= EXCEPTED * max(1, len(exception)) and (_INCLUDING.search(claim) or not is_kept) and is_same_sign:
        yield f"the passage excepts what the sentence includes: “{match[0]}”"
    elif not is_kept and not held and _TOTALLY.search(claim) and is_same_sign:
        yield f"the sentence leaves out the exception: “{match[0]}”"


def is_turned_condition(claim: str, passage: str) -> bool:
    """True for "not A before B" against "B before A", "not A except by B" against "A only by B", and the like.

    "Not A without B", "not A unless B" and "A fails unless B" are what "A needs B" and "A only if B" say.
    """
    for one, other in ((claim, passage), (passage, claim)):
        shared = _MARKERS & {word.lower() for word in words(one)} & {word.lower() for word in words(other)}
        if not shared and _TWICE.search(one) and not _TWICE.search(other) and _NECESSARY.search(other):
            return True
        if len(_DENIAL.findall(one)) > 1 and not _DENIAL.search(other) and _ONLY.search(other):
            return True
    if has_denial(plain(claim)) == has_denial(plain(passage)):
        return False
    denying, saying = (claim, passage) if has_denial(plain(claim)) else (passage, claim)
    if _EXCEPTION.search(denying) and re.search(r"\b(?:only|solely|exclusively)\b", saying, re.IGNORECASE):
        return True
    if not (_ORDER.search(denying) and _ORDER.search(saying)):
        return False
    sides = _SIDES[0]
    ours, theirs = _followers(denying, sides), _followers(saying, sides)
    return bool(ours and theirs and not ours.keys() & theirs.keys())


def _followers(text: str, sides: tuple[frozenset[str], ...]) -> dict[str, tuple[int, str]]:
    """The content word behind each word of these sides, with the side and the word."""
    found: dict[str, tuple[int, str]] = {}
    tokens = list(words(text))
    for at, token in enumerate(tokens):
        term = stem(token)
        side = next((number for number, each in enumerate(sides) if term in each), None)
        if side is None:
            continue
        follower = next((each for each in tokens[at + 1 : at + 1 + REACH] if stem(each) not in STOP_WORDS), "")
        if follower:
            found[stem(follower)] = (side, token)
    return found
