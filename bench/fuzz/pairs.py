"""Fuzz targets that compare two ways to one result: with and without a cache, in one process and in several."""

from __future__ import annotations

import json
import pickle
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from citegate import gate
from citegate.config import Config, load
from citegate.decide import CitedPage, Task, begin_worker
from citegate.errors import CitegateError
from citegate.evidence.spans import SpanStatus, verify_span
from citegate.gather import Gathering
from citegate.index.files import MemoryFiles
from citegate.model import CHROMIUM, SourceText, Span
from citegate.parse import parse_document
from citegate.report import RENDERERS
from citegate.verify.stored import Decided

_FOLDER = tempfile.TemporaryDirectory(prefix="citegate-fuzz-", ignore_cleanup_errors=True)  # gone with the process
HOME = Path(_FOLDER.name)
CACHE = str(HOME / "cache")


def project(data: bytes) -> tuple[Config, dict[str, bytes | str]]:
    """Two pages that cite one another, and a manifest; the pages' words are the input's."""
    text = data.decode("utf-8", "replace")
    first, _, rest = text.partition("|")
    second, _, cited = rest.partition("|")
    entries = [{"docId": name, "passage": piece} for name in ("a", "b") for piece in cited.split("|")[:2]]
    files: dict[str, bytes | str] = {
        "content/a.md": f"{first}\n\n[see](b.html#:~:text={second[:20]})\n",
        "content/b.html": f"<p>{second}</p><a href='/a#:~:text={first[:20]}'>see</a>",
        "content/m.citations.json": json.dumps(entries),
    }
    return Config(Path("/nowhere"), writes=False, engines=(CHROMIUM,)), files


def told(config: Config, files: dict[str, bytes | str], decide: gate.DecidePages = gate.decide_here) -> str:
    return RENDERERS["json"](gate.run(config, MemoryFiles(files), decide_pages=decide).report)


def cached(data: bytes) -> None:
    """One cache for all inputs: what it remembers of others must never be taken for an answer here."""
    config, files = project(data)
    remembers = replace(config, cache=CACHE)
    plain = told(config, files)
    assert told(remembers, files) == plain
    assert told(remembers, files) == plain


def shared(data: bytes) -> None:
    """The pages decided by two workers in turn, all that passes between them pickled."""
    config, files = project(data)

    def by_two(gathering: Gathering, pages: Sequence[CitedPage]) -> Iterator[Decided]:
        contents = {path: text.encode() if isinstance(text, str) else text for path, text in files.items()}
        workers = [begin_worker(pickle.loads(pickle.dumps(Task(config, contents)))) for _ in range(2)]
        for number, page in enumerate(pages):
            (done,) = pickle.loads(pickle.dumps(workers[number % 2](pickle.loads(pickle.dumps([page])))))
            yield done.decided

    assert told(config, files, by_two) == told(config, files)


def settings(data: bytes) -> None:
    """A settings file is read, or refused by name."""
    (HOME / "citegate.toml").write_bytes(data)
    try:
        load(HOME)
    except CitegateError as error:
        assert error.message


def spans(data: bytes) -> None:
    """A place is given only for words, lies in the text, and is the claimed one where that is said."""
    start, end = (data[0], data[1]) if len(data) > 1 else (0, 0)
    text, _, quote = data[2:].decode("utf-8", "replace").partition("|")
    try:
        (document,) = parse_document(SourceText("x.md", text), id="x", url="/x", engines=(CHROMIUM,))
    except CitegateError:
        return
    claimed = Span(min(start, end), max(start, end))
    verdict = verify_span(document, data, claimed, quote)
    assert (verdict.status is SpanStatus.GONE) is (verdict.place is None), (text, quote)
    if verdict.place is not None:
        assert quote.split()
        assert 0 <= verdict.place.span.start <= verdict.place.span.end <= len(text), (text, quote)
        assert (verdict.status is SpanStatus.VERBATIM) is (verdict.place.span == claimed), (text, quote, claimed)


TARGETS: dict[str, tuple[Callable[[bytes], None], tuple[str, ...]]] = {
    "cached": (cached, ("# one\n\nwords of the page|other words here|words of the page|other words",)),
    "shared": (shared, ("# one\n\nwords of the page|other words here|words of the page|other words",)),
    "settings": (
        settings,
        ('content = ["docs"]\nmin-length = 3\n', '[severity]\nCG101 = "warning"\n', '[pages]\n"a" = "/b/{stem}/"\n'),
    ),
    "spans": (spans, ("\x00\x05words of a page|words", "\x02\x09# a\n\nb *c* d|b c d")),
}
"""As in targets.py."""
