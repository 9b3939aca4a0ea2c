"""What became of the passages that kept answers cite, now that the documents may have changed."""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from citegate.answers.ledger_rows import Kept
from citegate.errors import MalformedMarkup, UnreadableSource
from citegate.evidence.spans import SpanStatus, verify_span
from citegate.index.routes import Route
from citegate.index.site import Site
from citegate.model import Location, Span
from citegate.model.answer import SourceRecord, SourceType

CHANGED = 0.75  # similarity from which the nearest passage is what became of the one that was cited


class Fate(enum.StrEnum):
    """What became of a passage."""

    THERE = "there"
    """Word for word, where it was."""
    MOVED = "moved"
    """Word for word, at another place of its document."""
    CHANGED = "changed"
    """Its document has a passage much like it."""
    GONE = "gone"
    """Its document has nothing like it, or is not there."""
    UNCHECKED = "unchecked"
    """It is of another site, or no document: nothing here says."""


@dataclass(frozen=True, slots=True)
class Rechecked:
    """One citation of one answer."""

    answer: str
    """The answer's id."""
    record: SourceRecord
    """The source as it was kept."""
    fate: Fate
    place: Location | None = None
    """Where the passage, or the one nearest to it, is written now."""
    nearest: str = ""
    """When it changed: what stands there now."""
    similarity: float = 1.0
    detail: str = ""
    """Why nothing can be said, or why it is gone; "" where the fate says it."""


def recheck(answers: Iterable[Kept], site: Site | None) -> tuple[Rechecked, ...]:
    """One entry for each passage that an answer cites, in the order of the ledger.

    Pages are read once each, since all that is asked of one is asked together.
    """
    asked = [(kept.id, record) for kept in answers for record in kept.cited]
    by_document: dict[str, list[int]] = {}
    found: dict[int, Rechecked] = {}
    for number, (id, record) in enumerate(asked):
        if record.type is SourceType.DOCUMENT and record.snippet.strip():
            by_document.setdefault(record.document_id, []).append(number)
        else:
            detail = (
                "it has no passage"
                if record.type is SourceType.DOCUMENT
                else f"it is a source of type {record.type.value}"
            )
            found[number] = Rechecked(id, record, Fate.UNCHECKED, detail=detail)
    for document_id, numbers in sorted(by_document.items()):
        some = [asked[number] for number in numbers]
        found.update(zip(numbers, _of_document(document_id, some, site), strict=True))
    return tuple(found[number] for number in range(len(asked)))


def _of_document(document_id: str, asked: Sequence[tuple[str, SourceRecord]], site: Site | None) -> Iterator[Rechecked]:
    route = site.routes.find(document_id) if site else None
    if site is None or route is None:
        detail = f"there is no document “{document_id}”"
        yield from (Rechecked(id, record, Fate.GONE, detail=detail) for id, record in asked)
        return
    try:
        document, data = site.document(route), site.files.read(route.path)
    except (UnreadableSource, MalformedMarkup) as error:
        yield from (Rechecked(id, record, Fate.GONE, detail=error.message) for id, record in asked)
        return
    for id, record in asked:
        span = record.source_span or Span(0, 0)
        verdict = verify_span(document, data, span, record.snippet, record.sha256 or "")
        if verdict.status is not SpanStatus.GONE:
            is_there = verdict.status is SpanStatus.VERBATIM or record.source_span is None
            yield Rechecked(id, record, Fate.THERE if is_there else Fate.MOVED, verdict.place)
        elif verdict.closest is not None and verdict.closest.similarity >= CHANGED:
            near = verdict.closest
            place = source_place(site, route, near.span)
            words = document.text[near.span.start : near.span.end]
            yield Rechecked(id, record, Fate.CHANGED, place, words, near.similarity)
        else:
            yield Rechecked(id, record, Fate.GONE)


def source_place(site: Site, route: Route, span: Span) -> Location:
    """Where a piece of a page's text is written."""
    from citegate.index.passages import source_of  # noqa: PLC0415 - only for what changed

    return source_of(site.document(route), span)


def placed(records: Iterable[SourceRecord], site: Site | None) -> tuple[SourceRecord, ...]:
    """The records, those of documents with the place and the hash of their file where they have none."""
    return tuple(_placed(record, site) for record in records)


def _placed(record: SourceRecord, site: Site | None) -> SourceRecord:
    if site is None or record.type is not SourceType.DOCUMENT or (record.sha256 and record.source_span):
        return record
    route = site.routes.find(record.document_id)
    if route is None:
        return record
    try:
        data = site.files.read(route.path)
        known = replace(record, sha256=record.sha256 or hashlib.sha256(data).hexdigest())
        if record.source_span or not record.snippet.strip():
            return known
        verdict = verify_span(site.document(route), data, Span(0, 0), record.snippet)
    except (UnreadableSource, MalformedMarkup):
        return record
    is_here = verdict.place is not None and verdict.place.path == route.path
    return replace(known, source_span=verdict.place.span if verdict.place and is_here else None)
