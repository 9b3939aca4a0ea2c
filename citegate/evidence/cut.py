"""A Document to the pieces that can stand as evidence: whole blocks of one section, or whole sentences of one block."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from citegate.evidence.pack import MAX_PASSAGE, packed
from citegate.index.passages import block_number, block_span
from citegate.model import Block, BlockKind, Document, Link, Span
from citegate.unicode.surrogates import without_surrogates

MIN_EVIDENCE = 40  # code points; a shorter text says too little to support anything
MAX_LINK_SHARE = 0.5  # of a text that more links than this make a list of ways, not a statement
MAX_EMPTY = 4  # blocks between two rows of one table: cells without text

_LOCALE = "en"
_NEVER = frozenset((BlockKind.CONTROL, BlockKind.ATTRIBUTE))
_ROW = re.compile(r"<tr\b", re.IGNORECASE)
_CELL = re.compile(r"<t[dh]\b", re.IGNORECASE)
_LINE = re.compile(r"[^\n]*\n+|[^\n]+")


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of `Document.text` that can be cited."""

    span: Span
    """In `Document.text`."""
    path: str
    """The file that `source` counts in."""
    source: Span
    """Where it is written."""
    headings: tuple[str, ...]
    """The headings above it, outermost first."""
    columns: tuple[str, ...] = ()
    """The first row of the table that it has rows of."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A block, a row of a table or a sentence: what is never cut."""

    span: Span
    path: str
    source: Span
    links: int
    """Code points that stand in links."""
    order: int
    """Place among all blocks by where they are written, of its first and last block."""
    last_order: int
    is_whole: bool
    """False for a sentence of a longer block, which is packed with its like alone."""
    columns: tuple[str, ...] = ()

    @property
    def is_links(self) -> bool:
        return self.links > MAX_LINK_SHARE * self.span.length


def cut(document: Document) -> tuple[Piece, ...]:
    """The pieces of a document that can stand as evidence, in the order of the page."""
    pieces: list[Piece] = []
    for headings, run in _runs(document):
        for first, last in packed(document.text, run):
            pieces.append(_piece(run[first:last], headings))
    return tuple(piece for piece in pieces if piece.span.length >= MIN_EVIDENCE)


def all_pieces(document: Document) -> Iterator[Piece]:
    """Every piece that could be cut from the document, whatever stands beside it now: each run of whole parts."""
    for headings, run in _runs(document):
        for first in range(len(run)):
            for last in range(first + 1, len(run) + 1):
                piece = _piece(run[first:last], headings)
                if piece.span.length > MAX_PASSAGE and last - first > 1:
                    break
                if piece.span.length >= MIN_EVIDENCE:
                    yield piece


def _runs(document: Document) -> Iterator[tuple[tuple[str, ...], list[_Part]]]:
    """Parts that follow each other in one section and one file, with the headings above them."""
    linked = _Links(document.links)
    for headings, blocks in _sections(document):
        for run in _adjacent(_all_parts(document, blocks, linked)):
            yield headings, run


def _all_parts(document: Document, blocks: Sequence[_Placed], linked: _Links) -> Iterator[_Part]:
    """The parts of a section in order, rows of a table with its first row."""
    first: Sequence[_Placed] = ()
    last: _Placed | None = None
    for row in _rows(document, blocks):
        is_table = row[0].block.kind is BlockKind.TABLE_CELL
        if not (is_table and last and last.order < row[0].order <= last.order + MAX_EMPTY):
            first = row if is_table else ()
        last = row[-1] if is_table else None
        columns = tuple(" ".join(item.block.text.split()) for item in first)
        for part in _parts(document, row, linked):
            yield replace(part, columns=columns) if columns else part


def quote_of(document: Document, span: Span) -> str:
    """The text of a piece as a browser copies it: blocks parted by a line feed, cells of one row by a tab."""
    text = ""
    last: Block | None = None
    for number in range(block_number(document, span.start), block_number(document, span.end - 1) + 1):
        block, place = document.searchable[number], block_span(document, number)
        part = document.text[max(place.start, span.start) : min(place.end, span.end)]
        if part.strip():
            if last is not None:
                text += "\t" if _is_same_row(document, last, block) else "\n"
            text += part
            last = block
    return text


@dataclass(frozen=True, slots=True)
class _Placed:
    """A searchable block, where its text stands and where it is written."""

    block: Block
    span: Span
    source: Span
    order: int


def _sections(document: Document) -> Iterator[tuple[tuple[str, ...], list[_Placed]]]:
    """The blocks between two headings, with the headings above them; opaque content parts them too."""
    trail: list[tuple[int, str]] = []
    section: list[_Placed] = []
    placed = iter(_placed(document))
    for block in document.blocks:
        item = next(placed) if block.is_searchable else None
        if item is None:
            if block.kind is BlockKind.OPAQUE and section:
                yield tuple(text for _, text in trail), section
                section = []
        elif block.level:
            if section:
                yield tuple(text for _, text in trail), section
            section = []
            trail = [(level, text) for level, text in trail if level < block.level]
            trail.append((block.level, " ".join(block.text.split())))
        elif block.kind not in _NEVER and block.text.strip():
            section.append(item)
    if section:
        yield tuple(text for _, text in trail), section


