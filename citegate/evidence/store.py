"""The index of a site's passages: one SQLite file, or the same in memory; only documents that changed are cut anew."""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from citegate.errors import IndexUnusable, MalformedMarkup, UnreadableSource
from citegate.evidence.cut import cut, quote_of
from citegate.evidence.href import fragment_for
from citegate.evidence.ids import citation_ids
from citegate.evidence.terms import terms
from citegate.fragment.page import Page
from citegate.index.routes import Route
from citegate.index.site import Site
from citegate.model import Document, SourceText
from citegate.model.evidence import EvidencePassage
from citegate.model.span import Span
from citegate.parse import parse_document
from citegate.unicode.normalize import normalized
from citegate.unicode.surrogates import without_surrogates

FORMAT = 2  # grows with every change of what is stored, of how pages are cut, and of what a term is
MAX_FAILURES = 3  # equal passages of a page without a link, after which no more is looked for
UNUSABLE_HINT = "delete it if it is an index, or name another file"
MISSING = ""  # stands in the place of the hash of a file that a document asked for in vain

_TABLES = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE documents (
    number INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, id TEXT NOT NULL, url TEXT NOT NULL, title TEXT NOT NULL,
    inputs TEXT NOT NULL, body TEXT NOT NULL, metadata TEXT NOT NULL, unlinked INTEGER NOT NULL
);
CREATE TABLE passages (
    number INTEGER PRIMARY KEY, document INTEGER NOT NULL, citation_id TEXT NOT NULL, fragment TEXT NOT NULL,
    headings TEXT NOT NULL, quote TEXT NOT NULL, path TEXT NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL,
    sha256 TEXT NOT NULL, columns TEXT NOT NULL
);
CREATE INDEX passages_of_document ON passages (document);
CREATE INDEX passages_by_id ON passages (citation_id);
CREATE VIRTUAL TABLE words USING fts5 (
    headings, quote, content='', tokenize="ascii tokenchars '!#$%&()*+,-./:;<=>?@[\\]^_`{|}~'"
);
CREATE VIRTUAL TABLE frequencies USING fts5vocab ('words', 'row');
CREATE TABLE vectors (number INTEGER PRIMARY KEY, vector BLOB NOT NULL);
"""
_NOT_IN_TOKENS = re.compile("[\"'\\s\x00\ud800-\udfff]")
_PASSAGE = """SELECT citation_id, id, url, fragment, title, passages.headings, quote, passages.path, start, stop,
sha256, columns FROM passages JOIN documents ON documents.number = document """


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What bringing an index up to date did."""

    documents: int
    """How many documents it has now."""
    passages: int
    """How many passages it has now."""
    read: int
    """How many documents were read anew."""
    unlinked: int
    """How many passages no link reaches, so that they are not in it."""
    faults: tuple[str, ...]
    """Documents that could not be read, one line each."""

    @property
    def is_unchanged(self) -> bool:
        """True when there was nothing to do."""
        return self.read == 0


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """What the index keeps of a document beside its passages."""

    id: str
    url: str
    title: str
    path: str
    body: str
    """`Document.text`."""
    metadata: dict[str, object]
    """Its front matter."""


@dataclass(frozen=True, slots=True)
class PassageRow:
    """What the index keeps of a passage."""

    citation_id: str
    fragment: str
    """`:~:text=…`."""
    headings: tuple[str, ...]
    quote: str
    path: str
    """The file that it is written in."""
    span: Span
    """Where, in that file."""
    sha256: str
    """Of the bytes of that file."""
    columns: tuple[str, ...] = ()
    """Of rows of a table: its first row."""


