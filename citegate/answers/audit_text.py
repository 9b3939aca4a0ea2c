"""An answer as its reader reads it: sentences without the citation tokens, and each token with its sentence."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from citegate.answers.audit_sentences import split
from citegate.model import Block, BlockKind, Document, SourceText, Span
from citegate.model.answer import CitationEvent
from citegate.parse.document import parse_markdown

HOLE = "\ufdd1"
"""Stands for each code point of a token while the Markdown is parsed: a noncharacter, which no markup has."""

_FRONT = re.compile(r"---(?=[ \t]*(?:\r?\n|\Z))")
_LIST_ITEM = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?\Z")
_DELIMITER_ROW = re.compile(r"[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)*\Z")
_HOLES = re.compile(HOLE + "+")
_TIGHT = re.compile(r"[.,;:!?)\]}。，；：！？、）】」』”’%]")
_ENDING = re.compile(r"[^\w\s]+")
_INDENTED = re.compile(r"[ \t>]*[ \t]{2}\Z")
_BEHIND_COLON = "\"'”’*_) \n"
_LINKED = frozenset({BlockKind.ATTRIBUTE, BlockKind.OPAQUE, BlockKind.CONTROL})
"""Blocks that are no text of the answer."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence, or a row of a table, with the tokens that stand in it or right behind it."""

    text: str
    """As rendered, tokens taken out."""
    span: Span
    """Where it is written, in code points of the answer."""
    kind: BlockKind
    """What it stands in."""
    events: tuple[CitationEvent, ...] = ()
    """Its tokens, in order."""
    cuts: tuple[int, ...] = ()
    """For each token, how many code points of `text` stand before it."""
    inherited: tuple[CitationEvent, ...] = ()
    """The tokens of the line that introduces the list or table that it belongs to."""
    paragraph: int = 0
    """The number of its paragraph, list item, or row."""
    is_last: bool = True
    """True for the last sentence of its paragraph."""
    is_lead_in: bool = False
    """True when it introduces what follows: it ends with a colon."""


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """An answer taken apart."""

    source: SourceText
    document: Document
    """Parsed with a hole in the place of each token."""
    statements: tuple[Statement, ...]
    """In the order of the answer."""
    loose: tuple[CitationEvent, ...]
    """Tokens that stand in no sentence."""


def read(source: SourceText, events: Iterable[CitationEvent], unread: Iterable[Span] = ()) -> ReadAnswer:
    """The answer's sentences, with the tokens that were found in it; what is `unread` is no word of them."""
    tokens = sorted(events, key=lambda event: event.token.span)
    page = SourceText(source.path, masked(source.text, tokens, unread))
    document = parse_markdown(page, id="answer", url="/answer")[0]
    statements = tuple(_with_lead_ins(_statements(document, source.text, tokens)))
    placed = {id(event) for statement in statements for event in statement.events}
    return ReadAnswer(source, document, statements, tuple(event for event in tokens if id(event) not in placed))


def masked(text: str, tokens: Iterable[CitationEvent], unread: Iterable[Span] = ()) -> str:
    """The text with a hole for each code point of a token, but for the words that a token carries; as long as it was.

    A line of hyphens at the beginning is a rule of the page, and not front matter.
    """
    parts: list[str] = []
    at = 0
    spans = {event.token.span: event.token.label for event in tokens} | dict.fromkeys(unread, "")
    for span in sorted(spans):
        if span.start < at:
            continue
        parts.append(text[at : span.start].replace(HOLE, "\ufffd"))
        inside, words = text[span.start : span.end], spans[span]
        label = inside.find(words) if words else -1
        end = label + len(words)
        parts.append(HOLE * label + words + HOLE * (span.length - end) if label >= 0 else HOLE * span.length)
        at = span.end
    parts.append(text[at:].replace(HOLE, "\ufffd"))
    return _FRONT.sub("***", "".join(parts), count=1) if text.startswith("---") else "".join(parts)


@dataclass(frozen=True, slots=True)
class _Line:
    """A block, or the cells of one row, without holes."""

    text: str
    kind: BlockKind
    blocks: tuple[Block, ...]
    kept: tuple[int, ...]
    """For each code point of `text`, its place in the joined text of the blocks."""
    starts: tuple[int, ...]
    """Where each block starts in that joined text."""
    holes: tuple[tuple[int, int], ...] = ()
    """For each token, by its place among all of them: code points of `text` before it."""
    paragraph: int = 0
    is_item: bool = False

    def source(self, start: int, end: int) -> Span:
        """Where a piece of the text is written."""
        first, last = self._place(self.kept[start]), self._place(self.kept[end - 1])
        return Span(min(first.start, last.start), max(first.end, last.end))

    def _place(self, at: int) -> Span:
        number = bisect_right(self.starts, at) - 1
        block = self.blocks[number]
        inner = min(at - self.starts[number], len(block.text) - 1)
        return block.source.source_of(inner)


def _statements(document: Document, text: str, tokens: Sequence[CitationEvent]) -> Iterator[Statement]:
    starts = [event.token.span.start for event in tokens]
    for number, line in enumerate(_lines(document, text, starts)):
        if line.kind is not BlockKind.CODE_BLOCK:
            yield from _sentences(replace(line, paragraph=number), tokens)


