"""What real browsers answered, row by row: measured in Chromium 156, Firefox 153 ESR and WebKitGTK 2.50.

A row holds a page, a fragment, and for each engine that was asked: `resolved`, for Chromium also `matched`
(the text of the range for each valid directive, null for none), `highlighted` where the painted text is
another (text that is not painted, or script text inside the range), and `occurrences`, the number of places.
"""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from citegate.fragment.match import Page
from citegate.model import ENGINES, SourceText
from citegate.parse.html import parse_html_document
from citegate.verify.resolve import dom_text, resolve_fragment

DATA = Path(__file__).parent / "data"
ROWS = [
    json.loads(line)
    for path in sorted(DATA.glob("*.jsonl"))
    for line in path.read_text("utf-8").split("\n")
    if line.strip()
]
KNOWN = json.loads((DATA / "known.json").read_text("utf-8"))
"""Rows that no static reading can answer, by engine, each with its reason."""


def bare(text: str | None) -> str | None:
    """The text without white space, marks and format characters, in which the two readings may differ."""
    if text is None:
        return None
    return "".join(c for c in text if not c.isspace() and unicodedata.category(c) not in ("Cf", "Mn", "Cc"))


def answers(row: dict[str, Any], name: str) -> tuple[list[str | None], list[int]]:
    engine = ENGINES[name]
    (document,) = parse_html_document(SourceText("page.html", row["html"]), id="page", url="/page", engines=(engine,))
    page = Page(document, engine)
    found = resolve_fragment(row["fragment"], page).directives
    texts = [dom_text(document, each.places[0]) if each.places else None for each in found]
    return texts, [len(each.places) for each in found]


def disagreement(row: dict[str, Any], name: str) -> str:
    """What citegate and the engine say differently of a row; "" when they agree."""
    expect = row[name]
    texts, counts = answers(row, name)
    if any(text is not None for text in texts) != expect["resolved"]:
        return f"found {texts}, and the browser says resolved={expect['resolved']}"
    if "matched" not in expect:
        return ""
    painted = "".join(expect.get("highlighted", []))
    if [bare(text) for text in texts] != [bare(text) for text in expect["matched"]] and (
        not painted or bare("".join(text or "" for text in texts)) != bare(painted)
    ):
        return f"found {texts}, and the browser {expect['matched']}"
    if len(counts) == 1 and expect.get("occurrences", counts[0]) != counts[0]:
        return f"{counts[0]} places, and the browser {expect['occurrences']}"
    return ""


@pytest.mark.parametrize("name", sorted(ENGINES))
def test_rows(name: str) -> None:
    rows = [row for row in ROWS if name in row]
    assert len(rows) > 900
    wrong = {row["id"]: problem for row in rows if (problem := disagreement(row, name))}
    known = KNOWN.get(name, {})
    new = {key: problem for key, problem in wrong.items() if key not in known}
    assert not new, "\n".join(f"{key}: {problem}" for key, problem in sorted(new.items()))
    assert sorted(known) == sorted(wrong), "a known difference is gone: take it off data/known.json"


def test_each_known_difference_has_its_reason() -> None:
    ids = {row["id"] for row in ROWS}
    for name, rows in KNOWN.items():
        assert name in ENGINES
        assert set(rows) <= ids
        assert all(reason.strip() for reason in rows.values())
