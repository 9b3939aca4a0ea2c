"""The index of a long text says what reading it says."""

from __future__ import annotations

import random

import pytest

from citegate.fragment import occurrences as module
from citegate.fragment.occurrences import Occurrences


def read(text: str, term: str) -> list[int]:
    found, at = [], text.find(term)
    while at >= 0:
        found.append(at)
        at = text.find(term, at + 1)
    return found


@pytest.fixture
def chance() -> random.Random:
    return random.Random(20261130)


def test_places_are_those_of_the_text(monkeypatch: pytest.MonkeyPatch, chance: random.Random) -> None:
    monkeypatch.setattr(module, "FEW", 1)
    monkeypatch.setattr(module, "INDEX_FROM", 1)
    monkeypatch.setattr(module, "ASKED_FROM", 0)
    text = "".join(chance.choice(["a", "b", "ab", " ", " ", "  ", "\n", "\uffff", "é"]) for _ in range(4000))
    held = Occurrences(text)
    answered = 0
    for _ in range(2000):
        at = chance.randrange(len(text))
        term = text[at : at + chance.randrange(1, 14)]
        if chance.random() < 0.3:
            term = term[::-1]
        places = held.places(term)
        if places is not None:
            answered += 1
            assert places == read(text, term), repr(term)
    assert answered > 500


@pytest.mark.parametrize("term", ["", " ", "  ", "a", "a b", " a", "a ", "one  two", " one two "])
def test_terms_without_a_word_between_spaces(monkeypatch: pytest.MonkeyPatch, term: str) -> None:
    monkeypatch.setattr(module, "INDEX_FROM", 1)
    monkeypatch.setattr(module, "ASKED_FROM", 0)
    monkeypatch.setattr(module, "FEW", 0)
    text = "one  two a b one two a one  two"
    places = Occurrences(text).places(term)
    assert places is None or places == read(text, term)


def test_a_short_text_is_read() -> None:
    assert all(Occurrences("a b c").places("a b c") is None for _ in range(100))
