"""What a text denies, and the words that it is read by."""

from __future__ import annotations

import re
from functools import lru_cache

from citegate.answers.claims_words import stem
from citegate.evidence.terms import words

NOT_ALL = re.compile(r"\bnot\s+(?:all|every|each|always|everyone|everything)\b|不是所有|并非所有|不总是", re.IGNORECASE)
_NO_LONGER = re.compile(r"\b(?:no longer|not (?:any ?more|yet))\b(?! than)", re.IGNORECASE)
_IDIOMS = re.compile(
    r"\b(?:(?:each|any|every) other|(?:at|after|above|once and for) all|in all(?=[,.;]|\s*\Z)"
    r"|all (?:day|night|year|week|the time|in all)|not only|not necessarily|no longer than|no more than"
    r"|no (?:less|fewer) than|no later than|nothing but|no doubt|no matter|whether or not|if not|or not)\b",
    re.IGNORECASE,
)
_THERE_IS_NOTHING = re.compile(r"\bthere\s+(?:is|are|was|were)\s+(?:nothing|none)\b", re.IGNORECASE)


def plain(text: str) -> str:
    """The text without the turns of phrase in which a word denies or generalises nothing."""
    return _IDIOMS.sub(" ", _NO_LONGER.sub("not", _THERE_IS_NOTHING.sub(" ", NOT_ALL.sub(" ", text))))


@lru_cache(maxsize=4096)
def stems(text: str) -> frozenset[str]:
    """The stems of all words of the text."""
    return frozenset(map(stem, words(text)))
