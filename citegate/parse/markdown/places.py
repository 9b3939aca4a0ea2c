"""Cut and Placed: where each character of a Markdown block's content, and of the HTML made of it, stands."""

from __future__ import annotations

import re
from bisect import bisect_right

from citegate.model import OffsetMap, Span
from citegate.model.offsets import Segment

_ESCAPES = {"&": "&amp;", "<": "&lt;", "\r": "&#13;"}
_SPECIAL = re.compile(r"[&<\r]")


def escape_attribute(value: str) -> str:
    """The value as it stands between double quotes in HTML."""
    return value.replace("&", "&amp;").replace('"', "&quot;").replace("\r", "&#13;")


class Cut:
    """Lines cut out of the source, with the markers of their containers taken away.

    A piece starts at `ats[i]` in the content and at `sources[i]` in the source, and runs on linearly to the
    next one. `tabs[i]` spaces right before it stand for what is left of the tab before it.
    """

    __slots__ = ("ats", "sources", "tabs")

    def __init__(self, ats: list[int], sources: list[int], tabs: list[int]) -> None:
        self.ats, self.sources, self.tabs = ats, sources, tabs

    @classmethod
    def at(cls, source: int) -> Cut:
        """Content that stands in one piece from `source` on."""
        return cls([0], [source], [0])

    def trimmed(self, count: int) -> Cut:
        """The same lines without the first `count` characters."""
        if count == 0:
            return self
        return Cut([at - count for at in self.ats], self.sources, self.tabs)

    def source(self, index: int) -> int:
        """Where the character at `index` stands; for the spaces of a tab, where the tab stands."""
        ats = self.ats
        piece = bisect_right(ats, index) - 1 if len(ats) > 1 else 0
        piece = max(piece, 0)
        following = piece + 1
        if following < len(ats) and self.tabs[following] and index >= ats[following] - self.tabs[following]:
            return self.sources[following] - 1
        if self.tabs[piece] and index < ats[piece]:
            return self.sources[piece] - 1
        return self.sources[piece] + index - ats[piece]

    def end(self, index: int) -> int:
        """Where the character before `index` ends."""
        return self.source(index - 1) + 1 if index > 0 else self.source(0)

    def pieces(self, start: int, end: int) -> list[tuple[int, int, int]]:
        """For content from `start` to `end`: (length, source start, source end) of each stretch."""
        ats, sources, tabs = self.ats, self.sources, self.tabs
        count = len(ats)
        if count == 1 and not tabs[0]:
            at = sources[0] + start - ats[0]
            return [(end - start, at, at + end - start)]
        out = []
        piece = max(bisect_right(ats, start) - 1, 0)
        if tabs[piece] and start < ats[piece]:
            stop = min(end, ats[piece])
            out.append((stop - start, sources[piece] - 1, sources[piece]))
            start = stop
        while start < end:
            following = piece + 1
            limit = ats[following] - tabs[following] if following < count else end
            if start < limit:
                stop = min(end, limit)
                at = sources[piece] + start - ats[piece]
                out.append((stop - start, at, at + stop - start))
                start = stop
            if start < end and following < count and tabs[following]:
                stop = min(end, ats[following])
                out.append((stop - start, sources[following] - 1, sources[following]))
                start = stop
            piece = following
        return out


