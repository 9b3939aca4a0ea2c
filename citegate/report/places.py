"""Where findings stand, for formats that count lines and columns."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from citegate.model import Finding, Location, Point, Report, SourceText, Verdict


@dataclass(frozen=True, slots=True)
class Region:
    """A location in lines and columns; the end is the column behind its last character."""

    start: Point
    end: Point


def regions(report: Report) -> dict[str, SourceText]:
    """The files of a report by path, ready for `region`."""
    return {source.path: source for source in report.sources}


def region(place: Location, sources: dict[str, SourceText]) -> Region | None:
    """The location in lines and columns; None for a file that cannot be read."""
    source = sources.get(place.path)
    if source is None:
        return None
    return Region(source.point(place.span.start), source.point(place.span.end))


def by_verdict(report: Report) -> Iterator[tuple[Verdict | None, tuple[Finding, ...]]]:
    """Each verdict with the findings at its citation, in the report's order; then those of no citation, under None."""
    starts: dict[str, list[int]] = {}
    numbers: dict[str, list[int]] = {}
    for number, verdict in enumerate(report.verdicts):
        starts.setdefault(verdict.citation.path, []).append(verdict.citation.span.start)
        numbers.setdefault(verdict.citation.path, []).append(number)
    found: dict[int | None, list[Finding]] = {}
    for finding in report.findings:
        owner = None
        path, span = finding.primary.path, finding.primary.span
        index = bisect_right(starts.get(path, []), span.start) - 1
        if index >= 0 and span.start < report.verdicts[numbers[path][index]].citation.span.end:
            owner = numbers[path][index]
        found.setdefault(owner, []).append(finding)
    for number, verdict in enumerate(report.verdicts):
        yield verdict, tuple(found.get(number, ()))
    if None in found:
        yield None, tuple(found[None])
