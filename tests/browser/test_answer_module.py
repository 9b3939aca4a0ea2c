"""The module reads answers as the Python side does: the shared cases, in a real browser, cut everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.answer_site import answer_page, cases

pytestmark = pytest.mark.browser

READ = """(rows) => {
  const record = ({ index, document_id, citation_id, url }) => [index, document_id, citation_id ?? "", url ?? ""];
  const row = (event) => {
    const { kind, outcome, text, records, unread, ...rest } = event;
    if (kind === "citation") return { kind, outcome, text, records: records.map(record) };
    if (kind === "end") return { kind, ...rest };
    return records ? { kind, records: records.map(record) } : event;
  };
  const joined = (events) => {
    const made = [];
    for (const event of events) {
      const last = made.at(-1);
      if (event.kind === "text" && last?.kind === "text") last.text += event.text;
      else made.push({ ...row(event) });
    }
    return made;
  };
  // What a reader sees: the shared cases also have what only the audit asks for.
  const seen = ({ kind, ...event }) => {
    const { outcome, text, records, unread, ...rest } = event;
    if (kind === "citation") return { kind, outcome, text, records };
    return kind === "end" ? { kind, ...rest } : { kind, ...event };
  };
  const together = (events) => {
    const made = [];
    for (const event of events) {
      if (event.kind === "text" && made.at(-1)?.kind === "text") made.at(-1).text += event.text;
      else made.push(seen(event));
    }
    return made;
  };
  const plain = (value) => JSON.stringify(value, (key, each) => each && typeof each === "object" && !Array.isArray(each)
    ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1))) : each);
  const cuts = function* (text) {
    yield [text];
    yield text.split("");
    const step = text.length < 1000 ? 1 : 97;
    for (let at = 1; at < text.length; at += step) yield [text.slice(0, at), text.slice(at)];
  };
  const wrong = [];
  for (const { id, answer, options, events } of rows) {
    for (const pieces of cuts(answer)) {
      const reader = citegate.createReader(options);
      const got = plain(joined([...pieces.flatMap((piece) => reader.feed(piece)), ...reader.end()]));
      if (got !== plain(together(events))) {
        wrong.push(`${id} in ${pieces.length} pieces: ${got}`);
        break;
      }
    }
  }
  return wrong;
}"""


@pytest.fixture
def opened(a_chromium: None, request: pytest.FixtureRequest) -> Iterator[Any]:
    with answer_page(request.getfixturevalue("chromium")) as page:
        yield page


def test_events_are_those_of_the_shared_cases(opened: Any) -> None:
    rows = cases()
    assert len(rows) > 150
    assert opened.evaluate(READ, rows) == []


def test_a_million_brackets_are_read_in_linear_steps(opened: Any) -> None:
    """No time is measured: a quadratic reader would not end before the test run does."""
    count = opened.evaluate(
        """() => ["[", "`", "{", "[[cite:", "[1](", "\\\\", "<a "].map((part) => {
          const reader = citegate.createReader();
          const text = part.repeat(100_000);
          return [...reader.feed(text), ...reader.end()].filter(({ kind }) => kind === "text").length > 0;
        })"""
    )
    assert len(count) == 7
