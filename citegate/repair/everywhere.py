"""The places of some words on the whole site, exact first, then the nearest."""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from citegate.errors import CitegateError
from citegate.fragment.match import find_quote
from citegate.index.lookup import Lookup
from citegate.index.passages import source_of
from citegate.index.routes import Route
from citegate.index.site import Site
from citegate.model import Document, Point, Span

CANDIDATES = 24  # documents that share most of the words; only these are parsed
PER_DOCUMENT = 100  # exact places of one document that are shown

_WORD = re.compile(rb"[a-z0-9]{3,}|[\x80-\xff]{3}")


@dataclass(frozen=True, slots=True)
class Hit:
    """One place."""

    document_id: str
    path: str
    point: Point
    text: str
    """The page's words."""
    similarity: float
    """1.0 where a browser finds the words."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was found, and what could not be looked at."""

    hits: tuple[Hit, ...]
    unread: tuple[str, ...]
    """The path of each document that was not searched, and why."""


def find_everywhere(quote: str, site: Site, limit: int) -> Found:
    """At most `limit` places, the most alike first.

    A file is parsed when it has all words of the quotation, and beside these the few that share most of them.
    """
    words = set(_WORD.findall(quote.lower().encode("utf-8", "replace")))
    exact: list[Hit] = []
    near: list[Hit] = []
    unread: dict[str, str] = {}
    for route in _candidates(words, site, unread):
        try:
            page = site.pages(route)[0]
        except CitegateError as error:
            unread[route.path] = error.message
            continue
        found = [place.span for place in islice(find_quote(quote, page), PER_DOCUMENT)]
        exact.extend(_hit(page.document, span, 1.0) for span in found)
        closest = None if found else Lookup(page.document).closest(quote)
        if closest:
            near.append(_hit(page.document, closest.span, min(closest.similarity, 0.9999)))
    near.sort(key=lambda hit: (-hit.similarity, hit.path))
    return Found((*exact, *near)[:limit], tuple(f"{path}: {unread[path]}" for path in sorted(unread)))


def _candidates(words: set[bytes], site: Site, unread: dict[str, str]) -> Iterator[Route]:
    """The documents that may hold the words: all that have each of them, and the few that have most."""
    partial: list[tuple[int, int, Route]] = []
    ordered = sorted(words, key=lambda word: (-len(word), word))  # long words are rare
    for number, route in enumerate(site.routes.all):
        try:
            data = site.files.read(route.path).lower()
        except CitegateError as error:
            unread[route.path] = error.message
            continue
        shared = _shared(ordered, data, partial[0][0] if len(partial) == CANDIDATES else 0)
        if shared == len(words):
            yield route
        elif shared:
            entry = (shared, -number, route)
            (heapq.heappush if len(partial) < CANDIDATES else heapq.heappushpop)(partial, entry)
    yield from (route for _, _, route in sorted(partial, key=lambda entry: (-entry[0], -entry[1])))


def _shared(words: Sequence[bytes], data: bytes, least: int) -> int:
    """How many of the words a file has; 0 as soon as it cannot have more than `least`."""
    count = len(words)
    for word in words:
        if word not in data:
            count -= 1
            if count <= least:
                return 0
    return count


def _hit(document: Document, span: Span, similarity: float) -> Hit:
    place = source_of(document, span)
    point = document.source.point(place.span.start) if place.path == document.source.path else Point(1, 1)
    return Hit(document.id, place.path, point, document.text[span.start : span.end], similarity)
