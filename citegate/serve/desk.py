"""What an agent may ask of a site, apart from how it asks: read-only, one question at a time, always up to date."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
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
from citegate.index.lookup import Lookup, closest_name
from citegate.index.passages import headings_above, passage_id, source_of
from citegate.index.routes import Route
from citegate.index.site import Site
from citegate.model import CHROMIUM, Document, Span, TextQuoteSelector
from citegate.model.evidence import Answer
from citegate.unicode.folded import find_term, fold
from citegate.unicode.words import is_word_bounded
from citegate.verify.select import select

FRESH = 2.0  # seconds for which the site is taken to be as it was
MAX_LISTED = 50  # documents of one answer about a term
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


class Desk:
    """Answers questions about a project. Raises CitegateError where a question has no answer."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._lock = threading.RLock()  # one connection to SQLite, and caches that know no threads
        self._site = project.open_site()
        self._searcher = self._opened()
        self._checked = time.monotonic()

    def _opened(self) -> Searcher:
        store, _ = open_store(self._site, self._project.index)
        return searcher(store, self._project.backends)

    def _current(self) -> Searcher:
        """The searcher, made anew when the site has changed."""
        if time.monotonic() - self._checked > FRESH:
            site = self._project.open_site()
            if not self._searcher.store.is_current(site):
                self._site = site
                self._searcher = self._opened()
            self._checked = time.monotonic()
        return self._searcher

    def list_documents(self) -> Data:
        """Every document with its id, address and title."""
        with self._lock:
            held = self._current().store.documents()
            return {"documents": [{"doc_id": each.id, "url": each.url, "title": each.title} for each in held]}

    def read_document(self, document: str, start: int = 0, limit: int = 20_000) -> Data:
        """The text of a document as a reader sees it, `limit` code points from `start` on."""
        with self._lock:
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
        with self._lock:
            return answer_data(self._current().ask(claim, k, budget=budget))

    def ask(self, claim: str, k: int, budget: int | None = None) -> Answer:
        """What was found for a claim; the quotations have at most `budget` tokens together."""
        with self._lock:
            return self._current().ask(claim, k, budget=budget)

    def routes(self) -> dict[str, str]:
        """The URL path of each document."""
        with self._lock:
            self._current()
            return {route.id: route.url for route in self._site.routes.all}

    def document_at(self, url: str) -> Document | None:
        """The document with this URL path, or None."""
        with self._lock:
            self._current()
            route = self._site.routes.find_url(url)
            return self._site.document(route) if route else None

    def allowlist(self) -> str:
        """The text of the project's allowlist; "" when there is none."""
        return self._project.allowlist()

    def check_term(self, term: str) -> Data:
        """Where a term is listed in metadata, and where prose has it; whole words only."""
        wanted = " ".join(term.split())
        with self._lock:
            listed: list[Data] = []
            discussed: list[Data] = []
            for each in self._current().store.documents():
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
        with self._lock:
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
        with self._lock:
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
        self._current()
        return self._site.pages(self._route(document))

    def _page(self, document: str) -> Page:
        return self._pages(document)[0]

    def _route(self, document: str) -> Route:
        routes = self._site.routes
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
