"""The shared cases of answers: what a model wrote, and the events that a reader gets.

`cases.jsonl` is read by this runner and by that of the JavaScript module, which must say the same. One object a line:

| key | meaning |
| --- | --- |
| `id` | name of the case; `note` says why, where that is not plain |
| `answer` | what the model wrote |
| `sources` | the records of the turn, as in citegate/answers/schemas/sources.schema.json |
| `allowlist` | the content of allowlist.json |
| `routes` | the URL of each document by its id |
| `expects` | the one form of token that the model was asked for; absent for any |
| `nonce` | of the trailer; absent where none is expected |
| `events` | what comes out, neighbouring texts joined |

An event is one of

- `{"kind": "text", "text"}`
- `{"kind": "citation", "outcome", "form", "span": [start, end], "token", "references": [[kind, value, passage]],
  "label", "records", "text", "reason"}`: `token` is what the model wrote, `text` what stays of it where there is
  no record.
- `{"kind": "sources", "records"}`
- `{"kind": "end", "is_complete", "resolved", "dropped", "out_of_range", "malformed", "unread": [[start, end]]}`

A record of an event is `[index, document_id, citation_id or "", url or ""]`. Spans count code points of the answer.
However an answer is cut into pieces, the events are these; a piece may end inside a surrogate pair in JavaScript.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from citegate.answers.resolve import Resolver
from citegate.answers.sources import TurnSources
from citegate.answers.stream import AnswerStream, read_answer
from citegate.answers.tokens import HOLD_LIMIT
from citegate.model.answer import AnswerEvent, CitationEvent, EndEvent, SourceRecord, SourcesEvent, TextEvent

CASES: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "cases.jsonl").read_text("utf-8").split("\n") if line
]
THREE_PIECES = 60  # code points of an answer that is cut in every pair of places, too


def record_row(record: SourceRecord) -> list[object]:
    return [record.index, record.document_id, record.citation_id or "", record.url or ""]


def event_row(event: AnswerEvent) -> dict[str, Any]:
    match event:
        case TextEvent(text):
            return {"kind": "text", "text": text}
        case CitationEvent(token, outcome, records, text, reason):
            return {
                "kind": "citation",
                "outcome": outcome.value,
                "form": token.form,
                "span": [token.span.start, token.span.end],
                "token": token.text,
                "references": [[part.kind.value, part.value, part.passage] for part in token.references],
                "label": token.label,
                "records": [record_row(record) for record in records],
                "text": text,
                "reason": reason,
            }
        case SourcesEvent(records):
            return {"kind": "sources", "records": [record_row(record) for record in records]}
        case EndEvent():
            return {
                "kind": "end",
                "is_complete": event.is_complete,
                "resolved": event.resolved,
                "dropped": event.dropped,
                "out_of_range": event.out_of_range,
                "malformed": event.malformed,
                "unread": [[span.start, span.end] for span in event.unread],
            }


def joined(events: Iterable[AnswerEvent]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for event in events:
        if isinstance(event, TextEvent) and rows and rows[-1]["kind"] == "text":
            rows[-1]["text"] += event.text
        else:
            rows.append(event_row(event))
    return rows


def resolver_of(case: dict[str, Any]) -> Resolver:
    sources = TurnSources.from_json(json.dumps(case["sources"]))
    return Resolver(sources, json.dumps(case["allowlist"]), case["routes"])


def streamed(case: dict[str, Any], resolver: Resolver, pieces: Iterable[str]) -> list[dict[str, Any]]:
    stream = AnswerStream(resolver, case.get("nonce"), expects=case.get("expects"))
    events: list[AnswerEvent] = []
    for piece in pieces:
        events += stream.feed(piece)
    return joined([*events, *stream.end()])


def cuts(text: str) -> Iterator[tuple[str, ...]]:
    yield tuple(text)
    places = range(len(text) + 1) if len(text) < 1000 else [*range(60), *range(60, len(text), 97)]
    for first in places:
        yield text[:first], text[first:]
    if len(text) <= THREE_PIECES:
        for first in range(len(text) + 1):
            for second in range(first, len(text) + 1):
                yield text[:first], text[first:second], text[second:]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_events(case: dict[str, Any]) -> None:
    events = read_answer(case["answer"], resolver_of(case), expects=case.get("expects"), nonce=case.get("nonce"))
    assert joined(events) == case["events"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_events_do_not_depend_on_how_the_answer_is_cut(case: dict[str, Any]) -> None:
    resolver = resolver_of(case)
    for pieces in cuts(case["answer"]):
        assert streamed(case, resolver, pieces) == case["events"], pieces


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_what_is_held_back_is_bounded_and_no_half_token_is_shown(case: dict[str, Any]) -> None:
    stream = AnswerStream(resolver_of(case), case.get("nonce"), expects=case.get("expects"))
    shown = "".join(event["text"] for event in case["events"] if event["kind"] == "text")
    seen, given = "", 0
    for number, char in enumerate(case["answer"], 1):
        for event in stream.feed(char):
            seen += event.text if isinstance(event, TextEvent) else ""
            given += len(event.text) if isinstance(event, TextEvent) else 0
            given = max(given, event.token.span.end) if isinstance(event, CitationEvent) else given
        assert shown.startswith(seen)
        if "nonce" not in case:
            assert number - given <= HOLD_LIMIT


def test_ids_are_names() -> None:
    ids = [case["id"] for case in CASES]
    assert len(set(ids)) == len(ids) >= 120
