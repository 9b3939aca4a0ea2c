"""The files that the commands about answers read: an answer, its sources, the allowlist, the site."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

from citegate.answers.providers import PROVIDERS
from citegate.answers.resolve import Resolver
from citegate.answers.sources import TurnSources
from citegate.answers.trailer import Trailer
from citegate.config import Config
from citegate.errors import ConfigError, UnreadableSource
from citegate.index.allowlist import read_allowlist
from citegate.index.files import DiskFiles
from citegate.index.routes import survey
from citegate.index.site import Site
from citegate.model import SourceText
from citegate.model.answer import SourceRecord
from citegate.parse import read_source

NONCE = re.compile(r"[A-Za-z0-9_-]+")
"""What a nonce may be."""
STDIN = "-"
STDIN_NAME = "answer.md"
"""What findings call an answer that comes from standard input."""


def read_answer_file(root: Path, name: str) -> SourceText:
    """The answer, its path relative to the project where it is below it. Raises UnreadableSource."""
    if name == STDIN:
        return read_source(STDIN_NAME, sys.stdin.buffer.read())
    return _read(root, name)


def read_sources_file(root: Path, name: str) -> SourceText:
    """The file of sources. Raises UnreadableSource."""
    return _read(root, name)


def _read(root: Path, name: str) -> SourceText:
    path = Path(name)
    try:
        shown = path.resolve().relative_to(root.resolve()).as_posix()
    except ValueError:
        shown = path.name
    return read_source(shown, DiskFiles(path.resolve().parent).read(path.resolve().name))


def read_provided(provider: str, response: SourceText) -> tuple[SourceText, tuple[SourceRecord, ...], tuple[str, ...]]:
    """The answer in a provider's response, with `[N]` for each of its citations, their sources, and what was dropped.

    Findings point into that text, which has the name of the file and `#text`. Raises UnreadableSource.
    """
    try:
        provided = PROVIDERS[provider](response.text)
    except UnreadableSource as error:
        raise UnreadableSource(response.path, f"{response.path}: {error.message}", error.hint) from error
    lost = tuple(f"{dropped.place}: {dropped.reason}" for dropped in provided.dropped)
    return SourceText(f"{response.path}#text", provided.marked()), provided.sources.records, lost


def sources_carried(text: str, nonce: str) -> tuple[SourceRecord, ...]:
    """The sources in the frame behind an answer; () when there is no such frame."""
    frame = Trailer(nonce)
    frame.feed(text)
    frame.end()
    return frame.records


def make_resolver(
    config: Config, sources: SourceText | None, allowlist: Path | None, carried: Iterable[SourceRecord] = ()
) -> Resolver:
    """What the answer may cite: its sources, the allowlist (the project's own where none is named), the site's pages.

    `carried` are the sources where there is no file of them.

    Raises ConfigError for an allowlist that is not there, UnreadableSource for a file that is not what it should be.
    """
    text = read_allowlist(allowlist or config.root / config.out)
    if text is None and allowlist is not None:
        raise ConfigError(f"there is no file {allowlist}", "check --allowlist")
    records = TurnSources.from_json(sources.text, sources.path) if sources else TurnSources(carried)
    return Resolver(records, text or "", routes_of(config))


def routes_of(config: Config) -> dict[str, str]:
    """The URL path of each document of the project by its id."""
    routes, _ = survey(DiskFiles(config.root), config.content)
    return {route.id: route.url for route in reversed(routes.all)}


def site_of(config: Config) -> Site | None:
    """The project's documents; None when it has none."""
    files = DiskFiles(config.root)
    site = Site(files, config.content, config.engines[:1], config.reading(files))
    return site if site.routes.all else None
