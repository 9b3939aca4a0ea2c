"""Parts of a section to passages: boundaries that the text itself chooses, so that an edit moves no others.

Whoever counts characters from the beginning of a section (or from its end) moves every boundary behind (or before) an
edit. Here each place between two short parts has a key, a hash of the part behind it, and it is a boundary when no
place nearer than the least length of a passage has a smaller one. Whether a place is a boundary depends on what stands
that near to it and on nothing else: an edit changes the passage that it falls in and at most the two beside it. Only
where that leaves a stretch longer than a passage may be, such as a list that repeats itself, the stretch is cut anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Protocol

from citegate.model import Span

MIN_PASSAGE = 120  # code points; shorter parts are packed with their neighbours
MIN_SENTENCES = 200  # code points of a passage cut from a longer block; its sentences need each other
MAX_PASSAGE = 700  # code points


class Part(Protocol):
    """A block, a row of a table or a sentence: what is never cut."""

    @property
    def span(self) -> Span:
        """Where it stands, in `Document.text`."""
        ...

    @property
    def is_whole(self) -> bool:
        """False for a sentence of a longer block."""
        ...


def packed(text: str, parts: Sequence[Part]) -> Iterator[tuple[int, int]]:
    """Groups of parts that are written one behind the other, as first and last number (not included), in order.

    A whole part of `MIN_PASSAGE` or more stands by itself: nothing that is written beside it changes it.
    """
    first = 0
    for at in range(len(parts) + 1):
        is_end = at == len(parts)
        if not is_end and not (parts[at].is_whole and parts[at].span.length >= MIN_PASSAGE):
            continue
        if first < at:
            yield from _run(text, parts, first, at)
        if not is_end:
            yield at, at + 1
        first = at + 1


def _run(text: str, parts: Sequence[Part], first: int, last: int) -> Iterator[tuple[int, int]]:
    least = MIN_PASSAGE if parts[first].is_whole else MIN_SENTENCES
    if _length(parts, first, last) < 2 * least:
        yield from _cut_to_fit(parts, [], first, last)
        return
    keys = [_key(text, parts, at) for at in range(first, last)]
    start = first
    for at in _minima(parts, keys, first, last, least):
        yield from _cut_to_fit(parts, keys[start - first : at - first], start, at)
        start = at
    yield from _cut_to_fit(parts, keys[start - first :], start, last)


def _key(text: str, parts: Sequence[Part], at: int) -> bytes:
    """Of the place before a part; that of the first is never asked for."""
    span = parts[at].span
    written = " ".join(text[span.start : span.end].split())
    return hashlib.blake2b(written.encode("utf-8", "surrogatepass"), digest_size=8).digest()


def _minima(parts: Sequence[Part], keys: Sequence[bytes], first: int, last: int, least: int) -> Iterator[int]:
    """The places whose key is smaller than that of every other place with less than `least` between the two."""
    low, high = first + 1, last - 1
    while low < last and _length(parts, first, low) < least:
        low += 1
    while high > first and _length(parts, high, last) < least:
        high -= 1
    for at in range(low, high + 1):
        key = keys[at - first]
        before, behind = at - 1, at + 1
        while before >= low and _length(parts, before, at) < least and key < keys[before - first]:
            before -= 1
        while behind <= high and _length(parts, at, behind) < least and key < keys[behind - first]:
            behind += 1
        is_least_before = before < low or _length(parts, before, at) >= least
        if is_least_before and (behind > high or _length(parts, at, behind) >= least):
            yield at


def _cut_to_fit(parts: Sequence[Part], keys: Sequence[bytes], first: int, last: int) -> Iterator[tuple[int, int]]:
    """The stretch, cut at its smallest keys until every piece fits; a part that is too long by itself stays whole."""
    waiting = [(first, last)]
    while waiting:
        start, end = waiting.pop()
        if end - start < 2 or _length(parts, start, end) <= MAX_PASSAGE:
            yield start, end
            continue
        places = range(start + 1, end)
        fit = [at for at in places if min(_length(parts, start, at), _length(parts, at, end)) >= MIN_PASSAGE] or list(
            places
        )
        middle = (parts[start].span.start + parts[end - 1].span.end) / 2
        place = min(fit, key=lambda at: (keys[at - first] if keys else b"", abs(parts[at].span.start - middle), at))
        waiting += [(place, end), (start, place)]


def _length(parts: Sequence[Part], first: int, last: int) -> int:
    return parts[last - 1].span.end - parts[first].span.start
