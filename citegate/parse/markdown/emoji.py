"""Emoji shortcodes, `:rocket:`, by the names of gemoji."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files

from citegate.parse.markdown.substitute import Change, Substitution

_SHORTCODE = re.compile(r":([a-z0-9_+-]+):", re.IGNORECASE)


@cache
def emoji() -> dict[str, str]:
    """Name → emoji."""
    table: dict[str, str] = json.loads(files(__package__).joinpath("emoji.json").read_text("utf-8"))
    return table


def substitution(*, is_picture: bool) -> Substitution:
    """Shortcodes to emoji, or, where the renderer makes pictures of them, to nothing."""

    def changes(text: str, _before: str, _after: str) -> list[Change]:
        if text.count(":") < 2:
            return []
        found: list[Change] = []
        for match in _SHORTCODE.finditer(text):
            sign = emoji().get(match[1])
            if sign is not None:
                found.append((match.start(), match.end(), "" if is_picture else sign))
        return found

    return changes
