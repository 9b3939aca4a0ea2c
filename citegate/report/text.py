"""The report as a good compiler writes it."""

from __future__ import annotations

import enum
from collections.abc import Iterator

from citegate.model import Finding, Location, Report, Severity, SourceText, Status, Verdict
from citegate.report.counts import Counts, count
from citegate.report.snippet import printable, snippet

Piece = tuple[str, str]
"""A text and its style, "" for none; see STYLES."""
Line = tuple[Piece, ...]

STYLES = {
    "error": "bold red",
    "warning": "bold yellow",
    "note": "bold cyan",
    "title": "bold",
    "frame": "blue",
    "related": "cyan",
    "good": "bold green",
}
"""How a terminal shows each style, in rich's words."""

SHOWN = 60  # code points of a passage in the line of its citation

_COLUMNS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


class Detail(enum.Enum):
    """How much is printed; it changes nothing in the verdict."""

    QUIET = "quiet"
    """The findings."""
    USUAL = "usual"
    """The counts and notes too."""
    VERBOSE = "verbose"
    """What became of each citation too."""


def render_text(report: Report, detail: Detail = Detail.USUAL) -> str:
    """The report without colour."""
    return "".join("".join(text for text, _ in line).rstrip() + "\n" for line in lines(report, detail))


def lines(report: Report, detail: Detail = Detail.USUAL) -> Iterator[Line]:
    """Every line of the report, in pieces that have a style."""
    sources = {source.path: source for source in report.sources}
    for finding in report.findings:
        yield from _finding(finding, sources)
        yield ()
    if detail is Detail.VERBOSE:
        yield from map(_verdict, report.verdicts)
    if detail is not Detail.QUIET:
        yield from summary(report)


def _finding(finding: Finding, sources: dict[str, SourceText]) -> Iterator[Line]:
    style = _COLUMNS[finding.level]
    head = f"{finding.level}[{finding.rule.code}]"
    yield ((head, style), (f" {finding.rule.name}: {printable(finding.message)}", "title"))
    places = [("-->", "^", style, finding.primary), *((":::", "-", "related", place) for place in finding.related)]
    gutter = max([_gutter(place, sources) for _, _, _, place in places])
    for arrow, mark, colour, place in places:
        yield from _place(place, sources, arrow, mark, colour, gutter)
    for word, text in (("help", finding.help), *(("fix", fix.title) for fix in finding.fixes)):
        if text:
            yield ((" " * gutter + " = ", "frame"), (f"{word}: ", "title"), (printable(text), ""))


def _gutter(place: Location, sources: dict[str, SourceText]) -> int:
    source = sources.get(place.path)
    return len(str(source.point(place.span.start).line)) if source else 1


def _place(
    place: Location, sources: dict[str, SourceText], arrow: str, mark: str, style: str, gutter: int
) -> Iterator[Line]:
    source = sources.get(place.path)
    blank = " " * gutter
    frame = (f"{blank} |", "frame")
    if source is None or not source.text:
        label = f" ({place.label})" if place.label else ""
        yield ((f"{blank}{arrow} ", "frame"), (printable(place.path) + label, ""))
        return
    shown = snippet(place, source)
    yield ((f"{blank}{arrow} ", "frame"), (f"{printable(place.path)}:{shown.line}:{shown.column}", ""))
    if place.span.length == 0 and place.span.start == 0 and arrow == ":::":
        return
    label = place.label + (f", to line {shown.last_line}" if shown.last_line > shown.line else "")
    yield (frame,)
    yield ((f"{shown.line:>{gutter}} |", "frame"), (f" {shown.text}", ""))
    yield (frame, (f" {' ' * shown.indent}{mark * shown.width} {printable(label)}", style))


def _verdict(verdict: Verdict) -> Line:
    """A citation on a line: what became of it, where it is written, where it leads."""
    citation = verdict.citation
    style = {Status.VERIFIED: "good", Status.SKIPPED: "note"}.get(verdict.status, "error")
    target = verdict.href or (f"{citation.url}#{citation.fragment}" if citation.fragment else citation.document_id)
    words = " ".join(citation.quote.exact.split()) if citation.quote else ""
    said = f"  “{words[:SHOWN]}{chr(8230) * (len(words) > SHOWN)}”" if words else ""
    return ((f"{verdict.status:<9}", style), (f" {printable(citation.path)}  {printable(target + said)}", ""))


def summary(report: Report) -> Iterator[Line]:
    """The counts, and what else the run has to say."""
    counts = count(report)
    for note in report.notes:
        yield (("note: ", "note"), (printable(note), ""))
    yield (("checked ", "error" if counts.failed or counts.errors else "good"), (sentence(counts), ""))


def sentence(counts: Counts) -> str:
    """The counts in words."""
    skipped = f", {counts.skipped} not checked" if counts.skipped else ""
    found = [
        f"{number} {name}{'s' * (number != 1)}"
        for number, name in ((counts.errors, "error"), (counts.warnings, "warning"), (counts.notes, "note"))
        if number
    ]
    return (
        f"{counts.documents} document{'s' * (counts.documents != 1)}, "
        f"{counts.citations} citation{'s' * (counts.citations != 1)}: "
        f"{counts.bound} bound, {counts.repeated} repeated, {counts.failed} failed{skipped}"
        + (f"; {', '.join(found)}" if found else "")
    )
