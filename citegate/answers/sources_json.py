"""Source records as JSON, and back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from citegate.answers.canonical import is_followable
from citegate.errors import UnreadableSource
from citegate.model.answer import SourceRecord, SourceType
from citegate.model.span import Span

SCHEMA = 1
_HINT = "the form is that of citegate/answers/schemas/sources.schema.json"
_PATTERNS = {
    "citation_id": (re.compile(r"[0-9a-f]{12}"), "12 hexadecimal digits"),
    "sha256": (re.compile(r"[0-9a-f]{64}"), "64 hexadecimal digits"),
}
_REQUIRED = ("index", "type", "document_id", "title", "snippet")
_OPTIONAL = ("url", "citation_id", "source_span", "sha256")


def records_json(records: Iterable[SourceRecord]) -> str:
    """The records as a file, in their order."""
    data = {"schema": SCHEMA, "sources": [record_data(record) for record in records]}
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def record_data(record: SourceRecord) -> dict[str, Any]:
    """A record, field by field; a field without a value is left out."""
    span = record.source_span
    fields = {
        "index": record.index,
        "type": record.type.value,
        "document_id": record.document_id,
        "title": record.title,
        "snippet": record.snippet,
        "url": record.url,
        "citation_id": record.citation_id,
        "source_span": {"start": span.start, "end": span.end} if span else None,
        "sha256": record.sha256,
    }
    return {name: value for name, value in fields.items() if value is not None}


def read_records(text: str, name: str) -> tuple[SourceRecord, ...]:
    """The records of a file, or of an array. Raises UnreadableSource, which names the place."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise UnreadableSource(name, f"{name}: {place}: {error.msg[:1].lower()}{error.msg[1:]}", _HINT) from error
    except RecursionError as error:
        raise UnreadableSource(name, f"{name}: nested too deeply", _HINT) from error
    if isinstance(data, dict):
        for key in sorted(set(data) - {"schema", "sources"}):
            raise _wrong(name, key, "is not a known key")
        if data.get("schema", SCHEMA) != SCHEMA:
            raise _wrong(name, "schema", f"is not {SCHEMA}")
        data = data.get("sources")
    if not isinstance(data, list):
        raise _wrong(name, "sources", "is not an array")
    records = tuple(_record(entry, name, f"sources[{number}]") for number, entry in enumerate(data))
    _check_numbers(records, name)
    return records


def _record(entry: object, name: str, place: str) -> SourceRecord:
    if not isinstance(entry, dict):
        raise _wrong(name, place, "is not an object")
    for key in sorted(set(entry) - {*_REQUIRED, *_OPTIONAL}):
        raise _wrong(name, f"{place}.{key}", "is not a known key")
    for key in _REQUIRED:
        if key not in entry:
            raise _wrong(name, f"{place}.{key}", "is missing")
    index = _count(entry["index"], name, f"{place}.index")
    known = [kind.value for kind in SourceType]
    if entry["type"] not in known:
        raise _wrong(name, f"{place}.type", f"is none of {', '.join(known)}")
    texts = {key: _text(entry[key], name, f"{place}.{key}") for key in ("document_id", "title", "snippet")}
    url, citation_id, sha256 = (
        None if entry.get(key) is None else _text(entry[key], name, f"{place}.{key}")
        for key in ("url", "citation_id", "sha256")
    )
    for key, value in (("citation_id", citation_id), ("sha256", sha256)):
        pattern, words = _PATTERNS[key]
        if value is not None and not pattern.fullmatch(value):
            raise _wrong(name, f"{place}.{key}", f"is not {words}")
    if url is not None and not is_followable(url):
        raise _wrong(name, f"{place}.url", 'is neither an http(s) URL nor a path that begins with one "/"')
    span = _span(entry.get("source_span"), name, f"{place}.source_span")
    return SourceRecord(
        index, SourceType(entry["type"]), texts["document_id"], texts["title"], texts["snippet"], url, citation_id,
        span, sha256,
    )  # fmt: skip


def _span(value: object, name: str, place: str) -> Span | None:
    if value is None:
        return None
    if not isinstance(value, dict) or set(value) != {"start", "end"}:
        raise _wrong(name, place, "is not an object with start and end")
    start, end = (_count(value[key], name, f"{place}.{key}") for key in ("start", "end"))
    if start > end:
        raise _wrong(name, place, "ends before it starts")
    return Span(start, end)


def _count(value: object, name: str, place: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise _wrong(name, place, "is not a count from 0")
    return value


def _text(value: object, name: str, place: str) -> str:
    if not isinstance(value, str):
        raise _wrong(name, place, "is not a text")
    return value


def _check_numbers(records: Iterable[SourceRecord], name: str) -> None:
    """One number for each source, and one source for each number."""
    sources: dict[int, tuple[str, str]] = {}
    numbers: dict[tuple[str, str], int] = {}
    for place, record in enumerate(records):
        source = (record.type.value, record.document_id)
        if sources.setdefault(record.index, source) != source:
            raise _wrong(name, f"sources[{place}].index", f"{record.index} is the number of another source")
        if numbers.setdefault(source, record.index) != record.index:
            raise _wrong(name, f"sources[{place}].index", f"the same source has the number {numbers[source]}")


def _wrong(name: str, place: str, what: str) -> UnreadableSource:
    return UnreadableSource(name, f"{name}: {place} {what}", _HINT)
