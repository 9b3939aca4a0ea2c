"""Accents of the term that count: a collation at secondary strength in which only the term's accents must be met.

A base letter of the term equals the letter with any accent; an accent of the term must stand in the text, and the
text's other accents are stepped over. It decides candidates that are already equal at the primary level.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from citegate.unicode.quotes import STRAIGHT
from citegate.unicode.table import ACCENT, MARK, accents


@lru_cache(maxsize=4096)
def _weights(text: str) -> str:
    return accents().apply(unicodedata.normalize("NFC", text.translate(STRAIGHT)))


def meets_accents(term: str, text: str) -> bool:
    """True when the text, equal to the term at the primary level, has the term's accents."""
    if term.isascii() or term == text:
        return True
    wanted, found = _weights(term), _weights(text)
    at = 0
    last = ""
    for weight in wanted:
        while True:
            if at == len(found):
                return False
            here = found[at]
            at += 1
            if here == weight or (ord(weight) == ACCENT and ord(here) < MARK):
                break
            if ord(here) >= MARK > ord(weight):
                continue  # an accent where the term has a base letter
            return False
        last = weight
    rest = found[at:]
    # What follows belongs to the last letter; behind an accent of the term none may follow.
    return ord(last or "\0") < MARK or not rest
