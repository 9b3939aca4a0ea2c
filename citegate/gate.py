"""The check pipeline, one line per stage."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from citegate import rules
from citegate.config import Config
from citegate.decide import CitedPage, Decider
from citegate.errors import MalformedMarkup, UnreadableSource
from citegate.gather import Gathering, gather
from citegate.index.allowlist import allowlist_text, read_allowlist, write_atomically
from citegate.index.files import Files
from citegate.model import Report, Status, Verdict
from citegate.outcome import (
    Outcome,
    allowlist_stale,
    cited_pages,
    exit_code,
    finding_order,
    in_force,
    nothing_checked,
    sources_of,
    verdict_order,
    write_allowlist,
)
from citegate.verify.disguise import disguised
from citegate.verify.passage import Decision
from citegate.verify.site import OnPage

if TYPE_CHECKING:
    from citegate.baseline import Baseline
from citegate.verify.stored import Decided
from citegate.verify.suppress import silence
from citegate.verify.target import duplicate_documents
from citegate.version import __version__

Progress = Callable[[int, int], None]
"""Told how many citations are decided, and of how many."""

DecidePages = Callable[[Gathering, Sequence[CitedPage]], Iterator[Decided]]
"""What gives the decisions on the cited pages, in order: by itself, or from shards that others decided."""

LOST = (rules.PASSAGE_NOT_FOUND.code, rules.UNKNOWN_DOCUMENT.code)
"""Findings of words that may have moved to another document."""


def decide_here(gathering: Gathering, pages: Sequence[CitedPage]) -> Iterator[Decided]:
    """The decisions on the cited pages, made in this run."""
    return gathering.decider.decide_pages(pages)


def run(
    config: Config,
    files: Files | None = None,
    progress: Progress | None = None,
    decide_pages: DecidePages = decide_here,
) -> Outcome:
    """Check a project. Raises ConfigError and OutputError; faults of the site are findings of the report."""
    work = _Run(gather(config, files or config.files()))
    work.decide(progress or (lambda done, total: None), decide_pages)
    work.prove(progress or (lambda done, total: None))
    work.look_elsewhere()
    work.look_for_disguise()
    work.look_for_duplicates()
    work.look_for_nothing()
    work.silence()
    work.set_known_aside()
    work.compare_allowlist()
    return work.conclude()


class _Run:
    """One run: what has been read and decided so far."""

    def __init__(self, gathering: Gathering) -> None:
        self.gathering = gathering
        self.config, self.touched = gathering.config, gathering.touched
        self.decider: Decider = gathering.decider
        self.site, self.on_pages, self.prover = self.decider.site, self.decider.on_pages, self.decider.prover
        self.decisions: list[Decision] = gathering.decisions
        self.findings = gathering.findings
        self.notes: list[str] = []
        self.allowlist = ""
        self.baseline: Baseline | None = None

    def decide(self, progress: Progress, decide_pages: DecidePages) -> None:
        """Every citation, page by page, so that each cited page is parsed once and then forgotten."""
        pages = self.gathering.pages
        total, done = sum(len(citations) for _, citations in pages), 0
        for (_, citations), decided in zip(pages, decide_pages(self.gathering, pages), strict=True):
            if isinstance(decided, UnreadableSource | MalformedMarkup):
                self.gathering.cannot_read(decided)
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

    def look_for_disguise(self) -> None:
        """Citations that a reviewer sees otherwise than they read."""
        found = (disguised(decision.verdict) for decision in self.decisions)
        self.findings.extend(finding for finding in found if finding is not None)

    def look_for_duplicates(self) -> None:
        """Files that would become the same page."""
        self.findings.extend(
            finding
            for finding in duplicate_documents(self.site.routes)
            if not self.config.paths or any(route.id == finding.quote for route in self.gathering.cited)
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
        kept = silence(found, self.gathering.suppressions)
        self.findings = in_force(kept, dict(self.config.severity), self.touched)

    def set_known_aside(self) -> None:
        """Leave out the faults that the list of known ones has."""
        config = self.config
        if config.baseline:
            from citegate.baseline import set_known_aside  # noqa: PLC0415 - where there is such a list

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
        trouble = self.decider.close()
        self.notes.extend(trouble)
        code = exit_code(self.findings, self.config.fail_on)
        self.notes.extend(self.write(code))
        verdicts = sorted((decision.verdict for decision in self.decisions), key=verdict_order)
        findings = tuple(sorted(self.findings, key=finding_order))
        sites = (self.on_pages.built, self.site) if self.on_pages else (self.site,)
        report = Report(
            findings,
            tuple(verdicts),
            sources_of(findings, verdicts if self.config.keeps_pages else (), self.site, self.gathering.unreadable),
            __version__,
            len(self.site.routes.all),
            tuple(self.notes),
            cited_pages(sites, verdicts) if self.config.keeps_pages else (),
            self.config.site_url,
        )
        return Outcome(report, self.allowlist, code, not trouble)

    def write(self, code: int) -> tuple[str, ...]:
        """Write what a run of everything leaves behind; what was not written, and why, are notes."""
        config = self.config
        if not config.writes or config.frozen:
            return ()
        if self.baseline is not None and self.baseline.text is not None:
            write_atomically(config.root / config.baseline, self.baseline.text)
        verdicts = [decision.verdict for decision in self.decisions]
        return (write_allowlist(config, code, self.allowlist, verdicts),)
