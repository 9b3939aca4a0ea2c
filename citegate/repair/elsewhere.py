"""Quotations that are not in the document that they cite: where their words, or nearly these, stand instead."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from citegate.errors import CitegateError
from citegate.fragment.match import Page, find_quote
from citegate.index.holders import Holders
from citegate.index.lookup import Lookup
from citegate.index.passages import source_of
from citegate.index.routes import Route
from citegate.index.site import Site
from citegate.index.words import needles_of
from citegate.model import Location

MAX_QUOTES = 100  # quotations looked for in one run; more missing ones mean that something larger is wrong
MIN_LENGTH = 24  # code points; shorter words stand somewhere by chance
CANDIDATES = 3  # documents that share the rarest words of a quotation; only these are parsed
NEAR = 0.75  # similarity from which a passage of another document may be what was meant
MAX_COUNTED = 6_000  # documents that the words of a quotation have, each counted for each word that it has
WEIGHED = 100  # documents between which the other words decide


@dataclass(frozen=True, slots=True)
class Sighting:
    """One place of a quotation, or of nearly its words."""

    route: Route
    place: Location
    text: str
    """The page's words."""
    similarity: float
    """1.0 where a browser finds the quotation."""


def find_elsewhere(quotes: Sequence[str], site: Site) -> dict[str, tuple[Sighting, ...]]:
    """For each quotation the documents that hold it, at most `CANDIDATES`; else the one that says nearly the same.

    Parses the few documents that share the rarest words of a quotation, each once.
    """
    candidates = candidates_for(quotes, site)
    asked: dict[Route, list[str]] = {}
    for quote, routes in candidates.items():
        for route in routes:
            asked.setdefault(route, []).append(quote)
    found: dict[str, list[Sighting]] = {quote: [] for quote in candidates}
    for route in sorted(asked, key=lambda route: route.path):
        for quote, sighting in sightings_in(route, asked[route], site):
            found[quote].append(sighting)
    return {quote: _best(sightings) for quote, sightings in found.items()}


def candidates_for(quotes: Sequence[str], site: Site) -> dict[str, tuple[Route, ...]]:
    """For each quotation that is looked for the documents that share the most, and the rarest, of its words."""
    wanted = [quote for quote in dict.fromkeys(quotes) if len(quote) >= MIN_LENGTH][:MAX_QUOTES]
    needles = {quote: needles_of(quote) for quote in wanted}
    held = site.words.holders(needle for own in needles.values() for needle in own)
    routes = site.routes.all
    weights = {needle: math.log(1 + len(routes) / len(holders)) for needle, holders in held.items() if len(holders)}
    return {
        quote: tuple(
            routes[number]
            for number in _heaviest([(weights[needle], held[needle]) for needle in sorted(own) if needle in weights])
        )
        for quote, own in needles.items()
    }


def sightings_in(route: Route, quotes: Sequence[str], site: Site) -> Iterator[tuple[str, Sighting]]:
    """Those of some quotations that one document holds, or nearly, with the place."""
    try:
        page = site.pages(route)[0]
    except CitegateError:
        return  # a file that does not compile holds no passage; it is reported where it is cited
    lookup = Lookup(page.document)
    for quote in quotes:
        sighting = _sighting(quote, route, page, lookup)
        if sighting is not None:
            yield quote, sighting


def _best(sightings: list[Sighting]) -> tuple[Sighting, ...]:
    exact = tuple(each for each in sightings if each.similarity == 1)
    return exact or tuple(sorted(sightings, key=lambda each: (-each.similarity, each.route.path))[:1])


def _sighting(quote: str, route: Route, page: Page, lookup: Lookup) -> Sighting | None:
    exact = next(find_quote(quote, page), None)
    closest = None if exact else lookup.closest(quote)
    if exact is None and (closest is None or closest.similarity < NEAR):
        return None
    span = exact.span if exact else closest.span if closest else None
    assert span is not None
    similarity = 1.0 if exact or closest is None else min(closest.similarity, 0.9999)
    return Sighting(route, source_of(page.document, span), page.text[span.start : span.end], similarity)


def _heaviest(words: Iterable[tuple[float, Holders]]) -> list[int]:
    """The numbers with the most weight, `CANDIDATES` at most, the heaviest first; of each word its weight and who
    has it.

    Rare words choose, and the others decide between the best of those: words of every page are not counted through.
    """
    scores: dict[int, float] = {}
    common: list[tuple[float, Holders]] = []
    counted = 0
    for weight, holders in sorted(words, key=lambda word: len(word[1])):
        counted += len(holders)
        if scores and counted > MAX_COUNTED:
            common.append((weight, holders))
            continue
        for number in holders:
            scores[number] = scores.get(number, 0.0) + weight
    best = _best_of(scores, WEIGHED if common else CANDIDATES)
    for weight, holders in common:
        for number in holders.among(best):
            scores[number] += weight
    return sorted(best, key=lambda number: (-scores[number], number))[:CANDIDATES]


def _best_of(scores: dict[int, float], count: int) -> list[int]:
    """The numbers with the highest scores, at most so many; of equal ones the first."""
    least = min(heapq.nlargest(count, scores.values()), default=0.0)  # one comparison for each, and no key
    best = [number for number, score in scores.items() if score >= least]
    return sorted(best, key=lambda number: (-scores[number], number))[:count]
