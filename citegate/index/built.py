"""The built site: which file answers which URL, and its pages as each engine sees them."""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from urllib.parse import unquote, urljoin, urlsplit

from citegate.errors import UnreadableSource
from citegate.fragment.match import Page
from citegate.index.files import Files
from citegate.index.generators import GENERATORS, Generator, base_path, find_generator, plain_base
from citegate.index.routes import HOME_ID, Route, Routes, url_of
from citegate.index.site import Site, kept_pages
from citegate.index.stamps import Stamps
from citegate.model import CHROMIUM, Engine, Link
from citegate.parse import read_source
from citegate.parse.head import Head, Sheet, read_head
from citegate.parse.html import parse_html_document

SUFFIXES = (".html", ".htm", ".xhtml")
MAX_FORWARDS = 5  # pages that forward to one another before a reader is lost
MAX_IMPORTS = 4  # style sheets that import one another
KEPT_HEADS = 4_096  # heads, of half a kilobyte: each is asked for where a page is cited, and where it is decided
KEPT_ADDRESSES = 4_096  # addresses on pages, and where they lead: those of style sheets stand on every page
KEPT_SHEETS = 64  # style sheets: a site has a handful, and every page links to them
ORIGIN = "http://site.invalid"  # stands for the site's own address while URLs are joined

