"""A project to a Searcher: the index that `citegate index` wrote where it is current, else one in memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from citegate.evidence.dense import find_embedder
from citegate.evidence.endpoint import EndpointReranker
from citegate.evidence.search import Reranker, Searcher
from citegate.evidence.store import Refreshed, Store
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
        store = Store(file)
        if store.is_current(site):
            return store, None
        store = Store.copy_of(file)
    else:
        store = Store()
    return store, store.refresh(site)


def write_index(site: Site, file: Path, advance: Callable[[int, int], None]) -> tuple[Store, Refreshed]:
    """Bring the index in `file` up to date with the site. Raises IndexUnusable."""
    store = Store(file)
    ignore = file.parent / ".gitignore"
    if file.parent.name == Path(INDEX).parent.name and not ignore.exists():
        ignore.write_text("*\n", encoding="utf-8")
    return store, store.refresh(site, advance)


def searcher(store: Store, backends: Backends) -> Searcher:
    """The index with the backends that the settings name. Raises ConfigError and MissingExtra."""
    key = backends.key
    reranker: Reranker | None = None
    if backends.rerank_url:
        reranker = EndpointReranker(backends.rerank_url, backends.rerank_model, key)
    embedder = find_embedder(backends.embeddings, backends.embeddings_url, backends.embeddings_model, key)
    return Searcher(store, embedder, reranker)
