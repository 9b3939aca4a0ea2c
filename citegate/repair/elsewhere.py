"""Words that are not in the cited document, looked for in all others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from citegate.errors import CitegateError
from citegate.fragment.match import find_quote
from citegate.index.passages import source_of
from citegate.index.routes import Route
from citegate.index.site import Site
from citegate.model import Location

MAX_QUOTES = 200  # quotations looked for in one run; more missing ones mean that something larger is wrong
MIN_LENGTH = 24  # code points; shorter words stand somewhere by chance

_WORD = re.compile(rb"[a-z0-9]{4,}|[\x80-\xff]{6,}")


@dataclass(frozen=True, slots=True)
class Sighting:
    """One place of a quotation."""

    route: Route
    place: Location


def find_elsewhere(quotes: Sequence[str], site: Site) -> dict[str, tuple[Sighting, ...]]:
    """For each quotation, the documents that hold it, at most two. Reads every file once, and parses those few whose
    bytes have all words of a quotation."""
    wanted = [quote for quote in dict.fromkeys(quotes) if len(quote) >= MIN_LENGTH][:MAX_QUOTES]
    words = {quote: _words(quote) for quote in wanted}
    found: dict[str, list[Sighting]] = {quote: [] for quote in wanted}
    for route in site.routes.all if any(words.values()) else ():
        try:
            data = site.files.read(route.path).lower()
            near = [
                quote for quote in wanted if len(found[quote]) < 2 and words[quote] and _has_all(words[quote], data)
            ]
            if not near:
                continue
            page = site.pages(route)[0]
        except CitegateError:
            continue  # a file that cannot be read holds no passage; it is reported where it is cited
        for quote in near:
            place = next(find_quote(quote, page), None)
            if place is not None:
                found[quote].append(Sighting(route, source_of(page.document, place.span)))
    return {quote: tuple(places) for quote, places in found.items()}


def _words(quote: str) -> tuple[bytes, ...]:
    """The longer words of a quotation, the longest first: they are the rarest."""
    return tuple(sorted(set(_WORD.findall(quote.lower().encode("utf-8", "replace"))), key=len, reverse=True))


def _has_all(words: tuple[bytes, ...], data: bytes) -> bool:
    return all(word in data for word in words)
