"""Who does what to whom: two texts with the same words, in which those around a verb have changed places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from citegate.evidence.terms import STOP_WORDS, stem, words

MAX_TERMS = 40  # of a clause whose order is compared; a longer one is no clause
_MODAL = frozenset(("can", "may", "must", "will", "should", "shall", "could", "might", "cannot", "would"))
_BE = frozenset(("is", "are", "was", "were", "be", "been", "being", "gets", "get"))
_DETERMINER_WORDS = "the a an this that these those its their each every any no all both one your my some"
_PREPOSITION_WORDS = "of in on at by for from with into over before after as than about via through"
_BEFORE_VERB_WORDS = "to not never always also it they which who then automatically only"
_DETERMINERS = frozenset(_DETERMINER_WORDS.split())
_PREPOSITIONS = frozenset(_PREPOSITION_WORDS.split())
_BEFORE_VERB = frozenset(_BEFORE_VERB_WORDS.split())
_PARTICIPLE = ("ed", "en", "wn", "pt", "lt", "nt", "un", "et", "ut", "ead", "ought", "old")
_PARTICIPLE_FORMS = (
    "overridden=override overwritten=overwrite rewritten=rewrite bound=bind caught=catch driven=drive forbidden=forbid"
    " spent=spend bought=buy sold=sell thrown=throw fed=feed split=split sought=seek taught=teach fallen=fall"
)
_PARTICIPLES = dict(pair.split("=") for pair in _PARTICIPLE_FORMS.split())
"""Participles that no ending gives away."""
_DENSE_PASSIVE = re.compile("被|由|受到|把|将(?![要会来])|使|让")
_DENSE_AUXILIARY_WORDS = "可以 可 能够 能 必须 需要 应该 应当 不能 不会 不 可能 才 只 仅 会 要"
_DENSE_AUXILIARIES = frozenset(_DENSE_AUXILIARY_WORDS.split())
_DENSE_LIST = re.compile("[和与或及、]|之间|互相|相互|彼此")
_LIST = re.compile(r"(?:\s|,|/|\band\b|\bor\b|\bnor\b|\bboth\b)*", re.IGNORECASE)
_SYMMETRIC_WORDS = (
    "equal differ conflict match compatible incompatible identical different combine merge interact synchronize"
    " correspond overlap connect share same separate distinct together relation join mix between"
)
_SYMMETRIC = frozenset(map(stem, _SYMMETRIC_WORDS.split()))
"""Words whose two sides may change places."""


def swapped(claim: str, passage: str) -> str:
    """The word around which the claim has changed what does it and what it is done to; "" for none.

    A passive ("X is replaced by Y") turns the two round without changing what is said.
    """
    ours, theirs = _places(claim), _places(passage)
    shared = [term for term in ours if term in theirs]
    if len(shared) < 2 or len(ours) > MAX_TERMS or len(theirs) > MAX_TERMS:
        return ""
    return _around_pivot(claim, passage, shared, ours, theirs) or _subject_for_object(claim, passage, ours, theirs)


def _around_pivot(claim: str, passage: str, shared: Sequence[str], ours: dict[str, int], theirs: dict[str, int]) -> str:
    spoken, said = list(words(claim)), list(words(passage))
    for pivot in shared:
        here, there = ours[pivot], theirs[pivot]
        if pivot in _SYMMETRIC:
            continue
        is_sure = _is_passive(spoken, here) or _is_passive(said, there)
        if not is_sure and not (_is_verb(spoken, here) and _is_verb(said, there)):
            continue
        moved_back = [t for t in shared if ours[t] < here and theirs[t] > there]
        moved_on = [t for t in shared if ours[t] > here and theirs[t] < there]
        is_crossed = bool(moved_back and moved_on)
        voices = _is_participle(spoken, here), _is_participle(said, there)
        if is_crossed and voices[0] == voices[1] and not _is_listed(claim, pivot, moved_back[-1], moved_on[0]):
            return spoken[here]
        if not is_crossed and voices[0] != voices[1]:
            if not _is_passive(spoken if voices[0] else said, here if voices[0] else there):
                continue
            kept = [t for t in shared if ours[t] < here and theirs[t] < there]
            behind = [t for t in shared if ours[t] > here and theirs[t] > there]
            if kept and behind:
                return spoken[here]
    return ""


def _subject_for_object(claim: str, passage: str, ours: dict[str, int], theirs: dict[str, int]) -> str:
    """A verb behind "can", "must" and the like in both, whose subject in one is its object in the other."""
    spoken, said = list(words(claim)), list(words(passage))
    verbs = {term for term in ours if _is_modal_verb(spoken, ours[term])}
    for verb in sorted(verbs & {term for term in theirs if _is_modal_verb(said, theirs[term])}):
        here, there = ours[verb], theirs[verb]
        if _is_participle(spoken, here) or _is_participle(said, there):
            continue
        subject = {t for t in theirs if there - 6 <= theirs[t] < there}
        objects = [t for t in ours if here < ours[t] <= here + 4]
        own = {t for t in ours if ours[t] < here}
        if objects and all(t in subject for t in objects[:1]) and not own & subject:
            return spoken[here]
    return ""


def _is_verb(tokens: Sequence[str], place: int) -> bool:
    """True for a word that is a verb where it stands, as far as the words beside it and its ending tell."""
    before = tokens[place - 1].lower() if place else ""
    behind = tokens[place + 1].lower() if place + 1 < len(tokens) else ""
    if before in _DETERMINERS or before in _PREPOSITIONS:
        return False
    if before in _MODAL or before in _BE or before in _BEFORE_VERB:
        return True
    is_plural = before.endswith("s") and behind != "of"
    is_formed = tokens[place].lower().endswith(("s", "ed")) or (is_plural and not behind.endswith("s"))
    is_followed = behind in _DETERMINERS or behind in _PREPOSITIONS or not behind.islower()
    return bool(before) and is_formed and is_followed and bool(behind)


def _is_modal_verb(tokens: Sequence[str], place: int) -> bool:
    return any(token.lower() in _MODAL for token in tokens[max(0, place - 2) : place])


def swapped_dense(claim: str, passage: str) -> str:
    """The same for Chinese: a clause without 被 or 把 in which what stands before and behind a word is exchanged."""
    if bool(_DENSE_PASSIVE.search(claim)) or bool(_DENSE_PASSIVE.search(passage)) or _DENSE_LIST.search(claim):
        return ""
    ours, theirs = _places(claim), _places(passage)
    shared = [term for term in ours if term in theirs]
    if len(ours) > MAX_TERMS or len(theirs) > MAX_TERMS:
        return ""
    for pivot in shared:
        if pivot in _DENSE_AUXILIARIES:
            continue
        moved_back = [term for term in shared if ours[term] < ours[pivot] and theirs[term] > theirs[pivot]]
        moved_on = [term for term in shared if ours[term] > ours[pivot] and theirs[term] < theirs[pivot]]
        if moved_back and moved_on:
            return pivot
    return ""


def is_turned_comparison(claim: str, passage: str) -> bool:
    """True for "A is stronger than B" against "B is weaker than A": the two sides have changed places."""
    ours, theirs = _sides(claim), _sides(passage)
    return bool(ours and theirs and ours[0] & theirs[1] and ours[1] & theirs[0])


def _sides(text: str) -> tuple[set[str], set[str]] | None:
    spoken = [word.lower() for word in words(text)]
    if "than" not in spoken:
        return None
    at = spoken.index("than")
    before, behind = ({stem(word) for word in part} - STOP_WORDS for part in (spoken[:at], spoken[at + 1 :]))
    return before - behind, behind - before


def _is_participle(tokens: Sequence[str], place: int) -> bool:
    """True for "is replaced": a form of "be" shortly before."""
    word = tokens[place].lower()
    has_be = any(token.lower() in _BE for token in tokens[max(0, place - 3) : place])
    return word.endswith(_PARTICIPLE) and (has_be or place == 0)


def _is_passive(tokens: Sequence[str], place: int) -> bool:
    """True for "is replaced by": the same, and who does it shortly behind."""
    return _is_participle(tokens, place) and any(token.lower() == "by" for token in tokens[place + 1 : place + 3])


def _is_listed(claim: str, pivot: str, one: str, other: str) -> bool:
    """True when nothing but commas and "and" stands between the three: a list has no order."""
    found = [match for match in re.finditer(r"\w[\w.'-]*", claim) if stem(match[0]) in (pivot, one, other)]
    gaps = [claim[left.end() : right.start()] for left, right in pairwise(found)]
    return any(_LIST.fullmatch(gap) and gap.strip() for gap in gaps)


def _places(text: str) -> dict[str, int]:
    """For each term that a text has once, the number of its word."""
    found: dict[str, int] = {}
    twice: set[str] = set()
    for at, word in enumerate(words(text)):
        term = stem(_PARTICIPLES.get(word.lower(), word))
        if not term or term in STOP_WORDS or word.lower() in _MODAL:
            continue
        twice.update((term,) if term in found else ())
        found.setdefault(term, at)
    return {term: at for term, at in found.items() if term not in twice}
