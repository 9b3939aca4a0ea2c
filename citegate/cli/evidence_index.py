"""What the commands about evidence share: the project's site, its index, its backends."""

from __future__ import annotations

import os
from pathlib import Path

from citegate.config import Config, load
from citegate.errors import ConfigError
from citegate.evidence.open import INDEX, Backends, open_store, searcher
from citegate.evidence.search import Searcher
from citegate.evidence.store import Refreshed
from citegate.index.files import DiskFiles
from citegate.index.site import Site

KEY_VARIABLE = "CITEGATE_API_KEY"


def project(content: list[str] | None, embeddings: str | None) -> Config:
    """The settings of the project in the current folder, with what the command line says."""
    return load(Path.cwd(), {"content": content or None, "embeddings": embeddings})


def find_site(config: Config) -> Site:
    """The project's documents. Raises ConfigError when there are none."""
    files = DiskFiles(config.root, config.max_bytes)
    site = Site(files, config.content, config.engines, config.reading(files))
    if not site.routes.all:
        raise ConfigError(f"there is no document below {', '.join(config.content)}", "name the folder with --content")
    return site


def index_file(config: Config, index: Path | None) -> Path:
    """Where the index is."""
    return index or config.root / INDEX


def open_searcher(config: Config, index: Path | None) -> tuple[Searcher, Refreshed | None]:
    """The project's index with its backends, and what it took to bring it up to date."""
    store, refreshed = open_store(find_site(config), index_file(config, index))
    return searcher(store, backends(config)), refreshed


def backends(config: Config) -> Backends:
    """The backends that the settings name; the key is the environment's."""
    return Backends(
        config.embeddings,
        config.embeddings_url,
        config.embeddings_model,
        config.rerank_url,
        config.rerank_model,
        os.environ.get(KEY_VARIABLE, ""),
    )