_OF_FOLDER = re.compile(
    r"(?!//)[\w/.~-][\w/.~?#=&%+,-]*"
)  # an address that leads from all pages of a folder to the same place
_IMPORT = re.compile(r"""@import\s+(?:url\(\s*)?["']?([^"')\s;]+)["']?\s*\)?\s*([^;]*);""", re.IGNORECASE)
_LAYER = re.compile(r"layer\(([^)]*)\)|\blayer\b", re.IGNORECASE)
_SUPPORTS = re.compile(r"supports\(((?:[^()]|\([^()]*\))*)\)", re.IGNORECASE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_NOT_FOUND = frozenset({"404", "404/index", "500", "_error"})


class BuiltSite(Site):
    """A folder of pages as a static host would serve it; ids are paths without suffix, URLs as the site is served."""

    def __init__(
        self,
        files: Files,
        folder: str,
        engines: Sequence[Engine] = (CHROMIUM,),
        *,
        base: str = "",
        generator: str = "",
        site_url: str = "",
        stamps: Stamps | None = None,
    ) -> None:
        self.folder = "" if folder in (".", "") else folder.rstrip("/")
        self.prefix = self.folder + "/" if self.folder else ""
        self.paths = frozenset(path[len(self.prefix) :] for path in files.walk(self.folder))
        """Every file of the site, relative to its folder."""
        super().__init__(files, (), engines, stamps=stamps)
        self.pages = kept_pages(self._read_pages)
        self.head = lru_cache(maxsize=KEPT_HEADS)(self._read_head)
        self._resolved = lru_cache(maxsize=KEPT_ADDRESSES)(self._resolve)
        self._sheet = lru_cache(maxsize=KEPT_SHEETS)(self._read_sheet)
        self.generator: Generator = GENERATORS[generator] if generator else self._find_generator()
        self.base = plain_base(base) if base else plain_base(site_url) or base_path(files, self.generator)
        self.site_url = site_url
        self.by_file = dict(self._routes())
        self.routes = Routes(tuple(self.by_file.values()))
        self.forwards = self._read_redirects()
        """URL paths that the host answers with another one: a file `_redirects`."""

    def _routes(self) -> Iterator[tuple[str, Route]]:
        """Each page's file, relative to the site's folder, and its route; sorted."""
        for path in sorted(self.paths):
            stem, suffix = posixpath.splitext(path)
            if suffix in SUFFIXES or suffix.lower() in SUFFIXES:
                yield path, Route(self._id(stem, path), self._url(stem, path), self.prefix + path)

    def _id(self, stem: str, path: str) -> str:
        """The page's key; of two pages that share one, the folder's own keeps its `index`."""
        folder, _, name = stem.rpartition("/")
        key = folder if name == "index" else stem
        return f"{key}/index" if key and path != f"{key}.html" and f"{key}.html" in self.paths else key or HOME_ID

    def _url(self, stem: str, path: str) -> str:
        folder, _, name = stem.rpartition("/")
        if name == "index":
            shown = f"{folder}/" if folder else ""
        else:
            shown = stem if self.generator.drops_suffix and f"{stem}/index.html" not in self.paths else path
        return self.base + (url_of(shown) if shown else "/")

    def _find_generator(self) -> Generator:
        meta = ""
        if "index.html" in self.paths:
            try:
                meta = self._read_head_of(self.prefix + "index.html").generator
            except UnreadableSource:
                meta = ""  # the page is read again, and reported, when something cites it
        return find_generator(
            self.files,
            lambda trace: trace in self.paths or self._has_folder(trace),
            meta,
        )

    def _has_folder(self, folder: str) -> bool:
        start, inside = folder.partition("/")[0], folder + "/"
        return start in self._top and any(path.startswith(inside) for path in self.paths)

    @cached_property
    def _top(self) -> set[str]:
        """What stands in the site's folder itself."""
        return {path.partition("/")[0] for path in self.paths}

    def find(self, path: str) -> Route | None:
        """The page that a host serves at a URL path ("/guide/", query and base path aside), or None."""
        path = unquote(path.partition("?")[0])
        path = self.forwards.get(path.rstrip("/") or "/", path)
        if self.base and (path + "/").startswith(self.base + "/"):
            path = path[len(self.base) :]
        name = posixpath.normpath("/" + path).lstrip("/")
        tries = [f"{name}/index.html" if name else "index.html"]
        if not path.endswith("/"):
            tries = [name, f"{name}.html", *tries, f"{name}.htm", f"{name}/index.htm"]
        else:
            tries += [f"{name}.html", f"{name}/index.htm"]
        return next((self.by_file[each] for each in tries if each in self.by_file), None)

    def has_file(self, path: str) -> bool:
        """True when a file of any kind is served at this URL path."""
        path = unquote(path.partition("?")[0])
        if self.base and path.startswith(self.base + "/"):
            path = path[len(self.base) :]
        return path.strip("/") in self.paths

    def resolve(self, href: str, route: Route) -> str | None:
        """The URL path, with its query, that an address on a page leads to; None for another site's."""
        base = self.head(route).base
        if base is None and _OF_FOLDER.fullmatch(href):
            return self._resolved(route.url[: route.url.rindex("/") + 1], href, None)
        return self._resolved(route.url, href, base)

    def _resolve(self, url: str, href: str, base: str | None) -> str | None:
        try:
            joined = urljoin(urljoin(ORIGIN + url, base) if base is not None else ORIGIN + url, href)
            parts = urlsplit(joined)
        except ValueError:
            return None
        own = {ORIGIN, *([_origin(self.site_url)] if self.site_url else [])}
        if f"{parts.scheme}://{parts.netloc}" not in own:
            return None
        return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")

    def landing(self, route: Route) -> Route:
        """The page on which a reader comes to rest: the last one of those that forward by meta refresh."""
        seen = [route]
        while len(seen) <= MAX_FORWARDS:
            refresh = self.head(seen[-1]).refresh
            path = self.resolve(refresh, seen[-1]) if refresh else None
            following = self.find(path) if path else None
            if following is None or following in seen:
                break
            seen.append(following)
        return seen[-1]

    def as_canonical(self, route: Route) -> Route:
        """The route with the URL by which the page calls itself, where that leads to this very page."""
        canonical = self.head(route).canonical
        if not canonical:
            return route
        try:
            path = urlsplit(urljoin(ORIGIN + route.url, canonical)).path
        except ValueError:
            return route
        for shown in (path, self.base + path):
            if shown.startswith(self.base + "/") and self.find(shown) == route:
                return Route(route.id, shown, route.path)
        return route

    def _read_head(self, route: Route) -> Head:
        return self._read_head_of(route.path)

    def _read_head_of(self, path: str) -> Head:
        if self.stamps is None:
            return read_head(self.source(path).text)
        return self.stamps.head(path, lambda: read_head(self.source(path).text))

    def _read_pages(self, route: Route) -> tuple[Page, ...]:
        documents = parse_html_document(
            self.source(route.path),
            id=route.id,
            url=route.url,
            engines=self.engines,
            stylesheets=self.stylesheets(route),
            keeps_links=self.has_something_to_say(route),
        )
        return tuple(Page(document, engine) for document, engine in zip(documents, self.engines, strict=True))

    def links(self, route: Route) -> tuple[Link, ...]:
        """Every link of a page, in source order. Raises UnreadableSource and MalformedMarkup."""
        if self.has_something_to_say(route):
            return self.document(route).links
        (document,) = parse_html_document(self.source(route.path), id=route.id, url=route.url, engines=self.engines[:1])
        return document.links

    def digest(self, route: Route) -> str:
        """What stands for all that a page is parsed from: its file and its style sheets. Raises UnreadableSource."""
        made = hashlib.sha256(super().digest(route).encode())
        for sheet in self.stylesheets(route):
            made.update(_digest_of(sheet))
        return made.hexdigest()

    def stylesheets(self, route: Route) -> tuple[str, ...]:
        """The texts of the style sheets that a page links to and the site holds, in order."""
        head = self.head(route)
        return tuple(text for sheet in head.stylesheets if (text := self._linked(sheet, route)))

    def _linked(self, sheet: Sheet, route: Route) -> str:
        path = self.resolve(sheet.href, route)
        text = self._sheet(path) if path else ""
        return f"@media {sheet.media} {{ {text}\n}}" if text and sheet.media else text

    def _read_sheet(self, path: str, depth: int = 0) -> str:
        """The style sheet at a URL path, what it imports put in; "" for one that the site does not hold."""
        file = unquote(path.partition("?")[0])
        if self.base and file.startswith(self.base + "/"):
            file = file[len(self.base) :]
        file = posixpath.normpath("/" + file).lstrip("/")
        if file not in self.paths:
            return ""
        text = read_css(self.files.read(self.prefix + file))
        if "@import" not in text:
            return text
        text = _COMMENT.sub(" ", text)
        return _IMPORT.sub(lambda match: self._imported(match, path, depth), text)

    def _imported(self, match: re.Match[str], path: str, depth: int) -> str:
        parts = urlsplit(urljoin(ORIGIN + path, match[1]))
        if depth >= MAX_IMPORTS or f"{parts.scheme}://{parts.netloc}" != ORIGIN:
            return ""
        text, condition = self._read_sheet(parts.path, depth + 1), match[2]
        for pattern, rule in ((_LAYER, "@layer"), (_SUPPORTS, "@supports")):
            found = pattern.search(condition)
            if found:
                words = found[1] or ""
                text = f"{rule} {f'({words})' if rule == '@supports' else words} {{ {text}\n}}"
                condition = condition[: found.start()] + condition[found.end() :]
        return f"@media {condition.strip()} {{ {text}\n}}" if condition.strip() else text

    def _read_redirects(self) -> dict[str, str]:
        """`_redirects` as Netlify and Cloudflare read it: plain lines only, those with placeholders left out."""
        if "_redirects" not in self.paths:
            return {}
        found: dict[str, str] = {}
        for line in self.files.read(self.prefix + "_redirects").decode("utf-8", "replace").splitlines():
            words = line.split("#")[0].split()
            if len(words) >= 2 and not any(mark in words[0] + words[1] for mark in "*:") and words[1].startswith("/"):
                found.setdefault(words[0].rstrip("/") or "/", words[1])
        return found


@lru_cache(maxsize=KEPT_SHEETS)
def _digest_of(sheet: str) -> bytes:
    return hashlib.sha256(sheet.encode("utf-8", "surrogatepass")).digest()


def read_css(data: bytes) -> str:
    """The text of a style sheet: UTF-8 with or without a byte order mark, else windows-1252."""
    return read_source("sheet.html", data).text if not _is_utf8(data) else data.decode("utf-8-sig")


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def page_key(path: str) -> str:
    """What stands for a page among the others: its path without suffix and last `index`; "" is the home page."""
    stem, suffix = posixpath.splitext(path.strip("/"))
    if suffix.lower() not in SUFFIXES:
        stem += suffix
    folder, _, name = stem.rpartition("/")
    return folder if name == "index" else stem


def is_error_page(key: str) -> bool:
    """True for the page that a host shows when there is none."""
    return key in _NOT_FOUND


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