def _placed(document: Document) -> list[_Placed]:
    written = []
    for number, (block, start) in enumerate(zip(document.searchable, document.starts, strict=True)):
        text = block.text
        lead = len(text) - len(text.lstrip())
        local = Span(lead, max(lead, len(text.rstrip())))
        written.append((block.path, block.source.source_span(local), local.shifted(start), number))
    order = {number: place for place, (_, _, _, number) in enumerate(sorted(written, key=lambda row: row[:2]))}
    return [
        _Placed(block, span, source, order[number])
        for block, (_, source, span, number) in zip(document.searchable, written, strict=True)
    ]


def _rows(document: Document, blocks: Sequence[_Placed]) -> Iterator[list[_Placed]]:
    """The blocks, the cells of one row of a table together."""
    row: list[_Placed] = []
    for item in blocks:
        if row and not _is_same_row(document, row[-1].block, item.block):
            yield row
            row = []
        row.append(item)
    if row:
        yield row


def _is_same_row(document: Document, one: Block, other: Block) -> bool:
    """True for two cells that follow each other in one row of a table of this file."""
    if not one.kind is other.kind is BlockKind.TABLE_CELL or not one.path == other.path == document.source.path:
        return False
    end, start = one.source.source_span(Span(0, len(one.text))).end, other.source.source_of(0).start
    if start < end:
        return False
    between = document.source.text[end:start]
    return not _ROW.search(between) if _CELL.search(between) else "\n" not in between


def _parts(document: Document, row: Sequence[_Placed], linked: _Links) -> Iterator[_Part]:
    """The row as one part; where that is too long, each of its cells, and a block's sentences or lines."""
    first, last = row[0], row[-1]
    span = Span(first.span.start, last.span.end)
    if span.length <= MAX_PASSAGE:
        source = Span(min(item.source.start for item in row), max(item.source.end for item in row))
        links = sum(map(linked.length_in, row))
        yield _Part(span, first.block.path, source, links, first.order, last.order, True)
        return
    for item in row:
        if item.span.length <= MAX_PASSAGE:
            links = linked.length_in(item)
            yield _Part(item.span, item.block.path, item.source, links, item.order, item.order, True)
            continue
        block, text = item.block, document.text[item.span.start : item.span.end]
        lead = len(block.text) - len(block.text.lstrip())
        for local in tuple(_trimmed(_LINE.findall(text))) if block.kind is BlockKind.CODE_BLOCK else sentences(text):
            source = block.source.source_span(local.shifted(lead))
            links = local.length if block.is_link_text else linked.length_of(block.path, source)
            yield _Part(local.shifted(item.span.start), block.path, source, links, item.order, item.order, False)


class _Links:
    """How much of a piece of source is link text."""

    def __init__(self, links: Sequence[Link]) -> None:
        found: dict[str, list[tuple[int, int, int]]] = {}
        for link in links:
            found.setdefault(link.path, []).append((link.span.start, link.span.end, len(link.text)))
        self._starts: dict[str, list[int]] = {}
        self._ends: dict[str, list[int]] = {}
        self._before: dict[str, list[int]] = {}
        for path, placed in found.items():
            placed.sort()
            self._starts[path] = [start for start, _, _ in placed]
            self._ends[path] = list(accumulate((end for _, end, _ in placed), max))
            self._before[path] = list(accumulate((length for _, _, length in placed), initial=0))

    def length_in(self, item: _Placed) -> int:
        """Code points of the block's text that stand in links."""
        return item.span.length if item.block.is_link_text else self.length_of(item.block.path, item.source)

    def length_of(self, path: str, source: Span) -> int:
        """Code points in links that reach into a piece of a file; the bracket of the first may stand before it."""
        starts = self._starts.get(path)
        if not starts:
            return 0
        low, high = bisect_right(self._ends[path], source.start), bisect_left(starts, source.end)
        return self._before[path][max(low, high)] - self._before[path][low]


def sentences(text: str) -> tuple[Span, ...]:
    """The sentences of a text by UAX #29, white space at their ends left out."""
    from icu4py.breakers import SentenceBreaker  # noqa: PLC0415 - 11 ms that most commands do not need

    return tuple(_trimmed(SentenceBreaker(without_surrogates(text), _LOCALE)))


def _trimmed(parts: Iterable[str]) -> Iterator[Span]:
    at = 0
    for part in parts:
        inner = part.strip()
        if inner:
            start = at + part.index(inner)
            yield Span(start, start + len(inner))
        at += len(part)


def _adjacent(parts: Iterable[_Part]) -> Iterator[list[_Part]]:
    """Runs of parts that are written one behind the other in one file, with nothing of the page between them.

    The sentences of a longer block are a run of their own. What consists of links is in none.
    """
    run: list[_Part] = []
    for part in parts:
        if run and (part.is_links or not _follows(run[-1], part)):
            yield run
            run = []
        if not part.is_links:
            run.append(part)
    if run:
        yield run


def _follows(last: _Part, part: _Part) -> bool:
    if not (last.is_whole and part.is_whole):
        return not last.is_whole and not part.is_whole and last.order == part.order
    return last.path == part.path and part.order in (last.last_order, last.last_order + 1)


def _piece(group: Sequence[_Part], headings: tuple[str, ...]) -> Piece:
    source = Span(min(part.source.start for part in group), max(part.source.end for part in group))
    columns = next((part.columns for part in group if part.columns), ())
    return Piece(Span(group[0].span.start, group[-1].span.end), group[0].path, source, headings, columns)
