"""allowlist.json as a place to look up what a token names."""

from __future__ import annotations

import json
from collections.abc import Iterator

from citegate.answers.canonical import is_followable
from citegate.answers.passages import key
from citegate.errors import UnreadableSource
from citegate.index.allowlist import SEPARATOR
from citegate.model.answer import SourceRecord, SourceType
from citegate.model.span import Span

_HINT = "run `citegate check`, which writes it"


class AllowedPassages:
    """Every passage that may be cited; its records have the number 0, since they are of no turn."""

    def __init__(self, entries: dict[str, SourceRecord] | None = None) -> None:
        """`entries` has a record for each key of the file."""
        self._by_passage: dict[str, dict[str, SourceRecord]] = {}
        self._by_citation_id: dict[str, SourceRecord] = {}
        self._passages: list[tuple[str, str]] = []
        for name, record in (entries or {}).items():
            self._by_citation_id.setdefault(record.citation_id or "", record)
            passage = name.partition(SEPARATOR)[2]
            base, _, number = name.rpartition(SEPARATOR)
            if number.isdigit() and base in (entries or {}):
                continue  # a further place of the same passage: only its id names it
            known = self._by_passage.setdefault(record.document_id, {})
            for words in (passage, record.snippet):
                known.setdefault(key(words), record)
                self._passages.append((record.document_id, words))

    def passages(self) -> Iterator[tuple[str, str]]:
        """Each document with each of its passages, as authored and as rendered."""
        return iter(self._passages)

    def by_passage(self, document: str, passage: str) -> SourceRecord | None:
        """The passage with these words, the punctuation at the end aside; of several places the first."""
        return self._by_passage.get(document, {}).get(key(passage))

    def by_citation_id(self, citation_id: str) -> SourceRecord | None:
        """The passage with this id."""
        return self._by_citation_id.get(citation_id)


def from_allowlist(text: str, name: str = "allowlist.json") -> AllowedPassages:
    """What the text of an allowlist allows; nothing when it is empty.

    Raises UnreadableSource, which names the place.
    """
    if not text.strip():
        return AllowedPassages()
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise UnreadableSource(name, f"{name}: {place}: {error.msg[:1].lower()}{error.msg[1:]}", _HINT) from error
    except RecursionError as error:
        raise UnreadableSource(name, f"{name}: nested too deeply", _HINT) from error
    if not isinstance(data, dict):
        raise UnreadableSource(name, f"{name}: is not an object", _HINT)
    return AllowedPassages({entry: _record(entry, value, name) for entry, value in data.items()})


def _record(entry: str, value: object, name: str) -> SourceRecord:
    document, separator, _ = entry.partition(SEPARATOR)
    if not separator:
        raise UnreadableSource(name, f"{name}: the key {entry!r} has no {SEPARATOR!r}", _HINT)
    if not isinstance(value, dict):
        raise UnreadableSource(name, f"{name}: {entry!r} is not an object", _HINT)
    texts: dict[str, str] = {}
    for field in ("href", "quote", "citation_id"):
        text = value.get(field)
        if not isinstance(text, str) or not text:
            raise UnreadableSource(name, f"{name}: {entry!r} has no {field}", _HINT)
        texts[field] = text
    if not is_followable(texts["href"]):
        raise UnreadableSource(name, f"{name}: the href of {entry!r} leads nowhere that a reader may go", _HINT)
    return SourceRecord(
        0, SourceType.DOCUMENT, document, document, texts["quote"], texts["href"], texts["citation_id"],
        _span(value.get("source_span")),
    )  # fmt: skip


def _span(value: object) -> Span | None:
    if not isinstance(value, dict):
        return None
    start, end = value.get("start"), value.get("end")
    return Span(start, end) if isinstance(start, int) and isinstance(end, int) and 0 <= start <= end else None
