"""Whether two passages are the same words: what a model may change when it copies one, and what it may not."""

from __future__ import annotations

import re
import unicodedata

from citegate.unicode.quotes import STRAIGHT

MIN_LENGTH = 24
"""Code points of a piece of a longer passage that may be cited by itself."""
MIN_DENSE_LENGTH = 8
"""The same where words are written without spaces."""

_SPACES = re.compile("[\\s\u00a0]+")
_INVISIBLE = re.compile("[\u00ad\u0600-\u0605\u061c\u06dd\u070f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_END = re.compile("[.!?。！？．…\\s]+$")
_DENSE = re.compile("[\u3040-\u9fff]")


def fold(text: str) -> str:
    """The passage in one form of its letters (NFC), in lower case, with straight quotation marks, each run of white
    space as one space, and none at the ends."""
    plain = _INVISIBLE.sub("", unicodedata.normalize("NFC", text)).translate(STRAIGHT)
    return _SPACES.sub(" ", plain).strip(" ").lower()


def key(text: str) -> str:
    """The folded passage without the punctuation of a sentence at its end."""
    return _END.sub("", fold(text))


def is_long_enough(folded: str) -> bool:
    """True when a piece of a passage says enough to be cited by itself."""
    return len(folded) >= (MIN_DENSE_LENGTH if _DENSE.search(folded) else MIN_LENGTH)


def edges_are_free(folded: str, wanted: str) -> bool:
    """True when the folded text holds the wanted words, and no letter or digit stands at either of their ends."""
    start = folded.find(wanted)
    while start >= 0:
        before, after = folded[start - 1 : start], folded[start + len(wanted) :][:1]
        if not (before.isalnum() or after.isalnum()):
            return True
        start = folded.find(wanted, start + 1)
    return False
