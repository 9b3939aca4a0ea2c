"""Cursor: where the text of a parsed page stands in its markup."""

from __future__ import annotations

import re
from itertools import accumulate

from turbohtml import Element, unescape

from citegate.model.offsets import Segment
from citegate.unicode.late import late

Place = int | tuple[Segment, ...]
"""Where a text stands: the offset of its first code point when it stands there unchanged, else its segments."""

_WINDOW = 20_000  # code points searched ahead for text that the parser moved; bounds the work on broken pages
_MAX_TRIES = 8  # places tried for such a text

# A tag up to its ">": an attribute's value begins after "=" and may be quoted; quotes elsewhere are nothing.
_TAG_REST = r"""(?:[^>=]+|=\s*+(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^\s>"'][^\s>]*+)?+)*+(?:>|\Z)"""
_RAW_NAME = r"(?i:s(?:cript|tyle)|no(?:script|frames|embed)|t(?:itle|extarea)|iframe|xmp|plaintext)"
_SKIPPED = (
    rf"<(?!{_RAW_NAME}[\s/>])[a-zA-Z]{_TAG_REST}|</[a-zA-Z]{_TAG_REST}"
    r"|<!--(?:-?>|(?s:.*?)(?:--!?>|\Z))"  # comment
    r"|<!\[CDATA\[(?=(?s:.*?)\]\]>)"  # its text follows; the parser tells whether it is one
    r"|<[!?](?!--)(?!\[CDATA\[)[^>]*+(?:>|\Z)|</(?![a-zA-Z])[^>]*+(?:>|\Z)|\]\]>"  # doctype, bogus comments
)
_SPACE = late(rf"(?:[ \t\n\r\f]++(?:{_SKIPPED})*+)+")
_TAGS = re.compile(rf"(?:{_SKIPPED})*+")
_TAGS_AND_SPACE = re.compile(rf"(?:[ \t\n\r\f]*+(?:{_SKIPPED}))*+")
_RAW = late(rf"<({_RAW_NAME})(?=[\s/>]){_TAG_REST}", re.IGNORECASE)
_START_TAG = re.compile(rf"<[a-zA-Z]{_TAG_REST}")
_ATTRIBUTE = late(r"""([^\s=/>][^\s=/>]*)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>]*))?""")
_LITERAL = re.compile(r"[^&<\0]+")
_PLAIN_WORD = late(r"[^ \t\n\r\f<>&]+")
_WORDS = late(r"[ \t\n\r\f]+|[^ \t\n\r\f]+")
_LONGEST_NUMBER = 8  # digits of a numeric reference that may still stand for a control character
_REFERENCE = late(r"&(?:#[xX][0-9a-fA-F]+;?|#[0-9]+;?|[a-zA-Z][a-zA-Z0-9]*;?)")


