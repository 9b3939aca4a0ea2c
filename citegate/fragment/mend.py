"""What a directive that browsers ignore was meant to say."""

from __future__ import annotations

import re

from citegate.fragment.match import find_range_from_text_directive
from citegate.fragment.page import Page
from citegate.fragment.syntax import TEXT_KEY, parse_text_directive
from citegate.model import InvalidDirective, TextDirective

_BAD_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")


def encoded_directive(raw: str, page: Page) -> TextDirective | None:
    """The directive with all of its text taken as one term, when that finds a passage; else None.

    `raw` begins with `text=`. Commas are taken as syntax first, then as text.
    """
    value = _BAD_PERCENT.sub("%25", raw.removeprefix(TEXT_KEY)).replace("-", "%2D")
    for text in dict.fromkeys((value, value.replace(",", "%2C"))):
        parsed = parse_text_directive(TEXT_KEY + text, page.engine)
        if isinstance(parsed, InvalidDirective) or parsed.text_end is not None:
            continue
        if find_range_from_text_directive(parsed, page):
            return parsed
    return None
