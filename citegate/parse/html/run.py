"""Run: pieces of text in one inline formatting context, and the text that a browser makes of them."""

from __future__ import annotations

import enum
import re
from itertools import accumulate

from citegate.model.offsets import OffsetMap, Segment
from citegate.parse.html.places import Place
from citegate.parse.html.style import Space
from citegate.unicode.late import late


class Mark(enum.IntEnum):
    """What stands in a run beside text."""

    ATOMIC = 10
    """An empty box: spaces on its two sides do not collapse into one."""
    IGNORED = 11
    """An element that the search does not see: spaces on its two sides count as one."""
    BARRIER = 12
    """Text that is not searched but may not stand between context and match."""
    BREAK = 13
    """`<br>`."""
    UNMATCHED = 14
    """Hidden text that a match may cross, for engines that do so."""
    BOUND = 15
    """A word boundary."""
    HIDDEN = 16
    """Laid-out text that is not searched: its spaces collapse with those around it, then it vanishes."""
    LINE_END = 17
    """A generated block: the spaces on its two sides go, and the text on them is joined."""
    PASSED = 18
    """Text that is searched, but that the check of a prefix or suffix looks through."""
    AFTER = 19
    """What a word that begins here stands behind: the place is the character's code point, 0 for a word boundary."""


Piece = tuple[str, Place, int]
"""Text, its place, and its `Space`; or "", a place and a `Mark`."""

Cut = tuple[int, int, bool]
"""A piece of text to keep: start, end, and whether it becomes one code point."""

SPACE = " \t\n\r"
"""What collapses."""

# An enum's member costs ten times a name.
_COLLAPSE, _PRESERVE, _PRESERVE_BREAKS = Space.COLLAPSE, Space.PRESERVE, Space.PRESERVE_BREAKS
_BREAK, _BARRIER, _HIDDEN, _ATOMIC = Mark.BREAK, Mark.BARRIER, Mark.HIDDEN, Mark.ATOMIC
_UNMATCHED, _BOUND = Mark.UNMATCHED, Mark.BOUND

_SPACES = re.compile(r" {2,}")
_LINES_OR_SPACE = re.compile(r"[ \t\r]*\n[ \t\r\n]*|[ \t\r]+|[^ \t\n\r]+")
_WIDE = "\u2e80-\u303e\u3041-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\U00020000-\U0003fffd"
LINE_END_BETWEEN_WIDE = late(rf"(?<=[{_WIDE}])[ \t]*\n[ \t\n]*(?=[{_WIDE}])")
_NO_MAP = OffsetMap((), (), (), 0)


def collapse(pieces: list[Piece]) -> tuple[str, OffsetMap]:
    """The text of pieces that are all collapsible text, and its map: each white space run is one space, none at an
    end of the text."""
    if len(pieces) == 1:
        raw, place, _ = pieces[0]
    else:
        raw, place = "".join([piece[0] for piece in pieces]), None
    text = plain_spaces(raw)
    stripped = text.strip(" ")
    length = len(stripped)
    if not length:
        return "", _NO_MAP
    first = 0 if length == len(text) else len(text) - len(text.lstrip(" "))
    if "  " in stripped:
        return _collapse_inside(stripped, first, pieces)
    if isinstance(place, int):
        start = place + first
        return stripped, OffsetMap((0,), (start,), (start + length,), length)
    segments = _all_segments(pieces)
    if length != len(text):
        segments = pick(segments, [(first, first + length, False)])
    return stripped, OffsetMap.from_segments(segments)


def collapsed(raw: str) -> str:
    """The text that `collapse` gives for one piece of text."""
    text = plain_spaces(raw).strip(" ")
    while "  " in text:  # each time halves the longest run of spaces
        text = text.replace("  ", " ")
    return text


def _collapse_inside(stripped: str, first: int, pieces: list[Piece]) -> tuple[str, OffsetMap]:
    """As `collapse`, for a text that has two spaces in a row; `first` is where it begins in the raw text."""
    text = " ".join([word for word in stripped.split(" ") if word])
    gaps = [found.span() for found in _SPACES.finditer(stripped)]
    place = pieces[0][1]
    if len(pieces) == 1 and isinstance(place, int):
        return text, _linear_map(gaps, place + first, len(stripped))
    return text, OffsetMap.from_segments(pick(_all_segments(pieces), _around(gaps, first, len(stripped))))


def plain_spaces(text: str) -> str:
    """The text with a space for each character that collapses."""
    for char in "\n\t\r":
        if char in text:
            text = text.replace(char, " ")
    return text


