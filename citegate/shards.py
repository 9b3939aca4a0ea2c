"""Shards: a run cut by the pages that are cited, so that several machines share it and one puts it together again."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace
from pathlib import Path

from citegate.decide import CitedPage
from citegate.errors import ConfigError, UnreadableSource
from citegate.gather import Gathering
from citegate.index.files import Files, read_file
from citegate.index.routes import is_document, is_manifest
from citegate.model import Citation
from citegate.verify.site import OnPage
from citegate.verify.stored import NOT_STORED, Data, Decided, decided_data, decided_from
from citegate.version import __version__

SCHEMA = 1
KIND = "citegate shard"
MAX_FILE = 2_000_000_000  # bytes of a shard's file
MAX_COUNT = 10_000  # shards of one run; more would cost more to start than to run
_SHARD = re.compile(r"(\d{1,6})/(\d{1,6})", re.ASCII)
_HERE = frozenset(
    {"jobs", "cache", "writes", "keeps_pages", "prove", "minimise", "proof_folder", "engine", "scheduler"}
)
"""Settings of one machine, which say nothing about what is found."""
_READ_WHOLE = (".css", ".htm", ".html", ".xhtml", "_redirects")
"""Files of a built site whose bytes count; of the others only that they are there."""

Progress = Callable[[int, int], None]
"""Told how many citations are decided, and of how many."""


@dataclass(frozen=True, slots=True)
class Shard:
    """One of the parts of a run."""

    number: int
    """From 1."""
    count: int

    @property
    def file(self) -> str:
        """The name of its file, when none is given."""
        return f"shard-{self.number}-of-{self.count}.json"


def parse_shard(text: str) -> Shard:
    """The shard that is written K/N. Raises ConfigError."""
    found = _SHARD.fullmatch(text)
    shard = Shard(int(found[1]), int(found[2])) if found else None
    if shard is None or not 1 <= shard.number <= shard.count <= MAX_COUNT:
        raise ConfigError(
            f"--shard {text!r} is not one of the parts of a run", "write 2/8 for the second of eight; the first is 1/8"
        )
    return shard


def shared_settings(settings: Mapping[str, object]) -> Data:
    """The settings that all shards of a run have in common, as JSON holds them. Raises ConfigError for any other."""
    kept = {key: value for key, value in settings.items() if key not in _HERE and value is not None}
    try:
        found: Data = json.loads(json.dumps(kept, sort_keys=True))
    except (TypeError, ValueError) as error:
        raise ConfigError("a setting has a value that no shard can hold", "write texts, numbers and lists") from error
    return found


def listing(gathering: Gathering) -> dict[str, str]:
    """The files that decide what a run says, each with what stands for its bytes.

    Of a file that is neither document nor manifest, page nor style sheet, only that it is there.
    """
    files, config = gathering.files, gathering.config
    built = gathering.on_pages.built if gathering.on_pages else None
    folders = ["" if root in (".", "") else root for root in (*config.content, *config.manifests, *config.paths)]
    found = dict.fromkeys((path for folder in folders for path in files.walk(folder)), "")
    found.update({built.prefix + path: "" for path in built.paths} if built else {})
    for path in found:
        if is_document(path) or is_manifest(path) or path.lower().endswith(_READ_WHOLE):
            found[path] = _digest_of(files, path)
    return found


def _digest_of(files: Files, path: str) -> str:
    try:
        data = files.read(path)
    except UnreadableSource:
        return "unreadable"
    return f"{len(data)} {hashlib.sha256(data).hexdigest()}"


def content_digest(gathering: Gathering, listed: Mapping[str, str]) -> str:
    """What stands for the whole content, and for how it is read."""
    built = gathering.on_pages.built if gathering.on_pages else None
    reading = [gathering.site.reading.key, built.base if built else "", built.generator.name if built else ""]
    made = hashlib.sha256(_text(reading).encode())
    for path, digest in sorted(listed.items()):
        made.update(f"{path}\0{digest}\0".encode("utf-8", "surrogatepass"))
    return made.hexdigest()


def owners(pages: Sequence[CitedPage], listed: Mapping[str, str], count: int) -> list[int]:
    """For each page the number of the shard that decides it, from 1: shards of like weight, the same on any machine."""
    sizes = [listed.get(route.path, "").partition(" ")[0] for route, _ in pages]
    weights = [int(size) + 1 if size.isdigit() else 1 for size in sizes]
    loads = [(0, number) for number in range(1, count + 1)]
    heapify(loads)
    found = [0] * len(pages)
    for page in sorted(range(len(pages)), key=lambda number: (-weights[number], pages[number][0].path)):
        load, number = loads[0]
        found[page] = number
        heapreplace(loads, (load + weights[page], number))
    return found


def decide_shard(gathering: Gathering, shard: Shard, settings: Data, progress: Progress) -> tuple[str, str]:
    """The text of a shard's file, and a line on what it holds.

    Raises ConfigError for a run that cannot be cut: one that opens browsers.
    """
    if gathering.config.prove:
        raise ConfigError("a run that opens browsers cannot be cut in shards", "leave --prove out, or --shard")
    listed = listing(gathering)
    pages = gathering.pages
    own = [page for page, owner in zip(pages, owners(pages, listed, shard.count), strict=True) if owner == shard.number]
    total, done = sum(len(cited) for _, cited in own), 0
    entries = []
    for (route, cited), decided in zip(own, gathering.decider.decide_pages(own), strict=True):
        entries.append({"path": route.path, "asked": _asked(cited), **decided_data(decided)})
        done += len(cited)
        progress(done, total)
    body = {
        "kind": KIND,
        "schema": SCHEMA,
        "version": __version__,
        "shard": shard.number,
        "of": shard.count,
        "settings": settings,
        "content": content_digest(gathering, listed),
        "pages": entries,
    }
    said = f"{_counted(total, 'citation')} on {_counted(len(own), 'page')} of {len(pages)}"
    return _text({**body, "seal": _seal(body)}) + "\n", f"shard {shard.number}/{shard.count}: {said}"


@dataclass(frozen=True, slots=True)
class Shards:
    """All the shards of one run."""

    settings: Data
    """What they were made with."""
    content: str
    """What stands for the content that they were made of."""
    pages: Mapping[str, Data]
    """What was decided, by the path of the page."""
    count: int

    def decide_pages(self, gathering: Gathering, pages: Sequence[CitedPage]) -> Iterator[Decided]:
        """The decisions on these pages, in order. Raises ConfigError when they are of another content."""
        if content_digest(gathering, listing(gathering)) != self.content:
            raise ConfigError(
                "the content here is not what the shards were made of", "merge in a checkout of the same revision"
            )
        return (self._decided(route.path, cited) for route, cited in pages)

    def _decided(self, path: str, cited: Sequence[Citation | OnPage]) -> Decided:
        entry = self.pages.get(path)
        if entry is None or entry.get("asked") != _asked(cited):
            raise ConfigError(f"no shard decides what leads to {path}", "make all shards anew, with the same content")
        try:
            return decided_from(entry, [_citation(each) for each in cited])
        except NOT_STORED as error:
            raise ConfigError(f"a shard holds no decision on {path}", "make the shards anew") from error


def read_shards(paths: Sequence[Path]) -> Shards:
    """All shards of a run. Raises ConfigError for one that is missing, doubled, damaged or another run's."""
    read = sorted(((_read(path), path) for path in paths), key=lambda each: (each[0]["shard"], str(each[1])))
    if not read:
        raise ConfigError("there is no shard to merge", "name the files that `citegate check --shard` has written")
    first, first_path = read[0]
    seen: dict[int, Path] = {}
    for data, path in read:
        for key, what in (("of", "number of parts"), ("settings", "settings"), ("content", "content")):
            if data[key] != first[key]:
                message = f"{path} and {first_path} are not of one run: they differ in their {what}"
                raise ConfigError(message, "merge only shards that were made with the same options and content")
        if data["shard"] in seen:
            raise ConfigError(f"{seen[data['shard']]} and {path} are both shard {data['shard']}", "name each once")
        seen[data["shard"]] = path
    count = int(first["of"])
    missing = [f"{number}/{count}" for number in range(1, count + 1) if number not in seen]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        raise ConfigError(f"shard {brief_list(missing)} {verb} missing", "name the files of all shards")
    pages = {str(entry["path"]): entry for data, _ in read for entry in data["pages"]}
    return Shards(first["settings"], str(first["content"]), pages, count)


