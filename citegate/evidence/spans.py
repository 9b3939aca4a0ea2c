"""A stored span and its quotation: still there, moved, or gone."""

from __future__ import annotations

import enum
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from citegate.index.lookup import Lookup
from citegate.index.passages import source_of
from citegate.model import Document, Location, Match, Span


class SpanStatus(enum.StrEnum):
    """What has become of a span."""

    VERBATIM = "verbatim"
    MOVED = "moved"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class SpanVerdict:
    """The answer about one span."""

    status: SpanStatus
    place: Location | None
    """Where the quotation is written now; None when it is gone."""
    closest: Match | None
    """When it is gone: the passage most like it, in `Document.text`, where there is one."""
    is_changed: bool | None
    """True when the file is not the version that the hash names; None when no hash was given."""


def verify_span(document: Document, data: bytes, span: Span, quote: str, sha256: str = "") -> SpanVerdict:
    """Whether `quote` still stands at `span` of the document's source, of which `data` are the bytes.

    A quotation is compared with the page's text (white space aside) and, failing that, with the source itself. Of
    several places, the one at the span counts, else the one nearest to it.
    """
    changed = hashlib.sha256(data).hexdigest() != sha256.lower() if sha256 else None
    places = _places(document, quote)
    if not places:
        return SpanVerdict(SpanStatus.GONE, None, Lookup(document).closest(quote), changed)
    best = min(places, key=lambda place: (place.path != document.source.path, abs(place.span.start - span.start)))
    status = SpanStatus.VERBATIM if any(place.span == span for place in places) else SpanStatus.MOVED
    if status is SpanStatus.VERBATIM:
        best = Location(document.source.path, span)
    return SpanVerdict(status, best, None, changed)


def _places(document: Document, quote: str) -> list[Location]:
    words = quote.split()
    if not words:
        return []
    pattern = re.compile(r"\s+".join(map(re.escape, words)))
    shown = [source_of(document, span) for span in _found(pattern, document.text)]
    return shown or [Location(document.source.path, span) for span in _found(pattern, document.source.text)]


def _found(pattern: re.Pattern[str], text: str) -> Iterator[Span]:
    """Every place, those that overlap another included: a text may repeat itself."""
    match = pattern.search(text)
    while match is not None:
        yield Span(match.start(), match.end())
        match = pattern.search(text, match.start() + 1)