def _around(gaps: list[tuple[int, int]], first: int, length: int) -> list[Cut]:
    """The pieces of a text of so many code points from `first` on, each gap as one code point."""
    kept: list[Cut] = []
    done = first
    for gap, gap_end in gaps:
        kept.append((done, first + gap, False))
        kept.append((first + gap, first + gap_end, True))
        done = first + gap_end
    kept.append((done, first + length, False))
    return kept


def _linear_map(gaps: list[tuple[int, int]], source: int, length: int) -> OffsetMap:
    """The map of a text that stands unchanged from `source` on, but for gaps that became one space each."""
    text_starts: list[int] = []
    source_starts: list[int] = []
    source_ends: list[int] = []
    done = lost = 0
    for gap, gap_end in gaps:
        text_starts += (done - lost, gap - lost)
        source_starts += (source + done, source + gap)
        source_ends += (source + gap, source + gap_end)
        done = gap_end
        lost += gap_end - gap - 1
    text_starts.append(done - lost)
    source_starts.append(source + done)
    source_ends.append(source + length)
    return OffsetMap(tuple(text_starts), tuple(source_starts), tuple(source_ends), length - lost)


def _all_segments(pieces: list[Piece]) -> list[Segment]:
    """The segments of the pieces' texts, joined."""
    segments: list[Segment] = []
    for data, place, _ in pieces:
        if isinstance(place, int):
            segments.append((len(data), place, place + len(data)))
        else:
            segments.extend(place)
    return segments


def segments_of(data: str, place: Place) -> list[Segment]:
    """The segments of one text."""
    return [(len(data), place, place + len(data))] if isinstance(place, int) else list(place)


def pick(segments: list[Segment], cuts: list[Cut]) -> list[Segment]:
    """The segments of the pieces of text that `cuts` names, in order; one that is True becomes one code point."""
    out: list[Segment] = []
    ends = list(accumulate(length for length, _, _ in segments))
    number = 0
    for start, end, is_one in cuts:
        if start == end:
            continue
        while ends[number] <= start:
            number += 1
        picked: list[Segment] = []
        here = number
        while True:
            length, source, source_end = segments[here]
            first = ends[here] - length
            low, high = max(start, first), min(end, ends[here])
            if source_end - source == length:
                picked.append((high - low, source + low - first, source + high - first))
            else:
                picked.append((high - low, source, source_end))
            if ends[here] >= end:
                break
            here += 1
        if is_one:
            source, source_end = picked[0][1], picked[-1][2]
            out.append((1, source, source_end if source_end > source else picked[0][2]))
        else:
            out.extend(picked)
    return out


def without_line_ends(data: str, place: Place) -> list[Piece]:
    """The pieces of a text that are left when the line ends between wide characters are taken out."""
    segments = segments_of(data, place)
    pieces: list[Piece] = []
    at = 0
    for found in LINE_END_BETWEEN_WIDE.finditer(data):
        pieces.append((data[at : found.start()], tuple(pick(segments, [(at, found.start(), False)])), _COLLAPSE))
        at = found.end()
    if not at:
        return [(data, place, _COLLAPSE)]
    pieces.append((data[at:], tuple(pick(segments, [(at, len(data), False)])), _COLLAPSE))
    return pieces


