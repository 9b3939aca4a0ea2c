"""JSON is the same to what reads it, and safe for who looks at it."""

from __future__ import annotations

import json

import pytest

from citegate.json_text import to_json


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
