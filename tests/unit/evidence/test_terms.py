"""Terms: identifiers whole, any script, endings of English words."""

from __future__ import annotations

import pytest

from citegate.evidence.terms import stem, terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("verify-span", {"verify-span", "span"}),
        ("the key source_span of allowlist.json", {"source_span", "allowlist.json", "allowlist"}),
        ("--fail-on", {"fail-on"}),
        ("Café CAFÉ", {stem("cafe")}),
        ("don’t", {"dont"}),
        ("1,200 and 3.5", {"1200", "3.5"}),
        ("北京大学的学生", {terms("北京")[0], terms("大学")[0]}),
        ("東京タワー", {terms("東京")[0]}),
        ("ประเทศไทย", {"ทย"}),
        ("Привет, мир", {terms("привет")[0]}),
        ("नमस्ते दुनिया", {terms("नमस्ते")[0]}),
        ("a😀b", {"a", "b"}),
    ],
)
def test_terms(text: str, expected: set[str]) -> None:
    assert expected <= set(terms(text))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("matches", "match"),
        ("matched", "matching"),
        ("stopped", "stop"),
        ("entries", "entry"),
        ("encodes", "encoding"),
        ("written", "write"),
        ("verifies", "verified"),
    ],
)
def test_forms_of_one_word_are_one_term(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(("one", "other"), [("nation", "national"), ("trust", "rust"), ("process", "proceed")])
def test_two_words_are_two_terms(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def test_a_run_of_data_is_no_term() -> None:
    assert terms("x" * 500) == []
