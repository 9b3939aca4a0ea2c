"""The ledger's schema, from its first version to the current one: each step once, in order, in one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

APPLICATION_ID = 0x4347414C  # "CGAL": tells our file from any other SQLite file

Step = str | Callable[[sqlite3.Connection], None]


def _seal_all(connection: sqlite3.Connection) -> None:
    """Give each answer that was kept before there were seals the seal of what it has now."""
    from citegate.answers.ledger_rows import seal_of  # noqa: PLC0415 - only for an old file

    for (number,) in connection.execute("SELECT number FROM answers ORDER BY number").fetchall():
        connection.execute("UPDATE answers SET seal = ? WHERE number = ?", (seal_of(connection, number), number))


MIGRATIONS: tuple[tuple[Step, ...], ...] = (
    (  # 1: answers, and what they could cite
        "CREATE TABLE answers (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, text TEXT NOT NULL)",
        "CREATE TABLE sources ("
        " answer INTEGER NOT NULL REFERENCES answers (number) ON DELETE CASCADE, place INTEGER NOT NULL,"
        " number INTEGER NOT NULL, type TEXT NOT NULL, document_id TEXT NOT NULL, title TEXT NOT NULL,"
        " snippet TEXT NOT NULL, url TEXT, citation_id TEXT, span_start INTEGER, span_end INTEGER, sha256 TEXT,"
        " PRIMARY KEY (answer, place)) WITHOUT ROWID",
    ),
    (  # 2: which turn an answer belongs to, and what was asked
        "ALTER TABLE answers ADD COLUMN turn TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE answers ADD COLUMN question TEXT NOT NULL DEFAULT ''",
    ),
    (  # 3: which sources the answer cites (all of them, where that was not kept), and what tells damage
        "ALTER TABLE sources ADD COLUMN cited INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE answers ADD COLUMN seal TEXT NOT NULL DEFAULT ''",
        _seal_all,
    ),
)
"""For each version what leads to it from the one before. A step is never changed once it has shipped."""

CURRENT = len(MIGRATIONS)
"""The version that this citegate writes."""


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Bring a ledger from `version` to the current one, inside the caller's transaction."""
    for steps in MIGRATIONS[version:]:
        for step in steps:
            if callable(step):
                step(connection)
            else:
                connection.execute(step)
    connection.execute(f"PRAGMA user_version = {CURRENT}")
