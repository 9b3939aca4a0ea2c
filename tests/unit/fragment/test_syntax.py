"""Reading and writing directives: rows for each rule, real fragments, and the round trip."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citegate.fragment.syntax import format_fragment, parse_fragment_directive, percent_decode, percent_encode
from citegate.model import CHROMIUM, FIREFOX, WEBKIT, TextDirective

REAL = [
    json.loads(line) for line in Path(__file__).with_name("real_fragments.jsonl").read_text("utf-8").split("\n") if line
]


@pytest.mark.parametrize(
    ("fragment", "expected"),
    [
        (":~:text=a", TextDirective("a")),
        (":~:text=a,b", TextDirective("a", "b")),
        (":~:text=p-,a", TextDirective("a", None, "p")),
        (":~:text=a,-s", TextDirective("a", None, None, "s")),
        (":~:text=p-,a,b,-s", TextDirective("a", "b", "p", "s")),
        (":~:text=p-,a,-s", TextDirective("a", None, "p", "s")),
        (":~:text=a%2Cb", TextDirective("a,b")),
        (":~:text=a+b", TextDirective("a+b")),
        (":~:text=a%2520b", TextDirective("a%20b")),
        (":~:text=caf%E9", TextDirective("caf\ufffd")),
        (":~:text=%E5%8C%97", TextDirective("北")),
        (":~:text=北", TextDirective("北")),
        (":~:text=a\n\tb", TextDirective("ab")),
        (":~:text=a ", TextDirective("a")),
        ("id:~:text=a:~:b", TextDirective("a:~:b")),
    ],
)
def test_valid(fragment: str, expected: TextDirective) -> None:
    assert parse_fragment_directive(fragment).directives == (expected,)


@pytest.mark.parametrize(
    ("fragment", "said"),
    [
        (":~:text=", "empty"),
        (":~:text=,a", "start is empty"),
        (":~:text=a,", "end is empty"),
        (":~:text=-,a", "prefix is empty"),
        (":~:text=a,-", "suffix is empty"),
        (":~:text=a,b,c", "three terms"),
        (":~:text=a,b,c,d,e", "5 terms"),
        (":~:text=well-known", "bare hyphen in the start “well-known”"),
        (":~:text=p--,a", "bare hyphen in the prefix"),
        (":~:text=-a", "bare hyphen"),
        (":~:text=100%", "“%” is not a percent-escape"),
        (":~:text=%zz", "“%zz” is not"),
    ],
)
def test_invalid_directives_say_what_is_wrong(fragment: str, said: str) -> None:
    parsed = parse_fragment_directive(fragment)
    assert parsed.directives == ()
    assert said in parsed.invalid[0].problem
    assert parsed.invalid[0].help


def test_engines_differ_in_what_they_read() -> None:
    for fragment, readers in (
        (":~:text=well-known", {"firefox"}),
        (":~:text=100%", {"firefox", "webkit"}),
        (":~:text=a,-", {"webkit"}),
    ):
        read = {e.name for e in (CHROMIUM, FIREFOX, WEBKIT) if parse_fragment_directive(fragment, e).directives}
        assert read == readers, fragment


def test_only_sixteen_valid_directives_count_in_chromium() -> None:
    fragment = ":~:" + "&".join(["text=a-b", *(f"text=w{number}" for number in range(20))])
    parsed = parse_fragment_directive(fragment)
    assert [directive.text_start for directive in parsed.directives] == [f"w{number}" for number in range(16)]
    assert len(parsed.invalid) == 5
    assert len(parse_fragment_directive(fragment, WEBKIT).directives) == 20


def test_other_directives_and_duplicates_are_left_out() -> None:
    parsed = parse_fragment_directive("sec:~:foo=b&text=Alpha&&text=ALPHA&Text=no&text=beta")
    assert parsed.element_id == "sec"
    assert [directive.text_start for directive in parsed.directives] == ["Alpha", "beta"]


def test_without_the_delimiter_all_is_an_element_id() -> None:
    parsed = parse_fragment_directive("~:text=a")
    assert (parsed.element_id, parsed.directives, parsed.has_delimiter) == ("~:text=a", (), False)


@pytest.mark.parametrize("row", REAL, ids=lambda row: row["fragment"][:40])
def test_real_fragments_are_read_or_refused_with_a_reason(row: dict[str, str]) -> None:
    parsed = parse_fragment_directive(row["fragment"])
    kinds = {"prefix": "prefix", "suffix": "suffix", "range": "text_end"}
    if row["class"] == "malformed":
        assert not parsed.directives
        assert parsed.invalid or not parsed.has_delimiter
    elif parsed.directives:
        wanted = set(row["class"].split("+")) - {"plain"}
        got = [{name for name, field in kinds.items() if getattr(each, field)} for each in parsed.directives]
        assert wanted in got
    else:
        assert all(item.problem and item.help for item in parsed.invalid)
        assert parsed.invalid


terms = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)


@given(terms, st.none() | terms, st.none() | terms, st.none() | terms)
def test_what_is_written_is_read_back(start: str, end: str | None, prefix: str | None, suffix: str | None) -> None:
    directive = TextDirective(start, end, prefix, suffix)
    for engine in (CHROMIUM, FIREFOX, WEBKIT):
        assert parse_fragment_directive(format_fragment([directive], "id"), engine).directives == (directive,)


@given(terms)
def test_encoded_terms_hold_no_syntax(term: str) -> None:
    encoded = percent_encode(term)
    assert encoded.isascii()
    assert not set(encoded) & set(" ,-&#\"<>`()*'[]")
    assert percent_decode(encoded) == term


def test_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(ValueError, match=r"lone surrogate \(U\+D800\)"):
        percent_encode("a\ud800")
