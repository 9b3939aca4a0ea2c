"""A line of a file with carets below it, in the columns that a terminal gives each character."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from citegate.model import Location, SourceText

WIDTH = 100  # terminal columns of source text; a longer line is cut around the place
TAB = 4  # columns of a tab
LEAD = 24  # columns kept before the place when the line is cut
FAR = 400  # code points on either side that can matter: some have no width
CUT = "…"

_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True, slots=True)
class Snippet:
    """The first line of a location, ready to print."""

    line: int
    """Its number, from 1."""
    column: int
    """Where the place starts, from 1, in code points."""
    text: str
    """The line, cut to `WIDTH` columns, tabs as spaces, what would steer a terminal replaced."""
    indent: int
    """Columns before the place."""
    width: int
    """Columns of the place in this line; at least 1."""
    last_line: int
    """The line in which the place ends."""


def snippet(place: Location, source: SourceText) -> Snippet:
    """The line that a place starts in."""
    start, end = source.point(place.span.start), source.point(place.span.end)
    whole = source.line(start.line)
    first = min(start.column - 1, len(whole))
    last = min(end.column - 1, len(whole)) if end.line == start.line else len(whole)
    origin = max(0, first - FAR)  # a manifest may be one line of megabytes, of which next to nothing is shown
    line = whole[origin : first + FAR]
    first, last = first - origin, min(last - origin, len(line))
    cells = [shown(char) for char in line]
    widths = [columns(cell) for cell in cells]
    low, high = window(widths, first, last)
    head, tail = CUT if origin + low else "", CUT if origin + high < len(whole) else ""
    return Snippet(
        line=start.line,
        column=start.column,
        text=(head + "".join(cells[low:high]) + tail).rstrip(),
        indent=len(head) + sum(widths[low:first]),
        width=max(1, sum(widths[first : min(last, high)])),
        last_line=end.line,
    )


def window(widths: list[int], first: int, last: int) -> tuple[int, int]:
    """The part of a line, in code points, that is shown: all of it when it fits, else around `first` to `last`."""
    if sum(widths) <= WIDTH:
        return 0, len(widths)
    low, used = first, 0
    lead = min(LEAD, max(0, WIDTH - sum(widths[first:last])))
    while low > 0 and used + widths[low - 1] <= lead:
        low -= 1
        used += widths[low]
    high = first
    while high < len(widths) and used + widths[high] <= WIDTH:
        used += widths[high]
        high += 1
    while low > 0 and used + widths[low - 1] <= WIDTH:  # the line ends early: more of what stands before
        low -= 1
        used += widths[low]
    return low, high


def shown(char: str) -> str:
    """A character as it may be printed: a tab as spaces, and nothing that moves the cursor or turns the line."""
    if char == "\t":
        return " " * TAB
    if char in _BIDI or unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp"):
        return "\ufffd"
    return char


def printable(text: str) -> str:
    """A text as it may be printed on one line."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(shown(char) for char in text)


def columns(text: str) -> int:
    """How many columns a terminal gives a text."""
    if text.isascii():
        return len(text)
    return sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
