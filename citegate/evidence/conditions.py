"""What a sentence makes its statement depend on, and how it relates things: both are lost easily in a claim."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise

from citegate.evidence.synonyms import LIGHT
from citegate.evidence.terms import STOP_WORDS, stem, words

MAX_CONDITIONS = 24  # of a sentence that are compared; a claim cannot have kept more
KEPT = 0.34  # share of a condition's content words that the claim must have, or it has left the condition out

_MARKER = re.compile(
    r"\b(?:if|unless|when|whenever|except|until|as long as|provided(?: that)?|only (?:when|if|where|in|with|after|for)"
    r")\b|^With(?:out)?\b(?=[^,.]{1,60},)|如果|若是|除非|只有",
    re.IGNORECASE,
)
_FLAGGED = re.compile(r"\b[Ww]ith(?:out)? [`“\"]?--[\w-]+|^With(?:out)? [\w-]+: [\w-]+")
"""A flag or a setting with which something holds: "with --prove", "with changed: true"."""
_END = re.compile(r"[,;:.!?，。；：]\s|[，。；]|\s[–—]\s|$")
_TIME = re.compile(r"(?:^|[，。；])([^，。；]{2,}?)时，")
_RELATIONS = (
    "before=before,first,then after=after,then,behind between=between behind=behind,after"
    " inside=inside,within,in outside=outside without=without,no,not instead=instead,not"
    " except=except,but,unless until=until"
)
_RELATION = {pair.split("=")[0]: frozenset(pair.split("=")[1].split(",")) for pair in _RELATIONS.split()}
"""Words that relate two things, with those by which a sentence can say so too."""
_PIVOTS = frozenset(("then", "else", "otherwise", "before", "after", "over", "than", "while", "whereas", "instead"))
"""Words on whose sides different things stand, so that the sides cannot be changed."""
_PIECES = re.compile(r"[,;，；、]\s*|\t")
_AND = re.compile(r"\b(?:and|but|while|whereas)\b")
_FINITE = re.compile(r"\b(?:is|are|was|were|has|have|can|cannot|does|do|must|may)\b")
_SUCH = re.compile(r"\bsuch (?!as\b)(?:an? )?[a-z]+", re.IGNORECASE)
_RELATIVE = re.compile(r"\s*(?:which|who|whose|where)\b")
_PREDICATE = re.compile(r"\b(?:is|are|was|were|be|been)\s+(?:not\s+|never\s+|always\s+)?([a-z]+(?:ed|en|wn|pt|lt))\b")
_IRREALIS = re.compile(r"\b(?:would|as if|as though)\b", re.IGNORECASE)


def conditions_of(sentence: str) -> Iterator[str]:
    """The parts of a sentence on which the rest depends, each from its "if", "when", "only with" on."""
    for match in _FLAGGED.finditer(sentence):
        yield match[0]
    for marker in _MARKER.finditer(sentence):
        end = _END.search(sentence, marker.end())
        yield sentence[marker.start() : end.start() if end else len(sentence)]
    for match in _TIME.finditer(sentence):
        yield match[1]


def left_out(sentence: str, has: Callable[[str], bool]) -> str:
    """The condition of a sentence that a claim leaves out, of which `has` tells whether it has a term; "" for none."""
    if (such := _SUCH.search(sentence)) and any(map(has, _content(such[0]))):
        return such[0]
    for at, condition in enumerate(conditions_of(sentence)):
        if at == MAX_CONDITIONS:
            return " ".join(condition.split())
        inside = set(_content(condition))
        before = _PIECES.split(sentence[: sentence.index(condition)])[-1]
        rest = before if _RELATIVE.match(before) else sentence.replace(condition, " ")
        outside = set(_content(rest)) - inside
        if not inside or not any(map(has, outside)):
            continue
        if sum(map(has, inside)) < KEPT * len(inside):
            return " ".join(condition.split())
    return ""


def relation_missing(claim: str, sentence: str) -> str:
    """A word that relates things in the claim and that nothing in the sentence stands for; "" for none."""
    said = {word.lower() for word in words(sentence)}
    for word in words(claim):
        others = _RELATION.get(word.lower())
        if others is not None and not others & said:
            return word
    return ""


def is_swapped(claim: str, sentence: str) -> bool:
    """True when what stands before "then", "else" and the like in the claim stands behind it in the sentence."""
    spoken, said = [word.lower() for word in words(claim)], [word.lower() for word in words(sentence)]
    for marker in sorted(_PIVOTS.intersection(spoken)):
        pivot = marker if marker in said else "then" if marker in ("before", "after") else ""
        if pivot not in said:
            continue
        at, there = spoken.index(marker), said.index(pivot)
        first, last = _content_of(spoken[:at]), _content_of(spoken[at + 1 :])
        if marker == "after" and pivot == "then":
            first, last = last, first
        before, behind = _content_of(said[:there]), _content_of(said[there + 1 :])
        if (first - last) & (behind - before) and (last - first) & (before - behind):
            return True
    return False


def _content_of(spoken: Sequence[str]) -> set[str]:
    return {term for word in spoken if (term := stem(word)) and term not in STOP_WORDS}


def other_subject(claim: str, sentence: str, names: Collection[str]) -> str:
    """The name that stands beside a word in the sentence where the claim has another name; "" where none does."""
    named = {stem(name) for name in names if not any(map(str.isdigit, name))}
    if not named:
        return ""
    spoken, beside = _in_order(claim), _neighbours(_in_order(sentence))
    for left, right in pairwise(spoken):
        for name, word in ((left, right), (right, left)):
            if name not in named or word in named or name not in beside or word not in beside:
                continue
            others = sorted(beside[word] & named - {name})
            if others and name not in beside[word]:
                return next((written for written in words(sentence) if stem(written) == others[0]), others[0])
    return ""


def _neighbours(said: Sequence[str]) -> dict[str, set[str]]:
    """The terms that stand right before or behind each term."""
    found: dict[str, set[str]] = {term: set() for term in said}
    for left, right in pairwise(said):
        found[left].add(right)
        found[right].add(left)
    return found


def other_value(claim: str, sentence: str, names: Collection[str], others: Collection[str]) -> str:
    """A word of the claim that the sentence has beside another name or number than the claim's; "" for none.

    Of "the hyphen as %2D, the comma as %2C" each piece between commas has its own. A piece that has anything else of
    the claim beside its name is about the claim. `others` are the names in the sentence.
    """
    pieces = [set(_in_order(piece)) for piece in _PIECES.split(sentence)]
    spoken = _in_order(claim)
    wanted = _terms_of(names).intersection(spoken)
    rivals = {term for piece in pieces for term in piece if any(map(str.isdigit, term))} | _terms_of(others)
    rivals.difference_update(spoken)
    own = [piece for piece in pieces if piece & wanted]
    if len(pieces) < 2 or not own:
        return ""
    is_code = all(any(map(str.isdigit, term)) for term in wanted)
    if not is_code and any((piece - wanted).intersection(spoken) for piece in own):
        return ""
    predicates = {stem(match[1]) for match in _PREDICATE.finditer(claim)}
    for term in spoken:
        if term in predicates:
            continue  # said once for all pieces
        holding = [piece for piece in pieces if term in piece]
        if term not in wanted and holding and all(piece & rivals and piece not in own for piece in holding):
            return next((word for word in words(claim) if stem(word) == term), term)
    return ""


def is_mixed(claim: str, sentence: str) -> bool:
    """True when the claim says two things, and the sentence has the words of one of them in different pieces."""
    parts = _AND.split(claim)
    clauses = [terms for part in parts if len(terms := set(_in_order(part))) > 1]
    if len(clauses) < 2 or not all(map(_FINITE.search, parts)):
        return False
    pieces = [set(_in_order(piece)) for part in _PIECES.split(sentence) for piece in _AND.split(part)]
    present = set().union(*pieces)
    for clause in clauses:
        held = clause & present
        if len(held) > 1 and max(len(held & piece) for piece in pieces) < 2:
            return True
    return False


def other_topic(claim: str, heading: str) -> str:
    """What the heading is about, where it has another word beside the same one as the claim; "" where it has not.

    "citegate link" in a claim is not what stands under "citegate resolve".
    """
    above = _in_order(heading)
    if len(above) != 2 or len(list(words(heading))) != 2:
        return ""
    spoken = _in_order(claim)
    if above[1] in spoken:
        return ""
    for left, right in pairwise(spoken):
        if left == above[0] and right not in above:
            return heading
    return ""


def _terms_of(names: Collection[str]) -> set[str]:
    return {term for name in names for word in words(name) if (term := stem(word))}


def predicate_missing(claim: str, has: Callable[[str], bool]) -> str:
    """What the claim says is done ("is counted"), where the sentence has no such word; "" where it has."""
    for match in _PREDICATE.finditer(claim):
        term = stem(match[1])
        if term not in STOP_WORDS and term not in LIGHT and not has(term):
            return match[1]
    return ""


def _in_order(text: str) -> list[str]:
    return [term for word in words(text) if (term := stem(word)) and term not in STOP_WORDS]


def is_only_thought(claim: str, sentence: str) -> bool:
    """True when the sentence speaks of what would be, and the claim of what is."""
    return bool(_IRREALIS.search(sentence)) and not _IRREALIS.search(claim)


def _content(text: str) -> list[str]:
    return [term for word in words(text) if (term := stem(word)) and term not in STOP_WORDS]
