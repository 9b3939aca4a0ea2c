"""OffsetMap: from a derived text back to the text that it was made from."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from citegate.model.span import Span

T = TypeVar("T")
Segment = tuple[int, int, int]
"""Length in the derived text, start and end in the source. A segment whose two lengths are equal maps code
point by code point; any other is atomic: each of its code points stands for the whole source piece."""


@dataclass(frozen=True, slots=True)
class OffsetMap:
    """A map in segments, kept as columns; `text_starts` rises, and so do the sources except where a parser
    moved text (foster parenting, partials)."""

    text_starts: tuple[int, ...]
    """For each segment, the code points of derived text before it."""
    source_starts: tuple[int, ...]
    """For each segment, where its source piece starts."""
    source_ends: tuple[int, ...]
    """For each segment, where its source piece ends."""
    length: int
    """Code points in the derived text."""

    @property
    def origin(self) -> object | None:
        """The same object in the maps that other engines make of the same piece of a page; None if it has none."""
        return None

    @classmethod
    def from_segments(cls, segments: Iterable[Segment]) -> OffsetMap:
        """The map that these segments make, one after the other; touching linear ones are joined."""
        starts: list[int] = []
        sources: list[int] = []
        ends: list[int] = []
        at = 0
        for length, source, source_end in segments:
            if length == 0:
                continue
            linear = source_end - source == length
            if linear and starts and ends[-1] == source and ends[-1] - sources[-1] == at - starts[-1]:
                ends[-1] = source_end
            else:
                starts.append(at)
                sources.append(source)
                ends.append(source_end)
            at += length
        return cls(tuple(starts), tuple(sources), tuple(ends), at)

    @classmethod
    def identity(cls, length: int, source: int = 0) -> OffsetMap:
        """The map of a text that stands unchanged in its source from `source` on."""
        return cls.from_segments([(length, source, source + length)])

    def _segment(self, index: int) -> int:
        return bisect_right(self.text_starts, index) - 1

    def _text_end(self, segment: int) -> int:
        following = segment + 1
        return self.text_starts[following] if following < len(self.text_starts) else self.length

    def source_of(self, index: int) -> Span:
        """The source piece of the code point at `index`. Raises IndexError outside the text."""
        if not 0 <= index < self.length:
            raise IndexError(index)
        segment = self._segment(index)
        start, end = self.source_starts[segment], self.source_ends[segment]
        first = self.text_starts[segment]
        if end - start != self._text_end(segment) - first:
            return Span(start, end)
        return Span(start + index - first, start + index - first + 1)

    def source_span(self, span: Span) -> Span:
        """The smallest source piece from the first to the last code point of `span`.

        An empty span gives the empty piece before its offset, or at the end of the text. Where text was
        moved, the piece runs from the lesser to the greater of the two ends.
        """
        if span.length == 0:
            if span.start < self.length:
                at = self.source_of(span.start).start
            else:
                at = self.source_ends[-1] if self.source_ends else 0
            return Span(at, at)
        first, last = self.source_of(span.start), self.source_of(span.end - 1)
        return Span(min(first.start, last.start), max(first.end, last.end))

    def segments(self, span: Span | None = None) -> tuple[Segment, ...]:
        """The segments that cover `span` (default: all), cut to it."""
        if span is None:
            span = Span(0, self.length)
        if span.length == 0:
            return ()
        cut: list[Segment] = []
        for number in range(self._segment(span.start), len(self.text_starts)):
            first, last = self.text_starts[number], self._text_end(number)
            if first >= span.end:
                break
            start, end = self.source_starts[number], self.source_ends[number]
            low, high = max(first, span.start), min(last, span.end)
            if end - start == last - first:
                cut.append((high - low, start + low - first, start + high - first))
            else:
                cut.append((high - low, start, end))
        return tuple(cut)

    def then(self, outer: OffsetMap) -> OffsetMap:
        """This map followed by `outer`: from this derived text to the source of this map's source.

        `outer` maps the text that this map calls its source. A segment is split where `outer` changes.
        """
        limits, sources, ends = outer.text_starts, outer.source_starts, outer.source_ends
        count = len(limits)  # nothing of the length of `outer` is done here: it is a whole page, and this a block
        out: list[Segment] = []
        last = len(self.text_starts) - 1
        for number, first in enumerate(self.text_starts):
            length = (self.text_starts[number + 1] if number < last else self.length) - first
            start, end = self.source_starts[number], self.source_ends[number]
            if end - start != length:
                piece = outer.source_span(Span(start, end))
                out.append((length, piece.start, piece.end))
                continue
            at = bisect_right(limits, start) - 1
            while start < end:
                low = limits[at]
                high = limits[at + 1] if at + 1 < count else outer.length
                stop = min(end, high)
                source, source_end = sources[at], ends[at]
                if source_end - source == high - low:
                    source += start - low
                    source_end = source + stop - start
                out.append((stop - start, source, source_end))
                start = stop
                at += 1
        return OffsetMap.from_segments(out)


class LateMap(OffsetMap):
    """A map that is made when it is first asked for: of a page's blocks, few are."""

    __slots__ = ("_made", "_make", "_of", "_origin", "length")

    def __init__(self, length: int, make: Callable[[T], OffsetMap], of: T, origin: object | None = None) -> None:
        """A map for a text of so many code points; `make(of)` makes it."""
        self.length = length  # type: ignore[misc]  # read-only to all others
        self._make: Callable[..., OffsetMap] = make
        self._of: object = of
        self._origin = origin
        self._made: OffsetMap | None = None

    __setattr__ = object.__setattr__  # what is made late is set late; nobody else sets anything

    @property
    def origin(self) -> object | None:
        """As of any map."""
        return self._origin

    @property
    def made(self) -> OffsetMap:
        """The map itself."""
        if self._made is None:
            self._made = self._make(self._of)
            self._of = None
        return self._made

    @property
    def text_starts(self) -> tuple[int, ...]:
        """As of any map."""
        return self.made.text_starts

    @property
    def source_starts(self) -> tuple[int, ...]:
        """As of any map."""
        return self.made.source_starts

    @property
    def source_ends(self) -> tuple[int, ...]:
        """As of any map."""
        return self.made.source_ends

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return self.made == (other.made if isinstance(other, LateMap) else other)

    def __hash__(self) -> int:
        return hash(self.made)

    def __repr__(self) -> str:
        return repr(self.made)

    def __reduce__(self) -> tuple[Callable[..., OffsetMap], tuple[object, ...]]:
        made = self.made
        return OffsetMap, (made.text_starts, made.source_starts, made.source_ends, made.length)
