from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest

from citegate.answers.resolve import Resolver
from citegate.answers.stream import AnswerStream, read_answer
from citegate.answers.tokens import HOLD_LIMIT, Scanner, scan
from citegate.model.answer import EndEvent, SourceRecord, SourceType, TextEvent, Token

HOSTILE = [
    "[", "[[", "[ ", "[a", "[1", "[1,1,", "[1]", "a[1]", "[[1", "[cite", "[[cite:", "[[cite:d|x", "[[cite:d|x] ",
    "[[cite:d|[x]]]", "]", "]]", "[]", "[](", "[a](x", "[a](<", "[a](x '", "[a]{https://", "![", "{", "{{", "{{source:",
    "{0123", "`", "`x", "``x` ", "```\n", "~", "~~~\n", "<", "<a ", "<a '", "<a b=\"", "<!--", "<code>", "<pre>\n",
    "#", "##1", "##1$", "【", "【1", "【1†", "\ue200", "\ue200cite\ue202", "\ue201", "http://", "a://[", "\\", "\\[",
    "\n", "\n\n", " ", "\t", "> ", "> a\n", "- ", "- a\n", "- \n\n", "1. a\n", "    a\n", "|", "| a\n", "***",
    "---\n", "=", "\r", "\r\n", "[1]: ", "[^1]: ", "- - - - - - - - - - - - a\n\n\n\n\n\n\n\n\n",
]  # fmt: skip


def calls(action: Callable[[], object]) -> int:
    """How many functions an action calls, those written in C too."""
    count = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("unit", HOSTILE, ids=repr)
def test_three_times_the_text_is_at_most_some_three_times_the_work(unit: str) -> None:
    def whole(size: int) -> Callable[[], object]:
        return lambda: scan((unit * size)[:size])

    def in_pieces(size: int) -> Callable[[], object]:
        def action() -> None:
            stream = AnswerStream(Resolver())
            text = (unit * size)[:size]
            for start in range(0, size, 16):
                stream.feed(text[start : start + 16])
            stream.end()

        return action

    for action in (whole, in_pieces):
        assert calls(action(9_000)) <= 4 * calls(action(3_000)) + 500


def test_very_many_brackets() -> None:
    for unit in ("[", "{", "`", "[[cite:"):
        text = (unit * 200_000)[:200_000]
        events = read_answer(text, Resolver())
        assert "".join(event.text for event in events if isinstance(event, TextEvent)) or unit == "[[cite:"
        assert isinstance(events[-1], EndEvent)


@pytest.mark.parametrize("unit", HOSTILE, ids=repr)
def test_what_is_held_back_is_bounded(unit: str) -> None:
    scanner, given = Scanner(), 0
    text = (unit * 9_000)[:9_000]
    for start in range(0, len(text), 7):
        for item in scanner.feed(text[start : start + 7]):
            given += len(item.text) if isinstance(item, Token) else len(item)
        assert start + 7 - given <= HOLD_LIMIT + 7


def test_words_without_marks_are_given_out_at_once() -> None:
    stream = AnswerStream(Resolver())
    text = "Plain words, one by one; (nothing) is held back: not even “this”. "
    held = ""
    for char in text:
        given = "".join(event.text for event in stream.feed(char) if isinstance(event, TextEvent))
        assert given == held + ("" if char == ":" else char)
        held = char if char == ":" else ""


def test_a_citation_is_given_out_with_its_last_character_or_the_next() -> None:
    record = SourceRecord(1, SourceType.DOCUMENT, "a", "A", "The words of the passage.", "/a", "0" * 12)
    for token in ("[[cite:a|The words of the passage.]]", "[[cite:000000000000]]", "{000000000000}", "[1]", "【1】"):
        stream = AnswerStream(Resolver([record]))
        events = [event for char in f"So {token} a" for event in stream.feed(char)]
        assert any(not isinstance(event, TextEvent) for event in events), token


def test_only_the_answer_itself_is_a_state() -> None:
    record = SourceRecord(1, SourceType.DOCUMENT, "a", "A", "Words.", "/a", "0" * 12)
    resolver = Resolver([record], routes={"b": "/b", "c": "/c"})
    text = "[c](kb:c) [b](kb:b) [1]"
    assert read_answer(text, resolver) == read_answer(text, resolver)
    assert read_answer("[b](kb:b)", resolver) != read_answer(text, resolver)


def test_a_form_that_there_is_not_is_an_error() -> None:
    with pytest.raises(ValueError, match="no form of a token"):
        read_answer("x", Resolver(), expects="(N)")


def test_nothing_comes_behind_the_end() -> None:
    stream = AnswerStream(Resolver())
    stream.end()
    for action in (stream.end, lambda: stream.feed("x")):
        with pytest.raises(ValueError, match="has ended"):
            action()
