"""Events of an answer as JSON, field by field: what assets/read.js gives, too."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from citegate.answers.sources_json import record_data
from citegate.model.answer import AnswerEvent, CitationEvent, EndEvent, SourceRecord, SourcesEvent, TextEvent, Token


def event_data(event: AnswerEvent, pages: str = "") -> dict[str, Any]:
    """An event. `pages` stands before the site's own paths: where its pages are."""
    match event:
        case TextEvent(text):
            return {"kind": "text", "text": text}
        case CitationEvent():
            return {
                "kind": "citation",
                "outcome": event.outcome.value,
                "text": event.text,
                "reason": event.reason,
                "records": _records(event.records, pages),
                "token": _token(event.token),
            }
        case SourcesEvent(records):
            return {"kind": "sources", "records": _records(records, pages)}
        case EndEvent():
            return {
                "kind": "end",
                "is_complete": event.is_complete,
                "resolved": event.resolved,
                "dropped": event.dropped,
                "out_of_range": event.out_of_range,
                "malformed": event.malformed,
                "unread": len(event.unread),
            }


def _records(records: tuple[SourceRecord, ...], pages: str) -> list[dict[str, Any]]:
    return [record_data(_placed(record, pages)) for record in records]


def _placed(record: SourceRecord, pages: str) -> SourceRecord:
    is_own = record.url is not None and record.url.startswith("/")
    return replace(record, url=f"{pages}{record.url}") if is_own and pages else record


def _token(token: Token) -> dict[str, Any]:
    return {
        "start": token.span.start,
        "end": token.span.end,
        "form": token.form,
        "text": token.text,
        "label": token.label,
        "references": [
            {"kind": each.kind.value, "value": each.value, "passage": each.passage} for each in token.references
        ],
    }
