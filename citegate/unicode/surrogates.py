"""Halves of characters, which a script can put into a text and UTF-8 cannot hold."""

from __future__ import annotations

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def without_surrogates(text: str) -> str:
    """The text with U+FFFD in the place of each half of a character; offsets stay what they are."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)
