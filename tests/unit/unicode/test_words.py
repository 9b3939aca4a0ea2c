"""Word boundaries against ICU with Chromium's rules: rows written by bench/unicode/check_table.py, and laws."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from citegate.model import CHROMIUM, ENGINES, FIREFOX, WEBKIT, Engine, Span
from citegate.unicode.words import is_word_boundary, is_word_bounded, next_word_boundary, previous_word_boundary

_FILE = Path(__file__).parent / "data" / "words.jsonl"
ROWS = [json.loads(line) for line in _FILE.read_text("utf-8").rstrip("\n").split("\n")]
TEXTS = st.text(
    alphabet=st.sampled_from("ab1_ .,:;'\"@\n\r\u3000\u00a0\u00ad\u200d\u200b\u0301’א漢字カひกา가👍🏽，"), max_size=30
)


def boundaries(text: str, engine: Engine) -> list[int]:
    return [offset for offset in range(len(text) + 1) if is_word_boundary(text, offset, engine)]


def test_boundaries_are_those_of_icu() -> None:
    unlike = [row for row in ROWS if boundaries(row["text"], CHROMIUM) != row["boundaries"]]
    assert len(ROWS) >= 3000
    assert unlike == []


@pytest.mark.parametrize(
    ("word", "text", "chromium", "firefox", "webkit"),
    [
        ("node", "node.js", True, True, False),
        ("me", "me@site.org", True, True, False),
        ("key", "key:value", True, True, True),
        ("It", "It's", False, True, False),
        ("3", "3.14", False, True, False),
        ("1", "1，2", False, True, False),
        ("butter", "butter\u00adfly", True, False, True),
        ("大学", "北京大学", True, True, True),
        ("京都", "東京都", False, False, True),
        ("控", "调控", False, True, True),
        ("문장", "문장을", False, False, False),
        ("a", "a \u0301", True, True, True),
    ],
)
def test_engines_differ(word: str, text: str, chromium: bool, firefox: bool, webkit: bool) -> None:
    start = text.index(word)
    span = Span(start, start + len(word))
    bounded = [is_word_bounded(text, span, engine) for engine in (CHROMIUM, FIREFOX, WEBKIT)]
    assert bounded == [chromium, firefox, webkit]


def test_an_edge_that_is_not_asked_is_not_looked_at() -> None:
    span = Span(1, 2)
    assert not is_word_bounded("abc", span, CHROMIUM)
    assert not is_word_bounded("abc", span, CHROMIUM, right=False)
    assert is_word_bounded("abc", span, CHROMIUM, left=False, right=False)


@settings(deadline=None)
@given(TEXTS, st.sampled_from(list(ENGINES.values())))
@example("א1@", WEBKIT)
@example("@1\u0301", WEBKIT)
@example("1@.b", WEBKIT)
def test_steps_go_from_boundary_to_boundary(text: str, engine: Engine) -> None:
    every = boundaries(text, engine)
    for offset in range(len(text)):
        assert next_word_boundary(text, offset, engine) == min(place for place in every if place > offset)
        assert previous_word_boundary(text, offset + 1, engine) == max(place for place in every if place <= offset)


@settings(deadline=None)
@given(TEXTS, TEXTS)
def test_a_piece_is_broken_as_the_whole(left: str, right: str) -> None:
    text = f"{left} {'x' * 200}é {right}"
    once = boundaries(text, CHROMIUM)
    offset = len(left) + 202
    assert [place - offset for place in once if place >= offset][1:] == boundaries(text[offset:], CHROMIUM)[1:]


@pytest.mark.parametrize("text", ["é" * 100_000, "漢" * 20_000, "a\u0301" * 50_000, "\u3000" * 50_000, "调控" * 20_000])
def test_long_texts_without_a_place_to_begin(text: str) -> None:
    for offset in range(0, len(text), 997):
        is_word_boundary(text, offset, CHROMIUM)
    assert next_word_boundary(text, len(text) - 1, CHROMIUM) == len(text)
