"""A project to a Searcher: the index that `citegate index` wrote where it is current, else one in memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from citegate.errors import IndexUnusable
from citegate.evidence.dense import find_embedder
from citegate.evidence.endpoint import EndpointReranker
from citegate.evidence.search import Reranker, Searcher
from citegate.evidence.store import UNUSABLE_HINT, Refreshed, Store
from citegate.index.site import Site

INDEX = ".citegate/evidence.db"
"""Where `citegate index` writes, below the project's root."""


@dataclass(frozen=True, slots=True)
class Backends:
    """What makes vectors and reranks."""

    embeddings: str = "auto"
    embeddings_url: str = ""
    embeddings_model: str = ""
    rerank_url: str = ""
    rerank_model: str = ""
    key: str = ""
    """Sent to the endpoints as a bearer token."""


def open_store(site: Site, file: Path) -> tuple[Store, Refreshed | None]:
    """The index of the site, and what it took to bring it up to date; None when the file was current.

    Nothing is written: an index that is not current is copied, and the copy brought up to date. Raises IndexUnusable.
    """
    if file.exists():
        try:
            store = Store(file)
            if store.is_current(site):
                return store, None
            store = Store.copy_of(file)
        except (sqlite3.Error, ValueError) as error:
            raise IndexUnusable(f"cannot use the index {file}: {str(error).lower()}", UNUSABLE_HINT) from error
    else:
        store = Store()
    return store, store.refresh(site)


def write_index(site: Site, file: Path, advance: Callable[[int, int], None]) -> tuple[Store, Refreshed]:
    """Bring the index in `file` up to date with the site. Raises IndexUnusable."""
    store = Store(file)
    ignore = file.parent / ".gitignore"
    if file.parent.name == Path(INDEX).parent.name and not ignore.exists():
        ignore.write_text("*\n", encoding="utf-8")
    try:
        return store, store.refresh(site, advance)
    except sqlite3.Error as error:
        raise IndexUnusable(f"cannot write the index {file}: {str(error).lower()}", "is another run at it?") from error


def searcher(store: Store, backends: Backends) -> Searcher:
    """The index with the backends that the settings name. Raises ConfigError and MissingExtra."""
    key = backends.key
    reranker: Reranker | None = None
    if backends.rerank_url:
        reranker = EndpointReranker(backends.rerank_url, backends.rerank_model, key)
    embedder = find_embedder(backends.embeddings, backends.embeddings_url, backends.embeddings_model, key)
    return Searcher(store, embedder, reranker)
