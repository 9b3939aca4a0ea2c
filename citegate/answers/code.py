"""Blocks of a Markdown text that is still arriving: what is code, what is prose, and where a paragraph ends."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from citegate.answers.grammar import LIMIT

MAX_DEPTH = 32
"""Quotes and list items inside each other; the mark of a deeper one is text."""

_SPACE = re.compile(r"[ \t]*")
_MARKER = re.compile(r"(?:[-+*]|([0-9]{1,9})[.)])(?=[ \t\r\n]|$)")
_RULE = re.compile(r"([-_*=])[ \t]*(?:\1[ \t]*){2,}\r?$")
_UNDERLINE = re.compile(r"(?:-+|=+)[ \t]*\r?$")
_HEADING = re.compile(r"#{1,6}(?=[ \t\r]|$)")
_FENCE = re.compile(r"(`{3,})[^`]*$|(~{3,})")
_RAW = re.compile(r"<(?:(pre|script|style|textarea)(?=[\s>]|$)|!--)", re.IGNORECASE)
_RAW_END = {True: re.compile(r"</(?:pre|script|style|textarea)>", re.IGNORECASE), False: re.compile("-->")}
_RAW_END_LENGTH = 12
_UNDECIDED = re.compile(
    r"(?:[-+*_=][-+*_= \t]*|[0-9]{1,9}(?:[.)][ \t]*)?|#{1,6}|`{1,2}|`{3}.*|~{1,2}|<[A-Za-z!-]{0,9})?\r?$", re.DOTALL
)


class Kind(Enum):
    """What a piece of the text is."""

    PROSE = "prose"
    """Goes on with the paragraph before it."""
    LITERAL = "literal"
    """Code, or raw HTML whose content is code: no token stands in it."""
    BREAK = "break"
    """Nothing; a paragraph ends here."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the text; the next one begins at its end."""

    kind: Kind
    end: int
    """Code points from the beginning of the text."""
    begins_line: bool = False
    """True when the piece is prose at the beginning of a line, after the marks of its quotes and lists."""


@dataclass(slots=True)
class _Fence:
    depth: int
    char: str
    length: int


class Blocks:
    """Reads the blocks of a text in order. What it says of a piece does not depend on how the text was cut."""

    def __init__(self) -> None:
        self._text = ""
        self._at = 0  # in _text
        self._base = 0  # code points before _text
        self._containers: list[int] = []  # see _Line
        self._is_paragraph = False
        self._fence: _Fence | None = None
        self._raw: bool | None = None  # which end is waited for
        self._rest: Kind | None = None  # how the rest of the line is taken; None at the beginning of one
        self._is_single = False  # the line is a block by itself
        self._pieces: list[Piece] = []

    def feed(self, chunk: str, *, is_last: bool = False) -> list[Piece]:
        """The pieces that are decided now that `chunk` has come; all that is left when it is the last."""
        self._text = self._text[self._at :] + chunk
        self._base += self._at
        self._at = 0
        while self._at < len(self._text) and self._step(is_last):
            pass
        pieces, self._pieces = self._pieces, []
        return pieces

    def _step(self, is_last: bool) -> bool:
        if self._raw is not None:
            return self._read_raw(self._raw, is_last)
        if self._rest is None:
            return self._begin_line(is_last)
        end = self._text.find("\n", self._at) + 1
        self._put(self._rest, end or len(self._text))
        if end:
            self._rest = None
            if self._is_single:
                self._break()
        return True

    def _read_raw(self, is_element: bool, is_last: bool) -> bool:
        found = _RAW_END[is_element].search(self._text, self._at)
        if found:
            self._put(Kind.LITERAL, found.end())
            self._raw, self._rest, self._is_single = None, Kind.PROSE, False
            self._is_paragraph = True
            return True
        end = len(self._text) if is_last else max(self._at, len(self._text) - _RAW_END_LENGTH)
        self._put(Kind.LITERAL, end)
        return False

    def _put(self, kind: Kind, end: int, *, begins_line: bool = False) -> None:
        if end > self._at:
            self._pieces.append(Piece(kind, self._base + end, begins_line))
            self._at = end

    def _break(self) -> None:
        self._is_single = False
        self._pieces.append(Piece(Kind.BREAK, self._base + self._at))

    def _begin_line(self, is_last: bool) -> bool:
        """Take the marks of quotes and lists, and decide what the rest of the line is; False when more must come."""
        end = self._text.find("\n", self._at, self._at + LIMIT)
        line = self._text[self._at : end if end >= 0 else self._at + LIMIT]
        taken = _Line(line, is_last or end >= 0 or len(line) == LIMIT).read(
            self._containers, self._is_paragraph, self._fence
        )
        if taken is None:
            return False
        start = self._at
        if not taken.is_continued:
            self._break()
        self._containers, self._fence = taken.containers, taken.fence
        self._is_paragraph, self._is_single, self._rest = taken.is_paragraph, taken.is_single, taken.kind
        if taken.raw is not None:
            self._raw = taken.raw
            self._put(Kind.LITERAL, start + taken.prefix + 4)  # "<!--", "<pre"
            return True
        if taken.kind is Kind.PROSE:
            self._put(Kind.PROSE, start + taken.prefix)
            stop = end + 1 if end >= 0 else start + len(line)
            self._put(Kind.PROSE, stop, begins_line=True)
            if end >= 0:
                self._rest = None
                if self._is_single:
                    self._break()
        return True


