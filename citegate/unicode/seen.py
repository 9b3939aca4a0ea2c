"""Characters that a reader of a match sees: all but white space and what Unicode lets a display ignore."""

from __future__ import annotations

import re

_UNSEEN = re.compile(
    "[\\s\x00-\x1f\x7f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]"
)


def seen(text: str) -> str:
    """The text without white space and ignorable characters."""
    return _UNSEEN.sub("", text)
