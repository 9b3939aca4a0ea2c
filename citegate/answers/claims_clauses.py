"""A text cut into its clauses, each with what it leaves to be understood from the one before."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from citegate.answers.claims_denied import plain
from citegate.answers.claims_words import content, credit, share
from citegate.evidence.opposites import BY_TERM
from citegate.evidence.signed import EITHER, Sign, signed

ALIKE = 0.5  # share of a clause's terms that the passage's clause must have to be about the same
_CLAUSE = re.compile(
    r"(?<=[;:—–])\s+|,\s+(?:and|but|so|while|whereas|although|though|which)\s+|(?<=[；：，、。])|(?<!\b[Aa]ll)(?<!thing)\s+but\s+|\n|\t"
    r"|\s+(?:whereas|although|though)\s+"
    r"|,\s+(?=(?:\w+\s+){1,4}(?:is|are|was|were|do|does|did|can|may|must|has|have)\s+not\s*[.;!?]?\s*\Z)"
)
_ASIDE = re.compile(r"\s*\(((?:but |and |though )?not [^()]{1,80})\)")
"""What is taken out of a sentence in brackets: "locks out writes (but not reads)"."""
_AUXILIARY = r"(?:do|does|did|is|are|was|were|can|could|will|would|may|must|should|have|has)"
_CUT_OFF = re.compile(rf"\b(?:{_AUXILIARY}(?:\s+not|n['’]t)|cannot)\s*[.,;!?)]*\s*\Z", re.IGNORECASE)
_FIRST_AUXILIARY = re.compile(rf"\b{_AUXILIARY}\b\s*(?:not\b\s*)?", re.IGNORECASE)
_BARE_NOT = re.compile(r"(?:but |and |though )?not\b(?! only\b)", re.IGNORECASE)
_PRONOUN = re.compile(r"(?:and |but |so )?(?:it|they|this|these|that|those|he|she|which|who)\b", re.IGNORECASE)
"""How a clause begins whose subject is what the one before is about."""
_DENSE = re.compile("[\u3040-\u30ff\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a passage as it is compared."""

    text: str
    terms: tuple[str, ...]
    """Its content terms, and those that it takes from the clause before."""
    own: tuple[str, ...]
    """Its own content terms."""
    signs: Mapping[str, Sign]
    """What it says and denies."""


def begins_with_pronoun(text: str) -> bool:
    """True when the subject of the text is what the one before is about."""
    return _PRONOUN.match(text.lstrip()) is not None


@lru_cache(maxsize=2048)
def clauses(text: str) -> tuple[str, ...]:
    """The clauses of a text; one that ends in "cannot" has the verb of the one before."""
    asides = [f" but {match[1]}" for match in _ASIDE.finditer(text)]
    whole = _ASIDE.sub("", text).rstrip() + "".join(asides) if asides else text
    found: list[str] = []
    for part in _CLAUSE.split(whole):
        if not part or not part.strip():
            continue
        if found and _CUT_OFF.search(part) and (verb := _FIRST_AUXILIARY.search(found[-1])):
            found.append(part.rstrip(" .,;!?)") + " " + found[-1][verb.end() :])
        else:
            found.append(part)
    return tuple(found)


@lru_cache(maxsize=2048)
def readings(text: str, antecedent: str = "") -> tuple[Clause, ...]:
    """The clauses of a passage; "not reads" behind another clause denies what that one says, of reads.

    A clause that begins with a pronoun is about what the one before names, the first one about the antecedent.
    """
    found: list[Clause] = []
    for part in clauses(text):
        own, signs = content(part), signed(plain(part))
        if found and _BARE_NOT.match(part):
            before = found[-1]
            inherited = {key: Sign(EITHER, sign.word, sign.is_denied) for key, sign in before.signs.items()}
            plainly = {key: sign for key, sign in signs.items() if not key.startswith("if ")}
            found.append(Clause(part, (*own, *before.terms), own, {**inherited, **plainly}))
        elif begins_with_pronoun(part):
            named = found[-1].own if found else content(antecedent)
            found.append(Clause(part, (*own, *named), own, signs))
        else:
            found.append(Clause(part, own, own, signs))
    return tuple(found)


def nearest(clause: str, theirs: tuple[Clause, ...]) -> tuple[Clause | None, float]:
    """The clause that has most of this one's terms, and how much it has; a term's opposite counts as the term.

    Of several, the one that has the subject (the first term), then the one that has least else; in scripts without
    spaces, one that has the predicate (the last term) is about the same whatever else it has.
    """
    terms = content(clause)
    here = frozenset(terms)
    predicate = next((term for term in reversed(terms) if _DENSE.match(term)), None)
    best: Clause | None = None
    most = (0.0, False, 0.0, False, 0)
    for other in theirs if terms else ():
        there = frozenset(other.terms)
        alike = _share(terms, there)
        if predicate in there:
            alike = max(alike, ALIKE)
        precise = share(other.own, here) if other.own else 0.0
        is_own = len(other.own) == len(other.terms)
        rank = (alike, credit(terms[0], there) > 0, precise, is_own, -len(other.text))
        if alike and rank > most:
            best, most = other, rank
    return best, most[0]


def nearest_clause(statement: str, passage: str) -> str:
    """The clause of the passage that has most of the statement's terms; all of it where none has any."""
    near, _ = nearest(statement, readings(passage))
    return near.text if near is not None else passage


def _share(claimed: tuple[str, ...], there: frozenset[str]) -> float:
    lines = {line for term in there for line, _ in BY_TERM.get(term, ())}
    different = dict.fromkeys(claimed)
    held = sum(
        credit(term, there) or float(any(line in lines for line, _ in BY_TERM.get(term, ()))) for term in different
    )
    return held / len(different) if different else 1.0
