"""The numbers of a text, and which of them are the same."""

from __future__ import annotations

import pytest

from citegate.answers.claims_match import is_equal
from citegate.answers.claims_numbers import quantities

READ = [
    ("1,200 or 1 200 or 1200 or 1.2k or twelve hundred", ["1200"] * 5),
    ("5 MB, 5 GB, 5 KiB", ["5000000 byte", "5000000000 byte", "5120 byte"]),
    ("100 ms and 1.5 s and 2 minutes", ["1/10 second", "3/2 second", "120 second"]),
    ("20 °C, 68 °F", ["20 celsius", "68 fahrenheit"]),
    ("5 %, 5 per cent, 5 percentage points", ["5 percent", "5 percent", "5 percentage point"]),
    ("$5, USD 7, €1.50, 9 crowns", ["5 US dollar", "7 US dollar", "3/2 euro", "9 crown"]),
    ("between 5 and 10 km", ["5000 metre", "10000 metre"]),
    ("on 1 May 2024 or 2024-05-01 or 2024年5月1日", ["2024-5-1 date"] * 3),
    ("at 9:30, 9 pm, half past nine", ["570 hour of day", "1260 time of day", "570 hour of day"]),
    ("v1.2, 1.2.3, Python 3.10", ["1.2 version", "1.2.3 version", "3.10 version"]),
    ("百分之五, 十二米, 三千人, 1.2亿元", ["5 percent", "12 metre", "3000 person", "120000000 yuan"]),
    ("二十四个字，九点半，第三层", ["24 character", "570 hour of day", "3 floor"]),
    ("十分重要，千万别动，万一，统一，一个，第一", []),
    ("从零开始数，从一数起，从一个码头开出，从一而终", ["0", "1"]),
    ("twenty-five and one hundred and five", ["25", "105"]),
    ("one of them may 5", ["5"]),
    ("CG504, x[1] and file2", ["504 code cg", "1"]),
    ("１２ 米", ["12 metre"]),
    ("1,2,3", ["1", "2", "3"]),
]

EQUAL = [
    ("1 km", "1000 m", True),
    ("1 km", "1001 m", False),
    ("60 min", "1 hour", True),
    ("5 MB", "5 GB", False),
    ("5 MB", "5", True),
    ("5 %", "5 percentage points", False),
    ("20 °C", "20 °F", False),
    ("12 crowns", "12 euros", False),
    ("9:30 pm", "21:30", True),
    ("9:30 pm", "9:30 am", False),
    ("half past nine", "21:30", True),
    ("seven", "7:00", True),
    ("1 May 2024", "1 May", True),
    ("1 May 2024", "2 May 2024", False),
    ("1 May 2024", "1 May 2023", False),
    ("version 3.10", "version 3.1", False),
    ("v1.2", "version 1.2", True),
    ("about 1,200", "1,198", True),
    ("about 1,200", "1,150", True),
    ("about 1,200", "1,300", False),
    ("over 400", "412", True),
    ("over 400", "387", False),
    ("over 400", "512", False),
    ("nearly 400", "387", True),
    ("nearly 400", "412", False),
    ("百分之五", "5%", True),
    ("十二", "12", True),
    ("-5", "5", False),
    ("CG504", "CG505", False),
    ("Windows11", "Windows 11", True),
]


@pytest.mark.parametrize(("text", "expected"), READ)
def test_numbers_of_a_text(text: str, expected: list[str]) -> None:
    assert [f"{each.value} {each.dimension}".strip() for each in quantities(text)] == expected


@pytest.mark.parametrize(("one", "other", "expected"), EQUAL)
def test_equal_numbers(one: str, other: str, expected: bool) -> None:
    (first,) = quantities(f"it is {one} here" if one.isascii() or "°" in one else f"共{one}个")
    (second,) = quantities(f"it is {other} here" if other.isascii() or "°" in other else f"共{other}")
    assert is_equal(first, second) is expected
