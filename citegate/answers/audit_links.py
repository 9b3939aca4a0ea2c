"""Links and addresses that a model wrote into its answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from citegate.model import Document, Span

_MADE = re.compile(
    r"!\[[^\]\n]{0,500}\]\(\s{0,9}<?(?P<picture>[^)\s>]{1,2000})>?(?:\s[^)\n]{0,500})?\)?"
    r"|<[A-Za-z][^<>]{0,2000}?\s(?:href|src|srcset|action|formaction|data|poster|xlink:href|ping|background)\s{0,9}=\s{0,9}"
    r"[\"']?(?P<attribute>[^\"'\s>]{1,2000})"
)
"""Pictures and attributes that fetch or lead somewhere; those of links are found with the links."""


@dataclass(frozen=True, slots=True)
class Written:
    """An address in an answer."""

    href: str
    """As a browser would follow it."""
    span: Span
    """Where it is written, in code points of the answer."""


def written_links(document: Document) -> tuple[Written, ...]:
    """Every address that the answer would make a reader's browser follow or fetch, in order; none of those in code.

    A mail address that stands as plain text is none.
    """
    found = {each.span.start: each for each in chain(_made(document), _links(document))}
    kept: list[Written] = []
    for start in sorted(found):
        if not kept or start >= kept[-1].span.end:
            kept.append(found[start])
    return tuple(kept)


def _links(document: Document) -> Iterator[Written]:
    for link in document.links:
        if link.href_span is None or not link.span.length or not link.href_span.length:
            continue  # made by the parser: the call of a footnote
        if link.href == f"mailto:{link.text}":
            continue
        yield Written(link.href, link.span)


def _made(document: Document) -> Iterator[Written]:
    text = document.source.text
    if "](" not in text and "<" not in text:
        return
    shown = _shown(document)
    for match in _MADE.finditer(text):
        if shown[match.start()]:
            continue  # in code: a reader sees it, and no browser follows it
        name = match.lastgroup or ""
        yield Written(match[name], Span(match.start(), match.end()))


def _shown(document: Document) -> bytearray:
    """For each code point of the answer, 1 where it is text that a reader sees."""
    marks = bytearray(len(document.source.text))
    for block in document.blocks:
        for length, start, end in block.source.segments():
            if end - start == length:
                marks[start:end] = b"\x01" * length
    return marks
