"""A statement and the passages that it cites: do numbers, denials and words agree?

A paraphrase is let pass, a changed fact is not: what is an error here is a number, a negation or a quantifier that is
not the passage's, a word that shuts the passage's out, a copy with a word exchanged, or a passage about something else.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from citegate.answers.audit_sentences import split
from citegate.answers.claims_clauses import begins_with_pronoun, clauses, nearest_clause
from citegate.answers.claims_exchanged import (
    COPIED,
    exchanged,
    lowered,
    said_elsewhere,
    said_of_another,
    turned,
    unbacked,
    written,
)
from citegate.answers.claims_logic import denied_beside, differences, weakened
from citegate.answers.claims_match import has_common, opposite_bound, unmatched
from citegate.answers.claims_words import (
    APART,
    APART_CJK,
    SAME,
    content,
    credit,
    share,
)
from citegate.evidence.logic import names_of
from citegate.evidence.terms import terms, words
from citegate.unicode.normalize import normalized
from citegate.unicode.scripts import has_spaces_between_words

UNRELATED = 0.3  # share of the statement's terms in one sentence, below which the passage is about something else
UNRELATED_DENSE = 0.2  # the same in scripts without spaces, whose terms are pairs of characters
DOUBTFUL = 0.5  # the same, below which one cannot see that it says this
DOUBTFUL_DENSE = 0.35
BESIDE_CREDIT = 0.9  # of a term that stands in the sentence beside, or in the title
SURE = 0.75  # share of the statement in the nearest sentence, from which no other sentence is asked
MIN_TERMS = 2  # terms that a statement needs to be judged by its words
MAX_LENGTH = 4000  # code points of a statement; a longer one is no sentence, and is judged by its numbers alone


class Kind(enum.Enum):
    """What does not agree."""

    NUMBER = "number"
    LOGIC = "logic"
    SUPPORT = "support"
    DOUBT = "doubt"
    """Nothing contradicts, but the words are not there either."""


@dataclass(frozen=True, slots=True)
class Cited:
    """A passage as far as it is compared."""

    quote: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that does not agree."""

    kind: Kind
    message: str
    """A phrase: what the statement says, and what the passage says."""
    passage: str = ""
    """The sentence of the passage that it was compared with."""
    words: str = ""
    """The words of the statement that are at issue; "" for all of it."""


def compare(statement: str, cited: Sequence[Cited], *, is_whole: bool = True) -> tuple[Difference, ...]:
    """What of a statement does not agree with the passages that it cites; () when all does.

    `is_whole` is False for a fragment (an item of a list), which is judged by its numbers alone.
    """
    quotes = tuple(dict.fromkeys(each.quote for each in cited))
    above = "\n".join(dict.fromkeys(each.title for each in cited))
    whole = "\n".join(quotes)
    plain = normalized(statement)
    if any(plain == normalized(sentence) for quote in quotes for sentence in sentences_of(quote)):
        return ()
    claimed = content(statement)
    there = frozenset(content(whole)) | frozenset(content(above))
    related = share(claimed, there)
    focus = _focus(statement, quotes, above)
    window, antecedent = _window(claimed, quotes)
    beside = "\n".join([above, *(quote for quote in quotes if window not in quote)])
    strange = unmatched(statement, whole + "\n" + above, window)
    is_judged = is_whole and len(statement) <= MAX_LENGTH and len(set(claimed)) >= MIN_TERMS
    is_dense = not has_spaces_between_words(statement)
    if is_judged and focus < (UNRELATED_DENSE if is_dense else UNRELATED) and not has_common(statement, whole):
        return (Difference(Kind.SUPPORT, "the passage is about something else", window),)
    found = [Difference(Kind.NUMBER, message, window, words) for words, message in strange]
    if not is_whole or len(statement) > MAX_LENGTH or len(set(claimed)) < MIN_TERMS:
        return tuple(found)
    if not found and (bound := opposite_bound(statement, window)):
        found.append(Difference(Kind.LOGIC, bound, window))
    elif not any(each.kind is Kind.LOGIC for each in found):
        messages = differences(statement, window, antecedent)[:1]
        if not messages and share(claimed, frozenset(content(window))) < SURE:
            beside_it = denied_beside(statement, [each for quote in quotes for each in sentences_of(quote)])
            messages = (beside_it,) if beside_it else ()
        found.extend(Difference(Kind.LOGIC, message, window) for message in messages)
    if not found and is_judged:
        found.extend(_support(statement, claimed, related, window, whole, above, beside))
        if not found and (doubt := weakened(statement, window) or unbacked(statement, whole + "\n" + above)):
            found.append(Difference(Kind.DOUBT, doubt, window))
        if not found and focus < (DOUBTFUL_DENSE if is_dense else DOUBTFUL):
            found.append(Difference(Kind.DOUBT, _missing(statement, claimed, window), window))
    return tuple(found)


@lru_cache(maxsize=1024)
def sentences_of(quote: str) -> tuple[str, ...]:
    """The sentences of a passage; each row of a table and each item of a list is one."""
    return tuple(line[span.start : span.end] for line in quote.split("\n") for span in split(line))


