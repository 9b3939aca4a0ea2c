"""Gathering: every citation of a run, read from manifests, documents and built pages, by the page that it leads to."""

from __future__ import annotations

from dataclasses import replace

from citegate.changes import touched_paths
from citegate.config import Config
from citegate.decide import Cited, CitedPage, Decider
from citegate.errors import ConfigError, MalformedMarkup, UnreadableSource
from citegate.index.files import Files
from citegate.index.routes import Route, Routes, find_manifests
from citegate.index.snapshots import Snapshots
from citegate.model import Citation, Document, Finding, Location, Status, Verdict
from citegate.outcome import cannot_read
from citegate.parse import read_source
from citegate.verify.external import ExternalCheck
from citegate.verify.links import LinkedCitation, external_links, find_links
from citegate.verify.lost import lost_directives
from citegate.verify.manifests import read_manifest
from citegate.verify.passage import Decision
from citegate.verify.site import SiteCheck
from citegate.verify.suppress import Suppression, in_document, in_manifest
from citegate.verify.target import unknown_document


def gather(config: Config, files: Files) -> Gathering:
    """What a run has to decide. Raises ConfigError; faults of the site are findings."""
    gathering = Gathering(config, files)
    gathering.read_manifests()
    gathering.read_links()
    return gathering


class Gathering:
    """What has been read so far, and what could be decided without a page."""

    def __init__(self, config: Config, files: Files) -> None:
        self.config = config
        self.files = files
        self.decider = Decider(config, files)
        self.site, self.on_pages = self.decider.site, self.decider.on_pages
        self.cited: dict[Route, list[Citation]] = {}
        self.decisions: list[Decision] = []
        self.findings: list[Finding] = []
        self.suppressions: list[Suppression] = []
        self.external = ExternalCheck(Snapshots(files, config.external), config.engines) if config.external else None
        self.unreadable: set[str] = set()
        routes = self.site.routes.all
        self.touched = None if config.changed is None else touched_paths(config.changed, routes, files)
        self.check_paths()

    @property
    def pages(self) -> list[CitedPage]:
        """Every cited page with what leads to it, sorted by path."""
        cited: Cited = self.cited if self.on_pages is None else self.on_pages.cited
        return [(route, cited[route]) for route in sorted(cited, key=lambda route: route.path)]

    def check_paths(self) -> None:
        """Raise ConfigError for a path that the run is to be limited to and that is not there."""
        for path in self.config.paths:
            if not any(True for _ in self.files.walk("" if path == "." else path)):
                raise ConfigError(f"there is nothing at {path}", "name folders and files below the project's own")

    def is_in_scope(self, path: str) -> bool:
        """True when the run is not limited, or this file is among what it is limited to."""
        paths = self.config.paths
        return not paths or any(place in (".", path) or path.startswith(place + "/") for place in paths)

    def is_touched(self, citation: Citation, *routes: Route | None) -> bool:
        """True when the run is not limited to a change, or the change has the citing file or a cited one.

        What leads nowhere is not asked about here, and always decided: the change may have taken its page away.
        """
        touched = self.touched
        return touched is None or citation.path in touched or any(route.path in touched for route in routes if route)

    def read_manifests(self) -> None:
        """Every citation of every manifest, beside the routes that they name."""
        ids: dict[str, Location] = {}
        named = find_manifests(self.files, (*self.config.manifests, *self.config.paths))
        for path in sorted({*self.decider.manifests, *named}):
            if not self.is_in_scope(path):
                continue
            try:
                source = read_source(path, self.files.read(path))
            except UnreadableSource as error:
                self.cannot_read(error)
                continue
            manifest = read_manifest(source, ids)
            self.findings.extend(manifest.findings)
            self.suppressions.extend(in_manifest(manifest))
            for citation in manifest.citations:
                self.add_entry(citation)

    def add_entry(self, citation: Citation) -> None:
        """Note what an entry of a manifest leads to."""
        route = self.site.routes.find(citation.document_id)
        page = self.on_pages.find_page(citation.document_id) if self.on_pages and route is None else None
        if self.on_pages and page is not None:
            self.on_pages.add(replace(citation, url=page.url), page, None)
        elif route is None:
            finding = unknown_document(citation, self.site.routes)
            self.decisions.append(Decision(Verdict(citation, Status.MISSING), (finding,)))
        elif self.is_touched(citation, route):
            self.cite(route, replace(citation, url=route.url))

    def decide_external(self, citation: Citation) -> None:
        """A link to another site: decided on its snapshot, where there is one."""
        skipped = Decision(Verdict(citation, Status.SKIPPED))
        if self.external is None:
            self.decisions.append(skipped)
            return
        try:
            decision = self.external.decide(citation)
        except UnreadableSource as error:
            self.cannot_read(error)
            decision = skipped
        self.decisions.append(decision)

    def cite(self, route: Route, citation: Citation) -> None:
        """Note that a citation leads to a document: to its page, when there is a built site."""
        if self.on_pages is None:
            self.cited.setdefault(route, []).append(citation)
            return
        try:
            decision = self.on_pages.place(citation, route)
        except (UnreadableSource, MalformedMarkup) as error:
            self.cannot_read(error)
            decision = Decision(Verdict(citation, Status.SKIPPED))
        self.decisions.extend([decision] if decision else [])

    def read_links(self) -> None:
        """Every link to a passage in every document that has one, and in every built page."""
        if self.on_pages is not None:
            self.read_links_of_pages(self.on_pages)
        for route in self.site.routes.all if self.on_pages is None or self.on_pages.pages else ():
            if not self.is_in_scope(route.path):
                continue
            try:
                if not self.site.has_something_to_say(route):
                    continue
                document = self.site.document(route)
            except (UnreadableSource, MalformedMarkup) as error:
                self.cannot_read(error)
                continue
            self.suppressions.extend(in_document(document))
            links = find_links(document, route, self.site.routes, site_url=self.config.site_url)
            shown = self.on_pages
            kept = links if shown is None else tuple(each for each in links if not shown.is_shown(each, route))
            if shown is not None and kept:
                self.compare_with_page(kept, route, document, shown)
            for link in kept:
                if link.route is not None and self.is_touched(link.citation, link.route):
                    self.cite(link.route, link.citation)
            self.keep_unchecked(kept, self.site.routes)

    def compare_with_page(
        self, links: tuple[LinkedCitation, ...], route: Route, document: Document, on_pages: SiteCheck
    ) -> None:
        """Links whose directive the generator has dropped."""
        try:
            self.findings.extend(lost_directives(links, route, document.links, on_pages))
        except (UnreadableSource, MalformedMarkup) as error:
            self.cannot_read(error)

    def keep_unchecked(self, links: tuple[LinkedCitation, ...], routes: Routes) -> None:
        """The links that lead to other sites, or nowhere."""
        for link in links:
            if link.is_external and self.touched is not None and link.citation.path not in self.touched:
                continue
            if link.is_external:
                self.decide_external(link.citation)
            elif link.route is None:
                finding = unknown_document(link.citation, routes)
                self.decisions.append(Decision(Verdict(link.citation, Status.MISSING), (finding,)))
        note = external_links(links) if self.external is None else None
        self.findings.extend([note] if note else [])

    def read_links_of_pages(self, on_pages: SiteCheck) -> None:
        """Every link to a passage in every built page."""
        for page in on_pages.built.routes.all:
            try:
                if not self.is_in_scope(page.path) or not on_pages.built.has_something_to_say(page):
                    continue
                links = on_pages.links(page)
                if on_pages.pages is None:
                    self.suppressions.extend(in_document(on_pages.built.document(page)))
                for link in links:
                    source = on_pages.document_of(link.route) if link.route else None
                    if link.route is not None and self.is_touched(link.citation, link.route, source):
                        on_pages.add(link.citation, link.route, source)
            except (UnreadableSource, MalformedMarkup) as error:
                self.cannot_read(error)
                continue
            self.keep_unchecked(links, on_pages.built.routes)

    def cannot_read(self, error: UnreadableSource | MalformedMarkup) -> None:
        """The finding for a file that citegate or its compiler cannot read; once for each file."""
        finding = cannot_read(error)
        if error.path in self.unreadable or finding in self.findings:
            return
        if isinstance(error, UnreadableSource):
            self.unreadable.add(error.path)
        self.findings.append(finding)
