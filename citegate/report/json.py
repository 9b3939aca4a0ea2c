"""The report as JSON: a versioned copy, written field by field."""

from __future__ import annotations

from typing import Any

from citegate.json_text import to_json_by_parts
from citegate.model import Finding, Location, Match, Report, SourceText, Span, Verdict
from citegate.report.counts import count

SCHEMA = 1

Json = dict[str, Any]


def render_json(report: Report) -> str:
    """The whole report; the same bytes for the same content."""
    sources = {source.path: source for source in report.sources}
    counts = count(report)
    data: Json = {
        "schema": SCHEMA,
        "version": report.version,
        "summary": {
            "documents": counts.documents,
            "citations": counts.citations,
            "bound": counts.bound,
            "repeated": counts.repeated,
            "failed": counts.failed,
            "skipped": counts.skipped,
            "errors": counts.errors,
            "warnings": counts.warnings,
            "notes": counts.notes,
        },
        "findings": (_finding(finding, sources) for finding in report.findings),
        "citations": map(_verdict, report.verdicts),
        "notes": list(report.notes),
    }
    return to_json_by_parts(data)


def _finding(finding: Finding, sources: dict[str, SourceText]) -> Json:
    return {
        "code": finding.rule.code,
        "name": finding.rule.name,
        "level": finding.level.value,
        "message": finding.message,
        "location": _location(finding.primary, sources),
        "related": [_location(place, sources) for place in finding.related],
        "help": finding.help,
        "fixes": [
            {
                "title": fix.title,
                "applicability": fix.applicability.value,
                "edits": [
                    {"path": edit.path, "span": _span(edit.span), "replacement": edit.replacement} for edit in fix.edits
                ],
            }
            for fix in finding.fixes
        ],
        "fingerprint": finding.fingerprint,
    }


def _location(place: Location, sources: dict[str, SourceText]) -> Json:
    source = sources.get(place.path)
    found: Json = {"path": place.path, "label": place.label, "span": _span(place.span), "start": None, "end": None}
    if source is not None:
        for name, offset in (("start", place.span.start), ("end", place.span.end)):
            point = source.point(offset)
            found[name] = {"line": point.line, "column": point.column}
        found["text"] = source.text[place.span.start : place.span.end]
    return found


def _verdict(verdict: Verdict) -> Json:
    citation = verdict.citation
    return {
        "path": citation.path,
        "span": _span(citation.span),
        "id": citation.id or None,
        "docId": citation.document_id,
        "url": citation.url or None,
        "passage": citation.quote.exact if citation.quote else None,
        "fragment": citation.fragment,
        "claim": citation.claim or None,
        "status": verdict.status.value,
        "href": verdict.href or None,
        "quote": verdict.text or None,
        "citation_id": verdict.citation_id or None,
        "occurrence": verdict.occurrence if verdict.href else None,
        "places": max(verdict.places, len(verdict.matches)),
        "verbatim": verdict.is_verbatim if verdict.href else None,
        "matches": [_match(match) for match in verdict.matches],
    }


def _match(match: Match) -> Json:
    return {"url": match.url, "span": _span(match.span), "similarity": match.similarity}


def _span(span: Span) -> Json:
    return {"start": span.start, "end": span.end}
