"""The same passage in two engines' texts of one page, found through the source that both map to."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from weakref import WeakKeyDictionary

from citegate.fragment.page import Page
from citegate.model import Block, Span

_INVISIBLE = frozenset(("Cf", "Cc", "Mn", "Me", "Zs", "Zl", "Zp"))
"""General categories whose characters may hang on either edge of a match."""


def is_edge(text: str) -> bool:
    """True when nothing in the text is seen by a reader of the match: marks, spaces, format characters."""
    return all(unicodedata.category(char) in _INVISIBLE for char in text)


def same_place(text: str, one: Span, other: Span) -> bool:
    """True when two spans of one text indicate the same words, invisible characters at the edges aside."""
    if one == other:
        return True
    low, high = sorted((one.start, other.start))
    if high - low > 8 or not is_edge(text[low:high]):
        return False
    low, high = sorted((one.end, other.end))
    return high - low <= 8 and is_edge(text[low:high])


def counterpart(page: Page, target: Span, other: Page) -> Span | None:
    """Where `target` of `page.text` stands in `other.text`; None when that engine does not search it."""
    if _is_equal(page, other):
        return target
    first = _source_of(page, target.start)
    last = _source_of(page, target.end - 1)
    if first is None or last is None:
        return None
    start = _position_of(other, *first)
    end = _position_of(other, *last)
    if start is None or end is None or end < start:
        return None
    return Span(start, end + 1)


_EQUAL: WeakKeyDictionary[Page, WeakKeyDictionary[Page, bool]] = WeakKeyDictionary()
"""Which pages have the same blocks: it is asked for every link of a page, and takes as long as the page."""
_SOURCES: WeakKeyDictionary[Page, dict[bool, dict[str, _Sources]]] = WeakKeyDictionary()
"""Of each page, from which pieces of which file the blocks with and without an origin are made."""
_ORIGINS: WeakKeyDictionary[Page, dict[int, int]] = WeakKeyDictionary()
"""Of each page, which block was read from which origin, by its identity."""


def _is_equal(page: Page, other: Page) -> bool:
    known = _EQUAL.setdefault(page, WeakKeyDictionary())
    if other not in known:
        known[other] = page.document.blocks == other.document.blocks
    return known[other]


def _source_of(page: Page, offset: int) -> tuple[Block, Span] | None:
    index = page.block_at(offset)
    block = page.document.searchable[index]
    inside = offset - page.document.starts[index]
    return (block, block.source.source_of(inside)) if inside < len(block.text) else None


def _position_of(page: Page, like: Block, source: Span) -> int | None:
    """The offset in `page.text` of the first character made from this piece of source, which `like` is made from."""
    if like.source.origin is not None:
        if page not in _ORIGINS:
            _ORIGINS[page] = {
                id(block.source.origin): index
                for index, block in enumerate(page.document.searchable)
                if block.source.origin is not None
            }
        index = _ORIGINS[page].get(id(like.source.origin), -1)
        if index >= 0 and (inside := _inside(page.document.searchable[index], source)) is not None:
            return page.document.starts[index] + inside
    found = _search(page, like.path, source, with_origin=False)
    return _search(page, like.path, source, with_origin=True) if found is None else found


def _search(page: Page, path: str, source: Span, *, with_origin: bool) -> int | None:
    """As `_position_of`, among the blocks with an origin, whose maps cost to make, or among the others."""
    known = _SOURCES.setdefault(page, {})
    if with_origin not in known:
        known[with_origin] = _sources(page, with_origin)
    pieces = known[with_origin].get(path)
    for index in sorted(pieces.holding(source.start)) if pieces else ():
        if (inside := _inside(page.document.searchable[index], source)) is not None:
            return page.document.starts[index] + inside
    return None


@dataclass(frozen=True, slots=True)
class _Sources:
    """Which searchable blocks of a page are made from which pieces of one file."""

    starts: list[int]
    """Of the pieces, ascending."""
    blocks: list[int]
    """The block made from each."""
    furthest: list[int]
    """The largest end of all pieces up to each."""

    def holding(self, offset: int) -> set[int]:
        """The blocks that have a piece over the offset, and a few beside it."""
        found = set()
        number = bisect_right(self.starts, offset) - 1
        while number >= 0 and self.furthest[number] > offset:
            found.add(self.blocks[number])
            number -= 1
        return found


def _sources(page: Page, with_origin: bool) -> dict[str, _Sources]:
    pieces: dict[str, list[tuple[int, int, int]]] = {}
    for index, block in enumerate(page.document.searchable):
        if (block.source.origin is not None) is not with_origin:
            continue
        held = pieces.setdefault(block.path, [])
        held += [
            (start, index, end) for start, end in zip(block.source.source_starts, block.source.source_ends, strict=True)
        ]
    found = {}
    for path, held in pieces.items():
        held.sort()
        ends = list(accumulate((end for _, _, end in held), max))
        found[path] = _Sources([start for start, _, _ in held], [index for _, index, _ in held], ends)
    return found


def _inside(block: Block, source: Span) -> int | None:
    places = block.source
    number = bisect_right(places.source_starts, source.start) - 1
    if number < 0 or source.start >= places.source_ends[number]:
        return None
    start = places.text_starts[number]
    after = places.text_starts[number + 1] if number + 1 < len(places.text_starts) else places.length
    if places.source_ends[number] - places.source_starts[number] == after - start:
        return start + source.start - places.source_starts[number]
    return start
