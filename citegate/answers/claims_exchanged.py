"""A statement that copies a sentence of the passage, but for a word, the order, or a part that it adds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

from citegate.answers.claims_clauses import begins_with_pronoun, nearest_clause
from citegate.answers.claims_words import SAME, content, credit, share, stem, without_quantities
from citegate.evidence.opposites import BY_TERM
from citegate.evidence.roles import swapped, swapped_dense
from citegate.evidence.terms import STOP_WORDS, words

COPIED = 0.65  # share from which a statement counts as a copy, so that an exchanged word changes it
ALIKE = 0.7  # share of a statement, in order, that a copy has in common with the sentence
ALIKE_THERE = 0.5  # share of the sentence that it has in common with a copy
MAX_EXCHANGED = 3  # terms or characters in a row that count as one exchanged word
MAX_TERMS = 300  # of a statement or sentence whose order is compared
SAME_WORDS = 0.8  # share of a statement's terms in a sentence from which who does what to whom is compared
MIN_ADDED = 2  # terms of a part that a statement adds, from which it says something
MIN_ADDED_DENSE = 3  # the same in pairs of characters
BACKED = 0.34  # share of an added part's terms that the passage must have

_TURNED = "the passage has the words in another order: who does what to whom is not the same"
_FRONTED = re.compile(
    r"(?:from|in|on|at|between|during|after|before|when|if|for|by|with|to|under|over|since|until|while|there|of|as)\b",
    re.IGNORECASE,
)
"""How a sentence begins that puts forward what another one has behind."""
_BEFORE_VERB = frozenset(
    ("can", "may", "must", "will", "should", "could", "would", "might", "cannot", "to", "not", "that", "which", "who")
)
_DENSE = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_BE = frozenset(("is", "are", "was", "were", "be", "been", "being", "not"))
_COUNTING = frozenset(("both", "several", "two", "certain", "given", "single", "whole", "entire", "such"))
"""Words before a noun that do not tell one thing from another."""
_SAYING_NOTHING = re.compile("[也来将则便即又还所就都能会可以时候后前之的了着地得与和及在于是为对用]")
"""Characters of which one for another changes nothing."""
_ADDED = re.compile(
    r",\s+(?:and|but|which|so|while)\s+|;\s+|\s+and\s+|，(?:并且|而且|并|且|同时|还|也)|\s+because\s+|，因为"
)


@dataclass(frozen=True, slots=True)
class Exchange:
    """A word in the place of another."""

    message: str
    is_certain: bool = True
    """False when it may say the same in other words."""


def lowered(text: str) -> frozenset[str]:
    """The stems of all words of a text."""
    return frozenset(stem(word) for word in words(text))


def turned(statement: str, window: str) -> str:
    """That the statement has changed who does what to whom; "" when it has not."""
    clause = nearest_clause(statement, window)
    if share(content(statement), frozenset(content(clause))) < SAME_WORDS:
        return ""
    is_dense = _DENSE.search(statement) is not None
    verb = swapped_dense(statement, clause) if is_dense else swapped(statement, clause)
    return f"who does it and what it is done to have changed places around “{verb}”" if verb else ""


def said_elsewhere(claimed: tuple[str, ...], statement: str, window: str, sentences: Sequence[str]) -> str:
    """What another sentence is about that says what the statement says of something else; "" for nothing.

    Only a sentence that has a term of the statement which the window lacks is asked.
    """
    held = frozenset(content(window))
    lacked = [term for term in claimed if not credit(term, held)]
    for sentence in sentences if lacked else ():
        said = frozenset(content(sentence))
        is_asked = sentence != window and any(credit(term, said) for term in lacked)
        if is_asked and (other := said_of_another(claimed, statement, sentence, window)):
            return other
    return ""


def said_of_another(claimed: tuple[str, ...], statement: str, window: str, beside: str) -> str:
    """What the sentence is about, where the statement has in its place what another is about; "" for nothing."""
    said = frozenset(content(window))
    if not statement.isascii() or share(claimed, said) < COPIED or begins_with_pronoun(window):
        return ""
    there, ours = frozenset(content(beside)), frozenset(claimed)
    before = {stem(follower): word for word, follower in pairwise(words(window))}
    for word, follower in pairwise(words(statement)):
        term, other = stem(word), stem(before.get(stem(follower), ""))
        if (
            stem(follower) in STOP_WORDS
            or word.lower() in _COUNTING
            or term in STOP_WORDS
            or not credit(term, there)
            or credit(term, said)
        ):
            continue
        if other and other in said and not credit(other, ours):
            return f"the passage says it of “{before[stem(follower)]} {follower}”"
    return ""


def unbacked(statement: str, there: str) -> str:
    """What the statement adds with "and" that the passage has nothing of; "" for nothing."""
    known = frozenset(content(there))
    for part in _ADDED.split(statement)[1:]:
        terms = content(part)
        is_dense = bool(terms) and not terms[0].isascii()
        if len(set(terms)) >= (MIN_ADDED_DENSE if is_dense else MIN_ADDED) and share(terms, known) < BACKED:
            return f"the passage has nothing of “{part.strip(' .。')}”"
    return ""


def exchanged(
    claimed: tuple[str, ...], said: tuple[str, ...], statement: str, window: str, beside: str
) -> Exchange | None:
    """The word that was exchanged, or the turned order, in a statement that else copies the sentence.

    One verb in the place of another may say the same in other words, and is no certain difference.
    """
    if not claimed or share(claimed, frozenset(said)) < COPIED or max(len(claimed), len(said)) > MAX_TERMS:
        return None
    if any(credit(term, frozenset(content(beside))) and not credit(term, frozenset(said)) for term in claimed):
        return None  # the statement is made of several passages
    has_spaces = claimed[0].isascii()
    ours, theirs = (list(claimed), list(said)) if has_spaces else (_signs(statement), _signs(window))
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    is_same = set(ours) == set(theirs)
    if (
        has_spaces
        and is_same
        and not (_FRONTED.match(statement) or _FRONTED.match(window))
        and _is_turned(ours, theirs)
    ):
        return Exchange(_TURNED)
    alike = sum(block.size for block in matcher.get_matching_blocks())
    if alike < ALIKE * len(ours) or alike < ALIKE_THERE * len(theirs):
        return None
    known = frozenset(theirs) | (
        frozenset(content(beside)) | lowered(beside) | lowered(window) if has_spaces else frozenset(beside)
    )
    for kind, low, high, start, end in matcher.get_opcodes():
        if kind != "replace" or high - low > MAX_EXCHANGED or end - start > MAX_EXCHANGED:
            continue
        missing = [term for term in ours[low:high] if not credit(term, known)]
        other = [term for term in theirs[start:end] if not credit(term, frozenset(ours))]
        if missing and other and not _is_opposite(missing[0], other[0]):
            word, against = written(statement, missing[0]), written(window, other[0])
            if not has_spaces:
                word, against = "".join(ours[low:high]), "".join(theirs[start:end])
                if not _SAYING_NOTHING.sub("", word) and not _SAYING_NOTHING.sub("", against):
                    continue
            is_verb = has_spaces and (_is_verbal(statement, word) or _is_verbal(window, against))
            return Exchange(f"the sentence says “{word}” where the passage has “{against}”", not is_verb)
    return None


def _is_opposite(one: str, other: str) -> bool:
    """True for two words whose meaning was compared already, with what denies them."""
    lines = dict(BY_TERM.get(one, ()))
    return any(lines.get(line) == -side for line, side in BY_TERM.get(other, ()))


def _is_verbal(text: str, word: str) -> bool:
    """True for a word that a text uses as a verb, as far as the words before it and its ending tell."""
    tokens = [token.lower() for token in words(text)]
    if word.lower() not in tokens:
        return False
    at = tokens.index(word.lower())
    before = tokens[max(0, at - 2) : at]
    if word.lower().endswith("ing") or (before and before[-1] in _BEFORE_VERB):
        return True
    is_participle = word.lower().endswith(("ed", "en", "wn", "pt", "lt", "nt"))
    return bool(before) and is_participle and any(token in _BE for token in before)


def _signs(text: str) -> list[str]:
    return [char for char in without_quantities(text) if char.isalnum()]


ORDERED_TERMS = 5  # words that both have, from which their order is compared
MAX_TURNED = 0.6  # share of the pairs of them that may stand the other way round; a passive turns about half


def _is_turned(ours: list[str], theirs: list[str]) -> bool:
    both = [term for term in dict.fromkeys(ours) if theirs.count(term) == 1]
    if len(both) < ORDERED_TERMS:
        return False
    places = [theirs.index(term) for term in both]
    pairs = [(one, other) for at, one in enumerate(places) for other in places[at + 1 :]]
    return sum(one > other for one, other in pairs) > MAX_TURNED * len(pairs)


def written(text: str, term: str) -> str:
    """The word of the text that has this term, or one that means the same."""
    known = SAME.get(term, frozenset((term,)))
    found = [word for word in words(text) if stem(word) == term or stem(word) in known]
    return found[0] if found and term not in STOP_WORDS else term
