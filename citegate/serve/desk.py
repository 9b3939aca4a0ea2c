"""What an agent may ask of a site, apart from how it asks: read-only, by many at once, always up to date."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from citegate.api import link_on
from citegate.errors import NoLink, UnknownDocument
from citegate.evidence.open import Backends, open_store, searcher
from citegate.evidence.search import Searcher
from citegate.evidence.show import answer_data
from citegate.fragment.build import Built, build_text_directive
from citegate.fragment.page import Page
from citegate.index.lookup import Lookup
from citegate.index.names import closest_name
from citegate.index.passages import headings_above, passage_id, source_of
from citegate.index.routes import Route, Routes
from citegate.index.site import Site
from citegate.model import CHROMIUM, Document, Span, TextQuoteSelector
from citegate.model.evidence import Answer
from citegate.unicode.folded import find_term, fold
from citegate.unicode.words import is_word_bounded
from citegate.verify.select import select

FRESH = 2.0  # seconds for which the site is taken to be as it was
REST = 10  # times as long as it took to see whether it is, where that is longer: a large site is read now and then
MAX_LISTED = 50  # documents of one answer about a term
SERIALIZED = 3  # of sqlite3.threadsafety: threads may share a connection
CLOSE = 0.8  # similarity from which a page says "nearly this": the quotation has drifted, and is not made up

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Project:
    """The site that is asked about, and what its index needs."""

    open_site: Callable[[], Site]
    """The site as it is now."""
    index: Path
    """The index that `citegate index` may have written."""
    backends: Backends
    allowlist: Callable[[], str] = str
    """The text of allowlist.json as it is now, "" for none."""


@dataclass(frozen=True, slots=True)
class _View:
    """The site as it was at a time, and what searches it."""

    site: Site
    searcher: Searcher


class Desk:
    """Answers questions about a project. Raises CitegateError where a question has no answer.

    Many may ask at once. A search keeps nothing; a page keeps what it was asked, in tables that know no threads.
    """

    def __init__(self, project: Project) -> None:
        self._project = project
        self._reading = threading.RLock()
        self._renewing = threading.Lock()
        self._searching: AbstractContextManager[object] = (
            nullcontext() if sqlite3.threadsafety == SERIALIZED else threading.Lock()
        )
        self._view = self._opened(project.open_site())
        self._until = time.monotonic() + FRESH

    def _opened(self, site: Site) -> _View:
        store, _ = open_store(site, self._project.index)
        return _View(site, searcher(store, self._project.backends))

    def _current(self) -> _View:
        """The site as it is; made anew when it has changed, by the first who asks, while the others wait."""
        if time.monotonic() < self._until:
            return self._view
        with self._renewing:
            begun = time.monotonic()
            if begun >= self._until:
                site = self._project.open_site()
                if not self._view.searcher.store.is_current(site):
                    self._view = self._opened(site)
                done = time.monotonic()
                self._until = done + max(FRESH, REST * (done - begun))
            return self._view

    def list_documents(self) -> Data:
        """Every document with its id, address and title."""
        with self._searching:
            held = self._current().searcher.store.documents()
            return {"documents": [{"doc_id": each.id, "url": each.url, "title": each.title} for each in held]}

    def read_document(self, document: str, start: int = 0, limit: int = 20_000) -> Data:
        """The text of a document as a reader sees it, `limit` code points from `start` on."""
        with self._reading:
            page = self._page(document)
            text = page.text
            end = min(len(text), start + limit)
            return {
                "doc_id": page.document.id,
                "url": page.document.url,
                "title": page.document.title,
                "headings": [" ".join(block.text.split()) for block in page.document.searchable if block.level],
                "text": text[start:end],
                "start": start,
                "end": end,
                "length": len(text),
            }

    def find_evidence(self, claim: str, k: int = 5, budget: int | None = None) -> Data:
        """The passages for a claim, or `supported: false` and what is covered."""
        return answer_data(self.ask(claim, k, budget))

    def ask(self, claim: str, k: int, budget: int | None = None) -> Answer:
        """What was found for a claim; the quotations have at most `budget` tokens together."""
        with self._searching:
            return self._current().searcher.ask(claim, k, budget=budget)

    def routes(self) -> dict[str, str]:
        """The URL path of each document."""
        return {route.id: route.url for route in self._current().site.routes.all}

    def document_at(self, url: str) -> Document | None:
        """The document with this URL path, or None."""
        site = self._current().site
        route = site.routes.find_url(url)
        with self._reading:
            return site.document(route) if route else None

    def allowlist(self) -> str:
        """The text of the project's allowlist; "" when there is none."""
        return self._project.allowlist()

    def check_term(self, term: str) -> Data:
        """Where a term is listed in metadata, and where prose has it; whole words only."""
        wanted = " ".join(term.split())
        listed: list[Data] = []
        discussed: list[Data] = []
        with self._searching:
            for each in self._current().searcher.store.documents():
                where = {"doc_id": each.id, "url": each.url, "title": each.title}
                fields = [name for name, value in _texts(each.metadata) if _count(wanted, value)]
                if fields:
                    listed.append({**where, "fields": list(dict.fromkeys(fields))})
                if places := _count(wanted, each.body):
                    discussed.append({**where, "places": places})
        return {
            "term": wanted,
            "is_listed": bool(listed),
            "is_discussed": bool(discussed),
            "listed": listed[:MAX_LISTED],
            "discussed": discussed[:MAX_LISTED],
            "documents": len({each["doc_id"] for each in (*listed, *discussed)}),
        }

    def verify_quote(self, quote: str, document: str) -> Data:
        """Whether a document has a quotation: bound, repeats, drifted or missing; with a link or what comes nearest."""
        with self._reading:
            pages = self._pages(document)
            page = pages[0]
            base: Data = {"doc_id": page.document.id, "url": page.document.url, "quote": quote}
            selection = select(TextQuoteSelector(quote), None, page)
            try:
                href, remarks = link_on(pages, TextQuoteSelector(quote))
            except NoLink as error:
                nearest = self._nearest(pages, quote)
                status = "drifted" if nearest and nearest["similarity"] >= CLOSE else "missing"
                rule = {"rule": error.code, "message": error.message, "help": error.hint}
                return {**base, "status": status, "href": None, "nearest": nearest, **rule}
            assert selection.chosen is not None
            status = "repeats" if len(selection.places) > 1 else "bound"
            found = _found(page, selection.chosen, selection.rank)
            return {
                **base,
                "status": status,
                "href": href,
                "places": len(selection.places),
                "notes": list(remarks),
                **found,
            }

    def make_link(
        self, document: str, quote: str, prefix: str = "", suffix: str = "", occurrence: int | None = None
    ) -> Data:
        """The shortest link that finds a passage first and alone. Raises NoLink."""
        with self._reading:
            pages = self._pages(document)
            href, remarks = link_on(pages, TextQuoteSelector(quote, prefix, suffix), occurrence)
            return {"doc_id": pages[0].document.id, "href": href, "notes": list(remarks)}

    def _nearest(self, pages: tuple[Page, ...], quote: str) -> Data | None:
        page = pages[0]
        match = Lookup(page.document).closest(quote)
        if match is None:
            return None
        built = build_text_directive(pages, match.span, widen=True)
        return {
            "quote": page.text[match.span.start : match.span.end],
            "similarity": round(match.similarity, 3),
            "href": f"{page.document.url}#{built.fragment}" if isinstance(built, Built) else None,
        }

    def _pages(self, document: str) -> tuple[Page, ...]:
        site = self._current().site
        return site.pages(_route(site.routes, document))

    def _page(self, document: str) -> Page:
        return self._pages(document)[0]


def _route(routes: Routes, document: str) -> Route:
    route = routes.find(document) or routes.find_url(document)
    if route is None:
        close = closest_name(document, routes.by_id)
        hint = f"did you mean “{close}”?" if close else "list_documents has the ids"
        raise UnknownDocument(f"there is no document “{document[:100]}”", hint)
    return route


def _found(page: Page, span: Span, rank: int) -> Data:
    place = source_of(page.document, span)
    text = page.text[span.start : span.end]
    return {
        "text": text,
        "citation_id": passage_id(page.document.url, text, rank),
        "headings": list(headings_above(page.document, page.block_at(span.start))),
        "source": place.path,
        "source_span": {"start": place.span.start, "end": place.span.end},
    }


def _texts(value: object, name: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a document's metadata, with the key that it stands under."""
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts(inner, name or str(key))
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner, name)


def _count(term: str, text: str) -> int:
    """How many places of a text have the term, as a browser compares and with word boundaries at both ends."""
    if term.isascii() and text.isascii() and term.lower() not in text.lower():
        return 0
    spans = find_term(term, fold(text, CHROMIUM), CHROMIUM)
    return sum(1 for span in spans if is_word_bounded(text, span, CHROMIUM))
