"""A decision as plain data, and back: what goes from one machine to another, and into a shard's file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from citegate.errors import MalformedMarkup, UnreadableSource
from citegate.model import (
    Applicability,
    Citation,
    Edit,
    Finding,
    Fix,
    Location,
    Match,
    Severity,
    Span,
    Status,
    Verdict,
)
from citegate.rules import RULES
from citegate.verify.passage import Decision

Data = dict[str, Any]
"""What JSON holds: texts, numbers, truth values, None, lists and tables of them."""

Decided = Sequence[Decision] | UnreadableSource | MalformedMarkup
"""What comes of a page: a decision on each citation, or what keeps the page from being read."""

NOT_STORED = (KeyError, TypeError, ValueError, AttributeError, IndexError)
"""What reading data raises that are no decision."""


def decided_data(decided: Decided) -> Data:
    """What was decided of a page, without the citations themselves: they stand in the content."""
    match decided:
        case UnreadableSource(path=path, message=message, hint=hint, offset=offset):
            return {"unreadable": {"path": path, "message": message, "hint": hint, "offset": offset}}
        case MalformedMarkup(path=path, message=message, hint=hint, start=start, end=end):
            return {"malformed": {"path": path, "message": message, "hint": hint, "start": start, "end": end}}
    return {"decisions": [decision_data(each) for each in decided]}


def decided_from(data: Data, citations: Sequence[Citation]) -> Decided:
    """What `decided_data` was made of, for the same citations. Raises one of NOT_STORED for anything else."""
    if "unreadable" in data:
        return UnreadableSource(**data["unreadable"])
    if "malformed" in data:
        return MalformedMarkup(**data["malformed"])
    decisions = data["decisions"]
    return tuple(decision_from(each, citation) for each, citation in zip(decisions, citations, strict=True))


def decision_data(decision: Decision) -> Data:
    """What was decided of one citation."""
    return {
        "verdict": verdict_data(decision.verdict),
        "url": decision.verdict.citation.url,
        "findings": [_finding_data(finding) for finding in decision.findings],
    }


def decision_from(data: Data, citation: Citation) -> Decision:
    """The decision on this citation. Raises one of NOT_STORED for what is none."""
    cited = citation if citation.url == data["url"] else replace(citation, url=str(data["url"]))
    return Decision(verdict_from(data["verdict"], cited), tuple(_finding(each) for each in data["findings"]))


def verdict_data(verdict: Verdict) -> Data:
    """A verdict without its citation."""
    return {
        "status": verdict.status.value,
        "matches": [[each.url, each.span.start, each.span.end, each.similarity] for each in verdict.matches],
        "href": verdict.href,
        "text": verdict.text,
        "citation_id": verdict.citation_id,
        "source_path": verdict.source_path,
        "source_span": _span_data(verdict.source_span),
        "is_verbatim": verdict.is_verbatim,
        "has_context": verdict.has_context,
        "occurrence": verdict.occurrence,
        "places": verdict.places,
    }


def verdict_from(data: Data, citation: Citation) -> Verdict:
    """The verdict on this citation. Raises one of NOT_STORED for what is no verdict."""
    rest = dict(data)
    matches = tuple(Match(url, Span(start, end), similarity) for url, start, end, similarity in rest.pop("matches"))
    status, source = Status(rest.pop("status")), rest.pop("source_span")
    return Verdict(citation, status, matches, source_span=None if source is None else Span(*source), **rest)


def _finding_data(finding: Finding) -> Data:
    return {
        "code": finding.rule.code,
        "message": finding.message,
        "primary": _location_data(finding.primary),
        "related": [_location_data(each) for each in finding.related],
        "help": finding.help,
        "fixes": [_fix_data(each) for each in finding.fixes],
        "quote": finding.quote,
        "severity": finding.severity,
    }


def _finding(data: Data) -> Finding:
    return Finding(
        RULES[data["code"]],
        data["message"],
        _location(data["primary"]),
        tuple(map(_location, data["related"])),
        data["help"],
        tuple(map(_fix, data["fixes"])),
        data["quote"],
        None if data["severity"] is None else Severity(data["severity"]),
    )


def _fix_data(fix: Fix) -> Data:
    return {
        "title": fix.title,
        "applicability": fix.applicability.value,
        "edits": [[each.path, each.span.start, each.span.end, each.replacement] for each in fix.edits],
    }


def _fix(data: Data) -> Fix:
    edits = tuple(Edit(path, Span(start, end), replacement) for path, start, end, replacement in data["edits"])
    return Fix(data["title"], Applicability(data["applicability"]), edits)


def _location_data(location: Location) -> list[object]:
    return [location.path, location.span.start, location.span.end, location.label]


def _location(data: list[Any]) -> Location:
    path, start, end, label = data
    return Location(path, Span(start, end), label)


def _span_data(span: Span | None) -> list[int] | None:
    return None if span is None else [span.start, span.end]
