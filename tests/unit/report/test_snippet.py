"""A line with carets: in the columns of a terminal, cut to its width, and harmless to it."""

from __future__ import annotations

import pytest

from citegate.model import Location, SourceText, Span
from citegate.report.snippet import WIDTH, columns, printable, snippet


def drawn(text: str, start: int, end: int) -> tuple[str, str]:
    shown = snippet(Location("a", Span(start, end)), SourceText("a", text))
    return shown.text, " " * shown.indent + "^" * shown.width


@pytest.mark.parametrize(
    ("text", "words", "line", "carets"),
    [
        ("one two three", "two", "one two three", "    ^^^"),
        ("\tone two", "two", "    one two", "        ^^^"),
        ("全角 two 三", "two", "全角 two 三", "     ^^^"),
        ("全角 two 三", "角", "全角 two 三", "  ^^"),
        ("cafe\u0301 two", "two", "cafe\u0301 two", "     ^^^"),
        ("a\u200bb two", "two", "a\u200bb two", "   ^^^"),
        ("one\r\ntwo\r\nthree", "two", "two", "^^^"),
        ("one\x1b[31m two", "two", "one\ufffd[31m two", "         ^^^"),
        ("one \u202etwo", "two", "one \ufffdtwo", "     ^^^"),
    ],
)
def test_carets_stand_under_the_words(text: str, words: str, line: str, carets: str) -> None:
    start = text.index(words)
    assert drawn(text, start, start + len(words)) == (line, carets)


def test_a_place_over_several_lines_is_marked_to_the_end_of_its_first() -> None:
    shown = snippet(Location("a", Span(4, 11)), SourceText("a", "one two\nthree four"))
    assert (shown.line, shown.column, shown.text, shown.indent, shown.width) == (1, 5, "one two", 4, 3)
    assert shown.last_line == 2


@pytest.mark.parametrize("at", [0, 3, 50, 99, 100, 101, 500, 990, 998])
@pytest.mark.parametrize("length", [1, 5, 90, 300])
@pytest.mark.parametrize("char", ["x", "全", "\t"])
def test_a_long_line_is_cut_around_the_place(at: int, length: int, char: str) -> None:
    text = char * at + "[" + char * length + "]" + char * 1000
    line, carets = drawn(text, at, at + length + 2)
    assert columns(line) <= WIDTH + 2
    assert columns(carets) <= WIDTH + 2
    before = ""
    for shown in line:
        if columns(before) >= carets.index("^"):
            break
        before += shown
    assert line[len(before)] == "["


def test_an_empty_place_still_has_a_caret() -> None:
    assert drawn("one", 3, 3) == ("one", "   ^")
    assert drawn("", 0, 0) == ("", "^")


def test_printable_leaves_plain_text_alone() -> None:
    assert printable("“a” – ü 全 🙂") == "“a” – ü 全 🙂"
    assert printable("a\x07b\ud800") == "a\ufffdb\ufffd"
