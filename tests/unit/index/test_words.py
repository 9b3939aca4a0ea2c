"""Words by which a file is chosen: from a quotation, and in a file, however it is looked through."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citegate.index import words
from citegate.index.words import Vocabulary, has_word, is_whole, letters_of, needles_of, words_of


@pytest.mark.parametrize(
    ("quote", "needles"),
    [
        ("The Ferry leaves at six", {"ferry", "leaves"}),
        ("“ferry”—boat… caf\u00e9\u00a0noir", {"ferry", "boat", "caf\u00e9", "noir"}),
        ("École, Über", {"École", "Über"}),
        ("渡轮", {"*渡轮"}),
        ("2026年渡轮每天", {"*年", "*年渡轮", "*轮每天"}),
        ("— — a an the", set()),
    ],
)
def test_words_of_a_quotation(quote: str, needles: set[str]) -> None:
    assert needles_of(quote) == {needle.encode() for needle in needles}


@pytest.mark.parametrize(
    ("text", "is_there"),
    [
        ("the ferry leaves", True),
        ("Ferry", True),
        ("ferryman", False),
        ("aferry ferryman xferry ferry.", True),
        ("“ferry”", True),
        ("a–ferry…", True),
        ("\u00a0ferry\u00bb", True),
        ("\u00e9ferry", False),
        ("ferry\u00e9", False),
        ("渡ferry渡", False),
        ("", False),
    ],
)
def test_a_word_is_whole_between_spaces_and_marks(text: str, is_there: bool) -> None:
    letters = letters_of(text.encode())
    assert has_word(letters, b"ferry") == is_there == (b"ferry" in words_of(letters))


TEXTS = st.text(st.sampled_from("aberyFé渡轮天 “–\u00a0.«\n"), max_size=60)


@given(TEXTS, st.lists(TEXTS, max_size=4))
def test_few_needles_are_found_as_many_are(text: str, quotes: list[str]) -> None:
    needles = {needle for quote in (*quotes, text) for needle in needles_of(quote)}
    letters = letters_of(text.encode())
    many = set(Vocabulary(needles).among(letters, set(words_of(letters))))
    assert needles_of(text) <= many
    for few in (0, 1_000):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(words, "FEW", few)
            assert set(Vocabulary(needles).among(letters)) == many


def test_pieces_stand_within_words() -> None:
    letters = letters_of("明日の渡轮每天早上".encode())
    needles = needles_of("渡轮每天早上")
    assert set(Vocabulary(needles).among(letters)) == needles
    assert not any(map(is_whole, needles))
