"""The site: its routes, its manifests, and its pages, parsed when they are asked for."""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from citegate.errors import UnreadableSource
from citegate.fragment.match import Page
from citegate.index.dialect import PLAIN_READING, Reading
from citegate.index.files import Files
from citegate.index.kept import Kept
from citegate.index.parsed import Parsed
from citegate.index.remote import normal_path
from citegate.index.routes import Route, Routes, survey
from citegate.index.stamps import Facts, Stamps, facts_of, has_marks
from citegate.model import CHROMIUM, Document, Engine, SourceText
from citegate.parse import parse_document, read_source
from citegate.parse.source import is_html

if TYPE_CHECKING:
    from citegate.index.cache import Cache
    from citegate.index.holders import WordIndex

KEPT_SOURCES = 32  # files; a report comes back to the few that it names
KEPT_PAGES = 4  # documents; citations are decided page by page, so that a page is hardly ever wanted twice
HEAVIEST_SOURCES = 500_000  # code points of the files that are kept
HEAVIEST_PAGES = 100_000  # code points of the files behind the documents that are kept, once for each engine


def kept_pages(read: Callable[[Route], tuple[Page, ...]]) -> Kept[Route, tuple[Page, ...]]:
    """Reads pages, of which the last few are kept."""
    return Kept(
        read,
        most=KEPT_PAGES,
        heaviest=HEAVIEST_PAGES,
        weigh=lambda pages: sum(len(page.document.source.text) for page in pages),
    )


class Site:
    """A project's content, read lazily. What cannot be read raises UnreadableSource or MalformedMarkup."""

    def __init__(
        self,
        files: Files,
        roots: Sequence[str],
        engines: Sequence[Engine] = (CHROMIUM,),
        reading: Reading = PLAIN_READING,
        stamps: Stamps | None = None,
        parsed: Parsed | None = None,
        cache: Cache | None = None,
    ) -> None:
        self.files = files
        self.cache = cache
        self.stamps = stamps
        self.parsed = parsed
        self.reading = reading
        self.roots = tuple(roots)
        self.engines = tuple(engines)
        self.routes: Routes
        self.manifests: tuple[str, ...]
        self.routes, self.manifests = survey(files, roots)
        self.source = Kept(
            self._read_source, most=KEPT_SOURCES, heaviest=HEAVIEST_SOURCES, weigh=lambda source: len(source.text)
        )
        self.pages = kept_pages(self._read_pages)
        self.composed: set[str] = set()
        """The files that others are part of, as far as they were parsed."""

    def _read_source(self, path: str) -> SourceText:
        return read_source(path, self.files.read(path))

    def _read_pages(self, route: Route) -> tuple[Page, ...]:
        def read(path: str) -> SourceText | None:
            self.composed.add(route.path)
            return self.read_partial(path)

        source = self.source(route.path)
        digest = self.digest(route) if self.parsed is not None and not is_html(route.path) else ""
        documents = self.parsed.find(digest, self.engines, source, route) if self.parsed and digest else None
        if documents is None:
            documents = parse_document(
                source, id=route.id, url=route.url, engines=self.engines, dialect=self.reading.dialect, read=read
            )
            if self.parsed and digest and route.path not in self.composed:
                self.parsed.keep(digest, self.engines, documents)
        return tuple(Page(document, engine) for document, engine in zip(documents, self.engines, strict=True))

    def read_partial(self, path: str) -> SourceText | None:
        """A file that a document imports or includes, by its path or that below a content root; None without one."""
        for place in (path, *(posixpath.join(root, path) for root in self.roots)):
            try:
                return self.source(normal_path(place))
            except UnreadableSource:
                continue
        return None  # the parser says that the import leads nowhere

    @cached_property
    def words(self) -> WordIndex:
        """Which documents have which words, by their number in `routes.all`."""
        from citegate.index.holders import WordIndex  # noqa: PLC0415 - only for a fault

        paths = tuple(route.path for route in self.routes.all)
        return WordIndex(paths, self.files.read, lambda path: self.facts(path).digest, self.cache)

    def document(self, route: Route) -> Document:
        """The document as the reference engine, the first one, sees it."""
        return self.pages(route)[0].document

    def digest(self, route: Route) -> str:
        """What stands for all that a page is parsed from, unless it is composed. Raises UnreadableSource."""
        parts = (route.id, route.url, route.path, self.reading.key, self.facts(route.path).digest)
        return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()

    def facts(self, path: str) -> Facts:
        """What is to be known of a file before it is parsed. Raises UnreadableSource."""
        return facts_of(self.files.read(path)) if self.stamps is None else self.stamps.facts(path)

    def has_something_to_say(self, route: Route) -> bool:
        """True when the file may link to a passage or ignore a rule; decided on its bytes. Raises UnreadableSource."""
        if self.stamps is not None:
            return self.stamps.facts(route.path).has_marks
        return has_marks(self.files.read(route.path))
