"""find_term against ICU's string search: rows written by bench/unicode/check_table.py, and laws."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citegate.model import CHROMIUM, ENGINES, FIREFOX, WEBKIT, Engine, Span
from citegate.unicode.contraction import PARTING, _sequences, reading_end
from citegate.unicode.folded import find_term, fold, is_found_again
from citegate.unicode.table import symbols, table

_FILE = Path(__file__).parent / "data" / "search.jsonl"
ROWS = [json.loads(line) for line in _FILE.read_text("utf-8").rstrip("\n").split("\n")]
TEXTS = st.text(
    alphabet=st.sampled_from("aAéeß ﬁ\u0301\u0323\u200d\u00adиЙ\u0306가각ᄀか\u3099ｶﾞ👍🏽🇫🇷\r\n\t½l·"), max_size=20
)


def spans(term: str, text: str, engine: Engine = CHROMIUM) -> list[tuple[int, int]]:
    return [(span.start, span.end) for span in find_term(term, fold(text, engine), engine)]


def test_spans_are_those_of_icu() -> None:
    unlike = [row for row in ROWS if spans(row["term"], row["text"]) != [tuple(span) for span in row["spans"]]]
    assert len(ROWS) >= 3000
    assert unlike == []


def test_ascii_is_lower_case_in_the_table_too() -> None:
    kept = "".join(char for char in map(chr, range(128)) if symbols().apply(char))
    assert symbols().apply(kept) == kept.lower()
    assert all(not char.isprintable() for char in map(chr, range(128)) if char not in kept)


@pytest.mark.parametrize(
    ("term", "text", "expected"),
    [
        ("ha ha", "ha ha ha", [(0, 5), (3, 8)]),  # overlapping
        ("", "text", []),
        ("\u200b\u00ad", "a\u200b\u00adb", []),  # nothing that counts
        ("s", "Straße", [(0, 1)]),  # never inside an expansion
        ("ss", "Straße", [(4, 5)]),
        ("e", "e\u0301", [(0, 2)]),  # with its mark
        ("\u0301", "e\u0301", []),
        ("и", "и\u0306", []),  # a letter of its own
        ("й", "и\u0323\u0306", [(0, 3)]),  # also across a mark
        ("が", "か", []),
        ("が", "か\u3099", [(0, 2)]),
        ("ッ", "っ", [(0, 1)]),
        ("ッ", "つ", []),
    ],
)
def test_chromium(term: str, text: str, expected: list[tuple[int, int]]) -> None:
    assert spans(term, text) == expected


@pytest.mark.parametrize(
    ("term", "text", "is_found"),
    [("cafe", "café", True), ("café", "cafe", False), ("café", "CAFÉ", True), ("ss", "ß", True), ("ß", "ss", False)],
)
def test_webkit_counts_the_accents_of_the_term(term: str, text: str, is_found: bool) -> None:
    assert bool(spans(term, text, WEBKIT)) == is_found


@pytest.mark.parametrize(
    ("term", "text", "expected"),
    [
        ("a  b", "a b", []),  # each space of the term needs one
        (" a b ", "a \t\n b", [(0, 6)]),
        ("ab", "a\u200bb", [(0, 3)]),
        ("a\u200bb", "ab", []),
        ("a\u200bb", "a\u200bb", [(0, 3)]),
        ("a b", "a\ufeff b", []),  # beside white space it stands in the way
        ("☺\ufe0f", "☺ ☺\ufe0f", [(2, 4)]),
        ("10-12", "10–12", [(0, 5)]),
        ("ss", "ß", []),
        ("и", "й", [(0, 1)]),
    ],
)
def test_firefox(term: str, text: str, expected: list[tuple[int, int]]) -> None:
    assert spans(term, text, FIREFOX) == expected


@pytest.mark.parametrize("engine", ENGINES.values(), ids=lambda engine: engine.name)
def test_start_and_end_bound_the_matches(engine: Engine) -> None:
    text = "aé ﬁ ab\u0301 Ab ab"
    folded = fold(text, engine)
    every = list(find_term("a", folded, engine))
    for start in range(len(text) + 1):
        for end in range(start, len(text) + 1):
            within = [span for span in every if span.start >= start and span.end <= end]
            assert list(find_term("a", folded, engine, start, end)) == within


@settings(deadline=None)
@given(TEXTS, st.sampled_from(list(ENGINES.values())))
def test_a_text_that_counts_is_found_in_itself(text: str, engine: Engine) -> None:
    found = spans(text, text, engine)
    assert all(0 <= start < end <= len(text) for start, end in found)
    assert found == sorted(found)
    if text.isascii() and text.strip():
        assert found


@settings(deadline=None)
@given(TEXTS, st.sampled_from(list(ENGINES.values())))
def test_a_folded_text_survives_pickling(text: str, engine: Engine) -> None:
    folded = fold(text, engine)
    again = pickle.loads(pickle.dumps(folded))
    assert (again.text, again.key) == (folded.text, folded.key)
    assert list(find_term("a", again, engine)) == list(find_term("a", folded, engine))


@pytest.mark.parametrize(
    ("match", "expected"),
    [("a", False), ("é", False), ("e\u0301", False), ("👍", True), ("и\u0306", True), ("é\u0323", True)],
)
def test_what_hangs_a_browser(match: str, expected: bool) -> None:
    span = Span(0, len(match))
    assert is_found_again(fold(f"{match} more", CHROMIUM), span) is expected
    assert not is_found_again(fold(match, CHROMIUM), span)


@pytest.mark.parametrize(
    "text", ["🇫" * 3000, "a\u0301\u0323" * 3000, "\u0f71\u0f72" * 3000, "ß" * 3000, "\u0e4d\u0e32" * 3000]
)
def test_hostile_texts_are_searched_to_their_end(text: str) -> None:
    assert fold(text, CHROMIUM).key
    list(find_term(text[:1], fold(text, CHROMIUM), CHROMIUM))


def test_no_sequence_goes_on_with_ascii() -> None:
    held = table()
    bases = sorted(held.marked | held.nonstarters | {text[0] for text in held.contractions})
    assert [base for base in bases if _sequences(True).match(base + "a")] == []
    assert {reading_end(base + "a\u0301", 0) for base in bases} == {1}
    assert reading_end("и\u0306b", 0) == 2


@given(st.lists(TEXTS | st.sampled_from(["Plain words", "", "a\x01b", "two  words", "x\n"]), min_size=2, max_size=5))
def test_blocks_are_folded_as_each_of_them_is(blocks: list[str]) -> None:
    for engine in ENGINES.values():
        whole = fold(PARTING.join(blocks), engine)
        parts = [fold(block, engine) for block in blocks]
        assert whole.key == PARTING.join(part.key for part in parts)
        at = key_at = 0
        for block, part in zip(blocks, parts, strict=True):
            offsets = range(len(block) + 1)
            assert [whole.key_offset(at + n) - key_at for n in offsets] == [part.key_offset(n) for n in offsets]
            at, key_at = at + len(block) + 1, key_at + len(part.key) + 1
