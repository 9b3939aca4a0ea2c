"""Span, Point, SourceText: where a piece of text stands. Offsets are code points from 0."""

from __future__ import annotations

import re
from dataclasses import dataclass

_LINE_END = re.compile(r"\r\n|\n|\r")


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
        line, start = 1, 0
        for match in _LINE_END.finditer(self.text, 0, offset):
            if match.group() == "\r" and self.text.startswith("\n", match.end()):
                continue
            line, start = line + 1, match.end()
        return Point(line, offset - start + 1)

    def line(self, number: int) -> str:
        """The text of a line without its end; "" when there is no such line."""
        lines = _LINE_END.split(self.text)
        return lines[number - 1] if 1 <= number <= len(lines) else ""
