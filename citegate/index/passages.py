"""Documents to Passages with stable ids; from a place on a page to its block and its source."""

from __future__ import annotations

import hashlib
from bisect import bisect_right

from citegate.model import Block, Document, Location, Passage, Span, TextPositionSelector
from citegate.unicode.normalize import normalized

ID_LENGTH = 12  # hexadecimal digits: 48 bits, one chance in 500 million that two of a thousand passages meet


def passage_id(url: str, quote: str, occurrence: int) -> str:
    """12 hexadecimal digits of a passage: of its page, its normalized words, and which of their places it is.

    An edit elsewhere on the page does not change it, unless it adds or removes an equal passage before this one.
    """
    key = "\0".join((url, normalized(quote), str(occurrence)))
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:ID_LENGTH]


def block_number(document: Document, offset: int) -> int:
    """Which of the searchable blocks holds this offset of `Document.text`; a line feed belongs to the one before it."""
    return max(0, bisect_right(document.starts, offset) - 1)


def block_at(document: Document, offset: int) -> Block:
    """The searchable block that holds this offset of `Document.text`."""
    return document.searchable[block_number(document, offset)]


def block_span(document: Document, number: int) -> Span:
    """Where the searchable block of this number stands in `Document.text`."""
    start = document.starts[number]
    return Span(start, start + len(document.searchable[number].text))


def source_of(document: Document, span: Span, label: str = "") -> Location:
    """Where a piece of `Document.text` is written. One that runs over several blocks is cut to the first file."""
    first, last = block_number(document, span.start), block_number(document, max(span.start, span.end - 1))
    block = document.searchable[first]
    start = document.starts[first]
    local = Span(span.start - start, min(span.end - start, len(block.text)))
    place = block.source.source_span(local)
    ending = document.searchable[last]
    if last != first and ending.path == block.path:
        tail = ending.source.source_span(Span(0, min(span.end - document.starts[last], len(ending.text))))
        place = Span(min(place.start, tail.start), max(place.end, tail.end))
    return Location(block.path, place, label)


def headings_above(document: Document, number: int) -> tuple[str, ...]:
    """The headings that the searchable block of this number stands under, outermost first."""
    found: list[str] = []
    level = 7
    for block in reversed(document.searchable[:number]):
        if 0 < block.level < level:
            found.append(block.text)
            level = block.level
    return tuple(reversed(found))


def passage_at(document: Document, span: Span, occurrence: int) -> Passage:
    """The passage at this place of `Document.text`, the one of this number among its equals on the page."""
    quote = document.text[span.start : span.end]
    number = block_number(document, span.start)
    return Passage(
        id=passage_id(document.url, quote, occurrence),
        url=document.url,
        quote=quote,
        position=TextPositionSelector(span.start, span.end),
        headings=headings_above(document, number),
    )
