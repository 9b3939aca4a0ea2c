"""Document id, URL, built page: which file becomes which page."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from citegate.index.files import Files
from citegate.parse import PARSERS

MANIFEST = re.compile(r"\.citations\.(?:json|ya?ml)$")
FOLDER_NAMES = frozenset({"index", "readme"})
"""A document so called stands for its folder; compared without case."""
HOME_ID = "index"
"""The id of the document that stands for a content root; its URL is "/"."""

_NOT_IN_PATH = re.compile(r"""[\x00-\x20"<>`#?%{}|\\^\x7f]""")


@dataclass(frozen=True, slots=True)
class Route:
    """One document before it is parsed."""

    id: str
    """Path under its content root without suffix; `index` and `README` stand for their folder."""
    url: str
    """URL path: "/" and the id, percent-encoded where a URL asks for it."""
    path: str
    """Its file, relative to the project's root."""


@dataclass(frozen=True)
class Routes:
    """Every document of the site, by id and by URL."""

    all: tuple[Route, ...]
    """Sorted by path."""

    @cached_property
    def by_id(self) -> dict[str, tuple[Route, ...]]:
        """The documents of each id; more than one is a fault of the site."""
        found: dict[str, list[Route]] = {}
        for route in self.all:
            found.setdefault(route.id, []).append(route)
        return {id: tuple(routes) for id, routes in found.items()}

    @cached_property
    def by_path(self) -> dict[str, Route]:
        """The document of each file."""
        return {route.path: route for route in self.all}

    @cached_property
    def by_url(self) -> dict[str, Route]:
        """The first document of each URL path."""
        return {route.url: route for route in reversed(self.all)}

    def find(self, document_id: str) -> Route | None:
        """The document that an author calls so, or None.

        The id may be written as a path: with a "/" before or behind it, or with the file's suffix.
        """
        for name in (document_id, plain_id(document_id)):
            if name in self.by_id:
                return self.by_id[name][0]
        return None

    def find_url(self, path: str) -> Route | None:
        """The document that a link's URL path leads to, or None; a suffix, "/index" and a last "/" are optional."""
        if path in self.by_url:
            return self.by_url[path]
        return self.by_url.get(url_of(plain_id(path)))


def plain_id(path: str) -> str:
    """The id that a path stands for: "/" at its ends, the suffix of a document and a last `index` dropped."""
    path = path.strip("/")
    stem, suffix = posixpath.splitext(path)
    if suffix.lower() in PARSERS:
        path = stem
    folder, _, name = path.rpartition("/")
    if name.casefold() in FOLDER_NAMES:
        path = folder
    return path or HOME_ID


def url_of(document_id: str) -> str:
    """The URL path of a document."""
    if document_id == HOME_ID:
        return "/"
    return "/" + _NOT_IN_PATH.sub(lambda match: f"%{ord(match[0]):02X}", document_id)


def is_document(path: str) -> bool:
    """True when a parser knows the suffix of this path."""
    return posixpath.splitext(path)[1].lower() in PARSERS


def is_manifest(path: str) -> bool:
    """True when the name says that the file holds citations."""
    return MANIFEST.search(path) is not None


def survey(files: Files, roots: Sequence[str]) -> tuple[Routes, tuple[str, ...]]:
    """The documents below these content roots, and the paths of the manifests there, both sorted by path."""
    routes: dict[str, Route] = {}
    manifests: set[str] = set()
    for root in roots:
        folder = "" if root in (".", "") else root.rstrip("/")
        for path in files.walk(folder):
            if is_manifest(path):
                manifests.add(path)
            elif is_document(path) and path not in routes:
                document_id = plain_id(path[len(folder) :] if folder else path)
                routes[path] = Route(document_id, url_of(document_id), path)
    return Routes(tuple(routes[path] for path in sorted(routes))), tuple(sorted(manifests))


def find_manifests(files: Files, places: Iterable[str]) -> tuple[str, ...]:
    """The manifests at these paths and below these folders, sorted.

    A file named outright counts as one, whatever its name, unless it is a document.
    """
    found: set[str] = set()
    for place in places:
        folder = "" if place in (".", "") else place.rstrip("/")
        found.update(
            path for path in files.walk(folder) if is_manifest(path) or (path == folder and not is_document(path))
        )
    return tuple(sorted(found))