class Store:
    """The passages of a site with their words and vectors."""

    def __init__(self, file: Path | None = None) -> None:
        """Open the index in `file`, made when it is not there; None for one in memory. Raises IndexUnusable."""
        try:
            if file is not None:
                file.parent.mkdir(parents=True, exist_ok=True)
            self.connection = sqlite3.connect(file or ":memory:", isolation_level=None, check_same_thread=False)
            self._prepare()
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            raise IndexUnusable(f"cannot use the index {file}: {reason}", "check who may write there") from error
        except sqlite3.Error as error:
            raise IndexUnusable(f"cannot use the index {file}: {str(error).lower()}", UNUSABLE_HINT) from error

    @classmethod
    def copy_of(cls, file: Path) -> Store:
        """The index in `file` as a copy in memory, to be brought up to date without writing. Raises IndexUnusable."""
        held = cls()
        try:
            with sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True) as source:
                source.backup(held.connection)
            held._prepare()
        except sqlite3.Error as error:
            raise IndexUnusable(f"cannot use the index {file}: {str(error).lower()}", UNUSABLE_HINT) from error
        return held

    def _prepare(self) -> None:
        """Make the tables, anew where another version made them. Raises sqlite3.DatabaseError for a foreign file."""
        tables = [name for (name,) in self.connection.execute("SELECT name FROM sqlite_master WHERE name = 'facts'")]
        if tables and self.fact("format") == str(FORMAT):
            return
        if not (tables and self.fact("format")) and self.connection.execute("SELECT 1 FROM sqlite_master").fetchone():
            raise sqlite3.DatabaseError("it is a data base of something else")
        for (name,) in self.connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND (sql LIKE 'CREATE VIRTUAL%' OR name IN"
            " ('facts', 'documents', 'passages', 'vectors'))"
        ).fetchall():
            self.connection.execute(f"DROP TABLE IF EXISTS {name}")
        self.connection.executescript("BEGIN;" + _TABLES + "COMMIT;")
        self.set_fact("format", str(FORMAT))

    def fact(self, name: str) -> str:
        """What is noted under this name; "" when nothing is."""
        row = self.connection.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return row[0] if row else ""

    def set_fact(self, name: str, value: str) -> None:
        """Note something, such as the backend that made the vectors."""
        self.connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))

    def is_current(self, site: Site) -> bool:
        """True when the index is that of the site as it is now."""
        if self.fact("site") != _settings(site):
            return False
        rows = self.connection.execute("SELECT path, inputs FROM documents").fetchall()
        known = {path: json.loads(text) for path, text in rows} | self._unread()
        if known.keys() != {route.path for route in site.routes.all}:
            return False
        return all(inputs == _hashes(site, inputs) for inputs in known.values())

    def _unread(self) -> dict[str, dict[str, str]]:
        """The documents that could not be read, with the hashes of what was read of them."""
        return dict(json.loads(self.fact("unread") or "{}"))

    def refresh(self, site: Site, advance: Callable[[int, int], None] = lambda done, total: None) -> Refreshed:
        """Bring the index up to date with the site."""
        names = _settings(site)
        known = {
            path: (number, json.loads(inputs))
            for number, path, inputs in self.connection.execute("SELECT number, path, inputs FROM documents")
        }
        read, faults, unread = 0, [], dict[str, dict[str, str]]()
        with self.connection:
            self.connection.execute("BEGIN")
            if self.fact("site") != names:
                for number, _ in known.values():
                    self._forget(number)
                known = {}
                self.set_fact("site", names)
            routes = site.routes.all
            for done, route in enumerate(routes):
                advance(done, len(routes))
                number, inputs = known.pop(route.path, (None, {}))
                if number is not None and inputs == _hashes(site, inputs):
                    continue
                if number is not None:
                    self._forget(number)
                read += 1
                inputs = {route.path: _hash(site, route.path)}
                try:
                    self._add_document(site, route, inputs)
                except (UnreadableSource, MalformedMarkup) as error:
                    faults.append(f"{route.path}: {error.message}")
                    unread[route.path] = inputs
            for number, _ in known.values():
                self._forget(number)
                read += 1
            if unread != self._unread():
                self.set_fact("unread", json.dumps(unread))
        (unlinked,) = self.connection.execute("SELECT coalesce(sum(unlinked), 0) FROM documents").fetchone()
        return Refreshed(self.count("documents"), self.count("passages"), read, unlinked, tuple(faults))

    def count(self, table: str = "passages") -> int:
        """How many passages (or documents) there are."""
        (count,) = self.connection.execute(f"SELECT count(*) FROM {table}").fetchone()
        return int(count)

    def _forget(self, document: int) -> None:
        rows = self.connection.execute(
            "SELECT passages.number, title, passages.headings, columns, quote FROM passages"
            " JOIN documents ON documents.number = document WHERE document = ?",
            (document,),
        ).fetchall()
        for number, title, headings, columns, quote in rows:
            self.connection.execute(
                "INSERT INTO words (words, rowid, headings, quote) VALUES ('delete', ?, ?, ?)",
                (number, *indexed(title, [*json.loads(headings), *json.loads(columns)], quote)),
            )
            self.connection.execute("DELETE FROM vectors WHERE number = ?", (number,))
        self.connection.execute("DELETE FROM passages WHERE document = ?", (document,))
        self.connection.execute("DELETE FROM documents WHERE number = ?", (document,))

    def _add_document(self, site: Site, route: Route, inputs: dict[str, str]) -> None:
        """Put a document and its passages in, and the files that it is made of into `inputs`."""

        def read(path: str) -> SourceText | None:
            source = site.read_partial(path)
            if source is None:
                inputs[path] = MISSING
            else:
                inputs[source.path] = _hash(site, source.path)
            return source

        documents = parse_document(site.source(route.path), id=route.id, url=route.url, engines=site.engines, read=read)
        pages = tuple(Page(each, engine) for each, engine in zip(documents, site.engines, strict=True))
        found = list(_rows(pages, inputs))
        linked = [row for row in found if row.fragment]
        number = self.add_document(documents[0], inputs, len(found) - len(linked))
        self.add_passages(number, documents[0].title, linked)

    def add_document(self, document: Document, inputs: dict[str, str], unlinked: int = 0) -> int:
        """Put a document in, its passages not; its number. `inputs` are the hashes of the files that it is made of."""
        row = (
            document.source.path,
            document.id,
            document.url,
            without_surrogates(document.title),
            json.dumps(inputs),
            without_surrogates(document.text),
            json.dumps(document.metadata, default=str),
            unlinked,
        )
        cursor = self.connection.execute("INSERT INTO documents VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        return int(cursor.lastrowid or 0)

    def add_passages(self, document: int, title: str, rows: Iterable[PassageRow]) -> None:
        """Put the passages of a document in."""
        for row in rows:
            cursor = self.connection.execute(
                "INSERT INTO passages VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    document,
                    row.citation_id,
                    row.fragment,
                    json.dumps(row.headings),
                    without_surrogates(row.quote),
                    row.path,
                    row.span.start,
                    row.span.end,
                    row.sha256,
                    json.dumps(row.columns),
                ),
            )
            self.connection.execute(
                "INSERT INTO words (rowid, headings, quote) VALUES (?, ?, ?)",
                (cursor.lastrowid, *indexed(title, (*row.headings, *row.columns), row.quote)),
            )

    def passages(self, numbers: Sequence[int]) -> list[EvidencePassage]:
        """The passages of these numbers, in their order."""
        return [
            _passage(self.connection.execute(_PASSAGE + "WHERE passages.number = ?", (number,)).fetchone())
            for number in numbers
        ]

    def find(self, citation_id: str) -> EvidencePassage | None:
        """The passage with this id, or None."""
        if not citation_id.isascii():
            return None
        row = self.connection.execute(_PASSAGE + "WHERE citation_id = ?", (citation_id.lower(),)).fetchone()
        return _passage(row) if row else None

    def all(self) -> Iterator[EvidencePassage]:
        """Every passage, by document and place."""
        return map(_passage, self.connection.execute(_PASSAGE + "ORDER BY documents.path, passages.number"))

    def titles(self) -> tuple[str, ...]:
        """The titles of the documents, by path."""
        return tuple(title for (title,) in self.connection.execute("SELECT title FROM documents ORDER BY path"))

    def documents(self) -> Iterator[StoredDocument]:
        """Every document, by path."""
        for row in self.connection.execute("SELECT id, url, title, path, body, metadata FROM documents ORDER BY path"):
            id, url, title, path, body, metadata = row
            yield StoredDocument(id, url, title, path, body, json.loads(metadata))

    def frequency(self, term: str) -> int:
        """In how many passages the term stands."""
        row = self.connection.execute("SELECT doc FROM frequencies WHERE term = ?", (token(term),)).fetchone()
        return row[0] if row else 0


