"""From a token to the records that it names, through the turn's sources and the allowlist."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from citegate.answers import grammar
from citegate.answers.allowed import AllowedPassages, from_allowlist
from citegate.answers.passages import edges_are_free, fold, is_long_enough, key
from citegate.answers.sources import TurnSources
from citegate.model.answer import (
    CitationEvent,
    Outcome,
    Reference,
    ReferenceKind,
    SourceRecord,
    SourceType,
    Token,
)

_URL_END = re.compile(r"(?:#.*|[/?&]|\butm_\w*=[^&#]*)*$", re.ASCII)


class Resolver:
    """What may be cited in a turn: its sources, the allowlist, and the pages of the site. It is not changed by use."""

    def __init__(
        self,
        sources: TurnSources | Iterable[SourceRecord] = (),
        allowlist: AllowedPassages | str = "",
        routes: Mapping[str, str] | None = None,
    ) -> None:
        """`allowlist` may be the text of allowlist.json; `routes` has the URL of each document by its id.

        Raises UnreadableSource when the text is not what citegate writes.
        """
        self.sources = sources if isinstance(sources, TurnSources) else TurnSources(sources)
        self.allowlist = from_allowlist(allowlist) if isinstance(allowlist, str) else allowlist
        self.routes = dict(routes or {})
        self._extended: dict[str, list[str]] = {}  # folded passages that have brackets, by document
        self._passages: dict[str, dict[str, SourceRecord]] = {}
        self._folded: dict[str, list[tuple[str, SourceRecord]]] = {}
        for record in self.sources.records:
            if record.type is SourceType.DOCUMENT and record.snippet:
                self._passages.setdefault(record.document_id, {}).setdefault(key(record.snippet), record)
                self._folded.setdefault(record.document_id, []).append((fold(record.snippet), record))
                self._note_brackets(record.document_id, record.snippet)
        for document, passage in self.allowlist.passages():
            self._note_brackets(document, passage)

    def _note_brackets(self, document: str, passage: str) -> None:
        if "]" in passage:
            self._extended.setdefault(document, []).append(fold(passage))

    def has_passage(self, document: str, passage: str) -> bool:
        """True when the passage may be cited."""
        return self.passage(document, passage) is not None

    def begins_passage(self, document: str, passage: str) -> bool:
        """True when a longer passage of the document that may be cited begins so, and has a bracket."""
        known = self._extended.get(document)
        if not known:
            return False
        begin = fold(passage)
        return any(len(other) > len(begin) and other.startswith(begin) for other in known)

    def passage(self, document: str, passage: str) -> SourceRecord | None:
        """The record of a passage: of the turn, else of the allowlist, else one of the turn that has it within it.

        White space, quotation marks, case and the punctuation at the end do not matter; every other letter does.
        """
        wanted = key(passage)
        found = self._passages.get(document, {}).get(wanted) or self.allowlist.by_passage(document, passage)
        if found or not wanted or not is_long_enough(wanted):
            return found
        pieces = self._folded.get(document, ())
        return next((record for folded, record in pieces if edges_are_free(folded, wanted)), None)


class Turn:
    """The state of one answer: which sources it cited, and the numbers of those that only the allowlist has."""

    def __init__(self, resolver: Resolver, expects: str | None = None) -> None:
        """`expects` is the one form that the model was asked for. Raises ValueError when there is no such form."""
        self.resolver = resolver
        self.cited: dict[SourceRecord, None] = {}
        if expects is not None and expects not in grammar.FORMS and expects not in grammar.FORMS.values():
            raise ValueError(f"no form of a token: {expects!r}; there are {', '.join(grammar.FORMS)}")
        self._expects = grammar.FORMS.get(expects or "", expects)
        self._numbers = {record.document_id: record.index for record in resolver.sources.records}
        self._following = max(self._numbers.values(), default=0) + 1

    def records(self) -> tuple[SourceRecord, ...]:
        """What was cited, in order of number, and for one number in order of the answer."""
        return tuple(sorted(self.cited, key=lambda record: record.index))

    def resolve(self, token: Token) -> tuple[CitationEvent, ...]:
        """What became of a token: one event, or two when it names some numbers that there are and some not."""
        if token.form in (grammar.UNFINISHED, grammar.UNKNOWN):
            return (CitationEvent(token, Outcome.MALFORMED, text=token.label, reason=token.form),)
        if self._expects is not None and token.form != self._expects:
            text = token.text if token.form in grammar.PLAIN else token.label
            return (CitationEvent(token, Outcome.MALFORMED, text=text, reason=grammar.WRONG),)
        found: dict[SourceRecord, None] = {}
        known: list[Reference] = []
        unknown: list[Reference] = []
        for reference in token.references:
            records = self._records(token, reference)
            (known if records else unknown).append(reference)
            found.update(dict.fromkeys(records))
        self.cited.update(found)
        events: list[CitationEvent] = []
        if known:
            part = replace(token, references=tuple(known))
            events.append(CitationEvent(part, Outcome.RESOLVED, tuple(found), token.label))
        if unknown:
            part = replace(token, references=tuple(unknown))
            is_number = unknown[0].kind is ReferenceKind.NUMBER
            text = (_plain_text(part) if known else token.text) if is_number else token.label
            events.append(CitationEvent(part, Outcome.OUT_OF_RANGE if is_number else Outcome.DROPPED, text=text))
        return tuple(events)

    def _records(self, token: Token, reference: Reference) -> tuple[SourceRecord, ...]:
        sources, allowlist = self.resolver.sources, self.resolver.allowlist
        match reference.kind:
            case ReferenceKind.NUMBER:
                return sources.by_number(int(reference.value))
            case ReferenceKind.PASSAGE:
                return self._one(self.resolver.passage(reference.value, reference.passage))
            case ReferenceKind.CITATION_ID:
                found = sources.by_citation_id(reference.value) or allowlist.by_citation_id(reference.value)
                return self._one(found)
            case ReferenceKind.DOCUMENT:
                return self._of_document(token, reference.value)
            case ReferenceKind.URL:
                page = _page(reference.value)
                same = (record for record in sources.records if _page(_address(record)) == page)
                return _with_words(tuple(same), reference.passage)
            case ReferenceKind.ID:
                by_name = sources.by_document(reference.value) or self._one(sources.by_citation_id(reference.value))
                is_number = reference.value.isascii() and reference.value.isdigit()
                return by_name or (sources.by_number(int(reference.value)) if is_number else ())

    def _one(self, record: SourceRecord | None) -> tuple[SourceRecord, ...]:
        """The record with its number; a source that has none yet gets the next one."""
        if record is None:
            return ()
        if record in self.resolver.sources.records_set:
            return (record,)
        if record.document_id not in self._numbers:
            self._numbers[record.document_id], self._following = self._following, self._following + 1
        titles = [other.title for other in self.resolver.sources.by_document(record.document_id)]
        title = titles[0] if titles else record.title
        return (replace(record, index=self._numbers[record.document_id], title=title),)

    def _of_document(self, token: Token, document: str) -> tuple[SourceRecord, ...]:
        """The first passage that the turn has of a document, else what it has, else the page alone."""
        records = self.resolver.sources.by_document(document)
        passages = [record for record in records if record.citation_id and record.url]
        route = self.resolver.routes.get(document)
        if passages:
            return (passages[0],)
        if records:
            return (replace(records[0], url=records[0].url or route),)
        if route is None:
            return ()
        return self._one(SourceRecord(0, SourceType.DOCUMENT, document, token.label.strip() or document, "", route))


def _address(record: SourceRecord) -> str:
    return record.document_id if record.type is SourceType.WEB else record.url or ""


def _page(url: str) -> str:
    """The URL without what most often differs in a copy: its fragment, `utm_…` parameters and "/" at the end."""
    return _URL_END.sub("", url, count=1)


def _with_words(records: tuple[SourceRecord, ...], words: str) -> tuple[SourceRecord, ...]:
    """The record that has the words, where one has; else the first."""
    wanted = key(words)
    having = [record for record in records if wanted and wanted in fold(record.snippet)]
    return tuple(having or records)[:1]


def _plain_text(token: Token) -> str:
    """A mark of the same form with the token's numbers alone."""
    numbers = ", ".join(reference.value for reference in token.references)
    before, after = {
        grammar.DOUBLE: ("[[", "]]"),
        grammar.FOOTNOTE: ("[^", "]"),
        grammar.CITATION: ("[citation:", "]"),
        grammar.LENTICULAR: ("【", "】"),
    }.get(token.form, ("[", "]"))
    return before + numbers + after
