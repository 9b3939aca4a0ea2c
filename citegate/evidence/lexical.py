"""The lexical leg: BM25 over the terms of passages, by SQLite's FTS5."""

from __future__ import annotations

import sqlite3

from citegate.evidence.store import Store, token
from citegate.evidence.terms import STOP_WORDS, terms

HEADINGS_WEIGHT, QUOTE_WEIGHT = 0.6, 1.0  # of a term's place; chosen on the tuning half of the golden set
MAX_TERMS = 16  # of a query, the rarest; a long claim has enough of them
COMMON = 0.1  # share of the passages; a term that stands in more only ranks, it does not bring a passage in
MANY = 20_000  # passages; below, every term may bring one in


def content_terms(text: str) -> list[str]:
    """The distinct terms of a query that say what it is about; all of them, where it has no others."""
    found = list(dict.fromkeys(term for term in terms(text) if token(term)))
    return [term for term in found if term not in STOP_WORDS] or found


def search(store: Store, query: str, limit: int) -> list[tuple[int, float]]:
    """The numbers of the passages that have terms of the query, best first, with their BM25 (higher is better)."""
    wanted = content_terms(query)
    total = max(1, store.count())
    counted = sorted((frequency, term) for term in wanted if (frequency := store.frequency(term)))[:MAX_TERMS]
    rare = [term for frequency, term in counted if total < MANY or frequency <= COMMON * total]
    chosen = rare or [term for _, term in counted[:1]]
    if not chosen:
        return []
    expression = " OR ".join(f'"{token(term)}"' for term in chosen)
    try:
        rows = store.connection.execute(
            "SELECT rowid, bm25(words, ?, ?) FROM words WHERE words MATCH ? ORDER BY 2, 1 LIMIT ?",
            (HEADINGS_WEIGHT, QUOTE_WEIGHT, expression, limit),
        ).fetchall()
    except sqlite3.OperationalError as error:  # a term that FTS5 cannot read would be a fault of `token`
        raise AssertionError(expression) from error
    return [(number, -score) for number, score in rows]
