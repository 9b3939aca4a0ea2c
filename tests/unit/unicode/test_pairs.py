"""Pairs of characters that Firefox 153 holds for one word, and pairs that it takes apart, as its segmenter answered."""

from __future__ import annotations

from itertools import product

import pytest
from icu4py.breakers import WordBreaker

from citegate.unicode.pairs import breaks_pair

JOINED = [
    "和国",
    "国共",
    "民国",
    "共和",
    "銀作",
    "血書",
    "叁书",
    "蜗牛",
    "あな",
    "いが",
    "ァガ",
    "カナ",
    "วน",
    "กน",
    "กา",
    "แอ",
    "ລາ",
    "កា",
    "မာ",
]
PARTED = [
    "民共",
    "国々",
    "順々",
    "湵蜸",
    "ヶ月",
    "アい",
    "字ア",
    "ぁぁ",
    "วอ",
    "กข",
    "กเ",
    "ກຂ",
    "កខ",
    "က၀",
    "a字",
    "字。",
]


@pytest.mark.parametrize("pair", JOINED)
def test_one_word(pair: str) -> None:
    assert not breaks_pair(*pair)


@pytest.mark.parametrize("pair", PARTED)
def test_two_words(pair: str) -> None:
    assert breaks_pair(*pair)


def test_every_pair_of_ascii_is_broken_as_icu_breaks_it() -> None:
    for before, after in product(map(chr, range(128)), repeat=2):
        whole = next(iter(WordBreaker(before + after, "en"))) == before + after
        assert breaks_pair(before, after) is not whole, (before, after)
