"""The numbers of a report, counted in one place."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from citegate.model import Report, Severity, Status


@dataclass(frozen=True, slots=True)
class Counts:
    """How much was looked at, and what came of it."""

    documents: int
    citations: int
    bound: int
    """Citations that lead to their passage."""
    repeated: int
    """Bound citations whose passage stands more than once on its page."""
    failed: int
    """Citations that do not lead to their passage."""
    skipped: int
    """Citations that were not checked."""
    errors: int
    warnings: int
    notes: int


def count(report: Report) -> Counts:
    """The counts of a report."""
    levels = Counter(finding.level for finding in report.findings)
    bound = [verdict for verdict in report.verdicts if verdict.status is Status.VERIFIED]
    skipped = sum(1 for verdict in report.verdicts if verdict.status is Status.SKIPPED)
    return Counts(
        documents=report.documents,
        citations=len(report.verdicts),
        bound=len(bound),
        repeated=sum(1 for verdict in bound if verdict.places > 1),
        failed=len(report.verdicts) - len(bound) - skipped,
        skipped=skipped,
        errors=levels[Severity.ERROR],
        warnings=levels[Severity.WARNING],
        notes=levels[Severity.NOTE],
    )
