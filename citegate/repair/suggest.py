"""Sentences that make good citations: unique, of one block, and understood by themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from citegate.fragment.build import Built, build_text_directive
from citegate.fragment.match import Page, find_quote
from citegate.model import BlockKind, Span
from citegate.unicode.scripts import has_spaces_between_words

MAX_LENGTH = 300  # code points; a longer passage is a paragraph, not a sentence
DENSE_SCRIPT_FACTOR = 3  # see verify/passage.py

_KINDS = frozenset(
    {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.DESCRIPTION, BlockKind.TABLE_CELL, BlockKind.OTHER}
)
_SENTENCE = re.compile(r"[^.!?。！？\n]++(?:[.!?](?!\s|$)[^.!?。！？\n]*+)*+(?P<end>[.!?。！？]++[\"'”’)\]»」』]*+)?")
"""What stands before an end mark, and the mark; text without one is matched too, so that it is passed over once."""
_LEANING = re.compile(
    r"(?:this|that|these|those|it|its|they|them|their|he|she|his|her|such|so|but|and|or|then|also|however|therefore|"
    r"thus|hence|otherwise|instead|here|there|for example|er|sie|es|dies\w*|aber|und|oder|dann|doch|"
    r"cela|ceci|il|elle|mais|et|ou|donc|eso|esto|pero|y|entonces|これ|それ|その|この|また|しかし|这|那|它|但|而且)\b",
    re.IGNORECASE,
)
"""How a sentence begins that needs the one before it."""


def suggestions(pages: Sequence[Page], *, min_length: int, limit: int) -> tuple[str, ...]:
    """At most `limit` sentences, in the page's order, each of which a link finds by its own words in every engine."""
    page = pages[0]
    found: list[str] = []
    for block, start in zip(page.document.searchable, page.document.starts, strict=True):
        if block.kind not in _KINDS or block.is_link_text or block.is_stepped_over:
            continue
        for match in _SENTENCE.finditer(block.text):
            if match["end"] is None:
                continue
            span = _trimmed(match, start)
            text = page.text[span.start : span.end]
            if is_good(text, min_length) and _is_alone(text, span, pages):
                found.append(text)
                if len(found) == limit:
                    return tuple(found)
    return tuple(found)


def is_good(text: str, min_length: int) -> bool:
    """True when a sentence is long enough, not too long, and leans on nothing before it."""
    needed = min_length if has_spaces_between_words(text) else -(-min_length // DENSE_SCRIPT_FACTOR)
    return needed <= len(text) <= MAX_LENGTH and text[0].isalnum() and not _LEANING.match(text)


def _is_alone(text: str, span: Span, pages: Sequence[Page]) -> bool:
    places = [place.span for place in islice(find_quote(text, pages[0]), 2)]
    if len(places) != 1:
        return False
    built = build_text_directive(pages, span)
    return isinstance(built, Built) and not built.has_context and len(built.engines) == len(pages)


def _trimmed(match: re.Match[str], start: int) -> Span:
    text = match.group()
    lead = len(text) - len(text.lstrip())
    return Span(start + match.start() + lead, start + match.start() + len(text.rstrip()))