class Cursor:
    """Goes through the markup in step with a walk over its tree. Line ends in `markup` are line feeds."""

    __slots__ = ("_at", "_is_raw", "_line_starts", "has_skipped_space", "landmark", "markup", "passed")

    def __init__(self, markup: str) -> None:
        self.markup = markup
        self._at = 0
        self.passed: tuple[Element, str | None] | None = None
        """An element behind which the walk is, and all its text; or, with None, one whose start tag it is at."""
        self.has_skipped_space = False
        """True when the walk passed white space without asking where it stands."""
        self.landmark: Element | None = None
        """An element that the walk has entered: where to go on when text does not stand at the cursor."""
        self._is_raw = False
        self._line_starts: list[int] | None = None

    @property
    def at(self) -> int:
        """Where the walk is: behind the text that it located last, or a place that it was set to."""
        if self.passed is not None:
            self._settle(*self.passed)
        return self._at

    @at.setter
    def at(self, offset: int) -> None:
        self.passed = None
        self._at = offset

    def _settle(self, element: Element, text: str | None) -> None:
        """Finds out where an element that was passed over ends, or where one that the walk went to begins."""
        self.passed = None
        if text is None:
            self._at = self.offset_of(element) or 0
            return
        location = element.source_location
        position = element.position
        if location is not None and location.end_tag is not None:
            self._at = location.end_tag.end_offset
        elif position is not None:
            place = self.text_place(position, text)
            self._at = place + len(text) if isinstance(place, int) else place[-1][2]

    def text_place(self, position: tuple[int, int], text: str) -> Place:
        """The place of all the text in an element whose start tag stands at this line and column."""
        at = self.start_tag_end(self._offset_at(position))
        if "&" not in text and self.markup.startswith(text, at):
            return at
        found = self._match(text, at)
        if found is None and self.markup.startswith("\n", at):
            found = self._match(text, at + 1)  # the newline that <pre> loses
        return found[0] if found is not None else self._search(text, at)

    def _offset_at(self, position: tuple[int, int]) -> int:
        if self._line_starts is None:
            self._line_starts = list(accumulate(map(len, self.markup.split("\n")), initial=0))
        line = position[0] - 1
        return self._line_starts[line] + line + position[1]

    def offset_of(self, element: Element) -> int | None:
        """Where the element's start tag begins; None for an element that the markup does not write."""
        position = element.position
        return None if position is None else self._offset_at(position)

    def anchor(self, element: Element) -> None:
        """Goes to the element's start tag, when the markup writes it."""
        if element.position is not None:
            self.passed = element, None
            self.has_skipped_space = False

    def enter_raw(self, element: Element) -> None:
        """Goes behind the start tag of an element whose content is not markup."""
        self.anchor(element)
        self.at = self.start_tag_end(self.at)
        self._is_raw = True

    def start_tag_end(self, offset: int) -> int:
        """Where the start tag that begins at `offset` ends."""
        tag = _START_TAG.match(self.markup, offset)
        return tag.end() if tag is not None else offset

    def tag_place(self, element: Element, length: int) -> Place:
        """The place of a text of so many code points that only the element's start tag stands for."""
        start = self.offset_of(element)
        if start is None:
            return ((length, self.at, self.at),)
        return ((length, start, self.start_tag_end(start)),)

    def element_place(self, element: Element) -> Place:
        """The place of one code point that a whole element stands for."""
        start = self.offset_of(element)
        if start is None:
            return ((1, self.at, self.at),)
        location = element.source_location
        end = location.end_tag.end_offset if location is not None and location.end_tag else self.start_tag_end(start)
        return ((1, start, end),)

    def attribute_span(self, element: Element, name: str) -> tuple[int, int] | None:
        """Where the value of an attribute stands, without its quotes; None when the markup does not write it."""
        start = self.offset_of(element)
        return None if start is None else self._value_span(start, element.tag, name, element.attr(name) or "")

    def _value_span(self, start: int, tag: str, name: str, value: str) -> tuple[int, int] | None:
        """As `attribute_span`, of the start tag that begins at `start`."""
        end = self.start_tag_end(start)
        written = f'{name}="{value}"'
        usual = self.markup.find(written, start, end)
        if usual > 0 and self.markup[usual - 1] in " \n":
            return usual + len(name) + 2, usual + len(written) - 1
        at = start + 1 + len(tag)
        for found in _ATTRIBUTE.finditer(self.markup, at, end):
            if found.group(1).lower() == name and found.group(2) is not None:
                low, high = found.span(2)
                if self.markup[low:high][:1] in ('"', "'"):
                    return low + 1, high - 1
                return low, high
        return None

    def attribute_place(self, element: Element, name: str, value: str) -> Place:
        """The place of a text that is an attribute's value."""
        position = element.position
        if position is None:
            return self.tag_place(element, len(value))
        return self.value_place(position, element.tag, name, value)

    def value_place(self, position: tuple[int, int], tag: str, name: str, value: str) -> Place:
        """As `attribute_place`, of the start tag that stands at this line and column."""
        start = self._offset_at(position)
        span = self._value_span(start, tag, name, value)
        if span is None:
            return ((len(value), start, self.start_tag_end(start)),)
        if self.markup[span[0] : span[1]] == value:
            return span[0]
        matched = self._match(value, span[0])
        if matched is not None and matched[1] <= span[1]:
            return matched[0]
        return ((len(value), *span),)

    def leave(self, element: Element) -> None:
        """Goes behind an element whose content the walk leaves out."""
        location = element.source_location
        if location is not None and location.end_tag is not None:
            self.at = max(self.at, location.end_tag.end_offset)

    def locate(self, data: str) -> Place:
        """Where the next text node stands, and goes behind it."""
        markup = self.markup
        pattern = _TAGS
        if self.passed is not None:
            self._settle(*self.passed)
        if self.has_skipped_space:
            self.has_skipped_space = False
            pattern = _TAGS_AND_SPACE
        at = pattern.match(markup, self._at).end()  # type: ignore[union-attr]  # the pattern matches nothing as well
        if markup.startswith(data, at) and "&" not in data:
            self._at = at + len(data)
            return at
        return self._locate_pieces(data, self._skip_raw(pattern, at))

    def locate_raw(self, data: str) -> Place:
        """As `locate`, for text in an element whose content is not markup."""
        for at in (self.at, self.at + 1):
            if self.markup.startswith(data, at):
                self.at = at + len(data)
                return at
        return self._locate_pieces(data, self.at)

    def _skip_raw(self, pattern: re.Pattern[str], at: int) -> int:
        """The offset behind the elements whose content is not markup that stand at `at`, and the tags behind them."""
        markup = self.markup
        while markup.startswith("<", at) and (raw := _RAW.match(markup, at)) is not None:
            close = re.compile(rf"</{raw.group(1)}(?=[\s/>])", re.IGNORECASE).search(markup, raw.end())
            if close is None:
                return len(markup)
            at = pattern.match(markup, close.start()).end()  # type: ignore[union-attr]
        return at

    def _locate_pieces(self, data: str, at: int) -> Place:
        """Where a text stands that holds character references, or that tags interrupt."""
        if self._is_raw:
            self._is_raw = False
            if self.markup.startswith(data, self.at):
                start, self.at = self.at, self.at + len(data)
                return start
        found = self._match(data, at)
        if found is None and self.markup.startswith("\n", at):
            found = self._match(data, at + 1)  # the newline that <pre> and <textarea> lose
        if found is None and (space := _SPACE.match(self.markup, at)) is not None:
            # What the parser drops before the body.
            found = self._match(data, self._skip_raw(_TAGS_AND_SPACE, space.end()))
        if found is None and self.landmark is not None:
            at = self._after_landmark(self.landmark, at)
            found = self._match(data, at)
        if found is not None:
            segments, self.at = found
            return segments
        return self._search(data, at)

    def _after_landmark(self, element: Element, at: int) -> int:
        """Where text can stand next behind an element's start tag; `at` when the markup is past it."""
        self.landmark = None
        offset = self.offset_of(element)
        if offset is None or offset < at:
            return at
        tags = _TAGS.match(self.markup, offset)
        return self._skip_raw(_TAGS, tags.end() if tags is not None else offset)

    def _match(self, data: str, at: int) -> tuple[tuple[Segment, ...], int] | None:
        """The segments of `data` when it stands at `at`, and the offset behind it."""
        markup = self.markup
        segments: list[Segment] = []
        done, length = 0, len(data)
        while done < length:
            literal = _LITERAL.match(markup, at)
            if literal is not None:
                size = min(literal.end() - at, length - done)
                if not data.startswith(markup[at : at + size], done):
                    return None
                segments.append((size, at, at + size))
                done, at = done + size, at + size
                continue
            if at >= len(markup):
                return None
            if markup[at] == "<" and (end := _TAGS.match(markup, at).end()) > at:  # type: ignore[union-attr]
                at = end
                continue
            if markup[at] == "\0" and data[done] != "\0":
                size = 1 if data[done] == "\ufffd" else 0
                if size:
                    segments.append((1, at, at + 1))
                done, at = done + size, at + 1
                continue
            end, text = _reference(markup, at)
            if not data.startswith(text, done):
                return None
            segments.append((len(text), at, end))
            done, at = done + len(text), end
        return tuple(segments), at

    def _search(self, data: str, at: int) -> Place:
        """Where a text stands that the parser moved: the nearest equal text ahead, else the nearest equal words."""
        first = _PLAIN_WORD.search(data)
        if first is None:
            return ((len(data), at, at),)
        markup, word = self.markup, first.group()
        end = at + _WINDOW
        found = markup.find(word, at, end)
        for _ in range(_MAX_TRIES):
            if found < 0:
                break
            matched = self._match(data[first.start() :], found)
            if matched is not None:
                segments, self.at = matched
                return ((first.start(), found, found), *segments)
            found = markup.find(word, found + 1, end)
        return self._search_words(data, at)

    def _search_words(self, data: str, at: int) -> Place:
        """The nearest equal words ahead, one by one; what is not found stands where the last one ended."""
        segments: list[Segment] = []
        for part in _WORDS.finditer(data):
            word = part.group()
            is_plain = _PLAIN_WORD.fullmatch(word) is not None
            found = self.markup.find(word, at, at + _WINDOW + len(word)) if is_plain else -1
            if found < 0 and is_plain and not segments:
                return ((len(data), at, at),)
            start = at if found < 0 else found
            at = start if found < 0 else found + len(word)
            segments.append((len(word), start, at))
        self.at = at
        return tuple(segments)


