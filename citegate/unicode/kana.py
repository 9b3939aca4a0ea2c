"""Kana as Chromium and WebKit compare them after the collation: size and voicing count.

The collation holds か, が and ヵ for one letter at the primary level; these engines look at every match again when the
term has kana, letter by letter.
"""

from __future__ import annotations

import re
import unicodedata

_LETTERS = "\u3041-\u3096\u30a1-\u30fa\u31f0-\u31ff\uff66-\uff6f\uff71-\uff9d"
_LETTER = re.compile(f"[{_LETTERS}]")
_LETTER_AND_MARKS = re.compile(f"([{_LETTERS}])([\u3099\u309a]*)")
_SMALL = frozenset("ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｬｭｮｯ")

KanaKey = tuple[tuple[bool, str, str], ...]
"""For each kana letter: whether it is small, its own voicing mark, and the marks that follow it."""


def has_kana(text: str) -> bool:
    """True when the text has a kana letter; the prolonged sound mark is none."""
    return _LETTER.search(text) is not None


def kana_key(text: str) -> KanaKey:
    """What must be equal besides the collation. The halfwidth voicing marks are not seen as such."""
    composed = unicodedata.normalize("NFC", text)
    return tuple(
        (letter in _SMALL, unicodedata.normalize("NFD", letter)[1:], marks)
        for letter, marks in _LETTER_AND_MARKS.findall(composed)
    )