class Placed:
    """HTML in the making. What it holds maps to the source, code point by code point."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0
        self.at = 0
        """The source offset that markup of no length of its own is put to."""
        self._starts: list[int] = []
        self._sources: list[int] = []
        self._ends: list[int] = []
        self._foreign: list[tuple[int, int]] = []
        self._in_markup = False

    def markup(self, html: str) -> None:
        """Add HTML that stands for nothing in the source."""
        if not self._in_markup:
            self._starts.append(self.length)
            self._sources.append(self.at)
            self._ends.append(self.at)
            self._in_markup = True
        self.parts.append(html)
        self.length += len(html)

    def drop_line_feed(self) -> None:
        """Take back a line feed that markup ended with."""
        if self._in_markup and self.parts and self.parts[-1].endswith("\n"):
            self.parts[-1] = self.parts[-1][:-1]
            self.length -= 1

    def piece(self, html: str, start: int, end: int) -> None:
        """Add HTML that stands for a source piece as a whole, or, where both are equally long, letter by letter."""
        if not html:
            return
        self._starts.append(self.length)
        self._sources.append(start)
        self._ends.append(end)
        self._in_markup = False
        self.parts.append(html)
        self.length += len(html)
        self.at = end

    def generated(self, text: str, start: int, end: int) -> None:
        """Add text that a renderer makes, not escaped yet, to stand for a source piece."""
        self.piece(_SPECIAL.sub(lambda match: _ESCAPES[match.group()], text), start, end)

    def text(self, text: str, start: int, cut: Cut) -> None:
        """Add source text, to be escaped, that stands at `start` in the content of `cut`."""
        if not text:
            return
        special = _SPECIAL.search(text)
        if special is None:
            self.raw(text, start, cut)
            return
        done = 0
        for special in _SPECIAL.finditer(text):
            at = special.start()
            if at > done:
                self.raw(text[done:at], start + done, cut)
            source = cut.source(start + at)
            self.piece(_ESCAPES[special.group()], source, source + 1)
            done = at + 1
        if done < len(text):
            self.raw(text[done:], start + done, cut)

    def raw(self, html: str, start: int, cut: Cut) -> None:
        """Add HTML that stands in the source as it is."""
        ats = cut.ats
        if len(ats) == 1 and not cut.tabs[0]:
            source = cut.sources[0] + start - ats[0]
            self._starts.append(self.length)
            self._sources.append(source)
            self.at = source = source + len(html)
            self._ends.append(source)
            self._in_markup = False
            self.parts.append(html)
            self.length += len(html)
            return
        done = 0
        for length, source, source_end in cut.pieces(start, start + len(html)):
            self.piece(html[done : done + length], source, source_end)
            done += length

    def html(self) -> str:
        """All of it."""
        return "".join(self.parts)

    def foreign(self, html: str, places: OffsetMap) -> None:
        """Add HTML whose places count in another file."""
        first = len(self._starts)
        self._starts.extend(self.length + start for start in places.text_starts)
        self._sources.extend(places.source_starts)
        self._ends.extend(places.source_ends)
        self._in_markup = False
        self.parts.append(html)
        self.length += len(html)
        self._foreign.append((first, len(self._starts)))

    def places(self, outer: OffsetMap | None = None, offset: int = 0) -> OffsetMap:
        """From the HTML to the file, of which this source is a part: by `outer`, then moved by `offset`."""
        segments: list[Segment] = []
        limits = [*self._starts, self.length]
        if outer is None and not self._foreign:
            sources, ends = self._sources, self._ends
            if offset:
                sources = [at + offset for at in sources]
                ends = [at + offset for at in ends]
            return OffsetMap(tuple(self._starts), tuple(sources), tuple(ends), self.length)
        done = 0
        for first, last in [*self._foreign, (len(self._starts), len(self._starts))]:
            own = [
                (limits[index + 1] - limits[index], self._sources[index], self._ends[index])
                for index in range(done, first)
            ]
            segments.extend(_moved(own, outer, offset))
            segments.extend(
                (limits[index + 1] - limits[index], self._sources[index], self._ends[index])
                for index in range(first, last)
            )
            done = last
        return OffsetMap.from_segments(segments)


def _moved(segments: list[Segment], outer: OffsetMap | None, offset: int) -> list[Segment]:
    if outer is not None:
        segments = list(OffsetMap.from_segments(segments).then(outer).segments())
    return [(length, start + offset, end + offset) for length, start, end in segments]


_CARRIAGE = re.compile(r"\r\n?")


def normalize_line_ends(text: str) -> tuple[str, OffsetMap | None]:
    """The text with LF line ends, and the map back; None when nothing changed."""
    if "\r" not in text:
        return text, None
    segments = []
    done = 0
    parts = []
    for match in _CARRIAGE.finditer(text):
        start, end = match.span()
        segments.append((start - done, done, start))
        segments.append((1, start, end))
        parts.append(text[done:start])
        done = end
    segments.append((len(text) - done, done, len(text)))
    parts.append(text[done:])
    return "\n".join(parts), OffsetMap.from_segments(segments)


def source_span(outer: OffsetMap | None, start: int, end: int, offset: int) -> Span:
    """Where a piece of the normalized text stands in the file."""
    span = outer.source_span(Span(start, end)) if outer is not None else Span(start, end)
    return span.shifted(offset)
