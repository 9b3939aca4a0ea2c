"""What a text denies, and the words that it is read by."""

from __future__ import annotations

import re
from functools import lru_cache

from citegate.answers.claims_words import FORMS, stem
from citegate.evidence.logic import denied_in
from citegate.evidence.terms import words

NOT_ALL = re.compile(r"\bnot\s+(?:all|every|each|always|everyone|everything)\b|不是所有|并非所有|不总是", re.IGNORECASE)
_NO_LONGER = re.compile(r"\b(?:no longer|not (?:any ?more|yet))\b(?! than)", re.IGNORECASE)
_IDIOMS = re.compile(
    r"\b(?:(?:each|any|every) other|(?:at|after|above|once and for) all|in all(?=[,.;]|\s*\Z)"
    r"|all (?:day|night|year|week|the time|in all)|not only|not necessarily|no longer than|no more than"
    r"|no (?:less|fewer) than|no later than|nothing but|no doubt|no matter|whether or not|if not|or not)\b",
    re.IGNORECASE,
)
_AUXILIARY = "do|does|did|is|are|was|were|can|could|will|would|may|must|should|have|has"
ELLIPSIS = re.compile(
    rf"\b(?:{_AUXILIARY})(?:\s+not|n['’]t)\s*(?:[.,;!?)]|\Z)"
    r"|\bor\s+(?:\w+\s+\w+\s+)?not\b|\bnot\s+at\s+all\b",
    re.IGNORECASE,
)
"""A negation whose verb is left out, or stands elsewhere."""
_THERE_IS_NOTHING = re.compile(r"\bthere\s+(?:is|are|was|were)\s+(?:nothing|none)\b", re.IGNORECASE)
_DENSE_DENIAL = re.compile("不|没|無|无|未|非|禁止|拒绝|避免|防止|ない|ません")
_NOT_DENIAL = re.compile(
    r"不[仅过同断少久但只管论一]|不[得能可应会]?超过|不[得能可应会]?[少低高多]于|不[到足](?=[\d零一二三四五六七八九十百千万])|不锈|未来|没关系|无[论关数]"
    r"|差不多|非常|除非|并非不|非得|不得不|なければな(?:らない|りません)|かもしれ(?:ない|ません)|違いない|ないと"
)
"""What has the sign of a negation, and denies nothing; or denies twice."""


def plain(text: str) -> str:
    """The text without the turns of phrase in which a word denies or generalises nothing."""
    return _IDIOMS.sub(" ", _NO_LONGER.sub("not", _THERE_IS_NOTHING.sub(" ", NOT_ALL.sub(" ", text))))


@lru_cache(maxsize=4096)
def denied(text: str) -> frozenset[str]:
    """The terms that the text denies."""
    return frozenset(FORMS.get(term, term) for term in denied_in(plain(text)))


@lru_cache(maxsize=4096)
def stems(text: str) -> frozenset[str]:
    """The stems of all words of the text."""
    return frozenset(map(stem, words(text)))


def is_dense_denied(text: str) -> bool:
    """True when a text in a script without spaces denies: an odd number of negations."""
    return len(_DENSE_DENIAL.findall(_NOT_DENIAL.sub(" ", text))) % 2 == 1


def written(text: str, term: str) -> str:
    """The first word of the text that has this stem; the stem where none has."""
    return next((word for word in words(text) if stem(word) == term), term)
