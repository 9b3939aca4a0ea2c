"""From documents to the built pages that they become."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property

from citegate.errors import MalformedMarkup, UnreadableSource
from citegate.index.built import BuiltSite, is_error_page, page_key
from citegate.index.names import closest_name
from citegate.index.routes import HOME_ID, Route
from citegate.index.site import Site
from citegate.model import SourceText
from citegate.parse.frontmatter import read_front_matter

MOUNT_SHARE = 0.5  # of the documents below a folder that must have their page at a place, before that place is believed
MOUNT_VOTES = 2  # documents that must agree on it
MAX_DROPPED = 3  # leading folders of a document's path that a site may leave out
MAX_NAMED = 5  # candidates that a finding lists

_KINDS = frozenset({"yaml", "toml", "json"})
_NUMBER = re.compile(r"\d+\s*[-_.]+\s*(?=[^-_.\s\d])")
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})-(.+)")
_GROUP = re.compile(r"\([^()/]*\)")
_LOCALE = re.compile(r"[a-z]{2}(?:[-_](?:[A-Z]{2}|[a-z]{2}|[A-Z][a-z]{3}|\d{3}))?")
_DOCUSAURUS_LOCALE = re.compile(r"i18n/([^/]+)/docusaurus-plugin-content-(docs|blog|pages)[^/]*/(?:current/)?(.*)")
_NOT_IN_SLUG = re.compile(r"[^\w/-]+")
_NAMES_OF_FOLDERS = frozenset({"index", "readme", "_index", "page", "+page"})
_WHOLE = ("permalink", "url", "slug")
"""Keys of the front matter that set an address, in the order in which they are believed."""
_PLACEHOLDER = re.compile(r"\{(\w+)\}|:(\w+)")


@dataclass(frozen=True, slots=True)
class Mount:
    """A folder of the content and the place of the site at which its documents stand."""

    folder: str
    place: str

    def page(self, key: str) -> str | None:
        """The key of the page that a document below the folder becomes; None for one outside."""
        if not self.folder:
            return _joined(self.place, key)
        if key == self.folder:
            return self.place
        return _joined(self.place, key[len(self.folder) + 1 :]) if key.startswith(self.folder + "/") else None


class Pages:
    """Which page each document of `site` has become in `built`."""

    def __init__(self, site: Site, built: BuiltSite, patterns: Mapping[str, str]) -> None:
        self.site = site
        self.built = built
        self.patterns = dict(patterns)
        self._found: dict[Route, Route | None] = {}

    def page_of(self, route: Route) -> Route | None:
        """The page of a document, or None."""
        if route not in self._found:
            self._found[route] = next((page for key in self.candidates(route) if (page := self._page(key))), None)
        return self._found[route]

    def candidates(self, route: Route) -> tuple[str, ...]:
        """The keys of the pages that the document may have become, the likeliest first."""
        key = self.keys[route]
        metadata = self.metadata(route)
        pattern = self._pattern(key, metadata)
        if pattern is not None:
            return (pattern,)
        mounts = self._mounts_of(key)
        found = [*self._from_metadata(key, metadata, mounts)]
        for plain in (*self._variants(key), _stem(route, self._root(route))):
            found.extend(page for mount in mounts if (page := mount.page(plain)) is not None)
        if not self.built.generator.id_is_name:
            found.extend(self._named(key, metadata.get("id"), mounts))
        return tuple(dict.fromkeys(each.strip("/") for each in found))

    def nearest(self, route: Route) -> tuple[Route, ...]:
        """Built pages that look like the page that is missing, the closest first."""
        name = posixpath.basename(_plain(self.keys[route])) or HOME_ID
        same = [each for key, each in self.by_key.items() if posixpath.basename(key) == name]
        close = closest_name(_plain(self.keys[route]), [key for key in self.by_key if key])
        return tuple(dict.fromkeys([*same[:MAX_NAMED], *([self.by_key[close]] if close else [])]))[:MAX_NAMED]

    def shared(self) -> dict[Route, tuple[Route, ...]]:
        """The pages that more than one document becomes, each with its documents."""
        found: dict[Route, list[Route]] = {}
        for route in self.site.routes.all:
            page = self.page_of(route)
            if page is not None:
                found.setdefault(page, []).append(route)
        return {page: tuple(routes) for page, routes in found.items() if len(routes) > 1}

    @cached_property
    def keys(self) -> dict[Route, str]:
        """Each document's path under its content root, without suffix and without what stands for a folder."""
        return {route: _document_key(route, self._root(route)) for route in self.site.routes.all}

    @cached_property
    def by_key(self) -> dict[str, Route]:
        """The page of each key; error pages are left out."""
        found: dict[str, Route] = {}
        for route in self.built.routes.all:
            key = page_key(route.path[len(self.built.prefix) :])
            if not is_error_page(key):
                found.setdefault(key, route)
        return found

    @cached_property
    def _slugs(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for key in self.by_key:
            found.setdefault(_slug(key), []).append(key)
        return found

    @cached_property
    def mounts(self) -> tuple[Mount, ...]:
        """The places that the generator, the content's own folders and the listing of both sides speak for."""
        votes: Counter[Mount] = Counter()
        below: Counter[str] = Counter()
        by_name: dict[str, list[str]] = {}
        for key in self.by_key:
            by_name.setdefault(_slug(posixpath.basename(key)), []).append(key)
        for key in self.keys.values():
            plain = _plain(key)
            folders = plain.split("/")[:-1]
            for count in range(min(len(folders), MAX_DROPPED) + 1):
                folder = "/".join(folders[:count])
                below[folder] += 1
                rest = plain.split("/")[count:]
                for page in by_name.get(_slug(rest[-1]), ()):
                    parts = page.split("/")
                    place, shown = parts[: -len(rest)], parts[-len(rest) :]
                    if _slug("/".join(shown)) == _slug("/".join(rest)):
                        votes[Mount(folder, "/".join(place))] += 1
        sure = [Mount("", ""), *(Mount("", place) for place in self.built.generator.mounts)]
        sure += [Mount("", posixpath.basename(root)) for root in self.site.roots if root not in ("", ".")]
        learned = [
            mount
            for mount, count in votes.items()
            if count >= MOUNT_VOTES and count >= MOUNT_SHARE * below[mount.folder]
        ]
        ranked = sorted(
            dict.fromkeys([*sure, *learned]), key=lambda mount: (-votes[mount], mount not in sure, len(mount.folder))
        )
        return tuple(ranked)

    def metadata(self, route: Route) -> dict[str, object]:
        """The document's front matter; {} when it has none, or none that can be read."""
        if not route.path.lower().endswith((".md", ".mdx", ".markdown")):
            return {}
        try:
            source: SourceText = self.site.source(route.path)
            return read_front_matter(source, _KINDS).metadata
        except (MalformedMarkup, UnreadableSource):
            return {}  # reported when the document itself is read

    def _page(self, key: str) -> Route | None:
        if key in self.by_key:
            return self.by_key[key]
        same = self._slugs.get(_slug(key), ())
        return self.by_key[same[0]] if len(same) == 1 else None

    def _variants(self, key: str) -> Iterator[str]:
        """The ways in which a document's path may show in a URL."""
        yield from _variants(key)
        plain = _plain(key)  # the default locale may not show, when no other document is called so
        first, _, rest = plain.partition("/")
        stem, _, locale = plain.rpartition(".")
        if _LOCALE.fullmatch(first) and rest not in self._all_keys and (rest or first in self._folders):
            yield rest
        if stem and _LOCALE.fullmatch(locale) and stem not in self._all_keys:
            yield stem

    @cached_property
    def _all_keys(self) -> frozenset[str]:
        return frozenset(self.keys.values())

    @cached_property
    def _folders(self) -> frozenset[str]:
        return frozenset(key.split("/")[0] for key in self._all_keys if "/" in key)

    def _mounts_of(self, key: str) -> Sequence[Mount]:
        return [mount for mount in self.mounts if mount.page(_plain(key)) is not None]

    def _root(self, route: Route) -> str:
        return max((root for root in self.site.roots if route.path.startswith(root + "/")), key=len, default="")

    def _pattern(self, key: str, metadata: Mapping[str, object]) -> str | None:
        """The page that the setting `pages` names for a document, or None."""
        for glob, pattern in self.patterns.items():
            if not fnmatchcase(key or HOME_ID, glob.replace("**", "*")):
                continue
            folder, _, name = key.rpartition("/")
            values = {"id": key, "path": key, "name": name, "dir": folder}
            values |= {str(each): str(value) for each, value in metadata.items()}
            values.setdefault("slug", name)
            return page_key(_fill(pattern, values))
        return None

    def _from_metadata(self, key: str, metadata: Mapping[str, object], mounts: Sequence[Mount]) -> Iterator[str]:
        for name in _WHOLE:
            value = metadata.get(name)
            if not isinstance(value, str) or not value.strip("/ "):
                if value == "/":
                    yield from (mount.place for mount in mounts)
                continue
            value = self._filled(value.strip(), key, metadata)
            if "//" in value:
                continue  # an address of another site
            if value.startswith("/"):
                yield page_key(value)
            yield from self._named(key, page_key(value) if not value.startswith("/") else value, mounts)
            if not value.startswith("/"):
                yield from self._unless_anothers(page_key(value), key)
        if self.built.generator.id_is_name:
            yield from self._named(key, metadata.get("id"), mounts)

    def _named(self, key: str, value: object, mounts: Sequence[Mount]) -> Iterator[str]:
        """A name in place of the file's own, in its folder or at the top of each place."""
        if not isinstance(value, str) or not value:
            return
        folder = _plain(key).rpartition("/")[0]
        if value.startswith("/"):
            yield from (_joined(mount.place, page_key(value)) for mount in mounts)
            return
        beside = _joined(folder, value)
        yield from (page for mount in mounts if (page := mount.page(beside)) is not None)
        for mount in mounts:
            yield from self._unless_anothers(_joined(mount.place, value), key)

    def _unless_anothers(self, page: str, key: str) -> Iterator[str]:
        """A page that is only guessed, when it is not that of a document called so."""
        if page == key or page not in self._all_keys:
            yield page

    @staticmethod
    def _filled(value: str, key: str, metadata: Mapping[str, object]) -> str:
        """A permalink with Jekyll's and Hugo's placeholders filled in."""
        if ":" not in value:
            return value
        name = posixpath.basename(key)
        dated = _DATE.fullmatch(name)
        values = {str(each): str(text) for each, text in metadata.items()}
        categories = metadata.get("categories", metadata.get("category", ""))
        values["categories"] = "/".join(map(str, categories)) if isinstance(categories, list) else str(categories)
        values["title"] = values["slug"] = str(metadata.get("slug") or (dated[4] if dated else name))
        values |= dict(zip(("year", "month", "day"), dated.groups(), strict=False)) if dated else {}
        return _fill(value, values)


def _fill(pattern: str, values: Mapping[str, str]) -> str:
    """The pattern with `{name}` and `:name` replaced, where there is a value."""
    return _PLACEHOLDER.sub(lambda match: values.get(match[1] or match[2], match[0]), pattern)


def _stem(route: Route, root: str) -> str:
    path = route.path[len(root) + 1 :] if root else route.path
    return posixpath.splitext(path)[0]


def _document_key(route: Route, root: str) -> str:
    stem = _stem(route, root)
    folder, _, name = stem.rpartition("/")
    return folder if name.casefold() in _NAMES_OF_FOLDERS else stem


def _variants(key: str) -> Iterator[str]:
    """The ways in which a document's path may show in a URL."""
    plain = _plain(key)
    yield key
    yield plain
    localized = _DOCUSAURUS_LOCALE.search(key)
    if localized:
        kind = "" if localized[2] == "pages" else localized[2]
        yield _joined(localized[1], _joined(kind, _plain(localized[3])))
    for each in dict.fromkeys((key, plain)):
        folder, _, name = each.rpartition("/")
        stem, _, locale = name.rpartition(".")
        if stem and _LOCALE.fullmatch(locale):  # guide.zh.md
            yield _joined(locale, folder if stem.casefold() in _NAMES_OF_FOLDERS else _joined(folder, stem))
        dated = _DATE.fullmatch(name)
        if dated:
            yield _joined(folder, "/".join(dated.groups()))
            yield _joined(folder, dated[4])
            yield "/".join(dated.groups())


def _plain(key: str) -> str:
    """The path without what generators leave out: order numbers, route groups, a leading underscore."""
    parts = []
    for part in key.split("/"):
        if _GROUP.fullmatch(part) or part == "_posts":
            continue
        parts.append(_NUMBER.sub("", part, count=1) if _NUMBER.match(part) and not _DATE.match(part) else part)
    if parts and parts[0].startswith("_"):
        parts[0] = parts[0].lstrip("_")
    if parts and parts[-1].casefold() in _NAMES_OF_FOLDERS:
        parts.pop()
    return "/".join(part for part in parts if part)


def _slug(key: str) -> str:
    """The key as slug makers write it: lower case, hyphens for spaces, no punctuation."""
    return _NOT_IN_SLUG.sub("", key.lower().replace(" ", "-").replace("_", "-").replace(".", "-"))


def _joined(folder: str, name: str) -> str:
    return f"{folder}/{name}".strip("/") if folder else name.strip("/")
