"""Span, Point, SourceText: where a piece of text stands. Offsets are code points from 0."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

_LINE_END = re.compile(r"\r\n|\n|\r")


@lru_cache(maxsize=16)  # a report asks for many places of the same few files
def _line_starts(text: str) -> tuple[int, ...]:
    return (0, *(match.end() for match in _LINE_END.finditer(text)))


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A piece of the text that its holder names, end not included."""

    start: int
    """Code points before the piece."""
    end: int
    """Code points before what follows the piece; never less than `start`."""

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"not a span: {self.start}..{self.end}")

    @property
    def length(self) -> int:
        """Code points in the piece."""
        return self.end - self.start

    def contains(self, other: Span) -> bool:
        """True when `other` lies inside this span."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        """True when the two share at least one code point."""
        return self.start < other.end and other.start < self.end

    def shifted(self, by: int) -> Span:
        """The span moved by so many code points."""
        return Span(self.start + by, self.end + by)


@dataclass(frozen=True, slots=True, order=True)
class Point:
    """A place for people and for SARIF."""

    line: int
    """Counts from 1."""
    column: int
    """Counts from 1, in code points."""


@dataclass(frozen=True, slots=True)
class SourceText:
    """A file as it was read: line ends are kept, a byte order mark is not."""

    path: str
    """Relative to the site's root, with "/"."""
    text: str
    """The whole file, decoded."""

    def point(self, offset: int) -> Point:
        """The line and column of an offset; one past the end is allowed.

        Lines end at LF, CR LF or a lone CR. An offset outside the text is clamped to it.
        """
        offset = max(0, min(offset, len(self.text)))
        starts = _line_starts(self.text)
        line = bisect_right(starts, offset)
        return Point(line, offset - starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """The text of a line without its end; "" when there is no such line."""
        starts = _line_starts(self.text)
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n")