class Assembly:
    """The text of pieces of any kind, built from left to right."""

    def __init__(self, *, keeps_leading: bool) -> None:
        self._texts: list[str] = []
        self._segments: list[Segment] = []
        self._length = 0
        self._at_start = not keeps_leading
        """True where a line begins: a collapsible space goes."""
        self._is_after_space = False
        """True where a collapsible space goes because of one before it."""
        self._has_last_space = False
        """True when the last code point of the text is a collapsible space."""
        self._is_last_kept = False
        """True when a box or hidden text stands behind the last code point."""
        self.barriers: list[int] = []
        self.unmatched: list[tuple[int, int]] = []
        self.word_bounds: list[int] = []
        self.passed_over: list[tuple[int, int]] = []
        self.preceded: dict[int, str] = {}

    def add(self, piece: Piece) -> None:
        """Adds the next piece."""
        data, place, mode = piece
        if self.preceded and data and data[0] in SPACE:
            self.preceded.pop(self._length, None)
        if mode == _COLLAPSE:
            self._add_collapsible(data, place)
        elif mode == _PRESERVE:
            self._put(data, segments_of(data, place))
            self._at_start = data.endswith("\n")
            self._is_after_space = self._has_last_space = False
        elif mode == _PRESERVE_BREAKS:
            self._add_lines(data, place)
        elif mode == _BREAK:
            self._add_break(segments_of("\n", place))
        elif mode == _BARRIER:
            self.barriers.append(self._length)
        elif mode == _HIDDEN:
            self._add_hidden(data)
        elif mode == _UNMATCHED:
            start = self._length
            self._add_collapsible(data, place)
            self.unmatched.append((start, self._length))
        elif mode == Mark.PASSED:
            start = self._length
            self._add_collapsible(data, place)
            self.passed_over.append((start, self._length))
        elif mode == Mark.AFTER and isinstance(place, int):
            self.preceded[self._length] = chr(place) if place else ""
        elif mode == Mark.LINE_END:
            self._drop_last_space()
            self._at_start = True
        elif mode == _BOUND:
            self.word_bounds.append(self._length)
        else:
            self._at_start = False
            self._is_after_space = self._has_last_space and mode != _ATOMIC
            self._is_last_kept = True

    def finish(self, *, keeps_trailing: bool) -> tuple[str, OffsetMap]:
        """The whole text and its map."""
        if not keeps_trailing:
            self._drop_last_space()
        return "".join(self._texts), OffsetMap.from_segments(self._segments)

    def _put(self, text: str, segments: list[Segment]) -> None:
        if text:
            self._texts.append(text)
            self._segments.extend(segments)
            self._length += len(text)
            self._is_last_kept = False

    def _add_collapsible(self, data: str, place: Place) -> None:
        """Adds text whose white space collapses."""
        spaced = plain_spaces(data)
        words = spaced.strip(" ")
        length, lead = len(spaced), len(spaced) - len(spaced.lstrip(" "))
        if lead:
            self._add_space(data, place, 0, lead)
        if not words:
            return
        end = lead + len(words)
        if "  " in words:
            gaps = [found.span() for found in _SPACES.finditer(words)]
            if isinstance(place, int):
                segments = list(_linear_map(gaps, place + lead, len(words)).segments())
            else:
                segments = pick(list(place), _around(gaps, lead, len(words)))
            words = " ".join([word for word in words.split(" ") if word])
        elif isinstance(place, int):
            segments = [(end - lead, place + lead, place + end)]
        else:
            segments = list(place) if end - lead == length else pick(list(place), [(lead, end, False)])
        self._at_start = self._is_after_space = self._has_last_space = False
        self._put(words, segments)
        if end < length:
            self._add_space(data, place, end, length)

    def _add_space(self, data: str, place: Place, start: int, end: int) -> None:
        """Adds one space for the white space from `start` to `end`, where one is kept."""
        if self._at_start or self._is_after_space:
            return
        if isinstance(place, int):
            self._put(" ", [(1, place + start, place + end)])
        else:
            self._put(" ", pick(segments_of(data, place), [(start, end, True)]))
        self._is_after_space = self._has_last_space = True

    def _add_lines(self, data: str, place: Place) -> None:
        """Adds text whose line feeds stay, and whose other white space collapses."""
        segments = segments_of(data, place)
        for part in _LINES_OR_SPACE.finditer(data):
            start, end = part.span()
            if data[start] not in SPACE:
                self._at_start = self._is_after_space = self._has_last_space = False
                self._put(part.group(), pick(segments, [(start, end, False)]))
            elif "\n" in part.group():
                for at in range(start, end):
                    if data[at] == "\n":
                        self._add_break(pick(segments, [(at, at + 1, False)]))
            else:
                self._add_space(data, place, start, end)

    def _add_hidden(self, data: str) -> None:
        """Collapses over a text, and leaves it out; of the spaces on its two sides one stays."""
        if data.strip(SPACE):
            self._at_start = False
            self._is_after_space = data[-1] in SPACE or self._has_last_space
            self._is_last_kept = True
        elif not self._at_start:
            self._is_after_space = True

    def _add_break(self, segments: list[Segment]) -> None:
        self._drop_last_space()
        self._put("\n", segments)
        self._at_start = True
        self._is_after_space = self._has_last_space = False

    def _drop_last_space(self) -> None:
        """Takes back a collapsible space at the end of a line."""
        if not self._has_last_space or self._is_last_kept:
            return
        self._has_last_space = False
        self._texts[-1] = self._texts[-1][:-1]
        self._length -= 1
        length, start, end = self._segments.pop()
        if length > 1:
            self._segments.append((length - 1, start, end - 1 if end - start == length else end))