def brief_list(names: Sequence[str], most: int = 5) -> str:
    """The first few names, and how many more there are."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def _read(path: Path) -> Data:
    """A shard's file. Raises ConfigError."""
    again = "make it anew with `citegate check --shard`"
    try:
        data = json.loads(read_file(path, MAX_FILE))
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {(error.strerror or type(error).__name__).lower()}", again) from error
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{path} is damaged: it is not JSON", again) from error
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise ConfigError(f"{path} is not a shard", "name files that `citegate check --shard` has written")
    if (data.get("schema"), data.get("version")) != (SCHEMA, __version__):
        made = f"citegate {data.get('version')}" if isinstance(data.get("version"), str) else "another citegate"
        raise ConfigError(f"{path} was made by {made}, and this is {__version__}", "use one version throughout")
    if data.pop("seal", None) != _seal(data) or not _is_sound(data):
        raise ConfigError(f"{path} is damaged: it does not hold what was written", again)
    return data


def _is_sound(data: Data) -> bool:
    match data:
        case {"shard": int(shard), "of": int(of), "settings": dict(), "content": str(), "pages": list(pages)}:
            return 1 <= shard <= of <= MAX_COUNT and all(isinstance(each, dict) and "path" in each for each in pages)
    return False


def _seal(body: Data) -> str:
    return hashlib.sha256(_text(body).encode()).hexdigest()


def _text(value: object) -> str:
    """JSON in ASCII, so that a name which is not Unicode survives."""
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def _asked(cited: Sequence[Citation | OnPage]) -> str:
    """What stands for the citations of a page, in their order."""
    made = hashlib.sha256()
    for each in cited:
        citation, quote = _citation(each), _citation(each).quote
        source = each.source.path if isinstance(each, OnPage) and each.source else ""
        words = (quote.prefix, quote.exact, quote.suffix) if quote else ()
        place = (citation.path, citation.span.start, citation.occurrence, citation.fragment, citation.leftover)
        made.update(repr((place, words, source)).encode("utf-8", "backslashreplace"))
    return made.hexdigest()[:16]


def _citation(cited: Citation | OnPage) -> Citation:
    return cited.citation if isinstance(cited, OnPage) else cited


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"
