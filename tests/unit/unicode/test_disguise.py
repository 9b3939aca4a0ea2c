"""Text that is shown otherwise than it reads, and honest text of many scripts that only looks so."""

from __future__ import annotations

import pytest

from citegate.unicode.disguise import disguise

HONEST = [
    "plain words, tabs\tand\nline ends\r\n",
    "עברית עם מספרים 123 וסימנים (כאן)",
    "\u2067שלום\u2069 and \u2067العربية 12\u2069",
    "call \u2066+1 (555) 010\u2069 or \u2068x\u2069",
    "\u202bשלום\u202c nested \u2067א \u2066abc\u2069 ב\u2069",
    "marks \u200e\u200f\u061c, joiners a\u200cb\u200dc, shy \xad, no-break \xa0",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466 \u2764\ufe0f \u845b\U000e0100",
    "\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f",
    "",
]

DISGUISED = [
    ("a\u202eb\u202c", 1, "an override of the direction"),
    ("\u202dשלום\u202c", 0, "an override of the direction"),
    ("\u2067admin\u2069", 0, "a turn from right to left around words that are not"),
    ("x \u202b1 2 3\u202c", 2, "a turn from right to left around words that are not"),
    ("a \u2066b", 2, "a turn of the direction that is not closed"),
    ("a\u2069b", 1, "the end of a turn of the direction that was not begun"),
    ("\u2067א\u202c", 0, "a turn of the direction that is not closed"),
    ("a\U000e0041", 1, "a tag, which is not seen"),
    ("\U0001f3f4\U000e0067", 1, "a tag, which is not seen"),
    ("a\ufe01\ufe02", 1, "a run of variation selectors, which can hide text"),
    ("a\x1b[31m", 1, "a control character"),
    ("a\x9b31m", 1, "a control character"),
    ("a\x00", 1, "a control character"),
    ("\ufff9a\ufffab\ufffb", 0, "a format character that is not seen"),
    ("a\u206ab", 1, "a format character that is not seen"),
]


@pytest.mark.parametrize("text", HONEST)
def test_honest_text_is_left_alone(text: str) -> None:
    assert disguise(text) is None


@pytest.mark.parametrize(("text", "offset", "name"), DISGUISED)
def test_a_disguise_is_found_at_its_first_sign(text: str, offset: int, name: str) -> None:
    found = disguise(text)
    assert found is not None
    assert (found.offset, found.char, found.name) == (offset, text[offset], name)


def test_it_takes_no_longer_than_the_text_is_long() -> None:
    for sign in "\u2067", "\u202e", "\u2069", "\u2067\u2069", "\U0001f3f4\U000e0067":
        assert disguise(sign * 200_000) is not None
