"""UAX #29 grapheme cluster boundaries, as a string search asks for them: at a few places of a long text.

https://www.unicode.org/reports/tr29/#Grapheme_Cluster_Boundary_Rules
"""

from __future__ import annotations

import re
from functools import lru_cache

from citegate.unicode.table import charset, table

_LOCALE = "en"
_NEAR = 64  # code points; pieces that stand nearer are broken as one
_FIRST_MARK = "\u0300"  # below it only CR LF is a cluster of two


class Graphemes:
    """The boundaries of one text. Where neighbours can join they are found once, for the whole text."""

    __slots__ = ("_inner", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._inner: frozenset[int] | None = None

    def is_boundary(self, offset: int) -> bool:
        """True when a cluster begins or ends at `offset`; the ends of the text are boundaries."""
        text = self._text
        if offset <= 0 or offset >= len(text):
            return True
        if text[offset] < _FIRST_MARK and "\r" != text[offset - 1] < _FIRST_MARK:
            return True
        if not _may_join(text, offset):
            return True
        if self._inner is None:
            self._inner = frozenset(_inner(text))
        return offset not in self._inner

    def following(self, offset: int) -> int:
        """The least boundary above `offset`, or the end of the text."""
        offset += 1
        while not self.is_boundary(offset):
            offset += 1
        return min(offset, len(self._text))


def _may_join(text: str, offset: int) -> bool:
    held = table()
    before, after = text[offset - 1], text[offset]
    return (
        after in held.attaching or before in held.prepending or (after in held.conjoining and before in held.attaching)
    )


# Where joiners stand beyond the Basic Multilingual Plane, but for flags, skin tones, tags and variation selectors.
_BEYOND = re.compile("[\U00010000-\U0001efff]")
_FIRST_BEYOND = "\U00010000"
_SYMBOLS = "\U0001f000-\U0010ffff"


@lru_cache(maxsize=2)
def _joiners(has_beyond: bool) -> re.Pattern[str]:
    chars = table().attaching | table().prepending
    if has_beyond:
        return re.compile(f"[{charset(chars)}]+")
    near = charset(frozenset(char for char in chars if char < _FIRST_BEYOND))
    return re.compile(f"[{near}{_SYMBOLS}]+")


def _inner(text: str) -> list[int]:
    """All offsets that lie inside a cluster."""
    from icu4py.breakers import CharacterBreaker  # noqa: PLC0415  (11 ms, and most texts never come here)

    offsets: list[int] = []
    start = end = 0

    def add() -> None:
        if end > start + 1:
            at = start
            for cluster in CharacterBreaker(text[start:end], _LOCALE):
                offsets.extend(range(at + 1, at + len(cluster)))
                at += len(cluster)

    for match in _joiners(_BEYOND.search(text) is not None).finditer(text):
        low, high = match.span()
        if low > 0 and _may_join(text, low):
            low -= 1
        if high < len(text) and _may_join(text, high):
            high += 1
        if low > end + _NEAR or (low >= end and not end):
            add()
            start = low
        end = high
    add()
    return offsets
