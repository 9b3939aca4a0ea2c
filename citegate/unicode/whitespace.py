"""White_Space, and collapsing as CSS does it."""

from __future__ import annotations

import re
import unicodedata

from citegate.model.engine import Engine

_NEWLINES_AND_TABS = "\t\n\v\f\r\x85\u2028\u2029"
_COLLAPSIBLE = re.compile("[ \t\n\r\f]+")
_NEEDS_COLLAPSING = re.compile("[\t\n\r\f]|  ")


def is_white_space(char: str) -> bool:
    """True for Unicode's White_Space: spaces of every width, tab, line and paragraph ends."""
    return char in _NEWLINES_AND_TABS or unicodedata.category(char) == "Zs"


def is_context_space(char: str, engine: Engine) -> bool:
    """True for a character that may stand between a prefix and a match, or a match and a suffix, in an engine."""
    return char in engine.context_spaces


def collapse(text: str) -> str:
    """Runs of space, tab, line feed, carriage return and form feed as one space each; ends are not trimmed."""
    return _COLLAPSIBLE.sub(" ", text) if _NEEDS_COLLAPSING.search(text) else text
