"""A site's citations on its built pages: which page each is decided on, and which links the pages have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from citegate.errors import MalformedMarkup, UnreadableSource
from citegate.fragment.match import Page
from citegate.index.built import BuiltSite
from citegate.index.pages import Pages
from citegate.index.routes import Route
from citegate.index.site import Site
from citegate.model import Citation, Finding, Link, Status, Verdict
from citegate.verify.links import DELIMITER, LinkedCitation
from citegate.verify.memory import Memory
from citegate.verify.page import check_on_page, forwards, page_not_built, shared_page
from citegate.verify.passage import Decision
from citegate.verify.target import Target

CONTAINER_QUERY = "@container"


@dataclass(frozen=True, slots=True)
class OnPage:
    """A citation, and the document that its page was made from."""

    citation: Citation
    source: Route | None
    """None when no document made the page, or none is known."""
    stub: Route | None = None
    """The page that the citation names, when that one forwards to the page decided on."""

    @property
    def is_lost_on_the_way(self) -> bool:
        """True for a link to a page that forwards: its directive does not go along, whatever the other page says."""
        return self.stub is not None and self.citation.quote is None


class SiteCheck:
    """A built site beside the documents that it was made from; `site` is `built` itself where there are none."""

    def __init__(
        self,
        site: Site,
        built: BuiltSite,
        patterns: Mapping[str, str],
        memory: Memory,
        *,
        min_length: int,
        is_proved: bool = False,
    ) -> None:
        self.site = site
        self.built = built
        self.pages = Pages(site, built, patterns) if site is not built else None
        self.memory = memory
        self.min_length = min_length
        self.is_proved = is_proved
        """True when browsers are asked about every link, so that every page is wanted."""
        self.cited: dict[Route, list[OnPage]] = {}
        self._links: dict[Route, Counter[str]] = {}

    def links(self, route: Route) -> tuple[LinkedCitation, ...]:
        """The links to passages of a built page, each as its author wrote it where that is known.

        Raises what reading the page raises.
        """
        source = self.document_of(route)
        written = self._written(source) if source is not None else {}
        found = []
        for link in self.built.document(route).links:
            before, _, fragment = link.href.strip().partition("#")
            if DELIMITER not in fragment:
                continue
            self._links.setdefault(route, Counter())[fragment] += 1
            path = self.built.resolve(before, route) if before else route.url
            target = self.built.find(path) if path is not None else None
            citation = _link_citation(link, fragment, before, target)
            if source is not None and (own := written.get(fragment)):
                citation = _as_written(citation, own.pop(0), source)
            is_external = path is None or (target is None and self.built.has_file(path))
            found.append(LinkedCitation(citation, target, is_external))
        return tuple(found)

    def is_shown(self, link: LinkedCitation, route: Route) -> bool:
        """True when the built page of the document `route` has this link as well, and it is decided there."""
        page = self.page_of(route)
        if page is None or link.citation.fragment is None:
            return False
        left = self._links.get(page)
        return left is not None and left[link.citation.fragment] > 0

    def page_of(self, route: Route) -> Route | None:
        """The page of a document."""
        return self.pages.page_of(route) if self.pages is not None else route

    def add(self, citation: Citation, page: Route, source: Route | None) -> None:
        """Note that a citation leads to a built page; one that forwards is followed."""
        landing = self.built.landing(page)
        stub = page if landing is not page else None
        self.cited.setdefault(landing, []).append(OnPage(citation, source, stub))

    def place(self, citation: Citation, route: Route) -> Decision | None:
        """Find the page of a cited document; the decision, when there is none."""
        page = self.page_of(route)
        if page is None:
            assert self.pages is not None
            return Decision(Verdict(citation, Status.MISSING), (page_not_built(citation, route, self.pages),))
        self.add(citation, page, route if self.pages is not None else None)
        return None

    def find_page(self, document_id: str) -> Route | None:
        """The built page that an author names where there is no document of this id: one that only the site has."""
        return self.built.routes.find(document_id) if self.pages is not None else None

    def document_of(self, page: Route) -> Route | None:
        """The document that has become a page, when that is known."""
        return self._documents.get(page)

    def decide(self, page: Route, on_page: Sequence[OnPage]) -> tuple[Target | None, tuple[Decision, ...]]:
        """Citations that lead to a page, and the page when it was needed. Raises what reading it raises."""
        shown = self.built.as_canonical(page)
        cited = [replace(each, citation=replace(each.citation, url=shown.url)) for each in on_page]
        targets: list[Target] = []

        def decide(numbers: Sequence[int]) -> list[Decision]:
            looked_up = [cited[number] for number in numbers if not cited[number].is_lost_on_the_way]
            if looked_up or self.is_proved:
                targets.append(self._target(page, shown))
            sources = {route: self._source(route) for each in looked_up if (route := each.source)}
            return [self._decide_one(cited[number], sources, shown, targets) for number in numbers]

        decisions = self.memory.decide(
            [each.citation for each in cited],
            self._digests(page, cited),
            decide,
            may_keep=lambda: not self.site.composed.intersection(each.source.path for each in cited if each.source),
        )
        return targets[0] if targets else None, decisions

    def _target(self, page: Route, shown: Route) -> Target:
        sheets = self.built.stylesheets(shown)
        asks = any(CONTAINER_QUERY in text for text in (*sheets, self.built.source(shown.path).text))
        return Target(shown, self._pages(page, shown), asks)

    def _decide_one(
        self, cited: OnPage, sources: Mapping[Route, Target | None], shown: Route, targets: Sequence[Target]
    ) -> Decision:
        if cited.stub is not None and cited.is_lost_on_the_way:
            finding = forwards(cited.citation, cited.stub, shown)
            return Decision(Verdict(cited.citation, Status.MISSING), (finding,))
        source = sources[cited.source] if cited.source is not None else None
        return check_on_page(cited.citation, source, targets[0], min_length=self.min_length)

    def _digests(self, page: Route, cited: Sequence[OnPage]) -> list[str]:
        """What stands for the files that each citation is decided on; "" for one that is decided anew each time."""
        if not self.memory.is_used:
            return [""] * len(cited)
        own = self.built.digest(page)
        sources = {each.source: self._source_digest(each.source) for each in cited}
        ways = [f" {each.stub.url} {each.stub.path}" if each.stub else "" for each in cited]
        return [f"{own} {each.citation.url} {sources[each.source]}{way}" for each, way in zip(cited, ways, strict=True)]

    def _source_digest(self, route: Route | None) -> str:
        try:
            return self.site.digest(route) if route is not None else ""
        except UnreadableSource:
            return "unreadable"

    def shared(self) -> tuple[Finding, ...]:
        """The findings for pages that several documents have become."""
        if self.pages is None:
            return ()
        return tuple(
            shared_page(page, documents)
            for page, documents in self.pages.shared().items()
            if len({route.id for route in documents}) > 1
        )

    def _pages(self, page: Route, shown: Route) -> tuple[Page, ...]:
        pages = self.built.pages(page)
        if shown.url == page.url:
            return pages
        return tuple(Page(replace(each.document, url=shown.url), each.engine) for each in pages)

    def _source(self, route: Route) -> Target | None:
        try:
            return Target(route, self.site.pages(route))
        except (UnreadableSource, MalformedMarkup):
            return None  # said where the document is read; its page is there all the same

    @cached_property
    def _documents(self) -> dict[Route, Route]:
        if self.pages is None:
            return {}
        found: dict[Route, Route] = {}
        for route in self.site.routes.all:
            page = self.pages.page_of(route)
            if page is not None:
                found.setdefault(page, route)
        return found

    def _written(self, source: Route) -> dict[str, list[Link]]:
        """The links to passages of a document, by fragment."""
        found: dict[str, list[Link]] = {}
        try:
            if not self.site.has_something_to_say(source):
                return found
            links = self.site.document(source).links
        except (UnreadableSource, MalformedMarkup):
            return found
        for link in links:
            fragment = link.href.strip().partition("#")[2]
            if DELIMITER in fragment:
                found.setdefault(fragment, []).append(link)
        return found


def _link_citation(link: Link, fragment: str, before: str, target: Route | None) -> Citation:
    return Citation(
        path=link.path,
        span=link.span,
        document_id=before if target is None else target.id,
        url=target.url if target else "",
        quote=None,
        fragment=fragment,
        claim=link.text,
        quote_span=link.href_span,
    )


def _as_written(citation: Citation, link: Link, source: Route) -> Citation:
    """The citation with the place where its author wrote it."""
    return replace(citation, path=link.path or source.path, span=link.span, quote_span=link.href_span)
