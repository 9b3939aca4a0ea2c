"""The ledger: answers with their sources in one SQLite file that any number of runs may share.

What is committed stays, whenever a run is killed. A file that is another program's, damaged, or of a newer citegate is
an error, and is left as it is.
"""

from __future__ import annotations

import enum
import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from citegate.answers.ledger_rows import COLUMNS, Kept, record_of, row_of, rows, seal_of
from citegate.answers.migrations import APPLICATION_ID, CURRENT, migrate
from citegate.answers.sources_json import records_json
from citegate.errors import LedgerUnusable
from citegate.model.answer import SourceRecord
from citegate.unicode.surrogates import without_surrogates

LEDGER = ".citegate/answers.db"
"""Where it is, below the project's root."""
PATIENCE = 10.0  # seconds to wait for another run that writes
MAX_NUMBER = 2**63 - 1  # the largest that SQLite keeps
ID_LENGTH = 12  # hexadecimal digits
_MAGIC = b"SQLite format 3\0"
_APPLICATION = slice(68, 72)  # bytes of the file's head that hold the application id


class Kind(enum.Enum):
    """What keeping an answer came to."""

    ADDED = "added"
    REPLACED = "replaced"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class Saved:
    """An answer that is in the ledger now."""

    id: str
    kind: Kind


