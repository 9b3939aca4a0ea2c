"""A normal form for ids, fingerprints and look-up, the same for every engine."""

from __future__ import annotations

import re

from citegate.unicode.contraction import IGNORABLE_ASCII, symbols_of

_SPACES = re.compile(r"\s+")


def normalized(text: str) -> str:
    """The text's primary level as a string, white space in runs as one space, without any at the ends.

    Texts that differ in case, accents, width or invisible characters have the same form. Doing it twice changes
    nothing. The form is a key, not for people to read.
    """
    key = text.lower() if text.isascii() and not IGNORABLE_ASCII.search(text) else symbols_of(text)
    return _SPACES.sub(" ", key).strip(" ")
