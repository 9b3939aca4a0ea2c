"""Faults that people met with the marks of an answer (rows of the kinds answer-tokens and answer-quotes).

`outcome` of answer-tokens: resolve when every token is read and every reference is known, error when one is not;
`refs` are the references in order. Of answer-quotes the tokens are read here; the quotations are the audit's.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from citegate.answers.resolve import Resolver
from citegate.answers.stream import citations, read_answer
from citegate.model.answer import EndEvent, Outcome, SourceRecord, SourceType, TextEvent

ROWS: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "reports.jsonl").read_text("utf-8").split("\n")
    if line
]


def resolver_of(row: dict[str, Any]) -> Resolver:
    records = [
        SourceRecord(int(number), SourceType.DOCUMENT, f"doc-{number}", f"Doc {number}", re.sub("<[^>]*>", "", html))
        for number, html in row["input"].get("sources", {}).items()
    ]
    web = [ref for ref in row.get("refs", ()) if ref.startswith("https://")]
    records += [SourceRecord(90 + n, SourceType.WEB, url, url, "", url) for n, url in enumerate(web)]
    return Resolver(records)


@pytest.mark.parametrize("row", ROWS, ids=[row["case"] for row in ROWS])
def test_tokens(row: dict[str, Any]) -> None:
    events = read_answer(row["input"]["answer"], resolver_of(row), expects=row["input"].get("expects"))
    end = events[-1]
    assert isinstance(end, EndEvent)
    is_clean = not (end.dropped or end.out_of_range or end.malformed or end.unread)
    if row["kind"] == "answer-tokens":
        resolved = [event for event in citations(events) if event.outcome is Outcome.RESOLVED]
        assert [part.value for event in resolved for part in event.token.references] == row["refs"]
        assert is_clean == (row["outcome"] == "resolve"), row["reason"]
    else:
        assert is_clean
        assert end.resolved == 1


def test_the_words_of_an_unfinished_mark_stay() -> None:
    row = next(row for row in ROWS if row["case"] == "case-049")
    events = read_answer(row["input"]["answer"], resolver_of(row))
    assert "".join(event.text for event in events if isinstance(event, TextEvent)) == "All the words stay. "
