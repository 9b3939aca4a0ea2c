"""The check pipeline, one line per stage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from citegate import rules
from citegate.baseline import Baseline, set_known_aside
from citegate.changes import touched_paths
from citegate.config import Config
from citegate.decide import Cited, Decider
from citegate.errors import ConfigError, MalformedMarkup, UnreadableSource
from citegate.index.allowlist import allowlist_text, read_allowlist, write_atomically
from citegate.index.files import DiskFiles, Files
from citegate.index.routes import Route, Routes, find_manifests
from citegate.index.snapshots import Snapshots
from citegate.model import Citation, Document, Finding, Location, Report, Status, Verdict
from citegate.outcome import (
    Outcome,
    allowlist_stale,
    cannot_read,
    cited_pages,
    exit_code,
    finding_order,
    in_force,
    nothing_checked,
    sources_of,
    verdict_order,
    write_allowlist,
)
from citegate.parse import read_source
from citegate.verify.external import ExternalCheck
from citegate.verify.links import LinkedCitation, external_links, find_links
from citegate.verify.lost import lost_directives
from citegate.verify.manifests import read_manifest
from citegate.verify.passage import Decision
from citegate.verify.site import OnPage, SiteCheck
from citegate.verify.suppress import Suppression, in_document, in_manifest, silence
from citegate.verify.target import duplicate_documents, unknown_document
from citegate.version import __version__

Progress = Callable[[int, int], None]
"""Told how many citations are decided, and of how many."""

LOST = (rules.PASSAGE_NOT_FOUND.code, rules.UNKNOWN_DOCUMENT.code)
"""Findings of words that may have moved to another document."""


def run(config: Config, files: Files | None = None, progress: Progress | None = None) -> Outcome:
    """Check a project. Raises ConfigError and OutputError; faults of the site are findings of the report."""
    work = _Run(config, files or DiskFiles(config.root))
    work.read_manifests()
    work.read_links()
    work.decide(progress or (lambda done, total: None))
    work.prove(progress or (lambda done, total: None))
    work.look_elsewhere()
    work.look_for_duplicates()
    work.look_for_nothing()
    work.silence()
    work.set_known_aside()
    work.compare_allowlist()
    return work.conclude()


class _Run:
    """One run: what has been read and decided so far."""

    def __init__(self, config: Config, files: Files) -> None:
        self.config = config
        self.files = files
        self.decider = Decider(config, files)
        self.site, self.on_pages, self.prover = self.decider.site, self.decider.on_pages, self.decider.prover
        self.cited: dict[Route, list[Citation]] = {}
        self.decisions: list[Decision] = []
        self.findings: list[Finding] = []
        self.suppressions: list[Suppression] = []
        self.external = ExternalCheck(Snapshots(files, config.external), config.engines) if config.external else None
        self.unreadable: set[str] = set()
        self.notes: list[str] = []
        self.allowlist = ""
        self.baseline: Baseline | None = None
        routes = self.site.routes.all
        self.touched = None if config.changed is None else touched_paths(config.changed, routes, files)
        self.check_paths()

    def check_paths(self) -> None:
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

    def decide(self, progress: Progress) -> None:
        """Every citation, page by page, so that each cited page is parsed once and then forgotten."""
        cited: Cited = self.cited if self.on_pages is None else self.on_pages.cited
        pages = [(route, cited[route]) for route in sorted(cited, key=lambda route: route.path)]
        total, done = sum(len(citations) for _, citations in pages), 0
        for (_, citations), decided in zip(pages, self.decider.decide_pages(pages), strict=True):
            if isinstance(decided, UnreadableSource | MalformedMarkup):
                self.cannot_read(decided)
                skipped = (each.citation if isinstance(each, OnPage) else each for each in citations)
                self.decisions.extend(Decision(Verdict(citation, Status.SKIPPED)) for citation in skipped)
            else:
                self.decisions.extend(decided)
            done += len(citations)
            progress(done, total)
        self.findings.extend(self.on_pages.shared() if self.on_pages else ())

    def look_elsewhere(self) -> None:
        """Words that are missing where they are cited may stand in another document."""
        lost = {
            number: each.verdict.citation.quote.exact
            for number, each in enumerate(self.decisions)
            if each.verdict.citation.quote and each.findings and each.findings[0].rule.code in LOST
        }
        if self.on_pages is not None or not lost:
            return
        from citegate.repair.elsewhere import find_elsewhere  # noqa: PLC0415 - as above
        from citegate.repair.propose import stands_elsewhere  # noqa: PLC0415

        found = find_elsewhere(tuple(lost.values()), self.site)
        for number, quote in lost.items():
            first, *others = self.decisions[number].findings
            citation = self.decisions[number].verdict.citation
            places = found.get(quote, ())
            if places and all(place.route.url != citation.url for place in places):
                first = stands_elsewhere(first, citation, places, self.site.source(citation.path))
                self.decisions[number] = replace(self.decisions[number], findings=(first, *others))

    def prove(self, progress: Progress) -> None:
        """Every link in real browsers; how often they agree is a note."""
        if self.prover is not None:
            findings, notes = self.prover.ask(progress, cuts_down=self.config.minimise)
            self.findings.extend(findings)
            self.notes.extend(notes)

    def look_for_duplicates(self) -> None:
        """Files that would become the same page."""
        self.findings.extend(
            finding
            for finding in duplicate_documents(self.site.routes)
            if not self.config.paths or any(route.id == finding.quote for route in self.cited)
        )

    def look_for_nothing(self) -> None:
        """A run that checked nothing must not pass."""
        could_not_work = any(finding.rule.code in rules.COULD_NOT_WORK for finding in self.findings)
        is_decided = any(decision.verdict.status is not Status.SKIPPED for decision in self.decisions)
        if self.config.allow_empty or could_not_work or is_decided or self.touched is not None:
            return
        has_documents = bool(self.site.routes.all)
        if has_documents and any(finding.rule is rules.MALFORMED_MARKUP for finding in self.findings):
            return  # the documents that hold the citations do not compile, and that is said
        self.findings.append(nothing_checked(self.config.content, has_documents=has_documents))

    def silence(self) -> None:
        """Leave out what the authors and the settings ask to ignore; give each rule its severity."""
        found = [*self.findings, *(finding for decision in self.decisions for finding in decision.findings)]
        kept = silence(found, self.suppressions)
        self.findings = in_force(kept, dict(self.config.severity), self.touched)

    def set_known_aside(self) -> None:
        """Leave out the faults that the list of known ones has."""
        config = self.config
        if config.baseline:
            path = config.root / config.baseline
            self.baseline = set_known_aside(
                path, self.findings, is_whole=not config.is_limited, update=config.update_baseline
            )
            self.findings = list(self.baseline.findings)
            self.notes.append(self.baseline.note)

    def compare_allowlist(self) -> None:
        """The allowlist of this run, and with `frozen` whether it is the one that is there."""
        self.allowlist = allowlist_text(decision.verdict for decision in self.decisions)
        if not self.config.frozen or self.config.is_limited:
            return
        if read_allowlist(self.config.root / self.config.out) != self.allowlist:
            self.findings.append(allowlist_stale(self.config.out))

    def conclude(self) -> Outcome:
        """Write the allowlist of a clean run, and put the report together."""
        self.notes.extend(self.decider.memory.close())
        code = exit_code(self.findings, self.config.fail_on)
        self.notes.extend(self.write(code))
        verdicts = sorted((decision.verdict for decision in self.decisions), key=verdict_order)
        findings = tuple(sorted(self.findings, key=finding_order))
        sites = (self.on_pages.built, self.site) if self.on_pages else (self.site,)
        report = Report(
            findings,
            tuple(verdicts),
            sources_of(findings, verdicts if self.config.keeps_pages else (), self.site, self.unreadable),
            __version__,
            len(self.site.routes.all),
            tuple(self.notes),
            cited_pages(sites, verdicts) if self.config.keeps_pages else (),
            self.config.site_url,
        )
        return Outcome(report, self.allowlist, code)

    def write(self, code: int) -> tuple[str, ...]:
        """Write what a run of everything leaves behind; what was not written, and why, are notes."""
        config = self.config
        if not config.writes or config.frozen:
            return ()
        if self.baseline is not None and self.baseline.text is not None:
            write_atomically(config.root / config.baseline, self.baseline.text)
        verdicts = [decision.verdict for decision in self.decisions]
        return (write_allowlist(config, code, self.allowlist, verdicts),)

    def cannot_read(self, error: UnreadableSource | MalformedMarkup) -> None:
        """The finding for a file that citegate or its compiler cannot read; once for each file."""
        finding = cannot_read(error)
        if error.path in self.unreadable or finding in self.findings:
            return
        if isinstance(error, UnreadableSource):
            self.unreadable.add(error.path)
        self.findings.append(finding)
