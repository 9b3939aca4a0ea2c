"""What browsers found on pages of one paragraph: rows cut by bench/unicode/make_rows.py."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from citegate.model import CHROMIUM, ENGINES, Engine
from citegate.unicode.folded import find_term, fold
from citegate.unicode.quotes import STRAIGHT
from citegate.unicode.words import is_word_bounded

_FILE = Path(__file__).parent / "data" / "engines.jsonl"
ROWS = [json.loads(line) for line in _FILE.read_text("utf-8").rstrip("\n").split("\n")]


def found(term: str, text: str, engine: Engine) -> str | None:
    spans = find_term(term, fold(text, engine), engine)
    return next((text[span.start : span.end] for span in spans if is_word_bounded(text, span, engine)), None)


def seen(text: str | None) -> str | None:
    """A text as answers are compared: white space as one space, quotes straight, without soft hyphens."""
    return None if text is None else re.sub(r"\s+", " ", text.translate(STRAIGHT)).replace("\xad", "")


def test_there_are_rows() -> None:
    assert len(ROWS) == 1316
    assert sum("webkit" in row for row in ROWS) >= 300


def test_chromium_finds_the_same_text() -> None:
    unlike = [row["id"] for row in ROWS if seen(found(row["term"], row["text"], CHROMIUM)) != seen(row["chromium"])]
    assert unlike == []


@pytest.mark.parametrize("name", ["firefox", "webkit"])
def test_engine_finds_when_the_browser_does(name: str) -> None:
    engine = ENGINES[name]
    unlike = [
        row["id"] for row in ROWS if name in row and (found(row["term"], row["text"], engine) is not None) != row[name]
    ]
    assert unlike == []
