"""Offsets of other programs, in whatever unit they count, to code points; and whether a quotation stands there."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate

from citegate.model.span import Span


class Unit(Enum):
    """What an offset counts."""

    CODE_POINTS = "code points"
    UTF_16 = "UTF-16 code units"
    UTF_8 = "UTF-8 bytes"


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a quotation stands."""

    span: Span
    """In code points of the text."""
    is_verified: bool
    """True when the quotation itself was found there; False when there was none to compare."""
    is_moved: bool = False
    """True when the offsets named another place, and the quotation stands here alone."""


@dataclass(frozen=True, slots=True)
class NotPlaced:
    """Why a quotation was dropped, in a few words."""

    reason: str


class Offsets:
    """The offsets of one text. Each unit is counted once, when it is first asked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts: dict[Unit, list[int]] = {}

    def code_points(self, offset: int, unit: Unit) -> int | None:
        """The offset in code points; None when it lies outside the text or inside a character."""
        if unit is Unit.CODE_POINTS:
            return offset if 0 <= offset <= len(self.text) else None
        starts = self._starts.get(unit)
        if starts is None:
            size = _utf_16_size if unit is Unit.UTF_16 else _utf_8_size
            starts = self._starts[unit] = list(accumulate(map(size, self.text), initial=0))
        at = bisect_left(starts, offset)
        return at if at < len(starts) and starts[at] == offset else None

    def span(self, start: int, end: int, unit: Unit) -> Span | None:
        """The span between two offsets; None when one of them is no place in the text, or they are the wrong way
        round."""
        first, last = self.code_points(start, unit), self.code_points(end, unit)
        return None if first is None or last is None or first > last else Span(first, last)

    def place(self, start: int, end: int, quote: str, unit: Unit) -> Placed | NotPlaced:
        """Where `quote` stands: at the offsets, or else where it stands alone. "" is believed where it is put."""
        span = self.span(start, end, unit)
        if not quote:
            return Placed(span, False) if span else NotPlaced(f"{start}..{end} is no place in the text ({unit.value})")
        if span and self.text[span.start : span.end] == quote:
            return Placed(span, True)
        found = self.text.find(quote)
        if found < 0:
            return NotPlaced("the quoted words are not in the text")
        if self.text.find(quote, found + 1) >= 0:
            return NotPlaced(f"the quoted words are not at {start}..{end}, and stand more than once elsewhere")
        return Placed(Span(found, found + len(quote)), True, is_moved=True)


def _utf_16_size(char: str) -> int:
    return 2 if char > "\uffff" else 1


def _utf_8_size(char: str) -> int:
    return 1 if char < "\x80" else 2 if char < "\u0800" else 3 if char < "\U00010000" else 4
