"""What words do to a statement: numbers, names, negation, and how much is said of how many."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from citegate.evidence.terms import STOP_WORDS, stem, words

_NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:[.,]\d+)*(?:\s?%)?")
_LETTERS_AND_DIGITS = re.compile(r"\b(?=[A-Za-z-]*\d)(?=[\d-]*[A-Za-z])[A-Za-z0-9]+\b")
_CJK_NUMERAL = "零一二两三四五六七八九十百千"
_CJK_NUMBER = re.compile(
    rf"(?<![{_CJK_NUMERAL}])[{_CJK_NUMERAL}]++"
    r"(?=[个条种次项位处分秒天年页字]|\s*(?:$|[，。；、！？)）]))"
)
_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen twenty"
)
_LARGE = (
    "thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 hundred=100 thousand=1000 million=1000000"
    " twice=2 half=0.5 third=1/3"
)
_NUMBER_WORDS = {
    **{word: str(number) for number, word in enumerate(_SMALL.split())},
    **dict(pair.split("=") for pair in _LARGE.split()),
}
_CJK_DIGITS = {char: number for number, char in enumerate("零一二三四五六七八九")} | {"两": 2}
_WORD = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)?")
_UNCOUNTED = frozenset({"one", "third"})
"""Words for numbers that mostly mean something else."""

_FLAG = re.compile(r"(?<![\w-])--[A-Za-z][\w-]*")
_NAME = re.compile(r"(?<![\w.])(?:--?)?[A-Za-z_][\w]*(?:[-._:/][\w]+)+|\b[A-Z]{2,}[0-9]*\b|\b[A-Z]+[0-9]{2,}\b")
_COMPOUND = re.compile(r"[a-z]+(?:-[a-z]+)+")
"""Words of the language with hyphens ("well-known"), which are compared like any other."""
_CAPITAL = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+\w*")
_QUOTED = re.compile(r"`([^`]+)`")

_BEFORE = frozenset(("not", "no", "never", "nor", "neither", "cannot", "without", "nobody"))
"""Words that deny what follows them."""
_AFTER = frozenset(("nothing", "none", "nowhere"))
"""Words that deny the verb before them, or behind them where they are its subject."""
_SCOPE = 1  # content words behind a negation that it denies; more are wrong as often as right
_GOVERNED = 2  # content words behind "all" that it speaks of: an adjective and its noun
_OBJECT_SCOPE = 1  # content words before "nothing" that it denies
_CLAUSE_END = re.compile(
    r"[,;:.!?()\n\t–—]|\b(?:and|but|so|because|while|whereas|although|which|that|unless|if|when|than)\b"
)
_HAS_NEGATION = re.compile(r"no|never|neither|without|n['’ʼ]t|instead of|rather than", re.IGNORECASE)
"""Stands in every text that has one of these words, and is looked for faster."""
_CJK_NEGATION = re.compile("不|没有|没|无法|未|并非|不是|ない|ません")
_NOT_DENIED = re.compile(
    r"\bnot only\b|\bno longer than\b|\bno more than\b|\bnot necessarily\b|不仅|不过", re.IGNORECASE
)

_ALL = "all every each any always everywhere 所有 全部 每 任何 总是 一切 都"
_NECESSARY = re.compile(
    r"\b(?:must|required|requires?|needs?|needed|necessary|mandatory|(?:has|have) to)\b|必须|需要", re.IGNORECASE
)
_NOT_ALL = re.compile(r"\bnot (?:all|every|each|always|everywhere)\b|不是所有|并非所有|不都", re.IGNORECASE)
_INSTEAD = re.compile(r"\b(?:instead of|rather than)\b", re.IGNORECASE)
_AT_LEAST = re.compile(r"\b(?:at least|minimum|least|more than|newer|or more|over)\b|至少", re.IGNORECASE)
_AT_MOST = re.compile(r"\b(?:at most|maximum|up to|less than|fewer than|or less|or fewer|under)\b|最多", re.IGNORECASE)
_PART = (
    "some sometimes many several few often usually mostly most may might could can possibly occasionally partly perhaps"
    " seldom rarely 一些 有些 有时 可能 部分 往往 通常 可以"
)
UNIVERSAL = tuple(_ALL.split())
PARTIAL = tuple(_PART.split())
HEDGES = frozenset(("some", "sometimes", "occasionally", "partly", "seldom", "rarely", "一些", "有些", "有时", "部分"))
"""Words for a part that no one leaves out without saying more; the others ("can", "most") are left out in speech."""
_RESTRICTIONS = {"only": "only", "solely": "only", "exclusively": "only", "alone": "only", "只": "only", "仅": "only"}
_HAS_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff]")

NONE_SAID, PART, ALL = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Quantity:
    """How much a statement is about: all, a part, or it does not say."""

    level: int
    word: str
    """The word that says so, as the text has it; "" where none does."""
    governed: frozenset[str] = frozenset()
    """The terms right behind the words of this level: of what it says "all"."""

    def follows_from(self, other: Quantity) -> bool:
        """True when a statement of this strength follows from one of the other's.

        "All" follows from "all" of the same thing alone; what does not say how much follows from anything but a hedge.
        """
        if self.level == ALL:
            is_of_another = self.governed and other.governed and not self.governed & other.governed
            return other.level == ALL and not is_of_another
        if self.level == NONE_SAID:
            return other.word not in HEDGES
        return True


def numbers_of(text: str) -> frozenset[str]:
    """Every number, in digits: 1,200 and 1200 are one, and so are "three" and 3."""
    found = {_plain(match[0]) for match in _NUMBER.finditer(text)}
    for match in _WORD.finditer(text):
        word = match[0].lower()
        if word in _NUMBER_WORDS and word not in _UNCOUNTED:
            found.add(_NUMBER_WORDS[word])
    found.update(str(value) for match in _CJK_NUMBER.finditer(text) if (value := _cjk(match[0])) is not None)
    return frozenset(found)


def _plain(number: str) -> str:
    number = number.replace(" ", "").lstrip("+").rstrip("%")
    return re.sub(r",(?=\d{3}(?:\D|$))", "", number).rstrip(".,")


def _cjk(text: str) -> int | None:
    total, digit = 0, 0
    for char in text:
        if char in _CJK_DIGITS:
            digit = _CJK_DIGITS[char]
        else:
            total += (digit or 1) * {"十": 10, "百": 100, "千": 1000}[char]
            digit = 0
    return total + digit


def names_of(text: str) -> frozenset[str]:
    """Things called by a name: identifiers, abbreviations, words in backticks, capitals inside a sentence."""
    found = {match[0].lstrip("-") for match in _NAME.finditer(text)}
    found.update(match[0].lstrip("-") for match in _FLAG.finditer(text))
    found.update(match[0] for match in _CAPITAL.finditer(text))
    found.update(match[0] for match in _LETTERS_AND_DIGITS.finditer(text))
    found.update(match[1] for match in _QUOTED.finditer(text) if " " not in match[1])
    return frozenset(name for name in found if any(map(str.isalpha, name)) and not _COMPOUND.fullmatch(name))


def denied_in(text: str, scope: int = _SCOPE) -> frozenset[str]:
    """The terms that a negation of the text denies: `scope` of them right behind it, or the verb before "nothing"."""
    found: set[str] = set()
    if not _HAS_NEGATION.search(text):
        return frozenset()
    plain = _INSTEAD.sub(" not ", _NOT_DENIED.sub(" ", text.replace("’", "'")))
    for clause in filter(_HAS_NEGATION.search, _CLAUSE_END.split(plain)):
        tokens = list(words(clause))
        content, before = _content_terms(tokens)
        for token, here, behind in zip(tokens, before, before[1:], strict=False):
            lowered = token.lower()
            if lowered in _BEFORE or lowered.endswith("n't"):
                found.update(content[behind : behind + scope])
            elif lowered in _AFTER:
                found.update(content[max(0, here - _OBJECT_SCOPE) : here] or content[behind : behind + scope])
    return frozenset(found)


def _content_terms(tokens: Sequence[str]) -> tuple[list[str], list[int]]:
    """The terms of words that say something, and how many of them stand before each word, and before the end."""
    content: list[str] = []
    before = [0]
    for token in tokens:
        if term := _content_term(token):
            content.append(term)
        before.append(len(content))
    return content, before


def denied_briefly(text: str) -> frozenset[str]:
    """The terms of clauses that end in "is not" and the like: they deny what was said before, of these."""
    found: set[str] = set()
    if not _HAS_NEGATION.search(text):
        return frozenset()
    for clause in filter(_HAS_NEGATION.search, _CLAUSE_END.split(text.replace("’", "'"))):
        tokens = list(words(clause))
        if tokens and (tokens[-1].lower() == "not" or tokens[-1].lower().endswith("n't")):
            found.update(term for word in tokens if (term := _content_term(word)))
    return frozenset(found)


@lru_cache(maxsize=1024)
def has_negation(text: str) -> bool:
    """True when any word of the text denies something, "… and the other is not" included."""
    if not _HAS_NEGATION.search(text):
        return False
    tokens = [word.lower() for word in words(_INSTEAD.sub(" not ", _NOT_DENIED.sub(" ", text.replace("’", "'"))))]
    return any(token in _BEFORE or token in _AFTER or token.endswith("n't") for token in tokens)


def _content_term(word: str) -> str:
    term = stem(word)
    return "" if term in STOP_WORDS or word.lower() in _BEFORE or word.lower() in _AFTER else term


def is_cjk_negated(text: str) -> bool:
    """True when a statement in Chinese or Japanese denies: an odd number of negations."""
    return len(_CJK_NEGATION.findall(_NOT_DENIED.sub(" ", text))) % 2 == 1


_EACH_OTHER = re.compile(r"\b(?:each|any) other\b|\bat all\b|\bafter all\b", re.IGNORECASE)


def quantity_of(text: str) -> Quantity:
    """The strongest word of quantity in a statement; a part is noted only where nothing says "all"."""
    plain = _NOT_ALL.sub(" some ", _EACH_OTHER.sub(" ", text))
    for level, known in ((ALL, UNIVERSAL), (PART, PARTIAL)):
        found = _words(plain, known)
        if found:
            return Quantity(level, found[0], _governed(plain, frozenset(found)))
    return Quantity(NONE_SAID, "")


def _governed(text: str, quantifiers: frozenset[str]) -> frozenset[str]:
    """The terms right behind any of these words."""
    tokens = list(words(text))
    content, before = _content_terms(tokens)
    found: set[str] = set()
    for token, behind in zip(tokens, before[1:], strict=True):
        if token.lower() in quantifiers:
            found.update(content[behind : behind + _GOVERNED])
    return frozenset(found)


def is_necessity(text: str) -> bool:
    """True when the text says that something must be."""
    return bool(_NECESSARY.search(text))


def is_opposite_bound(one: str, other: str) -> bool:
    """True when one of two texts says "at least" and the other "at most"."""
    up, down = bool(_AT_LEAST.search(one)), bool(_AT_MOST.search(one))
    other_up, other_down = bool(_AT_LEAST.search(other)), bool(_AT_MOST.search(other))
    return (up and not down and other_down and not other_up) or (down and not up and other_up and not other_down)


def restrictions_of(text: str) -> frozenset[str]:
    """The words that shut out all else ("only"), each by one name."""
    return frozenset(_RESTRICTIONS[word] for word in _words(text, _RESTRICTIONS))


def _words(text: str, known: Iterable[str]) -> list[str]:
    lowered = text.lower()
    present = {match[0] for match in _WORD.finditer(lowered)}
    return [word for word in known if word in present or (_HAS_CJK.match(word) and word in text)]
