"""disguise: signs by which a text is shown otherwise than it reads, told apart from honest ones of many scripts.

Directional isolates and embeddings are honest where they are closed and where one from right to left holds letters
that are written so; joiners, marks of direction and selectors of variants are honest by themselves.
https://www.unicode.org/reports/tr9/#Explicit_Directional_Embeddings, https://www.unicode.org/reports/tr36/
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_SUSPECT = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u206f\ufff9-\ufffb\U000e0000-\U000e007f]"
    "|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2}"
)
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{1,8}\U000e007f")  # such as that of Scotland
_OPENED = {"\u202a": "\u202c", "\u202b": "\u202c", "\u2066": "\u2069", "\u2067": "\u2069", "\u2068": "\u2069"}
"""What opens an embedding or an isolate, and what closes it."""
_TO_THE_LEFT = frozenset("\u202b\u2067")
_OVERRIDES = frozenset("\u202d\u202e")
_RIGHT_TO_LEFT = frozenset(("R", "AL", "AN"))


@dataclass(frozen=True, slots=True)
class Disguise:
    """The first sign of its kind in a text."""

    offset: int
    """In code points."""
    char: str
    name: str
    """What it is, in a few words."""


def disguise(text: str) -> Disguise | None:
    """The first sign by which the text is shown otherwise than it reads; None when it has none."""
    if text.isascii() and text.isprintable():
        return None
    if _SUSPECT.search(text) is None:
        return None
    plain = _FLAG.sub(lambda flag: "x" * len(flag.group()), text)
    opened: list[int] = []
    found: list[Disguise] = []
    for match in _SUSPECT.finditer(plain):
        at, char = match.start(), plain[match.start()]
        if char in _OPENED:
            opened.append(at)
        elif opened and char == _OPENED[plain[opened[-1]]]:
            start = opened.pop()
            if plain[start] in _TO_THE_LEFT and not _is_to_the_left(plain[start + 1 : at]):
                found.append(Disguise(start, plain[start], "a turn from right to left around words that are not"))
        elif char in _OVERRIDES:
            found.append(Disguise(at, char, "an override of the direction"))
        else:
            found.append(Disguise(at, char, _name(match.group())))
    found += [Disguise(at, plain[at], "a turn of the direction that is not closed") for at in opened]
    return min(found, key=lambda each: each.offset, default=None)


def _is_to_the_left(text: str) -> bool:
    return any(unicodedata.bidirectional(char) in _RIGHT_TO_LEFT for char in text)


def _name(found: str) -> str:
    char = found[0]
    if len(found) > 1:
        return "a run of variation selectors, which can hide text"
    if char in "\u202c\u2069":
        return "the end of a turn of the direction that was not begun"
    if unicodedata.category(char) == "Cc":
        return "a control character"
    return "a tag, which is not seen" if char > "\uffff" else "a format character that is not seen"
