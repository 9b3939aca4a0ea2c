"""Documents as they were parsed before: plain data in the cache, made into blocks when a block is asked for."""

from __future__ import annotations

import marshal
import sys
from array import array
from collections.abc import Sequence
from dataclasses import fields
from functools import cached_property, partial
from operator import attrgetter
from typing import Any

from citegate.index.cache import Cache
from citegate.index.routes import Route
from citegate.model import Block, BlockKind, Document, Engine, Link, OffsetMap, SourceText, Span
from citegate.model.document import LateDocument, plain_block
from citegate.model.offsets import LateMap

_OFFSET = "I"  # the type of an offset in a map's bytes, in the order of this machine
_PLAIN = ("ordinal", "kind", "text", "source", "path", "element_id", "lang", "level", "is_stepped_over", "container",
          "closed", "is_link_text")  # fmt: skip
"""What `plain_block` takes, in its order."""
_REST = tuple(each.name for each in fields(Block) if each.name not in _PLAIN)
_NOTHING = tuple(each.default for each in fields(Block) if each.name not in _PLAIN)
_plain_values = attrgetter(*_PLAIN)
_rest_values = attrgetter(*_REST)
_KINDS = tuple(BlockKind)
_NUMBERS = {kind: number for number, kind in enumerate(_KINDS)}

Row = tuple[Any, ...]
Documents = tuple[Document, ...]


class Parsed:
    """The Markdown and MDX documents of a project in the cache. HTML is parsed as fast as it would be read back."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache

    def find(self, digest: str, engines: Sequence[Engine], source: SourceText, route: Route) -> Documents | None:
        """The documents that were kept for this digest, one for each engine; None when there are none."""
        key = self._key(digest, engines)
        data = self._cache.find([key]).get(key)
        found = unpacked(data, source, route.id, route.url) if data is not None else None
        return found if found is None or len(found) == len(engines) else None

    def keep(self, digest: str, engines: Sequence[Engine], documents: Documents) -> None:
        """Keep them, where they are plain data."""
        data = packed(documents)
        if data is not None:
            self._cache.keep({self._key(digest, engines): data})

    def _key(self, digest: str, engines: Sequence[Engine]) -> bytes:
        return self._cache.key("document", sys.byteorder, digest, repr(tuple(engines)))


def packed(documents: Sequence[Document]) -> bytes | None:
    """These documents of one file, one for each engine, as bytes; None when something in them is no plain data.

    Engines that see the same blocks share them.
    """
    shared: list[list[Row]] = []
    known: dict[int, int] = {}
    heads, parts = [], []
    for document in documents:
        if id(document.blocks) not in known:
            rows = [_row(block) for block in document.blocks]
            known[id(document.blocks)] = shared.index(rows) if rows in shared else len(shared)
            shared.extend([] if rows in shared else [rows])
        links = [_link_row(link) for link in document.links]
        heads.append((document.title, document.metadata, document.base))
        parts.append((known[id(document.blocks)], sorted(document.element_ids), links))
    try:
        return marshal.dumps((heads, marshal.dumps((shared, parts))))
    except ValueError:
        return None


def unpacked(data: bytes, source: SourceText, id: str, url: str) -> tuple[Document, ...] | None:
    """The documents that `packed` was given, whose blocks are made when they are asked for; None for bytes that hold
    anything else.
    """
    try:
        heads, body = marshal.loads(data)
        parts = _Body(body)
        return tuple(
            LateDocument(id, source, url, title, metadata, base, partial(parts.of, number))
            for number, (title, metadata, base) in enumerate(heads)
        )
    except (ValueError, EOFError, TypeError):
        return None


class _Body:
    """What stands in the documents of one file: bytes until one of them is asked for."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._blocks: dict[int, tuple[Block, ...]] = {}

    @cached_property
    def _rows(self) -> tuple[list[list[Row]], list[tuple[int, list[str], list[Row]]]]:
        shared, parts = marshal.loads(self._data)
        return shared, parts

    def of(self, number: int, name: str) -> object:
        """The part of this name of one of them."""
        shared, parts = self._rows
        of_blocks, ids, links = parts[number]
        if name == "links":
            return tuple(map(_link, links))
        if name == "element_ids":
            return frozenset(ids)
        if of_blocks not in self._blocks:
            self._blocks[of_blocks] = tuple(map(_block, shared[of_blocks]))
        return self._blocks[of_blocks]


def _row(block: Block) -> Row:
    ordinal, kind, text, source, *more = _plain_values(block)
    offsets = array(_OFFSET, (*source.text_starts, *source.source_starts, *source.source_ends))
    columns = (offsets.tobytes(), source.length)
    rest = _rest_values(block)
    return (ordinal, _NUMBERS[kind], text, columns, *more, *(() if rest == _NOTHING else rest))


def _block(row: Row) -> Block:
    ordinal, kind, text, columns, *more = row
    source = LateMap(columns[1], _map, columns)
    if len(more) == len(_PLAIN) - 4:
        return plain_block(ordinal, _KINDS[kind], text, source, *more)
    values = dict(zip((*_PLAIN[4:], *_REST), more, strict=True))
    return Block(ordinal=ordinal, kind=_KINDS[kind], text=text, source=source, **values)


def _map(columns: tuple[bytes, int]) -> OffsetMap:
    data, length = columns
    offsets = array(_OFFSET, data)
    count = len(offsets) // 3
    starts, sources, ends = (tuple(offsets[count * number : count * (number + 1)]) for number in range(3))
    return OffsetMap(starts, sources, ends, length)


def _link_row(link: Link) -> Row:
    href = None if link.href_span is None else (link.href_span.start, link.href_span.end)
    return link.href, link.text, link.span.start, link.span.end, link.path, href


def _link(row: Row) -> Link:
    href, text, start, end, path, place = row
    return Link(href, text, Span(start, end), path, None if place is None else Span(*place))