def _window(claimed: tuple[str, ...], quotes: Sequence[str]) -> tuple[str, str]:
    """The sentence that has most of the statement's terms, and the one before it.

    Of several, the first that has most word for word. One that begins with a pronoun is about what the one before
    it names.
    """
    best, before, most = "", "", (-1.0, -1.0)
    wanted = frozenset(claimed)
    for quote in quotes:
        previous = ""
        for sentence in sentences_of(quote):
            terms = frozenset(content(sentence))
            if previous and not wanted.isdisjoint(terms) and begins_with_pronoun(sentence):
                terms |= frozenset(content(previous))
            held = share(claimed, terms)
            rank = (held, float(len(wanted & terms)))
            if rank > most:
                best, before, most = sentence, previous, rank
            previous = sentence
    return best, before


def _support(
    statement: str, claimed: tuple[str, ...], related: float, window: str, whole: str, above: str, beside: str
) -> Iterator[Difference]:
    if other := _apart(claimed, statement, window, whole + "\n" + above):
        yield Difference(Kind.SUPPORT, other, window)
        return
    names = sorted(name for name in _names(statement) if not _is_named(name, whole + "\n" + above))
    if names:
        rivals = _names(window) - _names(statement)
        kind = Kind.SUPPORT if rivals or related < COPIED else Kind.DOUBT
        yield Difference(kind, f"the passage does not name “{names[0]}”", window)
    elif other := turned(statement, window):
        yield Difference(Kind.SUPPORT, other, window)
    elif exchange := exchanged(claimed, content(window), statement, window, beside):
        yield Difference(Kind.SUPPORT if exchange.is_certain else Kind.DOUBT, exchange.message, window)
    elif other := said_of_another(claimed, statement, window, whole.replace(window, " ")) or said_elsewhere(
        claimed, statement, window, sentences_of(whole)
    ):
        yield Difference(Kind.SUPPORT, other, window)


def _focus(statement: str, quotes: Sequence[str], above: str) -> float:
    """How much of the statement's terms stands in one sentence, or in two in a row: of each clause in its own."""
    sentences = [frozenset(content(sentence)) for quote in quotes for sentence in sentences_of(quote)]
    windows = [(terms, 1.0) for terms in sentences]
    windows += [(one | other, BESIDE_CREDIT) for one, other in pairwise(sentences)]
    windows += [(terms | frozenset(content(above)), BESIDE_CREDIT) for terms in sentences]
    held, count = 0.0, 0
    for clause in clauses(statement):
        claimed = content(clause)
        size = len(set(claimed))
        held += size * max((part * share(claimed, terms) for terms, part in windows), default=0.0)
        count += size
    whole = max((part * share(content(statement), terms) for terms, part in windows), default=0.0)
    return max(whole, held / count) if count else 1.0


def _missing(statement: str, claimed: tuple[str, ...], window: str) -> str:
    """What of the statement the nearest sentence does not have, in words."""
    there = frozenset(content(window))
    missing = [written(statement, term) for term in dict.fromkeys(claimed) if not credit(term, there)]
    return "no sentence of the passage has " + ", ".join(f"“{word}”" for word in missing[:3])


_FRONTED = re.compile(
    r"(?:from|in|on|at|between|during|after|before|when|if|for|by|with|to|under|over|since|until|while|there|of|as)\b",
    re.IGNORECASE,
)
"""How a sentence begins that puts forward what another one has behind."""
_NO_NAME = re.compile(r".*\d.*|(?:[A-Za-z]\.)+[A-Za-z]?|I")
"""What has the form of a name, and is a number with letters, or an abbreviation such as e.g."""
_TITLE_CASE = 0.3  # share of words with a capital from which capitals tell nothing


def _names(text: str) -> frozenset[str]:
    """Names in a text; none of those with a capital where most words have one (German, a title)."""
    inner = re.findall(r"(?<=[a-z,;] )\w+", text)
    capitals = sum(word[0].isupper() for word in inner)
    found = names_of(text)
    if inner and capitals > _TITLE_CASE * len(inner) and capitals > 2:
        found = frozenset(name for name in found if not name.istitle())
    return frozenset(name for name in found if not _NO_NAME.fullmatch(name))


def _is_named(name: str, text: str) -> bool:
    here = frozenset(terms(text))
    whole, *parts = terms(name) or [name]
    if whole in here or (parts and here.issuperset(parts)) or credit(whole, here):
        return True
    if name.isupper() and len(name) > 1:  # initials of words that follow each other
        return name in "".join(word[0] for word in words(text)).upper()
    return name.lower() in text.lower()


def _apart(claimed: tuple[str, ...], statement: str, window: str, whole: str) -> str:
    """A word of the statement that shuts out one that the passage has in its stead; "" for none."""
    clause = nearest_clause(statement, window)
    there = lowered(clause) if share(claimed, frozenset(content(clause))) >= COPIED else lowered(whole)
    near = lowered(clause)
    for term in dict.fromkeys((*claimed, *sorted(lowered(statement)))):
        rivals = APART.get(term)
        if rivals is None or term in there or not SAME.get(term, frozenset()).isdisjoint(there):
            continue
        other = sorted((rivals & near) - SAME.get(term, frozenset()) - lowered(statement))
        if other:
            return f"the sentence says “{written(statement, term)}”, and the passage “{written(window, other[0])}”"
    for group in APART_CJK:
        ours = {word for word in group if word in statement}
        theirs = {word for word in group if word in whole}
        if ours and theirs and not ours & theirs and _is_copy_of(statement, window):
            return f"the sentence says “{min(ours)}”, and the passage “{min(theirs)}”"
    return ""


def _is_copy_of(statement: str, window: str) -> bool:
    return share(content(statement), frozenset(content(window))) >= 0.4
