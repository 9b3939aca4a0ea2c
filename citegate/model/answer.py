"""SourceRecord, Reference, Token, and the events of an answer that is read: a model cites, citegate resolves."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from citegate.model.span import Span


class SourceType(Enum):
    """What a source is."""

    DOCUMENT = "document"
    WEB = "web"
    ASSET = "asset"


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """One passage (or a whole source) that an answer may cite. All the records of one source have its number."""

    index: int
    """The number of the source in this turn, from 1, in order of first appearance."""
    type: SourceType
    document_id: str
    """Id of the document; of a web source its canonical URL; of an asset its own id."""
    title: str
    snippet: str
    """The passage as rendered, or what the search said of the source."""
    url: str | None = None
    """Where a reader goes: the site's own path with the text directive, or an http(s) URL; None when nowhere."""
    citation_id: str | None = None
    """12 hexadecimal digits when the record is a passage."""
    source_span: Span | None = None
    """Where the passage is written, in code points of its file."""
    sha256: str | None = None
    """Of the bytes of that file, in hexadecimal digits."""


class ReferenceKind(Enum):
    """By what a token names its source."""

    NUMBER = "number"
    """The number of a source in this turn; `value` holds the digits."""
    PASSAGE = "passage"
    """A document and words of it: `value` is the document id, `passage` the words."""
    CITATION_ID = "citation-id"
    DOCUMENT = "document"
    """A document alone (`kb:docId`)."""
    ID = "id"
    """A number or name that some other tool gave a source; it counts from wherever that tool counts."""
    URL = "url"


@dataclass(frozen=True, slots=True)
class Reference:
    """One thing that a token refers to, not resolved yet."""

    kind: ReferenceKind
    value: str
    passage: str = ""


class Outcome(Enum):
    """What became of a token."""

    RESOLVED = "resolved"
    DROPPED = "dropped"
    """It names nothing that may be cited; the reader does not see it."""
    OUT_OF_RANGE = "out-of-range"
    """A number without a source; it stays plain text."""
    MALFORMED = "malformed"
    """It begins as a token and is none: unfinished, of an unknown form, or not of the form that was asked for."""


@dataclass(frozen=True, slots=True)
class Token:
    """A citation token as the model wrote it."""

    span: Span
    """In code points of the answer."""
    form: str
    """Which form of the grammar it has: number, cite-passage, citation-id, kb-link, …"""
    text: str
    """The token itself."""
    references: tuple[Reference, ...]
    label: str = ""
    """Visible words that the token carries (the text of a kb: link); they stay whatever becomes of it."""


@dataclass(frozen=True, slots=True)
class TextEvent:
    """Words of the answer as the model wrote them (Markdown), tokens taken out."""

    text: str


@dataclass(frozen=True, slots=True)
class CitationEvent:
    """A token, and what became of it."""

    token: Token
    outcome: Outcome
    records: tuple[SourceRecord, ...] = ()
    """What it resolved to, in the order of its references."""
    text: str = ""
    """What a reader sees in its place when there is no record: the label, or the plain text of a number."""
    reason: str = ""
    """Why a token is malformed: unfinished, unknown-form or wrong-form; "" for every other outcome."""


@dataclass(frozen=True, slots=True)
class SourcesEvent:
    """The sources of the turn that were cited, in order of number."""

    records: tuple[SourceRecord, ...]


@dataclass(frozen=True, slots=True)
class EndEvent:
    """The end of the answer."""

    is_complete: bool
    """False when the end marker that was expected did not come: the answer was cut off."""
    resolved: int
    dropped: int
    out_of_range: int
    malformed: int
    unread: tuple[Span, ...] = ()
    """Where marks stand that have the form of a citation and were left as text, since they are glued to a word as an
    index is (`items[1]`); in code points of the answer."""


AnswerEvent = TextEvent | CitationEvent | SourcesEvent | EndEvent
