"""Where the citations of a report stand in the text of the pages that they cite."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from citegate.model import Block, BlockKind, Document, Finding, Location, Severity, Span, Status, Verdict

NEAR = 2  # blocks shown before and behind one with a citation; longer stretches are folded away

Shown = tuple[int, Span]
"""The number of a searchable block, and a piece of its text."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A piece of a block's text, and the citations that it belongs to."""

    text: str
    cards: tuple[int, ...] = ()
    """Numbers of citations in the report's order, () for text that nobody cites."""
    state: str = ""
    """The gravest state among these citations."""


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """A block of a page as the report shows it."""

    kind: BlockKind
    level: int
    lang: str
    marks: tuple[Mark, ...]
    cards: tuple[int, ...]
    """The citations that begin in this block."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Blocks of a page that follow one another."""

    is_folded: bool
    """True when none of them is near a citation."""
    blocks: tuple[ShownBlock, ...]

    @property
    def rows(self) -> list[tuple[ShownBlock, ...]]:
        """The blocks in rows: one in which citations begin comes first in its row, and stands beside them."""
        starts = sorted({0, *(number for number, block in enumerate(self.blocks) if block.cards)})
        return [self.blocks[start:end] for start, end in pairwise([*starts, len(self.blocks)])]


GRAVITY = ("unchecked", "good", "warned", "failed")
"""The states of a citation, the gravest last."""


def state_of(verdict: Verdict, findings: Iterable[Finding]) -> str:
    """One of GRAVITY: what a reader of the report has to know first."""
    worst = max((finding.level.rank for finding in findings), default=-1)
    if worst >= Severity.ERROR.rank:
        return "failed"
    if verdict.status is Status.SKIPPED:
        return "unchecked"
    if verdict.status is not Status.VERIFIED:
        return "failed"
    return "warned" if worst >= Severity.WARNING.rank else "good"


def places_of(document: Document, verdict: Verdict, findings: Sequence[Finding]) -> tuple[Shown, ...]:
    """Where a citation stands on this page, or where the closest passage does; () when it is nowhere."""
    own = [match.span for match in verdict.matches[:1] if match.url == document.url]
    if own:
        return tuple(_in_blocks(document, own[0]))
    related = [place for finding in findings for place in finding.related[:1]]
    return tuple(shown for place in related for shown in _from_source(document, place))


def _in_blocks(document: Document, span: Span) -> Iterator[Shown]:
    """A piece of `Document.text`, block by block."""
    number = max(0, bisect_right(document.starts, span.start) - 1)
    while number < len(document.searchable) and document.starts[number] < span.end:
        start, size = document.starts[number], len(document.searchable[number].text)
        low, high = max(0, span.start - start), min(size, span.end - start)
        if low < high:
            yield number, Span(low, high)
        number += 1


def _from_source(document: Document, place: Location) -> Iterator[Shown]:
    """A piece of a file, block by block, where a block's text is written in it."""
    for number, block in enumerate(document.searchable):
        if block.path == place.path and (span := _written_in(block, place.span)):
            yield number, span


def _written_in(block: Block, wanted: Span) -> Span | None:
    """The text of a block that is written inside this piece of its file, or None."""
    low, high, at = None, 0, 0
    for length, start, end in block.source.segments():
        if start < wanted.end and wanted.start < end:
            is_linear = end - start == length
            first = at + (max(wanted.start - start, 0) if is_linear else 0)
            last = at + (min(wanted.end - start, length) if is_linear else length)
            low = first if low is None else min(low, first)
            high = max(high, last)
        at += length
    return Span(low, high) if low is not None and low < high else None


def shown_blocks(document: Document, places: dict[int, tuple[Shown, ...]], states: dict[int, str]) -> list[ShownBlock]:
    """The searchable blocks of a page with the citations of `places`, by their numbers, marked in them."""
    inside: dict[int, list[tuple[Span, int]]] = {}
    first: dict[int, list[int]] = {}
    for card, shown in places.items():
        for number, span in shown:
            inside.setdefault(number, []).append((span, card))
        first.setdefault(min(number for number, _ in shown), []).append(card)
    return [
        ShownBlock(
            block.kind,
            block.level,
            block.lang,
            tuple(cut(block.text, inside.get(number, ()), states)),
            tuple(first.get(number, ())),
        )
        for number, block in enumerate(document.searchable)
    ]


def cut(text: str, spans: Sequence[tuple[Span, int]], states: dict[int, str]) -> Iterator[Mark]:
    """The text in pieces, each with the citations that lie over it."""
    opens: dict[int, list[int]] = {}
    closes: dict[int, list[int]] = {}
    for span, card in spans:
        opens.setdefault(span.start, []).append(card)
        closes.setdefault(span.end, []).append(card)
    over: dict[int, int] = {}
    for start, end in pairwise(sorted({0, len(text), *opens, *closes})):
        for card in closes.get(start, ()):
            over[card] -= 1
            if not over[card]:
                del over[card]
        for card in opens.get(start, ()):
            over[card] = over.get(card, 0) + 1
        cards = tuple(sorted(over))
        state = max((states[card] for card in cards), key=GRAVITY.index, default="")
        yield Mark(text[start:end], cards, state)


def stretches(blocks: Sequence[ShownBlock]) -> Iterator[Stretch]:
    """The blocks in turn, those far from every citation folded away."""
    cited = [number for number, block in enumerate(blocks) if any(mark.cards for mark in block.marks)]
    near = {number for at in cited for number in range(at - NEAR, at + NEAR + 1)}
    start = 0
    for number in range(1, len(blocks) + 1):
        if number == len(blocks) or (number in near) != (start in near):
            yield Stretch(start not in near, tuple(blocks[start:number]))
            start = number
