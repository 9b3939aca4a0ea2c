"""An answer that its provider cited itself: text, citations with verified places, sources, and what was dropped."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from citegate.answers.offsets import NotPlaced, Offsets, Unit
from citegate.answers.sources import RawSource, SourceBook, TurnSources, source_key
from citegate.errors import UnreadableSource
from citegate.model.answer import (
    AnswerEvent,
    CitationEvent,
    EndEvent,
    Outcome,
    Reference,
    ReferenceKind,
    SourceRecord,
    SourcesEvent,
    SourceType,
    TextEvent,
    Token,
)
from citegate.model.span import Span


@dataclass(frozen=True, slots=True)
class ProvidedCitation:
    """One citation of the provider's."""

    span: Span
    """The words of the answer that it stands for, in code points."""
    record: SourceRecord
    is_verified: bool
    """True when the provider's own quotation of these words stands there."""
    is_moved: bool
    """True when it stood elsewhere than the provider said."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """A citation that could not be verified."""

    place: str
    """Where in the JSON."""
    reason: str


@dataclass(frozen=True, slots=True)
class ProvidedAnswer:
    """What was read."""

    text: str
    citations: tuple[ProvidedCitation, ...]
    """In order of where their words end."""
    sources: TurnSources
    dropped: tuple[Dropped, ...]

    def marked(self) -> str:
        """The answer with each citation as `[N]` behind its words, as a model would have written it."""
        pieces: list[str] = []
        at = 0
        for citation in self.citations:
            end = citation.span.end
            pieces.append(self.text[at:end])
            pieces.append(f" [{citation.record.index}]" if self.text[:end].strip() else "")
            at = end
        return "".join(pieces) + self.text[at:]

    def events(self, form: str = "provided") -> tuple[AnswerEvent, ...]:
        """The same as a reader of tokens gives it: each citation behind its words. Its token has no text."""
        events: list[AnswerEvent] = []
        at = 0
        for citation in self.citations:
            if citation.span.end > at:
                events.append(TextEvent(self.text[at : citation.span.end]))
                at = citation.span.end
            record = citation.record
            kind = ReferenceKind.URL if record.type is SourceType.WEB else ReferenceKind.ID
            token = Token(Span(at, at), form, "", (Reference(kind, record.document_id),))
            events.append(CitationEvent(token, Outcome.RESOLVED, (record,)))
        if at < len(self.text):
            events.append(TextEvent(self.text[at:]))
        end = Span(len(self.text), len(self.text))
        lost = [
            CitationEvent(Token(end, form, "", ()), Outcome.DROPPED, reason=dropped.reason) for dropped in self.dropped
        ]
        cited = dict.fromkeys(citation.record for citation in self.citations)
        return (
            *events,
            *lost,
            SourcesEvent(tuple(sorted(cited, key=lambda record: record.index))),
            EndEvent(True, len(self.citations), len(self.dropped), 0, 0),
        )


class Collected:
    """Gathers the pieces of an answer and their citations."""

    def __init__(self) -> None:
        self.text = ""
        self._cited: list[tuple[Span, RawSource, bool, bool]] = []
        self._dropped: list[Dropped] = []

    def begin(self, text: str) -> Piece:
        """A piece of the answer that its offsets count in; it is put behind those before it."""
        piece = Piece(self, len(self.text), text)
        self.text += text
        return piece

    def cite(self, span: Span, source: RawSource, *, is_verified: bool, is_moved: bool = False) -> None:
        """A citation that stands."""
        self._cited.append((span, source, is_verified, is_moved))

    def drop(self, place: str, reason: str) -> None:
        """A citation that does not."""
        self._dropped.append(Dropped(place, reason))

    def answer(self) -> ProvidedAnswer:
        """All of it, the sources numbered in order of first appearance in the answer."""
        cited = sorted(self._cited, key=lambda citation: (citation[0].end, citation[0].start))
        book = SourceBook()
        book.add(0, (source for _, source, _, _ in cited))
        sources = book.numbered()
        records = {source_key(record): record for record in sources.records}
        citations = tuple(
            ProvidedCitation(span, records[source_key(source)], is_verified, is_moved)
            for span, source, is_verified, is_moved in cited
        )
        return ProvidedAnswer(self.text, citations, sources, tuple(self._dropped))


class Piece:
    """A piece of the answer, with offsets of its own."""

    def __init__(self, whole: Collected, start: int, text: str) -> None:
        self.text = text
        self._whole = whole
        self._start = start
        self._offsets = Offsets(text)

    @property
    def span(self) -> Span:
        """Where it stands in the answer."""
        return Span(self._start, self._start + len(self.text))

    def cite(self, place: str, offsets: tuple[int, int], quote: str, unit: Unit, source: RawSource) -> None:
        """A citation of the words between two offsets, if `quote` stands there, or once elsewhere in the piece."""
        found = self._offsets.place(*offsets, quote, unit)
        if isinstance(found, NotPlaced):
            self._whole.drop(place, found.reason)
            return
        self._whole.cite(
            found.span.shifted(self._start), source, is_verified=found.is_verified, is_moved=found.is_moved
        )

    def slice(self, offsets: tuple[int, int], unit: Unit) -> str | None:
        """The words between two offsets; None when there is no such place."""
        span = self._offsets.span(*offsets, unit)
        return None if span is None else self.text[span.start : span.end]


class Node:
    """A value in somebody's JSON that knows where it stands, so that an error can say it."""

    def __init__(self, value: Any, place: str) -> None:
        self.value = value
        self.place = place

    def get(self, *names: str) -> Node:
        """The member with the first of these names that there is; a Node of None when there is none."""
        if self.value is None:
            return Node(None, f"{self.place}.{names[0]}")
        if not isinstance(self.value, dict):
            raise self.wrong("is not an object")
        name = next((name for name in names if self.value.get(name) is not None), names[0])
        return Node(self.value.get(name), f"{self.place}.{name}")

    def need(self, *names: str) -> Node:
        """This object, when it has one of the members; else UnreadableSource."""
        if not isinstance(self.value, dict) or not any(name in self.value for name in names):
            raise self.wrong(f"is not an object with {' or '.join(names)}")
        return self

    def items(self) -> tuple[Node, ...]:
        """The items of an array; none when there is nothing."""
        if self.value is None:
            return ()
        if not isinstance(self.value, list):
            raise self.wrong("is not an array")
        return tuple(Node(value, f"{self.place}[{number}]") for number, value in enumerate(self.value))

    def text(self, default: str | None = None) -> str:
        """A text, which must be there unless there is a default."""
        if self.value is None and default is not None:
            return default
        if not isinstance(self.value, str):
            raise self.wrong("is not a text")
        return self.value

    def count(self, default: int | None = None) -> int:
        """A whole number, which must be there unless there is a default. It may be negative: that is no place."""
        if self.value is None and default is not None:
            return default
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.wrong("is not a whole number")
        return self.value

    def wrong(self, what: str) -> UnreadableSource:
        """The error that says what is wrong with this value."""
        return UnreadableSource(self.place.partition(".")[0], f"{self.place} {what}", "give the response as it came")


def parsed(data: str | Mapping[str, Any] | list[Any], name: str) -> Node:
    """The JSON of a response. Raises UnreadableSource when it is none."""
    if not isinstance(data, str):
        return Node(dict(data) if isinstance(data, Mapping) else data, name)
    try:
        return Node(json.loads(data), name)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        message = f"{name}: {place}: {error.msg[:1].lower()}{error.msg[1:]}"
        raise UnreadableSource(name, message, "give the response as it came") from error
    except RecursionError as error:
        raise UnreadableSource(name, f"{name}: nested too deeply", "give the response as it came") from error


def moved(source: RawSource, span: Span | None) -> RawSource:
    """The source with the place of its passage."""
    return replace(source, source_span=span)
