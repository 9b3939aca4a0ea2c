"""Word boundaries as Firefox finds them: between two characters, whatever stands around them.

The table holds what the browser's own segmenter answered. Of two Chinese or Japanese characters it makes one word when
its dictionary has them as one, or has the first only as the beginning of longer words: `openers` are those characters,
`joined` the words that ICU, which weighs how common a word is, takes apart. For Thai, Lao, Khmer and Myanmar it asks a
neural network, so that each pair stands in the table.
"""

from __future__ import annotations

import json
import unicodedata
import zlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from citegate.unicode.late import late

_FILE = Path(__file__).with_name("pairs.dat")
_LOCALE = "en"
_WHOLE = ("  ", "\r\n")  # ASCII that is not broken although it is no word

DICTIONARY = late("[\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u108f\u1780-\u17d3]")
"""Characters of the scripts that are broken by dictionary alone: Thai, Lao, Myanmar, Khmer."""
_KATAKANA = late("[\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9d]")
_REPEATS = "\u3005\u3006"  # marks that no dictionary word of two characters ends with, for Firefox
_HAN_OR_KANA = late("[\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")


@dataclass(frozen=True, slots=True)
class Pairs:
    """The pairs that are one word."""

    openers: frozenset[str]
    """Characters that have no boundary behind them when another Chinese or Japanese character follows."""
    joined: dict[str, str]
    """From a character to those that make a word with it although ICU breaks them."""
    scripts: tuple[tuple[int, tuple[str, ...]], ...]
    """For each script its first code point, and for each character a string with "1" where the other makes a word."""

    def of_script(self, before: str, after: str) -> bool | None:
        """True when two characters of one of the scripts are one word; None for other characters."""
        for first, rows in self.scripts:
            left, right = ord(before) - first, ord(after) - first
            if 0 <= left < len(rows) and 0 <= right < len(rows):
                return rows[left][right] == "1"
        return None


@lru_cache(maxsize=1)
def _pairs() -> Pairs:
    held = json.loads(zlib.decompress(_FILE.read_bytes()))
    return Pairs(
        openers=frozenset(held["openers"]),
        joined={group[0]: group[1:] for group in held["joined"].split(" ")},
        scripts=tuple((ord(first), tuple(rows)) for first, rows in held["scripts"]),
    )


@lru_cache(maxsize=8192)
def breaks_pair(before: str, after: str) -> bool:
    """True when the two characters alone are not one word; Hangul are letters."""
    pair = before + after
    if pair.isascii():
        return not (_is_word(before) and _is_word(after)) and pair not in _WHOLE
    if DICTIONARY.match(before) or DICTIONARY.match(after):
        is_word = _pairs().of_script(before, after)
        return unicodedata.category(after) not in {"Mn", "Mc", "Me", "Cf"} if is_word is None else not is_word
    if after in _REPEATS:
        return True
    is_left, is_right = (_KATAKANA.match(char) is not None for char in (before, after))
    if is_left and is_right:
        return False
    if _HAN_OR_KANA.match(before) and _HAN_OR_KANA.match(after):
        if is_left or is_right:
            return True
        pairs = _pairs()
        if before in pairs.openers or after in pairs.joined.get(before, ""):
            return False
    from icu4py.breakers import WordBreaker  # noqa: PLC0415  (11 ms, and an English page never comes here)

    pair = "".join("A" if "\uac00" <= char <= "\ud7a3" else char for char in pair)
    return next(iter(WordBreaker(pair, _LOCALE))) != pair


def _is_word(char: str) -> bool:
    """True for an ASCII letter, digit or underscore."""
    return char.isalnum() or char == "_"
