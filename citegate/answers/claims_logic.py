"""Where a statement denies, generalises, restricts or demands otherwise than the passage does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from citegate.answers.claims_denied import ELLIPSIS, NOT_ALL, denied, is_dense_denied, plain, stems, written
from citegate.answers.claims_opposites import opposed
from citegate.answers.claims_words import content, credit, share, stem
from citegate.evidence.terms import STOP_WORDS, words

ALIKE = 0.5  # share of a clause's terms that the passage's clause must have to be about the same
_ENDS = " .;:,。；，：\t\n"
BESIDE = 2  # terms that a clause beside the nearest needs to be about anything
CLOSE = 0.6  # the same, from which a word of quantity that only one has is a difference

_CLAUSE = re.compile(
    r"(?<=[;:—–])\s+|,\s+(?:and|but|so|while|whereas|although|which)\s+|(?<=[；：，、])|\s+but\s+|\n|\t"
)
_LEXICAL_WORDS = (
    "forbid forbidden ban prohibit disallow refuse reject deny lack fail avoid exclude unable impossible except unless"
    " prevent hardly barely scarcely instead rather neither nor nothing none nobody without"
    " no not never cannot miss missing absent empty"
)
_LEXICAL = frozenset(map(stem, _LEXICAL_WORDS.split()))
"""Words that deny without a "not"; with one of them, a missing "not" proves nothing."""

_STRENGTHS = {
    5: "all every each always everyone everything everywhere everybody 所有 全部 每 总是 一切 全体 一律",
    4: "most mostly usually generally typically normally 大多数 大部分 多数 通常 往往 一般",
    3: "many often frequently numerous 许多 很多 经常",
    2: "some sometimes several partly 一些 有些 有时 部分 若干",
    1: "few rarely seldom occasionally hardly 很少 偶尔 少数",
}
_STRENGTH = {word: level for level, known in _STRENGTHS.items() for word in known.split()}
_DENSE = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_DENSE_STRENGTH = re.compile(
    "|".join(sorted((word for word in _STRENGTH if _DENSE.match(word)), key=len, reverse=True))
)
_ANY_WORDS = (
    "any daily weekly monthly hourly annual annually constantly continuously throughout whole entire must required only"
    " both need needs mandatory"
)
_ANY = frozenset(_ANY_WORDS.split())
"""Words of a passage that may mean "all"."""
_ANY_DENSE = re.compile("任何|都|均|必须|只|凡|天天|各")
_HEDGED = frozenset(("might", "possibly", "perhaps")) | {word for word, level in _STRENGTH.items() if level < 3}
_SOFT = frozenset(["may", "might", "can", "could", "possibly", "perhaps", "probably", "likely"])
_SOFT_DENSE = re.compile("可能|也许|或许|能|可以")

_ONLY = re.compile(r"\b(?:only|solely|exclusively|just|alone)\b|只有|只能|只在|只对|只限|(?<!不)仅", re.IGNORECASE)
_EXCLUSIVE = re.compile(
    r"\b(?:only|solely|exclusively|just|alone|except|unless|nothing but|nobody else|not|no|never)\b|只|仅|除|不",
    re.IGNORECASE,
)
_NOT_ONLY = re.compile(r"\bnot\s+(?:only|just)\b|\bonly\s+(?:after|when|if)\b|不仅|不只", re.IGNORECASE)

_MUST, _SHOULD, _MAY = "must", "should", "may"
_MODALS = {
    **dict.fromkeys(("must", "shall"), _MUST),
    **dict.fromkeys(("should", "ought"), _SHOULD),
    **dict.fromkeys(("may", "can", "could", "might"), _MAY),
}
_HAVE_TO = re.compile(r"\b(?:have|has|had|need|needs|required|obliged)\s+to\b", re.IGNORECASE)


def differences(statement: str, passage: str) -> tuple[str, ...]:
    """What of the two does not agree, one phrase each; compared clause by clause."""
    theirs = clauses(passage)
    found: dict[str, None] = {}
    for clause in clauses(statement):
        if clause.strip(_ENDS) in {other.strip(_ENDS) for other in theirs}:
            continue
        near, alike = _nearest(clause, theirs)
        if alike >= ALIKE:
            found.update(dict.fromkeys(_compare(clause, near, alike)))
        if not found:
            found.update(dict.fromkeys(_denied_beside(clause, near, theirs)))
    return tuple(found)


def _denied_beside(clause: str, near: str, theirs: tuple[str, ...]) -> Iterator[str]:
    """What another clause of the passage denies of the same thing: two terms at least are the statement's."""
    here = frozenset(content(clause))
    if _DENSE.search(clause) or denied(clause):
        return
    for other in theirs:
        if other == near or not denied(other):
            continue
        if len(set(content(other))) >= BESIDE and share(content(other), here) >= CLOSE:
            for term in sorted(denied(other)):
                if credit(term, here) == 1.0:
                    yield f"the passage denies “{written(other, term)}”, and the sentence does not"


@lru_cache(maxsize=2048)
def clauses(text: str) -> tuple[str, ...]:
    """The clauses of a text."""
    return tuple(part for part in _CLAUSE.split(text) if part and part.strip())


def nearest_clause(statement: str, passage: str) -> str:
    """The clause of the passage that has most of the statement's terms; all of it where none has any."""
    return _nearest(statement, clauses(passage))[0] or passage