class Ledger:
    """An open ledger; close it, or use it in a `with`."""

    def __init__(self, file: Path, *, is_made: bool = False) -> None:
        """Open the file, brought to the current version; with `is_made` it is made when it is not there.

        Raises LedgerUnusable.
        """
        self.file = file
        if not file.exists() and not is_made:
            raise LedgerUnusable(f"there is no ledger {file.name}", "keep an answer with `citegate answer save`")
        _refuse_others(file)
        with self._explained():
            if is_made:
                _make_folder(file.parent)
            self._connection = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)
        try:
            with self._explained():
                self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def save(
        self,
        text: str,
        sources: Iterable[SourceRecord],
        cited: Iterable[SourceRecord],
        *,
        turn: str = "",
        question: str = "",
        replaces: str = "",
    ) -> Saved:
        """Keep an answer; one of the same turn, or with the id `replaces`, gives way to it with all its sources.

        Raises LedgerUnusable, also when there is nothing with that id.
        """
        is_cited = set(cited)
        text, turn, question = map(without_surrogates, (text, turn, question))
        records = tuple(dict.fromkeys((*sources, *sorted(is_cited, key=lambda record: record.index))))
        id = replaces or answer_id(text, records, turn)
        kept = [row_of(record, is_cited=record in is_cited) for record in records]
        if any(isinstance(value, int) and value > MAX_NUMBER for row in kept for value in row):
            raise LedgerUnusable(f"a number of the sources is larger than {MAX_NUMBER}", "check the file of sources")
        with self._explained(), self._writing():
            known = self._connection.execute(
                "SELECT number, turn, question, text FROM answers WHERE id = ?", (id,)
            ).fetchone()
            if known is None and replaces:
                raise LedgerUnusable(
                    f"no answer of the ledger has the id {replaces}", "`citegate answer list` has them"
                )
            if known is not None:
                number, turn, question = known[0], turn or known[1], question or known[2]
                if (turn, question, text) == known[1:] and kept == rows(self._connection, number):
                    return Saved(id, Kind.UNCHANGED)
                self._connection.execute("DELETE FROM sources WHERE answer = ?", (number,))
            else:
                (number,) = self._connection.execute("SELECT coalesce(max(number), 0) + 1 FROM answers").fetchone()
            self._connection.execute(
                "INSERT INTO answers (number, id, text, turn, question) VALUES (?, ?, ?, ?, ?) ON CONFLICT (number)"
                " DO UPDATE SET text = excluded.text, turn = excluded.turn, question = excluded.question",
                (number, id, text, turn, question),
            )
            self._connection.executemany(
                f"INSERT INTO sources (answer, place, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                ((number, place, *row) for place, row in enumerate(kept)),
            )
            seal = seal_of(self._connection, number)
            self._connection.execute("UPDATE answers SET seal = ? WHERE number = ?", (seal, number))
        return Saved(id, Kind.REPLACED if known is not None else Kind.ADDED)

    def answers(self) -> tuple[Kept, ...]:
        """Every answer, in the order in which they were first kept. Raises LedgerUnusable, for a damaged one too."""
        with self._explained():
            self._connection.execute("BEGIN")  # seen in one piece
            try:
                return tuple(self._answers())
            finally:
                self._connection.execute("COMMIT")

    def _answers(self) -> Iterator[Kept]:
        heads = self._connection.execute("SELECT number, id, turn, question, text, seal FROM answers ORDER BY number")
        for number, id, turn, question, text, seal in heads.fetchall():
            if seal != seal_of(self._connection, number):
                raise LedgerUnusable(f"{self.file.name} is damaged: the answer {id} is not what was written", _ASIDE)
            found = rows(self._connection, number)
            records = tuple(map(record_of, found))
            cited = tuple(record for record, row in zip(records, found, strict=True) if row[-1])
            yield Kept(id, turn, question, text, records, cited)

    def _prepare(self) -> None:
        connection = self._connection
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        if self._version() < CURRENT:
            with self._writing():
                version = self._version()  # another run may have done it meanwhile
                if not version:
                    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                migrate(connection, version)
        with suppress(sqlite3.OperationalError):  # another run is in the file: it, or the next one, does this
            connection.execute("PRAGMA journal_mode = WAL")

    def _version(self) -> int:
        """The version of the file, 0 for an empty one. Raises LedgerUnusable for one that is not ours, or newer."""
        connection = self._connection
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        (identity,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if not tables and not identity and not version:
            return 0
        if identity != APPLICATION_ID or not version:
            raise LedgerUnusable(f"{self.file.name} is another program's file", "name another one with --ledger")
        if version > CURRENT:
            raise LedgerUnusable(
                f"{self.file.name} was written by a newer citegate (version {version} of the ledger, this one reads"
                f" {CURRENT})",
                "install that citegate, or name another file with --ledger",
            )
        return int(version)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction, committed at its end or not at all."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """What SQLite or the system says, as an error of ours."""
        name = self.file.name
        try:
            yield
        except sqlite3.OperationalError as error:
            if "locked" in str(error) or "busy" in str(error):
                raise LedgerUnusable(f"another run holds {name}", "try again when it is done") from error
            raise LedgerUnusable(f"cannot use the ledger {name}: {error}", "check the file and its folder") from error
        except (sqlite3.DatabaseError, ValueError, OverflowError) as error:
            raise LedgerUnusable(f"{name} is damaged: {error}", _ASIDE) from error
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            raise LedgerUnusable(f"cannot use the ledger {name}: {reason}", "check the file and its folder") from error


_ASIDE = "put the file aside, and restore it from a copy"


def answer_id(text: str, sources: Iterable[SourceRecord], turn: str) -> str:
    """12 hexadecimal digits: of the turn's name, or where it has none, of the answer and its sources."""
    key = f"turn\0{turn}" if turn else f"answer\0{text}\0{records_json(sources)}"
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:ID_LENGTH]


def _refuse_others(file: Path) -> None:
    """Raise LedgerUnusable for what is no SQLite file, or another program's, before SQLite touches it."""
    try:
        if not file.exists():
            return
        if not file.is_file():
            raise LedgerUnusable(f"{file.name} is not a file", "name another one with --ledger")
        with file.open("rb") as stream:
            head = stream.read(100)
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise LedgerUnusable(f"cannot read {file.name}: {reason}", "check the file and its folder") from error
    if not head or file.with_name(file.name + "-journal").exists():
        return  # just begun, or a run was killed while it began: SQLite mends that
    if not head.startswith(_MAGIC):
        raise LedgerUnusable(f"{file.name} is not a ledger", "name another file with --ledger")
    if int.from_bytes(head[_APPLICATION], "big") != APPLICATION_ID:
        raise LedgerUnusable(f"{file.name} is another program's file", "name another one with --ledger")


def _make_folder(folder: Path) -> None:
    """Make the ledger's folder; git passes by one that is citegate's own."""
    folder.mkdir(parents=True, exist_ok=True)
    ignore = folder / ".gitignore"
    if folder.name == Path(LEDGER).parent.name and not ignore.exists():
        ignore.write_text("*\n", encoding="utf-8")
