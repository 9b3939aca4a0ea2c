"""What no fix may change."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citegate.repair.guard import Change, changes, forbidden, word_diff

WORDS = ["boat", "5", "not", "all", "ten", "km", "the", "is", "不", "3.5", "can't"]
NUMBER, UNIT = "a number", "a unit"
NEGATION, QUANTIFIER = "a negation or condition", "a quantifier"


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("The limit is 50 pages", "The limit is 500 pages", NUMBER),
        ("1,200 wells were sampled", "12,00 wells were sampled", NUMBER),
        ("It was 3.5 per day", "It was 35 per day", NUMBER),
        ("The limit is 5 m deep", "The limit is 5 km deep", NUMBER),
        ("ten boats sailed", "eleven boats sailed", NUMBER),
        ("seit zwei Jahren", "seit drei Jahren", NUMBER),
        ("三百人が来た", "四百人が来た", NUMBER),
        ("2 boats and 3 ships", "3 boats and 2 ships", NUMBER),
        ("within days of it", "within weeks of it", UNIT),
        ("It does not work", "It does work", NEGATION),
        ("It works", "It never works", NEGATION),
        ("ships can't sail", "ships can sail", NEGATION),
        ("ships can’t sail", "ships can sail", NEGATION),
        ("ships cannot sail", "ships can sail", NEGATION),
        ("sail unless it storms", "sail when it storms", NEGATION),
        ("Es ist nicht erlaubt", "Es ist erlaubt", NEGATION),
        ("Ce n'est pas permis", "C'est permis", NEGATION),
        ("它不能工作", "它能工作", NEGATION),
        ("動きません", "動きます", NEGATION),
        ("작동하지 않는다", "작동한다", NEGATION),
        ("All boats sail", "Most boats sail", QUANTIFIER),
        ("it is more than that", "it is less than that", QUANTIFIER),
        ("you must moor here", "you may moor here", QUANTIFIER),
        ("immer am Morgen", "selten am Morgen", QUANTIFIER),
        ("don’t run it", "don't run it", None),
        ("the colour is red", "the color is red", None),
        ("a big ship", "the big ship", None),
        ("٢٠٢٤ was good", "2024 was good", None),
        ("The BOAT", "the boat", None),
        ("It does not work here", "It does not run here", None),
        ("5 km of road", "5 km of street", None),
    ],
)
def test_what_a_fix_would_change(old: str, new: str, kind: str | None) -> None:
    assert forbidden(old, new) == kind
    assert forbidden(new, old) == kind


@given(st.lists(st.sampled_from(WORDS), max_size=8))
def test_a_text_changes_nothing_in_itself(words: list[str]) -> None:
    text = " ".join(words)
    assert forbidden(text, text) is None
    assert changes(text, text.upper()) == ()


@given(
    st.lists(st.sampled_from(["the", "boat", "sails", "in", "winter", "with", "old", "nets"]), min_size=2, max_size=8),
    st.sampled_from(["not", "never", "7", "all", "seven", "may", "nicht", "aucun"]),
    st.integers(0, 8),
)
def test_a_guarded_word_is_never_put_in_or_taken_out(words: list[str], guarded: str, at: int) -> None:
    changed = [*words[:at], guarded, *words[at:]]
    assert forbidden(" ".join(words), " ".join(changed))
    assert forbidden(" ".join(changed), " ".join(words))


def test_the_differences() -> None:
    assert changes("The red boat sails", "the blue boat sails fast") == (Change("red", "blue"), Change("", "fast"))
    assert word_diff("The red boat", "The blue boat sails") == "The [-red-]{+blue+} boat {+sails+}"