def indexed(title: str, headings: Sequence[str], quote: str) -> tuple[str, str]:
    """What the word index holds of a passage: the terms of its title and headings, and of its text."""
    above = dict.fromkeys((title, *headings))
    return " ".join(map(token, terms("\n".join(above)))), " ".join(map(token, terms(quote)))


def token(term: str) -> str:
    """A term as the index writes it: without what parts its tokens, and without what UTF-8 cannot hold."""
    return _NOT_IN_TOKENS.sub("", term)


def _rows(pages: Sequence[Page], inputs: dict[str, str]) -> Iterator[PassageRow]:
    """The passages of a page; with an empty fragment where there is none, or its words had none too often already."""
    document = pages[0].document
    pieces = cut(document)
    quotes = [quote_of(document, piece.span) for piece in pieces]
    failed: dict[str, int] = {}
    for piece, quote, id in zip(pieces, quotes, citation_ids(document, pieces, quotes), strict=True):
        key = normalized(quote)
        fragment = fragment_for(pages, piece.span) if failed.get(key, 0) < MAX_FAILURES else None
        if fragment is None:
            failed[key] = failed.get(key, 0) + 1
        place = piece.path, piece.source, inputs[piece.path]
        yield PassageRow(id, fragment or "", piece.headings, quote, *place, piece.columns)


def _passage(row: tuple[str, str, str, str, str, str, str, str, int, int, str, str]) -> EvidencePassage:
    citation_id, doc_id, url, fragment, title, headings, quote, path, start, stop, sha256, columns = row
    trail, first_row = tuple(json.loads(headings)), tuple(json.loads(columns))
    href, span = f"{url}#{fragment}", Span(start, stop)
    return EvidencePassage(citation_id, doc_id, url, href, title, trail, quote, path, span, sha256, first_row)


def _settings(site: Site) -> str:
    """What the passages depend on beside the files."""
    return ",".join((*site.roots, *(engine.name for engine in site.engines)))


def _hashes(site: Site, inputs: dict[str, str]) -> dict[str, str]:
    """The hashes that the inputs of a document have now."""
    return {
        path: _hash(site, path) if was or site.read_partial(path) is not None else MISSING
        for path, was in inputs.items()
    }


def _hash(site: Site, path: str) -> str:
    """Of the bytes of a file; MISSING when it cannot be read."""
    try:
        return hashlib.sha256(site.files.read(path)).hexdigest()
    except UnreadableSource:
        return MISSING
