"""Citation, Match, Status, Verdict: one claim about a page, and what became of it."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from citegate.model.selector import TextQuoteSelector
from citegate.model.span import Span


class Status(enum.StrEnum):
    """What a check says of one citation."""

    VERIFIED = "verified"
    AMBIGUOUS = "ambiguous"
    DRIFTED = "drifted"
    MISSING = "missing"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Citation:
    """One claim, and where it is written."""

    path: str
    """The manifest or document that holds it."""
    span: Span
    """Where in that file it stands."""
    document_id: str
    """The cited document as the author named it (manifests), or its id (links)."""
    url: str
    """URL path of the cited page; "" while it is not known."""
    quote: TextQuoteSelector | None
    """The quoted words with their context; None for a link, which has a fragment."""
    fragment: str | None = None
    """What stands behind "#" of a link; None for a manifest entry."""
    occurrence: int | None = None
    """Which of several equal passages is meant, from 0; None when the author did not say."""
    claim: str = ""
    """What the author says the passage supports."""
    id: str = ""
    """The author's own name for the entry."""
    quote_span: Span | None = None
    """Where the quoted words, or the URL of a link, stand in the file."""
    leftover: str = ""
    """Of a link: the end of its URL that was cut off and stands behind it as text; "" when it is whole."""
    document_span: Span | None = None
    """Where the document's name stands in the file; None for a link."""


@dataclass(frozen=True, slots=True)
class Match:
    """A place found."""

    url: str
    """URL path of the page."""
    span: Span
    """In that page's `Document.text`."""
    similarity: float = 1.0
    """0.0 to 1.0; 1.0 is equal once normalized."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one citation."""

    citation: Citation
    status: Status
    matches: tuple[Match, ...] = ()
    """The places where it stands; the intended one first."""
    href: str = ""
    """URL path and directive that find the intended place, when verified."""
    text: str = ""
    """The passage as rendered, when verified."""
    citation_id: str = ""
    """12 hexadecimal digits, when verified."""
    source_path: str = ""
    """The file in which `source_span` counts."""
    source_span: Span | None = None
    """The passage in the source, when verified."""
    is_verbatim: bool = True
    """False when case, accents, quotes or white space are not the page's."""
    has_context: bool = False
    """True when the passage repeats and the link needed more than its own words."""
    occurrence: int = 0
    """Which of the equal passages of the page it is, from 0, when verified."""
    places: int = 0
    """How many equal passages the page has, when verified."""