def _reference(markup: str, at: int) -> tuple[int, str]:
    """The end of the character reference at `at` and the text that it stands for; one character when it is none."""
    match = _REFERENCE.match(markup, at)
    if match is None:
        return at + 1, markup[at]
    written = match.group()
    if (control := _control(written)) is not None:
        return match.end(), control
    text = unescape(written)
    if text == written:
        return at + 1, markup[at]
    if not written.startswith("&#") and not (written.endswith(";") and not text.endswith(";")):
        # A name without ";" may end before the letters do: `&notit` is `¬it`.
        for end in range(len(written), 1, -1):
            tail = written[end:]
            if text.endswith(tail) and unescape(written[:end]) + tail == text:
                head = unescape(written[:end])
                if head != written[:end] and (end == 2 or unescape(written[: end - 1]) + written[end - 1] != head):
                    return at + end, head
    return match.end(), text


def _control(written: str) -> str | None:
    """The control character that a numeric reference stands for, which `unescape` drops; None for any other.

    https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-end-state
    """
    digits = written[2:].rstrip(";")
    if not written.startswith("&#") or len(digits) > _LONGEST_NUMBER:
        return None
    code = int(digits[1:], 16) if digits[0] in "xX" else int(digits)
    return chr(code) if 0 < code < 0x20 or code == 0x7F else None


def line_feeds(markup: str) -> tuple[str, tuple[Segment, ...]]:
    """The markup with line feeds for all its line ends, and the segments back to it."""
    segments: list[Segment] = []
    at = 0
    while (found := markup.find("\r\n", at)) >= 0:
        segments.append((found - at, at, found))
        segments.append((1, found, found + 2))
        at = found + 2
    segments.append((len(markup) - at, at, len(markup)))
    return markup.replace("\r\n", "\n").replace("\r", "\n"), tuple(segments)
