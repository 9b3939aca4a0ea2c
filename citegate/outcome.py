"""What a run comes to: its exit code, the order of its report, and what it says of itself."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from citegate import rules
from citegate.config import Config
from citegate.errors import MalformedMarkup, UnreadableSource
from citegate.index.allowlist import write_atomically
from citegate.index.built import BuiltSite
from citegate.index.site import Site
from citegate.model import Document, Finding, Location, Report, Severity, SourceText, Span, Status, Verdict
from citegate.verify.passage import Decision
from citegate.verify.target import Target

CLEAN, FAULTY, COULD_NOT_WORK = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run came to."""

    report: Report
    allowlist: str
    """The text of allowlist.json as this run would have it."""
    exit_code: int
    """0 clean, 1 a finding at or above `fail_on`, 2 citegate could not do its work."""
    is_repeatable: bool = True
    """False when the report says something of this run alone, such as trouble with the cache."""


def exit_code(findings: Iterable[Finding], fail_on: Severity) -> int:
    """0 clean, 1 a finding at or above `fail_on`, 2 citegate could not do its work."""
    found = list(findings)
    if any(finding.rule.code in rules.COULD_NOT_WORK for finding in found):
        return COULD_NOT_WORK
    return FAULTY if any(finding.level.rank >= fail_on.rank for finding in found) else CLEAN


def in_force(
    findings: Iterable[Finding], levels: Mapping[str, Severity | None], touched: Container[str] | None
) -> list[Finding]:
    """The findings, each with the severity that the settings give its rule; those that are off are left out.

    In a run that is limited to a change, not every citation of a file that is not `touched` was decided.
    """
    unsure = (rules.UNUSED_SUPPRESSION, rules.DUPLICATE_DOCUMENT) if touched is not None else ()
    return [
        replace(finding, severity=levels[finding.rule.code]) if finding.rule.code in levels else finding
        for finding in findings
        if levels.get(finding.rule.code, finding.level) is not None
        and (finding.rule not in unsure or finding.primary.path in (touched or ()))
    ]


def finding_order(finding: Finding) -> tuple[str, Span, str, str]:
    """Findings stand in a report by path, start, code."""
    return finding.primary.path, finding.primary.span, finding.rule.code, finding.message


def verdict_order(verdict: Verdict) -> tuple[str, Span]:
    """Verdicts stand in a report by path and start."""
    return verdict.citation.path, verdict.citation.span


def cannot_read(error: UnreadableSource | MalformedMarkup) -> Finding:
    """The finding for a file that citegate or its compiler cannot read."""
    if isinstance(error, UnreadableSource):
        place = Location(error.path, Span(0, 0), "cannot be read")
        return Finding(rules.UNREADABLE_SOURCE, error.message, place, (), error.hint or None)
    place = Location(error.path, Span(error.start, max(error.start, error.end)), "does not compile")
    return Finding(rules.MALFORMED_MARKUP, error.message, place, (), error.hint or None, quote=error.message)


def nothing_checked(content: Sequence[str], *, has_documents: bool) -> Finding:
    """The finding for a run that had nothing to check."""
    roots = ", ".join(f"{root}/" for root in content)
    if has_documents:
        message = f"there is no citation to check in {roots}"
        help = "add a manifest NAME.citations.json or a link with #:~:text=, or pass --allow-empty"
    else:
        message = f"there is no document in {roots}"
        help = "name the folder that holds the content: the setting `content`, or --content"
    place = Location(content[0] if content else ".", Span(0, 0), "nothing here")
    return Finding(rules.NOTHING_CHECKED, message, place, (), help)


def write_allowlist(config: Config, code: int, text: str, verdicts: Iterable[Verdict]) -> str:
    """Write the allowlist of a clean run of everything; what came of it, in a line."""
    path = config.root / config.out
    if config.is_limited:
        limits = ", ".join(config.paths) or "what a change touches"
        return f"{config.out} was left as it is: the run was limited to {limits}"
    if code != CLEAN:
        return f"{config.out} was {'left as it is' if path.exists() else 'not written'}"
    write_atomically(path, text)
    count = sum(1 for each in verdicts if each.status is Status.VERIFIED and each.citation.quote)
    return f"{config.out} holds {count} citation{'s' * (count != 1)}"


def sources_of(
    findings: Iterable[Finding], verdicts: Iterable[Verdict], site: Site, unreadable: Container[str]
) -> tuple[SourceText, ...]:
    """The files that these findings and citations point to, sorted by path; those that cannot be read are left out."""
    paths = {place.path for finding in findings for place in (finding.primary, *finding.related)}
    paths.update(verdict.citation.path for verdict in verdicts)
    found = []
    for path in sorted(paths):
        try:
            found.extend([] if path in unreadable else [site.source(path)])
        except UnreadableSource:
            continue  # a folder, or a file that is not there: nothing to quote
    return tuple(found)


def cited_pages(sites: Iterable[Site], verdicts: Iterable[Verdict]) -> tuple[Document, ...]:
    """The pages that these citations lead to, sorted by URL; of those that cannot be read there are findings."""
    urls = {each.matches[0].url if each.matches else each.citation.url for each in verdicts}
    found: dict[str, Document] = {}
    for site in sites:
        for route in site.routes.all:
            shown = site.as_canonical(route) if isinstance(site, BuiltSite) else route
            if shown.url not in urls or shown.url in found:
                continue
            try:
                found[shown.url] = replace(site.document(route), url=shown.url)
            except (UnreadableSource, MalformedMarkup):
                continue
    return tuple(found[url] for url in sorted(found))


def allowlist_stale(path: str) -> Finding:
    """The finding for an allowlist that does not say what the content says."""
    message = f"{path} is not what this run would write"
    help = "run `citegate check` without --frozen, and commit the file"
    return Finding(rules.ALLOWLIST_STALE, message, Location(path, Span(0, 0), "out of date"), (), help)


def fixable(decided: Decision, target: Target, source: SourceText) -> Decision:
    """The decision with a fix at each finding that has one; `source` is the file that holds the citation."""
    from citegate.repair.propose import with_fixes  # noqa: PLC0415 - a clean run repairs nothing

    citation = decided.verdict.citation
    mended = (with_fixes(each, citation, target.pages, target.lookup, source) for each in decided.findings)
    return replace(decided, findings=tuple(mended))
