"""Quotations that are not in the document that they cite: where their words, or nearly these, stand instead."""

from __future__ import annotations

import heapq
import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from citegate.errors import CitegateError
from citegate.fragment.match import Page, find_quote
from citegate.index.lookup import Lookup
from citegate.index.passages import source_of
from citegate.index.routes import Route
from citegate.index.site import Site
from citegate.model import Location

MAX_QUOTES = 100  # quotations looked for in one run; more missing ones mean that something larger is wrong
MIN_LENGTH = 24  # code points; shorter words stand somewhere by chance
CANDIDATES = 3  # documents that share the rarest words of a quotation; only these are parsed
NEAR = 0.75  # similarity from which a passage of another document may be what was meant
MAX_COUNTED = 6_000  # documents that the words of a quotation have, each counted for each word that it has
WEIGHED = 100  # documents between which the other words decide
FEW = 24  # words that are looked for one by one; more are told from the set of all words of a file
MIN_WORD = 4  # bytes of a word; shorter ones are everywhere
DENSE = 9  # bytes of letters outside ASCII in one run, three of a script without spaces: it is cut into pieces
PIECE = 3  # code points of such a piece

_LETTERS = bytes(b if b >= 0x80 or bytes((b,)).isalnum() else 0x20 for b in range(256)).lower()
"""A table for `bytes.translate`: letters in lower case, all else a space."""


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

    Reads every file once, and parses the few that share the rarest words of a quotation.
    """
    wanted = [quote for quote in dict.fromkeys(quotes) if len(quote) >= MIN_LENGTH][:MAX_QUOTES]
    candidates = _candidates({quote: _words(quote) for quote in wanted}, site)
    asked: dict[Route, list[str]] = {}
    for quote, routes in candidates.items():
        for route in routes:
            asked.setdefault(route, []).append(quote)
    found: dict[str, list[Sighting]] = {quote: [] for quote in wanted}
    for route in sorted(asked, key=lambda route: route.path):
        try:
            page = site.pages(route)[0]
        except CitegateError:
            continue  # a file that does not compile holds no passage; it is reported where it is cited
        lookup = Lookup(page.document)
        for quote in asked[route]:
            sighting = _sighting(quote, route, page, lookup)
            found[quote].extend([sighting] if sighting else [])
    return {quote: _best(sightings) for quote, sightings in found.items()}


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


def _candidates(words: dict[str, frozenset[bytes]], site: Site) -> dict[str, tuple[Route, ...]]:
    """For each quotation the documents that share the most, and the rarest, of its words."""
    holders: dict[bytes, list[int]] = {word: [] for own in words.values() for word in own}
    vocabulary = Vocabulary(holders)
    routes = site.routes.all if holders else ()
    for number, route in enumerate(routes):
        try:
            data = site.files.read(route.path)
        except CitegateError:
            continue  # see above
        for word in vocabulary.words_in(data):
            holders[word].append(number)
    weighed = {word: (math.log(1 + len(routes) / len(held)), held) for word, held in holders.items() if held}
    return {
        quote: tuple(routes[number] for number in _heaviest([weighed[word] for word in own if word in weighed]))
        for quote, own in words.items()
    }


def _heaviest(words: Iterable[tuple[float, list[int]]]) -> list[int]:
    """The numbers with the most weight, `CANDIDATES` at most, the heaviest first; of each word its weight and its
    numbers, ascending.

    Rare words choose, and the others decide between the best of those: words of every page are not counted through.
    """
    scores: dict[int, float] = {}
    common: list[tuple[float, list[int]]] = []
    counted = 0
    for weight, numbers in sorted(words, key=lambda word: len(word[1])):
        counted += len(numbers)
        if scores and counted > MAX_COUNTED:
            common.append((weight, numbers))
            continue
        for number in numbers:
            scores[number] = scores.get(number, 0.0) + weight
    best = heapq.nsmallest(WEIGHED if common else CANDIDATES, scores, key=lambda number: (-scores[number], number))
    for weight, numbers in common:
        for number in best:
            place = bisect_left(numbers, number)
            if place < len(numbers) and numbers[place] == number:
                scores[number] += weight
    return heapq.nsmallest(CANDIDATES, best, key=lambda number: (-scores[number], number))


class Vocabulary:
    """Words that are looked for in one file after the other."""

    def __init__(self, words: Iterable[bytes]) -> None:
        self._words = frozenset(words)
        self._dense: dict[bytes, list[bytes]] = {}
        """By their first byte those that may stand within a word, for their script has no spaces."""
        for word in sorted(self._words):
            if word[0] >= 0x80:
                self._dense.setdefault(word[:1], []).append(word)

    def words_in(self, data: bytes) -> set[bytes]:
        """Which of the words a file has."""
        lower = data.translate(_LETTERS)
        if len(self._words) <= FEW:
            return {word for word in self._words if word in lower}
        found = set(self._words.intersection(lower.split()))
        for first, words in self._dense.items() if not data.isascii() else ():
            if first in data:
                found.update([word for word in words if word in data])
        return found


def _words(quote: str) -> frozenset[bytes]:
    """The words of a quotation by which a file is chosen; pieces of it where a script has no spaces."""
    found: set[bytes] = set()
    for word in quote.lower().encode("utf-8", "replace").translate(_LETTERS).split():
        if sum(1 for byte in word if byte >= 0x80) >= DENSE:
            text = word.decode("utf-8", "ignore")
            found.update(text[at : at + PIECE].encode() for at in range(0, max(1, len(text) - PIECE + 1), 2))
        elif len(word) >= MIN_WORD:
            found.add(word)
    return frozenset(found)