def _nearest(clause: str, theirs: tuple[str, ...]) -> tuple[str, float]:
    """The clause that has most of this one's terms, and how much it has.

    Of several, the one that has the subject (the first term), then one that denies as this one does; in scripts
    without spaces, one that has the predicate (the last term) is about the same whatever else it has.
    """
    terms = content(clause)
    best, most = "", (0.0, False, False, 0)
    for other in theirs if terms else ():
        there = frozenset(content(other))
        alike = share(terms, there)
        if _DENSE.match(terms[-1]) and terms[-1] in there:
            alike = max(alike, ALIKE)
        is_alike_denied = bool(denied(other)) == bool(denied(clause))
        rank = (alike, credit(terms[0], there) > 0, is_alike_denied, -len(other))
        if alike and rank > most:
            best, most = other, rank
    return best, most[0]


def _compare(claim: str, passage: str, alike: float) -> Iterator[str]:
    denial = next(iter((*_denials(claim, passage), *opposed(claim, passage))), "")
    if denial:
        yield denial
        return
    if quantity := _quantity(claim, passage, alike):
        yield quantity
    if alike >= CLOSE and _has_only(claim) and not _EXCLUSIVE.search(passage):
        yield f"the sentence says “{_only(claim)}”, and the passage does not"
    yield from _modality(claim, passage)


def _denials(claim: str, passage: str) -> Iterator[str]:
    """What one of the two denies and the other says."""
    if _DENSE.search(claim) and _DENSE.search(passage):
        if is_dense_denied(claim) != is_dense_denied(passage):
            yield "one of the two denies what the other says"
        return
    ours, theirs = denied(claim), denied(passage)
    if len(ours) == len(theirs):
        return  # "need no ticket" and "do not need a ticket" deny the same with another word
    here, there = frozenset(content(claim)) | stems(claim), frozenset(content(passage)) | stems(passage)
    if ours and any(credit(term, here) for term in theirs):
        return  # both deny in the same matter, one the verb and the other its object
    if not (ELLIPSIS.search(passage) or ((stems(passage) - stems(claim)) & _LEXICAL and not theirs)):
        for term in sorted(ours):
            if credit(term, there) and not credit(term, theirs):
                yield f"the sentence denies “{written(claim, term)}”, and the passage does not"
    if not (ELLIPSIS.search(claim) or ((stems(claim) - stems(passage)) & _LEXICAL and not ours)):
        for term in sorted(theirs):
            if credit(term, here) and not credit(term, ours):
                yield f"the passage denies “{written(passage, term)}”, and the sentence does not"


def _strength(text: str) -> tuple[int, str]:
    """How much of what it speaks of a clause is about, by its strongest word; 0 when it does not say."""
    weak = NOT_ALL.search(text)
    if weak:
        return 2, weak[0]
    said_plainly = plain(text)
    best, said = 0, ""
    found = [word for word in words(said_plainly.lower()) if word in _STRENGTH]
    for word in (*found, *_DENSE_STRENGTH.findall(said_plainly)):
        if _STRENGTH[word] > best:
            best, said = _STRENGTH[word], word
    return best, said


def _quantity(claim: str, passage: str, alike: float) -> str:
    ours, word = _strength(claim)
    theirs, other = _strength(passage)
    lowered = frozenset(words(passage.lower()))
    if ours and theirs:
        is_more = ours - theirs > 1 or (ours == 5 and theirs < 5)
        return f"the sentence says “{word}”, and the passage “{other}”" if is_more or (ours == 1 and theirs > 2) else ""
    if ours == 5 and alike >= CLOSE:
        is_meant = lowered & _ANY or _ANY_DENSE.search(passage) or denied(passage) or is_dense_denied(passage)
        return "" if is_meant else f"the sentence says “{word}”, and the passage does not"
    if not ours and alike >= CLOSE and not (frozenset(words(claim.lower())) & _SOFT or _SOFT_DENSE.search(claim)):
        hedge = other if other in _HEDGED else next(iter(sorted(lowered & _HEDGED)), "")
        if "可能" in passage:
            hedge = "可能"
        return f"the passage says “{hedge}”, and the sentence leaves it out" if hedge else ""
    return ""


def _has_only(text: str) -> bool:
    return _ONLY.search(_NOT_ONLY.sub(" ", text)) is not None


def _only(text: str) -> str:
    match = _ONLY.search(_NOT_ONLY.sub(" ", text))
    return match[0] if match else ""


def _modality(claim: str, passage: str) -> Iterator[str]:
    """The same verb with "must" in one and "may" or "should" in the other."""
    ours, theirs = _demands(claim), _demands(passage)
    for verb, (kind, word) in ours.items():
        if verb in theirs and theirs[verb][0] != kind and _MUST in (kind, theirs[verb][0]):
            yield f"the sentence says “{word}”, and the passage “{theirs[verb][1]}”"


def _demands(text: str) -> dict[str, tuple[str, str]]:
    """Each verb behind a word like "must", with its kind."""
    found: dict[str, tuple[str, str]] = {}
    tokens = list(words(_HAVE_TO.sub("must", text)))
    for at, token in enumerate(tokens):
        kind = _MODALS.get(token.lower())
        behind = (term for word in tokens[at + 1 : at + 4] if (term := stem(word)) not in STOP_WORDS and word != "not")
        if kind and (verb := next(behind, "")):
            found[verb] = (kind, token)
    return found
