"""A pattern that is compiled late is a pattern like any other."""

from __future__ import annotations

import re

import pytest

from citegate.unicode.late import late


def test_it_is_compiled_when_it_is_first_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    plain = re.compile

    def counted(pattern: str, flags: int = 0) -> re.Pattern[str]:
        compiled.append(pattern)
        return plain(pattern, flags)

    monkeypatch.setattr(re, "compile", counted)
    words = late(r"\w+", re.ASCII)
    assert compiled == []
    assert words.findall("two wörds") == ["two", "w", "rds"]
    assert words.findall("one") == ["one"]
    assert compiled == [r"\w+"]


def test_what_is_asked_of_it_is_the_patterns() -> None:
    assert late("(?P<name>a+)b").fullmatch("aab")["name"] == "aa"  # type: ignore[index]
    assert late("A", re.IGNORECASE).sub("x", "aAb") == "xxb"
    assert late("a").pattern == "a"


def test_a_pattern_that_cannot_be_read_says_so_when_it_is_used() -> None:
    broken = late("(")
    with pytest.raises(re.error):
        broken.search("x")
