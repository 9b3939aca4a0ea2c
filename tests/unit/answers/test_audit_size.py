"""A long answer takes as many steps as it is long: four times the text, about four times the calls."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest

from citegate.answers.audit import Turn, audit
from citegate.answers.resolve import Resolver
from citegate.model import SourceText
from citegate.model.answer import SourceRecord, SourceType

FERRY = "The last ferry leaves at half past nine from the north pier. Dogs travel free when they are kept on a lead."
TURN = Turn(Resolver([SourceRecord(1, SourceType.DOCUMENT, "ferry", "Ferry", FERRY)], "", {}))
SHORT, LONG = 8_000, 32_000  # code points
MAX_RATIO = 5.0  # linear is 4; quadratic would be 16


def repeated(make: Callable[[int], str]) -> Callable[[int, int], str]:
    """Text of a size, counting up from a number, so that no two texts have a sentence in common."""

    def text(size: int, number: int) -> str:
        parts, length = [], 0
        while length < size:
            parts.append(make(number))
            length += len(parts[-1])
            number += 1
        return "".join(parts)[:size]

    return text


SHAPES = {
    "prose": repeated(
        lambda n: f"Ferry {n} leaves at half past nine [1]. Dog {n} travels free. The tower has {n} steps. "
    ),
    "paragraphs": repeated(lambda n: f"The ferry of day {n} leaves from the north pier [1].\n\n"),
    "one sentence": repeated(lambda n: f"the ferry and {n} MB of [1] dogs, "),
    "marks": repeated(lambda n: "[1]"),
    "marks in code": repeated(lambda n: f"`a [{n}] "),
    "quotations": repeated(lambda n: f"“said in the year {n}” [1] "),
    "open quotations": repeated(lambda n: "((“«"),
    "addresses": repeated(lambda n: f"https://a.test/{n} "),
    "pictures": repeated(lambda n: "![<a href="),
    "items": repeated(lambda n: f"- ferry {n} runs at 9 [1]\n"),
    "numbers": repeated(lambda n: f"{n},2,3 and 4 5 "),
    "chinese": repeated(lambda n: f"第{n}班船晚上十点半从北码头开出【1】。"),
    "stops": repeated(lambda n: ".. ! ? :"),
}


def calls(text: str) -> int:
    """How many functions an audit calls."""
    count = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        audit(SourceText("answer.md", text), TURN)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("shape", SHAPES)
def test_calls_grow_as_the_text_does(shape: str) -> None:
    make = SHAPES[shape]
    audit(SourceText("answer.md", make(200, 10_000)), TURN)  # tables are read once
    assert calls(make(LONG, 30_000)) < MAX_RATIO * calls(make(SHORT, 20_000))


def test_a_megabyte_is_checked_to_its_end() -> None:
    text = (
        repeated(lambda n: f"and on it goes with word {n}, ")(1_000_000, 0)
        + "\n\nThe last ferry leaves at half past ten [1].\n"
    )
    (last,) = audit(SourceText("answer.md", text), TURN).findings[-1:]
    assert last.rule.code == "CG603"
    assert text[last.primary.span.start : last.primary.span.end] == "half past ten"
