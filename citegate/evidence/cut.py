"""A Document to the pieces that can stand as evidence: whole blocks of one section, or whole sentences of one block.

A block from `MIN_PASSAGE` on stands by itself, so that an edit beside it does not change it. Shorter ones are packed
with their neighbours from the section's end upwards, so that what is put in at its beginning moves nothing below.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from citegate.index.passages import block_number, block_span
from citegate.model import Block, BlockKind, Document, Link, Span
from citegate.unicode.surrogates import without_surrogates

MIN_PASSAGE = 120  # code points; shorter blocks are packed with their neighbours
MAX_PASSAGE = 700  # code points; longer blocks are cut between sentences
MIN_EVIDENCE = 40  # code points; a shorter text says too little to support anything
MAX_LINK_SHARE = 0.5  # of a text that more links than this make a list of ways, not a statement

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


@dataclass(frozen=True, slots=True)
class _Part:
    """A block, a row of a table or some sentences: what is never cut."""

    span: Span
    path: str
    source: Span
    links: int
    """Code points that stand in links."""
    order: int
    """Place among all blocks by where they are written, of its first and last block."""
    last_order: int
    is_whole: bool
    """False for some sentences of a longer block, which are packed with nothing."""

    @property
    def length(self) -> int:
        return self.span.length

    @property
    def is_links(self) -> bool:
        return self.links > MAX_LINK_SHARE * self.span.length


def cut(document: Document) -> tuple[Piece, ...]:
    """The pieces of a document that can stand as evidence, in the order of the page."""
    pieces: list[Piece] = []
    linked = _Links(document.links)
    for headings, blocks in _sections(document):
        parts = [part for row in _rows(document, blocks) for part in _parts(document, row, linked) if not part.is_links]
        for run in _adjacent(parts):
            for group in _packed(run):
                piece = _piece(group, headings)
                if piece.span.length >= MIN_EVIDENCE:
                    pieces.append(piece)
    return tuple(pieces)


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
    first, last = row[0], row[-1]
    span = Span(first.span.start, last.span.end)
    links = sum(map(linked.length_in, row))
    orders = first.order, last.order
    if len(row) > 1 or span.length <= MAX_PASSAGE:
        source = Span(min(item.source.start for item in row), max(item.source.end for item in row))
        yield _Part(span, first.block.path, source, links, *orders, True)
        return
    text = document.text[span.start : span.end]
    lead = len(first.block.text) - len(first.block.text.lstrip())
    for local in _sentence_groups(text, is_code=first.block.kind is BlockKind.CODE_BLOCK):
        source = first.block.source.source_span(local.shifted(lead))
        share = links * local.length // max(1, span.length)
        yield _Part(local.shifted(span.start), first.block.path, source, share, *orders, False)


class _Links:
    """How much of a piece of source is link text."""

    def __init__(self, links: Sequence[Link]) -> None:
        found: dict[str, list[tuple[int, int]]] = {}
        for link in links:
            found.setdefault(link.path, []).append((link.span.start, len(link.text)))
        self._starts: dict[str, list[int]] = {}
        self._before: dict[str, list[int]] = {}
        for path, placed in found.items():
            placed.sort()
            self._starts[path] = [start for start, _ in placed]
            self._before[path] = list(accumulate((length for _, length in placed), initial=0))

    def length_in(self, item: _Placed) -> int:
        """Code points of the block's text that stand in links."""
        if item.block.is_link_text:
            return item.span.length
        starts = self._starts.get(item.block.path)
        if not starts:
            return 0
        low, high = bisect_left(starts, item.source.start), bisect_left(starts, item.source.end)
        return self._before[item.block.path][high] - self._before[item.block.path][low]


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


def _sentence_groups(text: str, *, is_code: bool) -> list[Span]:
    """Whole sentences (of code: lines) in groups of about equal length, each at most `MAX_PASSAGE` where it can be."""
    spans = tuple(_trimmed(_LINE.findall(text))) if is_code else sentences(text)
    target = len(text) / -(-len(text) // MAX_PASSAGE)
    groups = [spans[0]]
    for span in spans[1:]:
        last = groups[-1]
        if span.end - last.start > MAX_PASSAGE or last.length >= target:
            groups.append(span)
        else:
            groups[-1] = Span(last.start, span.end)
    if len(groups) > 1 and groups[-1].length < MIN_PASSAGE and groups[-1].end - groups[-2].start <= MAX_PASSAGE:
        groups[-2:] = [Span(groups[-2].start, groups[-1].end)]
    return groups


def _adjacent(parts: Sequence[_Part]) -> Iterator[list[_Part]]:
    """Runs of parts that are written one behind the other in one file, with nothing of the page between them."""
    run: list[_Part] = []
    for part in parts:
        if run and not (run[-1].path == part.path and part.order in (run[-1].last_order, run[-1].last_order + 1)):
            yield run
            run = []
        run.append(part)
    if run:
        yield run


def _packed(parts: Sequence[_Part]) -> list[list[_Part]]:
    """Groups of parts of `MIN_PASSAGE` to `MAX_PASSAGE`, where that can be."""
    groups: list[list[_Part]] = []  # from the last one to the first
    for part in reversed(parts):
        short = groups[-1] if groups else None
        if (
            short
            and short[0].is_whole
            and part.is_whole
            and part.length < MIN_PASSAGE
            and _length(short) < MIN_PASSAGE
            and _joined(part, short) <= MAX_PASSAGE
        ):
            short.insert(0, part)
        else:
            groups.append([part])
    groups.reverse()
    return _without_scraps(groups)


def _without_scraps(groups: list[list[_Part]]) -> list[list[_Part]]:
    """The groups, those that are too short joined to the one before, and a scrap at the beginning to the one behind."""
    kept: list[list[_Part]] = []
    for group in groups:
        if kept and _length(group) < MIN_PASSAGE and _fits(kept[-1], group):
            kept[-1] = kept[-1] + group
        elif kept and len(kept) == 1 and _length(kept[0]) < MIN_EVIDENCE and _fits(kept[0], group):
            kept[0] = kept[0] + group
        else:
            kept.append(group)
    return kept


def _length(group: Sequence[_Part]) -> int:
    return group[-1].span.end - group[0].span.start


def _joined(part: _Part, group: Sequence[_Part]) -> int:
    return group[-1].span.end - part.span.start


def _fits(one: Sequence[_Part], other: Sequence[_Part]) -> bool:
    return one[-1].is_whole and other[0].is_whole and other[-1].span.end - one[0].span.start <= MAX_PASSAGE


def _piece(group: Sequence[_Part], headings: tuple[str, ...]) -> Piece:
    source = Span(min(part.source.start for part in group), max(part.source.end for part in group))
    return Piece(Span(group[0].span.start, group[-1].span.end), group[0].path, source, headings)
