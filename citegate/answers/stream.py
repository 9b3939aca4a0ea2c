"""A model's answer to events, in one piece or while it arrives."""

from __future__ import annotations

from collections.abc import Iterable

from citegate.answers.resolve import Resolver, Turn
from citegate.answers.tokens import Scanner
from citegate.answers.trailer import Trailer
from citegate.model.answer import (
    AnswerEvent,
    CitationEvent,
    EndEvent,
    Outcome,
    SourceRecord,
    SourcesEvent,
    TextEvent,
    Token,
)


def read_answer(
    text: str, resolver: Resolver, *, expects: str | None = None, nonce: str | None = None
) -> tuple[AnswerEvent, ...]:
    """The events of a whole answer; the last two are its sources and its end.

    `expects` is the one form of token that the model was asked for (`[^N]`, or its name). With a nonce, the answer
    is framed as AnswerStream says.
    """
    stream = AnswerStream(resolver, nonce=nonce, expects=expects)
    return (*stream.feed(text), *stream.end())


class AnswerStream:
    """Reads an answer while it arrives. However it is cut, the events are the same, neighbouring texts joined.

    What is held back is bounded by HOLD_LIMIT code points, and by TRAILER_LIMIT inside a trailer.
    """

    def __init__(self, resolver: Resolver, nonce: str | None = None, *, expects: str | None = None) -> None:
        """With a nonce, the answer ends with `<<<citegate-sources NONCE>>>`, JSON and `<<<end NONCE>>>`, each mark on
        a line of its own; where the end is missing, the answer was cut off. Raises ValueError for an unknown form.
        """
        self._turn = Turn(resolver, expects)
        self._scanner = Scanner(resolver)
        self._trailer = Trailer(nonce) if nonce is not None else None
        self._counts = dict.fromkeys(Outcome, 0)
        self._is_ended = False

    def feed(self, chunk: str) -> list[AnswerEvent]:
        """The events that are decided now that `chunk` has come. Raises ValueError behind the end."""
        if self._is_ended:
            raise ValueError("the answer has ended")
        return self._events(self._scanner.feed(self._trailer.feed(chunk) if self._trailer else chunk))

    def end(self) -> list[AnswerEvent]:
        """What was held back, the sources that were cited or that the trailer carries, and the end."""
        if self._is_ended:
            raise ValueError("the answer has ended")
        self._is_ended = True
        events = self._events(self._scanner.feed(self._trailer.end())) if self._trailer else []
        events += self._events(self._scanner.end())
        carried: tuple[SourceRecord, ...] = self._trailer.records if self._trailer else ()
        records = dict.fromkeys((*carried, *self._turn.records()))
        counts = self._counts
        return [
            *events,
            SourcesEvent(tuple(sorted(records, key=lambda record: record.index))),
            EndEvent(
                self._trailer is None or self._trailer.is_complete,
                counts[Outcome.RESOLVED],
                counts[Outcome.DROPPED],
                counts[Outcome.OUT_OF_RANGE],
                counts[Outcome.MALFORMED],
                tuple(self._scanner.unread),
            ),
        ]

    def _events(self, items: Iterable[str | Token]) -> list[AnswerEvent]:
        events: list[AnswerEvent] = []
        for item in items:
            if isinstance(item, Token):
                resolved = self._turn.resolve(item)
                events.extend(resolved)
                for event in resolved:
                    self._counts[event.outcome] += 1
            elif events and isinstance(events[-1], TextEvent):
                events[-1] = TextEvent(events[-1].text + item)
            else:
                events.append(TextEvent(item))
        return events


def citations(events: Iterable[AnswerEvent]) -> tuple[CitationEvent, ...]:
    """The citations among the events, in order."""
    return tuple(event for event in events if isinstance(event, CitationEvent))
