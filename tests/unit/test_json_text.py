"""JSON is the same to what reads it, and safe for who looks at it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from citegate.json_text import to_json, to_json_by_parts
from citegate.model import Severity


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain", '"plain"'),
        ("naïve 日本語 שלום 👩\u200d👩", '"naïve 日本語 שלום 👩\u200d👩"'),
        ("\x1b[2J", '"\\u001b[2J"'),
        ("\x7f\x9b31m", '"\\u007f\\u009b31m"'),
        ("a\u202eb\u2066c\u200f", '"a\\u202eb\\u2066c\\u200f"'),
        ("\u2028\u2029", '"\\u2028\\u2029"'),
        ("\U000e0041", '"\\udb40\\udc41"'),
        ("\ud800", '"\\ud800"'),
    ],
)
def test_what_is_not_seen_is_written_as_an_escape(text: str, written: str) -> None:
    assert to_json(text) == written
    assert json.loads(to_json({text: [text]})) == {text: [text]}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(Severity),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=6), JSON, max_size=5))
def test_by_parts_is_the_same_text(value: dict[str, Any]) -> None:
    parts = {name: iter(each) if isinstance(each, list) else each for name, each in value.items()}
    assert to_json_by_parts(parts) == to_json(value, indent=2) + "\n"
    assert to_json_by_parts(value) == to_json(value, indent=2) + "\n"


@given(JSON | st.tuples(JSON, JSON), st.sampled_from([1, 2, 4]), st.booleans())
@example({1: 1, False: None, None: [], Severity.ERROR: ()}, 2, False)
def test_with_an_indent_it_is_what_the_standard_library_writes(value: Any, indent: int, sort_keys: bool) -> None:
    expected = json.dumps(value, ensure_ascii=False, indent=indent, sort_keys=sort_keys)
    written = to_json(value, indent=indent, sort_keys=sort_keys)
    assert json.dumps(json.loads(written)) == json.dumps(json.loads(expected))
    if expected.isprintable() or expected.isascii():
        assert written.replace("\\u007f", "\x7f") == expected.replace("\\u007f", "\x7f")