def _sentences(line: _Line, tokens: Sequence[CitationEvent]) -> Iterator[Statement]:
    """The sentences of a line. A token right behind a full stop belongs to the sentence that ends there.

    If that sentence has a token already, one that begins the next sentence belongs to that one.
    """
    is_row = line.kind is BlockKind.TABLE_CELL
    spans = [Span(0, len(line.text))] if is_row else list(split(line.text, [at for _, at in line.holes]))
    spans = [span for span in spans if line.text[span.start : span.end].strip()]
    if not spans:
        return
    ends = [span.end for span in spans]
    owned: list[list[tuple[int, int]]] = [[] for _ in spans]
    closed: dict[int, bool] = {}  # whether a sentence has a token right before its full stop
    for token, at in line.holes:
        index = min(bisect_left(ends, at), len(spans) - 1)
        if index and at <= spans[index].start and index - 1 not in closed:
            closed[index - 1] = any(
                _ENDING.fullmatch(line.text, place, ends[index - 1]) for _, place in owned[index - 1]
            )
        if index and at <= spans[index].start and not closed[index - 1]:
            index -= 1
        owned[index].append((token, at))
    for index, span in enumerate(spans):
        cuts = tuple(max(0, min(span.length, at - span.start)) for _, at in owned[index])
        words = line.text[span.start : span.end]
        yield Statement(
            words,
            line.source(span.start, span.end),
            BlockKind.LIST_ITEM if line.is_item and line.kind is BlockKind.PARAGRAPH else line.kind,
            tuple(tokens[token] for token, _ in owned[index]),
            cuts,
            paragraph=line.paragraph,
            is_last=index == len(spans) - 1,
            is_lead_in=words.rstrip(_BEHIND_COLON).endswith((":", "：")) and not is_row,
        )


def _lines(document: Document, text: str, starts: Sequence[int]) -> Iterator[_Line]:
    """The blocks that a reader reads, cells of a row together, holes taken out; no headers of tables, no footnotes."""
    row: list[Block] = []
    row_start = -1
    for block in document.blocks:
        if block.kind is BlockKind.HEADING and not block.source.source_span(Span(0, len(block.text))).length:
            break  # the generated heading of the footnotes
        if block.kind in _LINKED or not block.text.strip():
            continue
        at = block.source.source_of(0).start
        line_start = text.rfind("\n", 0, at) + 1
        if row and (block.kind is not BlockKind.TABLE_CELL or line_start != row_start):
            yield from _row(row, text, row_start, starts)
            row = []
        if block.kind is BlockKind.TABLE_CELL:
            row.append(block)
            row_start = line_start
            continue
        line = _line((block,), starts)
        if line is not None:
            is_item = any(pattern.match(text[line_start:at]) for pattern in (_LIST_ITEM, _INDENTED))
            yield replace(line, is_item=is_item) if is_item else line
    if row:
        yield from _row(row, text, row_start, starts)


def _row(cells: Sequence[Block], text: str, start: int, starts: Sequence[int]) -> Iterator[_Line]:
    end = text.find("\n", start)
    below = text[end + 1 : (text.find("\n", end + 1) + 1 or len(text) + 1) - 1].rstrip("\r\n") if end >= 0 else ""
    line = _line(tuple(cells), starts)
    if line is None:
        return
    if below and "-" in below and _DELIMITER_ROW.match(below):
        yield replace(line, kind=BlockKind.HEADING)
    else:
        yield line


def _line(blocks: tuple[Block, ...], starts: Sequence[int]) -> _Line | None:
    """The text of the blocks without holes, and where they were."""
    parts: list[str] = []
    kept: list[int] = []
    holes: list[tuple[int, int]] = []
    begins: list[int] = []
    at = 0
    for number, block in enumerate(blocks):
        if number and parts:
            parts.append("\t")
            kept.append(at - 1)
        begins.append(at)
        last = 0
        for hole in _HOLES.finditer(block.text):
            _keep(parts, kept, block.text, last, hole.start(), at, tight=_TIGHT.match(block.text, hole.end()))
            here = block.source.source_span(Span(hole.start(), hole.end()))
            low, high = bisect_left(starts, here.start), bisect_left(starts, here.end)
            holes.extend((token, len(kept)) for token in range(low, high))
            last = hole.end()
        _keep(parts, kept, block.text, last, len(block.text), at)
        at += len(block.text) + 1
    text = "".join(parts)
    if not text.strip() and not holes:
        return None
    return _Line(text, blocks[0].kind, blocks, tuple(kept), tuple(begins), tuple(holes))


def _keep(parts: list[str], kept: list[int], text: str, start: int, end: int, base: int, tight: object = None) -> None:
    """Add a piece of a block; of the white space around a token, no more than is between two words."""
    if kept and parts and parts[-1][-1:].isspace():
        start += len(text[start:end]) - len(text[start:end].lstrip())
    if tight:
        end = start + len(text[start:end].rstrip())
    if start == end:
        return
    parts.append(text[start:end])
    kept.extend(range(base + start, base + end))


@dataclass(slots=True)
class _Above:
    """The line that introduces the list or table being read."""

    events: tuple[CitationEvent, ...] = field(default=())
    is_open: bool = False


def _with_lead_ins(statements: Iterable[Statement]) -> Iterator[Statement]:
    """The statements, those of a list or table with the tokens of the line that introduces it."""
    above = _Above()
    for statement in statements:
        if statement.is_lead_in and statement.kind is not BlockKind.LIST_ITEM:
            above.events, above.is_open = statement.events, True
        elif statement.kind in (BlockKind.LIST_ITEM, BlockKind.TABLE_CELL) and above.is_open:
            yield replace(statement, inherited=above.events)
            continue
        elif statement.kind is not BlockKind.HEADING:
            above.events, above.is_open = (), False
        yield statement
