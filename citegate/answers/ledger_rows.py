"""An answer of the ledger as rows of its tables, and the seal over them."""

from __future__ import annotations

import hashlib
import sqlite3
from dataclasses import dataclass

from citegate.model import Span
from citegate.model.answer import SourceRecord, SourceType
from citegate.unicode.surrogates import without_surrogates

COLUMNS = "number, type, document_id, title, snippet, url, citation_id, span_start, span_end, sha256, cited"
"""Of a source, in the order of `row_of`."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer of the ledger."""

    id: str
    """12 hexadecimal digits: of its turn, or where that has no name, of the answer and its sources."""
    turn: str
    """The name of the turn; "" for none."""
    question: str
    """What was asked; "" where that was not kept."""
    text: str
    """The answer as the model wrote it."""
    sources: tuple[SourceRecord, ...]
    """What it could cite, in order of number."""
    cited: tuple[SourceRecord, ...]
    """What of it the answer cites."""


Row = tuple[int, str, str, str, str, str | None, str | None, int | None, int | None, str | None, int]


def row_of(record: SourceRecord, *, is_cited: bool) -> Row:
    """A source as a row."""
    span = record.source_span
    document_id, title, snippet = map(without_surrogates, (record.document_id, record.title, record.snippet))
    url = None if record.url is None else without_surrogates(record.url)
    return (
        record.index, record.type.value, document_id, title, snippet, url,
        record.citation_id, span.start if span else None, span.end if span else None, record.sha256, int(is_cited),
    )  # fmt: skip


def record_of(row: Row) -> SourceRecord:
    """The source of a row. Raises ValueError for one that cannot be read."""
    index, kind, document_id, title, snippet, url, citation_id, start, end, sha256, _ = row
    span = Span(start, end) if start is not None and end is not None else None
    return SourceRecord(index, SourceType(kind), document_id, title, snippet, url, citation_id, span, sha256)


def rows(connection: sqlite3.Connection, number: int) -> list[Row]:
    """The sources of an answer, in order."""
    found = connection.execute(f"SELECT {COLUMNS} FROM sources WHERE answer = ? ORDER BY place", (number,))
    return found.fetchall()


def seal_of(connection: sqlite3.Connection, number: int) -> str:
    """What tells whether an answer is still what was written: 16 hexadecimal digits over all of its values."""
    head = connection.execute("SELECT id, turn, question, text FROM answers WHERE number = ?", (number,)).fetchone()
    return hashlib.sha256(repr((head, rows(connection, number))).encode("utf-8", "surrogatepass")).hexdigest()[:16]
