"""Decider: every citation of a page, remembered or decided anew, here or in other processes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from citegate.config import Config
from citegate.errors import ConfigError, MalformedMarkup, UnreadableSource
from citegate.index.built import BuiltSite
from citegate.index.cache import Cache
from citegate.index.files import DiskFiles, Files, MemoryFiles, size_of
from citegate.index.parsed import Parsed
from citegate.index.remote import MountedFiles, UrlFiles, is_only_here
from citegate.index.routes import Route, Routes
from citegate.index.seen import State
from citegate.index.site import Site
from citegate.index.stamps import Stamps
from citegate.model import Citation
from citegate.outcome import fixable
from citegate.prove import Prover
from citegate.verify.directive import check_directive
from citegate.verify.memory import Memory, NotRemembered
from citegate.verify.passage import Decision, check_passage
from citegate.verify.site import OnPage, SiteCheck
from citegate.verify.stored import Decided
from citegate.verify.target import Target
from citegate.workers import spread

CitedPage = tuple[Route, Sequence[Citation | OnPage]]
Cited = Mapping[Route, Sequence[Citation | OnPage]]

LOCAL = "local"
WRITTEN_AROUND = 64  # code points before and behind a citation; a fix asks for the quotation marks around it
WORTH_SHARING = 6_000_000  # bytes of pages times engines: more than a second's work, against 0.3 s for each process


class Decider:
    """A project's site, opened, and what decides a citation on it.

    Raises ConfigError for a built site without pages.
    """

    def __init__(self, config: Config, files: Files) -> None:
        self.config = config
        self.files = files
        self.cache = Cache(config.cache) if config.cache and not config.prove else None
        self.stamps = Stamps(files, self.cache) if self.cache is not None and isinstance(files, DiskFiles) else None
        self.parsed = Parsed(self.cache) if self.cache is not None else None
        reading = config.reading(files)
        self.site = Site(files, config.content, config.engines, reading, self.stamps, self.parsed, self.cache)
        self.manifests = self.site.manifests
        self.memory = Memory(self.cache, config.engines, config.min_length, self.citing)
        self.on_pages = self.open_site() if config.site else None
        self.prover = self.open_prover() if config.prove else None

    def open_site(self) -> SiteCheck:
        """The built site beside the documents; where there are none, its pages are the documents."""
        config = self.config
        built = BuiltSite(
            self.files,
            config.site,
            config.engines,
            base=config.base,
            generator=config.generator,
            site_url=config.site_url,
            stamps=self.stamps,
        )
        if not built.routes.all:
            raise ConfigError(f"there is no page in {config.site}", "build the site first, or name its folder: --site")
        pages = {route.path for route in built.routes.all}
        self.site.routes = Routes(tuple(route for route in self.site.routes.all if route.path not in pages))
        if not self.site.routes.all:
            self.site = built
        return SiteCheck(
            self.site,
            built,
            dict(config.pages),
            self.memory,
            min_length=config.min_length,
            is_proved=bool(config.prove),
        )

    def citing(self, citation: Citation) -> str:
        """What a fix may depend on of the file that holds a citation: how it is written there, and what it stands in.

        "" when the file cannot be read.
        """
        try:
            text = self.site.source(citation.path).text
        except UnreadableSource:
            return ""
        spans = [span for span in (citation.span, citation.quote_span, citation.document_span) if span]
        start, end = min(span.start for span in spans), max(span.end for span in spans)
        return "written " + text[max(0, start - WRITTEN_AROUND) : end + WRITTEN_AROUND]

    def close(self) -> tuple[str, ...]:
        """Write what is new for the next run; what is to be said of the cache, one line each."""
        if self.cache is None:
            return ()
        if self.stamps is not None:
            self.stamps.keep()
        self.cache.close()
        return tuple(self.cache.notes)

    def open_prover(self) -> Prover:
        """The browsers that are to open every link."""
        config = self.config
        folder = config.root / config.proof_folder if config.writes else None
        return Prover(self.site, self.on_pages.built if self.on_pages else None, config.prove, folder)

    def decide_pages(self, pages: Sequence[CitedPage]) -> Iterator[Decided]:
        """What is decided of each page, in order; by several processes where that pays."""
        config = self.config
        if self.prover is not None or (config.engine == LOCAL and (config.jobs == 1 or not self.can_be_shared())):
            return (self.decide_page(*page) for page in pages)
        remembered = [self.remembered(*page) for page in pages]
        left = [page for page, decided in zip(pages, remembered, strict=True) if decided is None]
        weights = [size_of(self.files, route.path) + 1 for route, _ in left]
        if config.engine != LOCAL:
            fresh = self.spread_on_cluster(left, weights)
        elif sum(weights) * len(config.engines) < WORTH_SHARING:
            fresh = (self.decide_page(*page) for page in left)
        else:
            fresh = self.with_reads(spread(begin_worker, Task(config), left, weights, config.jobs))
        return (next(fresh) if decided is None else decided for decided in remembered)

    def can_be_shared(self) -> bool:
        """True when other processes of this machine see the same files."""
        if isinstance(self.files, DiskFiles):
            return True
        return isinstance(self.files, UrlFiles | MountedFiles) and not is_only_here(self.config.places)

    def spread_on_cluster(self, pages: Sequence[CitedPage], weights: Sequence[int]) -> Iterator[Decided]:
        """The decisions of a cluster, whose workers read the files themselves; those in memory are sent to them.

        The workers have no cache: it would be one for each machine.
        """
        from citegate.workers.dask import spread_on_cluster  # noqa: PLC0415 - an extra

        config = replace(self.config, cache="", jobs=1)
        sent = None if self.can_be_shared() else copied(self.files, config)
        task = Task(config, sent, self.seen())
        return self.with_reads(spread_on_cluster(begin_worker, task, pages, weights, config.scheduler))

    def with_reads(self, shared: Iterator[Shared]) -> Iterator[Decided]:
        """The decisions of others; what they have read is noted as if this process had."""
        for each in shared:
            if isinstance(self.files, DiskFiles):
                self.files.seen.add(each.read)
            yield each.decided

    def seen(self) -> str:
        """What stands for the files that this process sees: their names and sizes."""
        made = hashlib.sha256(self.site.reading.key.encode("utf-8", "surrogatepass"))
        routes = (*self.site.routes.all, *(self.on_pages.built.routes.all if self.on_pages else ()))
        for route in routes:
            made.update(f"{route.path}\0{size_of(self.files, route.path)}\0".encode("utf-8", "surrogatepass"))
        return made.hexdigest()

    def remembered(self, route: Route, cited: Sequence[Citation | OnPage]) -> Decided | None:
        """What is decided of a page, when all of it is remembered; else None."""
        self.memory.only_remembers = True
        try:
            return self.decide_page(route, cited) if self.memory.is_used else None
        except NotRemembered:
            return None
        finally:
            self.memory.only_remembers = False

    def decide_page(self, route: Route, cited: Sequence[Citation | OnPage]) -> Decided:
        """Every citation of one page, or what keeps the page from being read."""
        try:
            if self.on_pages is None:
                return self.decide_on(route, [each for each in cited if isinstance(each, Citation)])
            target, decisions = self.on_pages.decide(route, [each for each in cited if isinstance(each, OnPage)])
            if self.prover is not None and target is not None:
                self.prover.gather(target, decisions)
        except (UnreadableSource, MalformedMarkup) as error:
            return error
        return decisions

    def decide_on(self, route: Route, citations: Sequence[Citation]) -> Sequence[Decision]:
        """The citations of one document. Raises what reading it raises."""

        def decide(numbers: Sequence[int]) -> list[Decision]:
            target = Target(route, self.site.pages(route))
            decisions = [self.decision(citations[number], target) for number in numbers]
            if self.prover is not None:
                self.prover.gather(target, decisions)
            return decisions

        digests = [self.site.digest(route) if self.memory.is_used else ""] * len(citations)
        return self.memory.decide(citations, digests, decide, may_keep=lambda: route.path not in self.site.composed)

    def decision(self, citation: Citation, target: Target) -> Decision:
        """One citation on its page."""
        if citation.quote is None:
            decided = check_directive(citation, target)
        else:
            decided = check_passage(citation, target, min_length=self.config.min_length)
        return fixable(decided, target, self.site.source(citation.path)) if decided.findings else decided


@dataclass(frozen=True, slots=True)
class Task:
    """What a process that shares the work has to know; goes from machine to machine."""

    config: Config
    contents: Mapping[str, bytes] | None = None
    """The files themselves; None where the process reads them."""
    seen: str = ""
    """What stands for the files that the others see; "" not to ask."""


def copied(files: Files, config: Config) -> dict[str, bytes]:
    """Every file that the settings name, to be sent to others; one that cannot be read is left out."""
    found: dict[str, bytes] = {}
    for folder in (*config.content, *config.manifests, *([config.site] if config.site else []), ""):
        for path in files.walk("" if folder == "." else folder):
            try:
                found[path] = files.read(path)
            except UnreadableSource:
                continue  # the worker says so where it is cited, as this process would
    return found


@dataclass(frozen=True, slots=True)
class Shared:
    """What another process decided of a page."""

    decided: Decided
    read: dict[str, State | None]
    """What it has read since it said so last."""


def begin_worker(task: Task) -> Callable[[Sequence[CitedPage]], Sequence[Shared]]:
    """What a process that shares the work does with some of the cited pages.

    Raises ConfigError where it does not see the same files.
    """
    config = task.config
    files = config.files() if task.contents is None else MemoryFiles(task.contents)
    work = Decider(config, files)
    if task.seen and work.seen() != task.seen:
        raise ConfigError(
            "a worker does not see the same files",
            "give every machine the same folder at the same place, or a URL: --root s3://bucket/site",
        )

    told: set[str] = set()

    def decide(pages: Sequence[CitedPage]) -> Sequence[Shared]:
        decided = [work.decide_page(*page) for page in pages]
        work.memory.write()
        seen = files.seen.read if isinstance(files, DiskFiles) else {}
        new = {path: state for path, state in seen.items() if path not in told}
        told.update(new)
        return [Shared(each, {} if number else new) for number, each in enumerate(decided)]

    return decide