@dataclass(slots=True)
class _Taken:
    containers: list[int]
    fence: _Fence | None
    kind: Kind
    prefix: int = 0
    is_paragraph: bool = False
    is_single: bool = False
    is_continued: bool = False
    raw: bool | None = None


class _Line:
    """The beginning of one line, or the whole of it, without its end.

    A container is 0 for a quote, else the width that the lines of a list item are indented by, negative while the
    item is empty.
    """

    def __init__(self, text: str, is_whole: bool) -> None:
        self.text = text
        self.is_whole = is_whole
        self.at = 0
        self.column = 0

    def indent(self) -> int:
        """Columns of white space that stand here; tabs go to every fourth column."""
        column = self.column
        for char in _SPACE.match(self.text, self.at)[0]:  # type: ignore[index]  # it matches the empty string
            column += 4 - column % 4 if char == "\t" else 1
        return column - self.column

    def skip(self, width: int) -> None:
        """Go on by so many columns of white space; a tab that reaches further counts as a whole."""
        stop = self.column + width
        while self.column < stop and self.at < len(self.text) and self.text[self.at] in " \t":
            self.column += 4 - self.column % 4 if self.text[self.at] == "\t" else 1
            self.at += 1

    def pass_space(self) -> None:
        self.skip(self.indent())

    @property
    def rest(self) -> str:
        return self.text[self.at :]

    def is_blank(self) -> bool:
        return not self.text[self.at :].strip(" \t\r")

    def read(self, containers: list[int], is_paragraph: bool, fence: _Fence | None) -> _Taken | None:
        """What the line is, below the containers of the line before it; None when more of it must be seen."""
        if self.is_blank() and not self.is_whole:
            return None
        matched = 0
        for width in containers:
            indent, is_blank = self.indent(), self.is_blank()
            if is_blank and not self.is_whole:
                return None
            if width == 0:
                if indent > 3 or not self.rest.lstrip(" \t").startswith(">"):
                    break
                self._take_quote()
            elif is_blank:
                if width < 0:  # an item may begin with one blank line, not with two
                    break
            elif indent >= abs(width):
                self.skip(abs(width))
            else:
                break
            matched += 1
        if fence is not None and matched >= fence.depth:
            return self._in_fence(containers, fence)
        if self.is_blank():
            if not self.is_whole:
                return None
            return _Taken(containers[:matched], None, Kind.PROSE, prefix=self.at)
        containers = [abs(width) if place < matched else width for place, width in enumerate(containers)]
        return self._blocks(containers, matched, is_paragraph and fence is None)

    def _take_quote(self) -> None:
        self.pass_space()
        self.at += 1
        self.column += 1
        if self.indent():
            self.skip(1)

    def _in_fence(self, containers: list[int], fence: _Fence) -> _Taken | None:
        rest = self.rest.rstrip(" \t\r")
        bare = rest.lstrip(" ")
        is_close = len(rest) - len(bare) < 4 and not bare.strip(fence.char)
        if is_close and not self.is_whole:
            return None
        is_close = is_close and len(bare) >= fence.length
        return _Taken(containers, None if is_close else fence, Kind.LITERAL, is_continued=True)

    def _blocks(self, containers: list[int], matched: int, is_paragraph: bool) -> _Taken | None:
        inside = containers[:matched]
        is_new = False  # a block began on this line
        while True:
            width = self.indent()
            rest = self.rest.lstrip(" \t")
            can_continue = is_paragraph and not is_new
            if width > 3:
                if can_continue:
                    break
                return _Taken(inside, None, Kind.LITERAL)
            if not self.is_whole and _UNDECIDED.match(rest):
                return None
            if rest.startswith(">") and len(inside) < MAX_DEPTH:
                self._take_quote()
                inside = [*inside, 0]
                is_new = True
                if self.is_blank():
                    return _Taken(inside, None, Kind.PROSE, prefix=self.at) if self.is_whole else None
                continue
            if _RULE.match(rest) or (can_continue and matched == len(containers) and _UNDERLINE.match(rest)):
                return _Taken(inside, None, Kind.PROSE, prefix=self.at, is_single=True)
            marker = _MARKER.match(rest)
            if (
                marker
                and len(inside) < MAX_DEPTH
                and not self._is_text(marker, rest, can_continue, matched, containers)
            ):
                self._take_item(marker, inside := list(inside))
                is_new = True
                if self.is_blank():
                    return _Taken(inside, None, Kind.PROSE, prefix=self.at) if self.is_whole else None
                continue
            return self._leaf(rest, inside, containers, can_continue)
        return _Taken(containers, None, Kind.PROSE, prefix=self.at, is_paragraph=True, is_continued=True)

    def _is_text(
        self, marker: re.Match[str], rest: str, can_continue: bool, matched: int, containers: list[int]
    ) -> bool:
        """True when a mark cannot interrupt the paragraph that it stands in: an empty item, or a number but 1."""
        if not can_continue or matched < len(containers):
            return False
        return (marker[1] is not None and int(marker[1]) != 1) or not rest[marker.end() :].strip(" \t\r")

    def _take_item(self, marker: re.Match[str], inside: list[int]) -> None:
        width = self.indent()
        self.pass_space()
        self.at += marker.end()
        self.column += marker.end()
        space = self.indent()
        is_empty = self.is_blank()
        if is_empty or space > 4:
            space = 1
        self.skip(space)
        width += marker.end() + space
        inside.append(-width if is_empty else width)

    def _leaf(self, rest: str, inside: list[int], containers: list[int], can_continue: bool) -> _Taken | None:
        prefix = len(self.text) - len(rest)
        fence = _FENCE.match(rest)
        if fence:
            run = fence[1] or fence[2]
            return _Taken(inside, _Fence(len(inside), run[0], len(run)), Kind.LITERAL)
        raw = _RAW.match(rest)
        if raw:
            return _Taken(inside, None, Kind.LITERAL, prefix=prefix, raw=raw[1] is not None)
        if _HEADING.match(rest):
            return _Taken(inside, None, Kind.PROSE, prefix=prefix, is_single=True)
        if rest.startswith("|"):  # a row of a table, as far as its code and links go
            return _Taken(inside, None, Kind.PROSE, prefix=prefix, is_single=True, is_paragraph=True)
        if can_continue:  # a lazy line keeps the containers that it does not name
            return _Taken(containers, None, Kind.PROSE, prefix=prefix, is_paragraph=True, is_continued=True)
        return _Taken(inside, None, Kind.PROSE, prefix=prefix, is_paragraph=True)
