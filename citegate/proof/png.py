"""Where a picture of a page is painted in the colour of the highlight: as much of PNG as that takes."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

MARK = (255, 0, 255)  # red, green, blue of the highlight
_CHANNELS = {2: 3, 6: 4}  # PNG colour type → bytes of a pixel; browsers write no other


@dataclass(frozen=True, slots=True)
class Marked:
    """The painted area, in pixels from the top left."""

    left: int
    """Of the first painted line: its first pixel."""
    top: int
    """Of the first painted line: its first row."""
    right: int
    """Of the last painted line: the pixel behind its last."""
    bottom: int
    """Of the last painted line: the row behind its last."""
    is_cut: bool
    """True when the area reaches the lower edge of the picture."""


def marked_area(png: bytes) -> Marked | None:
    """The area in the colour of the highlight; None when nothing is painted. Raises ValueError for other pictures."""
    runs: list[tuple[int, int, int]] = []
    height = 0
    for number, row in enumerate(_rows(png)):
        height = number + 1
        found = _run(row)
        if found:
            runs.append((number, *found))
    if not runs:
        return None
    first, last = runs[0], runs[-1]
    return Marked(first[1], first[0], last[2], last[0] + 1, last[0] + 1 >= height - 1)


def _run(row: bytes) -> tuple[int, int] | None:
    """The first and behind the last pixel of the row in the colour of the highlight; the row has 3 bytes a pixel."""
    mark = bytes(MARK)
    first = row.find(mark)
    while first >= 0 and first % 3:
        first = row.find(mark, first + 1)
    if first < 0:
        return None
    last = row.rfind(mark)
    while last % 3:
        last = row.rfind(mark, 0, last + 2)
    return first // 3, last // 3 + 1


def _rows(png: bytes) -> Iterator[bytes]:
    """Each row, 3 bytes a pixel."""
    if png[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError("not a PNG picture")
    width, _, depth, kind, _, _, interlace = struct.unpack(">IIBBBBB", png[16:29])
    if depth != 8 or kind not in _CHANNELS or interlace:
        raise ValueError("a PNG picture of a kind that browsers do not write")
    size = _CHANNELS[kind]
    data = zlib.decompress(b"".join(_chunks(png)))
    length = width * size
    before = bytearray(length)
    for at in range(0, len(data), length + 1):
        before = _unfiltered(data[at], bytearray(data[at + 1 : at + 1 + length]), before, size)
        if size == 3:
            yield bytes(before)
        else:
            pixels = bytearray(width * 3)
            for channel in range(3):
                pixels[channel::3] = before[channel::4]
            yield bytes(pixels)


def _chunks(png: bytes) -> Iterator[bytes]:
    at = 8
    while at + 8 <= len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            yield png[at + 8 : at + 8 + length]
        at += 12 + length


def _unfiltered(way: int, row: bytearray, before: bytearray, size: int) -> bytearray:
    """The row as it was before PNG's filter, given the row above it. https://www.w3.org/TR/png/#9Filters"""
    if way == 1:
        for at in range(size, len(row)):
            row[at] = (row[at] + row[at - size]) & 255
    elif way == 2:
        for at, above in enumerate(before):
            if above:
                row[at] = (row[at] + above) & 255
    elif way == 3:
        for at in range(len(row)):
            left = row[at - size] if at >= size else 0
            row[at] = (row[at] + (left + before[at]) // 2) & 255
    elif way == 4:
        for at in range(len(row)):
            left, corner = (row[at - size], before[at - size]) if at >= size else (0, 0)
            row[at] = (row[at] + _paeth(left, before[at], corner)) & 255
    return row


def _paeth(left: int, above: int, corner: int) -> int:
    guess = left + above - corner
    distances = abs(guess - left), abs(guess - above), abs(guess - corner)
    nearest = min(distances)
    return (left, above, corner)[distances.index(nearest)]
