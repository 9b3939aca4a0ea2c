"""The sources of one turn: collected from several tools, cut to a budget, and then numbered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from citegate.answers.canonical import canonical_url, is_followable
from citegate.answers.sources_json import read_records, records_json
from citegate.model.answer import SourceRecord, SourceType
from citegate.model.evidence import Answer
from citegate.model.span import Span

Order = int | str | tuple[int | str, ...]
"""Where a tool's results stand among those of the others; the keys of one turn are of one kind."""


@dataclass(frozen=True, slots=True)
class RawSource:
    """What one tool found: a source that has no number yet."""

    type: SourceType
    document_id: str
    """Id of the document or asset; of a web source its URL, in any form."""
    title: str
    snippet: str
    """The passage as rendered, or what the search said of the source."""
    url: str | None = None
    citation_id: str | None = None
    """12 hexadecimal digits when it is a passage."""
    source_span: Span | None = None
    sha256: str | None = None


class TurnSources:
    """The records of a turn in order of number, looked up by what a token may say."""

    def __init__(self, records: Iterable[SourceRecord] = (), left_out: Iterable[RawSource] = ()) -> None:
        """The records as they are given, with their numbers. `left_out` is what did not fit the budget."""
        self.records = tuple(sorted(records, key=lambda record: record.index))
        self.records_set = frozenset(self.records)
        self.left_out = tuple(left_out)
        self._by_number: dict[int, list[SourceRecord]] = {}
        self._by_document: dict[str, list[SourceRecord]] = {}
        self._by_citation_id: dict[str, SourceRecord] = {}
        self._by_url: dict[str, list[SourceRecord]] = {}
        for record in self.records:
            self._by_number.setdefault(record.index, []).append(record)
            self._by_document.setdefault(record.document_id, []).append(record)
            if record.citation_id:
                self._by_citation_id.setdefault(record.citation_id, record)
            address = record.document_id if record.type is SourceType.WEB else record.url
            if address:
                self._by_url.setdefault(canonical_url(address), []).append(record)

    @property
    def documents(self) -> Iterable[str]:
        """The ids of the documents, web sources and assets."""
        return self._by_document.keys()

    def by_number(self, number: int) -> tuple[SourceRecord, ...]:
        """All the records of the source with this number; () when there is none."""
        return tuple(self._by_number.get(number, ()))

    def by_document(self, document_id: str) -> tuple[SourceRecord, ...]:
        """All the records of a document; () when the turn has none of it."""
        return tuple(self._by_document.get(document_id, ()))

    def by_citation_id(self, citation_id: str) -> SourceRecord | None:
        """The passage with this id."""
        return self._by_citation_id.get(citation_id)

    def by_url(self, url: str) -> tuple[SourceRecord, ...]:
        """All the records of the source with this URL in any of its forms; () when there is none."""
        return tuple(self._by_url.get(canonical_url(url), ()))

    def to_json(self) -> str:
        """The file that `answer check --sources` reads; the same bytes for the same records."""
        return records_json(self.records)

    @classmethod
    def from_json(cls, text: str, name: str = "sources") -> TurnSources:
        """What `to_json` wrote, or another program in its form (schemas/sources.schema.json).

        Raises UnreadableSource, which names the place, for everything else.
        """
        return cls(read_records(text, name))


class SourceBook:
    """Collects what the tools of a turn found, in whatever order they finish."""

    def __init__(self, earlier: TurnSources | None = None) -> None:
        """Numbers begin at 1, or go on behind those of `earlier`: what the same turn was given before."""
        self._earlier = earlier or TurnSources()
        self._found: list[tuple[Order, int, RawSource]] = []

    def add(self, order: Order, sources: Iterable[RawSource]) -> None:
        """The results of one tool, best first. `order` says where they stand among those of the others."""
        first = len(self._found)
        self._found.extend((order, first + number, source) for number, source in enumerate(sources))

    def numbered(self, budget: int | None = None) -> TurnSources:
        """The sources in the order of their tools, each passage once, one number for each source.

        `budget` is the number of tokens that all snippets and titles may have together. What does not fit is left
        out before any number is given, so that the numbers have no gap.
        """
        taken: dict[tuple[str, str, str], RawSource] = {}
        for _, _, source in sorted(self._found, key=lambda found: found[:2]):
            taken.setdefault(source_key(source), _plain(source))
        for record in self._earlier.records:
            taken.pop(source_key(record), None)
        kept, left_out = _within(taken.values(), budget)
        numbers = {(record.type, record.document_id): record.index for record in self._earlier.records}
        titles = {(record.type, record.document_id): record.title for record in self._earlier.records}
        following = max(numbers.values(), default=0) + 1
        records = list(self._earlier.records)
        for source in kept:
            whole = (source.type, source.document_id)
            if whole not in numbers:
                numbers[whole], following = following, following + 1
            records.append(_record(source, numbers[whole], titles.setdefault(whole, source.title)))
        return TurnSources(records, left_out)


def from_hits(answer: Answer | None) -> TurnSources:
    """The sources of what the evidence search found: one record for each passage, one number for each document."""
    book = SourceBook()
    if answer is not None:
        book.add(0, raw_hits(answer))
    return book.numbered()


def raw_hits(answer: Answer) -> tuple[RawSource, ...]:
    """The passages that the evidence search found, for a SourceBook."""
    return tuple(
        RawSource(
            SourceType.DOCUMENT, hit.passage.doc_id, hit.passage.title, hit.passage.quote, hit.passage.href,
            hit.passage.citation_id, hit.passage.source_span, hit.passage.sha256,
        )
        for hit in answer.hits
    )  # fmt: skip


def web_source(result: Mapping[str, Any]) -> RawSource:
    """What a web search found: a mapping with `url`, and `title`, `snippet` where it has them."""
    url = str(result.get("url", ""))
    return RawSource(SourceType.WEB, url, str(result.get("title") or url), str(result.get("snippet") or ""), url)


def source_key(source: RawSource | SourceRecord) -> tuple[str, str, str]:
    """What two finds of the same passage have in common: type, document (a URL in its canonical form), passage."""
    is_document = source.type is SourceType.DOCUMENT
    name = source.document_id if is_document else canonical_url(source.document_id)
    return source.type.value, name, source.citation_id or source.snippet


def _plain(source: RawSource) -> RawSource:
    """The source with its canonical id, and without a URL that a reader must not be sent to."""
    url = source.url if source.url and is_followable(source.url) else None
    if source.type is SourceType.DOCUMENT:
        return replace(source, url=url)
    return replace(source, document_id=canonical_url(source.document_id), url=url)


def _within(sources: Iterable[RawSource], budget: int | None) -> tuple[list[RawSource], list[RawSource]]:
    if budget is None:
        return list(sources), []
    from citegate.evidence.search import tokens_of  # noqa: PLC0415 - only who has a budget pays for the search

    kept: list[RawSource] = []
    left_out: list[RawSource] = []
    spent = 0
    for source in sources:
        size = tokens_of(source.title) + tokens_of(source.snippet)
        (kept if spent + size <= budget else left_out).append(source)
        spent += size if spent + size <= budget else 0
    return kept, left_out


def _record(source: RawSource, number: int, title: str) -> SourceRecord:
    return SourceRecord(
        number, source.type, source.document_id, title, source.snippet, source.url, source.citation_id,
        source.source_span, source.sha256,
    )  # fmt: skip
