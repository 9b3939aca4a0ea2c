"""The ids that generators make from the text of headings."""

from __future__ import annotations

import re
from collections.abc import Iterable

from citegate.model import Block, BlockKind

_NOT_IN_SLUG = re.compile(r"[^\w\- ]+")


def heading_ids(blocks: Iterable[Block]) -> frozenset[str]:
    """The id of each heading as github-slugger makes it, which most generators of Markdown sites use.

    Lower case, punctuation dropped, spaces as hyphens; a repeat has `-1`, `-2` behind it. What a generator makes
    otherwise is known on the built page only.
    """
    found: set[str] = set()
    repeats: dict[str, int] = {}
    for block in blocks:
        if block.kind is not BlockKind.HEADING:
            continue
        plain = slug = _NOT_IN_SLUG.sub("", block.text.strip().lower()).replace(" ", "-")
        while slug in found:
            repeats[plain] = repeats.get(plain, 0) + 1
            slug = f"{plain}-{repeats[plain]}"
        if slug:
            found.add(slug)
    return frozenset(found)
