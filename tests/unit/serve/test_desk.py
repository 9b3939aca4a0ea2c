"""What an agent may ask, apart from how."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from citegate.errors import CitegateError, ConfigError
from citegate.evidence.dense import NgramEmbedder
from citegate.evidence.open import Backends
from citegate.evidence.search import Searcher
from citegate.index.files import MemoryFiles
from citegate.index.site import Site
from citegate.model import CHROMIUM, ENGINES
from citegate.serve import desk as module
from citegate.serve.address import is_loopback, parse_address
from citegate.serve.desk import Desk, Project

FERRY = """---
tags: [Rust, boats]
author: {name: Ada}
---
# Ferry

The last ferry leaves at half past nine. We trust the captain. We trust the captain.
"""
FILES = {
    "content/ferry.md": FERRY,
    "content/index.md": "# Home\n\nNothing about it, but much about C++ and about café life.\n",
}


def desk_of(files: dict[str, str]) -> Desk:
    def site() -> Site:
        return Site(MemoryFiles(files), ("content",), tuple(ENGINES.values()))

    return Desk(Project(site, Path("no such index"), Backends(embeddings="ngrams")))


@pytest.fixture(scope="module")
def desk() -> Desk:
    return desk_of(FILES)


@pytest.mark.parametrize(
    ("term", "listed", "discussed"),
    [
        ("Rust", True, False),  # it is in "trust" and is not meant there
        ("rust", True, False),
        ("trust", False, True),
        ("Ada", True, False),
        ("last   ferry", False, True),
        ("cafe", False, True),
        ("fer", False, False),
        ("zebra", False, False),
    ],
)
def test_a_term_is_listed_or_discussed(desk: Desk, term: str, listed: bool, discussed: bool) -> None:
    answer = desk.check_term(term)
    assert (answer["is_listed"], answer["is_discussed"]) == (listed, discussed)
    assert answer["documents"] == len({row["doc_id"] for row in answer["listed"] + answer["discussed"]})


@pytest.mark.parametrize(
    ("quote", "status"),
    [
        ("The last ferry leaves at half past nine.", "bound"),
        ("the LAST ferry leaves", "bound"),
        ("We trust the captain.", "repeats"),
        ("The last ferry leaves at half past ten.", "drifted"),
        ("The first train goes to the mountains.", "missing"),
    ],
)
def test_a_quotation_has_a_status(desk: Desk, quote: str, status: str) -> None:
    answer = desk.verify_quote(quote, "ferry")
    assert answer["status"] == status
    assert bool(answer["href"]) is (status in ("bound", "repeats"))
    if status == "drifted":
        assert answer["nearest"]["quote"] == "The last ferry leaves at half past nine."
        assert answer["nearest"]["href"].startswith("/ferry#:~:text=")
        assert answer["rule"] == "CG102"
    if status == "bound":
        span = answer["source_span"]
        assert FERRY[span["start"] : span["end"]] == answer["text"]


def test_documents_are_listed_and_read(desk: Desk) -> None:
    assert [row["doc_id"] for row in desk.list_documents()["documents"]] == ["ferry", "index"]
    for name in ("ferry", "/ferry", "ferry.md", "/ferry/"):
        assert desk.read_document(name)["headings"] == ["Ferry"]
    part = desk.read_document("ferry", 6, 8)
    assert (part["text"], part["start"], part["end"]) == ("The last", 6, 14)
    assert desk.read_document("ferry", 10_000)["text"] == ""


def test_links_are_made_or_refused(desk: Desk) -> None:
    assert desk.make_link("ferry", "half past nine")["href"] == "/ferry#:~:text=half%20past%20nine"
    second = desk.make_link("ferry", "We trust the captain.", occurrence=1)["href"]
    assert second != desk.make_link("ferry", "We trust the captain.", occurrence=0)["href"]
    for document, quote in (("ferry", "no such words"), ("fery", "half past nine")):
        with pytest.raises(CitegateError):
            desk.make_link(document, quote)


def test_the_desk_sees_what_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FRESH", 0.0)
    monkeypatch.setattr(module, "REST", 0)
    files = dict(FILES)
    desk = desk_of(files)
    claim = "The first ferry leaves at a quarter to seven"
    assert not desk.find_evidence(claim)["supported"]
    files["content/new.md"] = "# New\n\nThe first ferry leaves at a quarter to seven, but not on Sundays in winter.\n"
    assert desk.find_evidence(claim)["supported"]
    assert len(desk.list_documents()["documents"]) == 3
    del files["content/new.md"]
    assert not desk.find_evidence(claim)["supported"]


class _Slow:
    """A backend that waits, as one behind a network does."""

    name = "slow"
    is_semantic = False

    def __init__(self) -> None:
        self.asked, self.may_go_on = threading.Event(), threading.Event()

    def embed(self, texts: Sequence[str]) -> list[Sequence[float]]:
        if texts[0].startswith("Slow"):
            self.asked.set()
            assert self.may_go_on.wait(60)
        return NgramEmbedder().embed(texts)


def test_who_waits_for_a_backend_holds_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = _Slow()
    monkeypatch.setattr(module, "searcher", lambda store, _: Searcher(store, slow))
    desk = desk_of(FILES)
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(desk.find_evidence, "Slow words about the last ferry")
        assert slow.asked.wait(60)
        others = [
            pool.submit(desk.find_evidence, "The last ferry leaves at half past nine"),
            pool.submit(desk.verify_quote, "half past nine", "ferry"),
            pool.submit(desk.check_term, "ferry"),
            pool.submit(desk.read_document, "ferry"),
            pool.submit(desk.list_documents),
        ]
        try:
            assert all(each.result(60) for each in others)
            assert not waiting.done()
        finally:
            slow.may_go_on.set()
        assert waiting.result(60)["claim"] == "Slow words about the last ferry"


def test_many_at_once_are_told_what_one_is_told(desk: Desk) -> None:
    asked: list[Callable[[], Any]] = [
        *(
            partial(desk.find_evidence, f"The last ferry leaves at {hour}")
            for hour in ("nine", "half past nine", "ten")
        ),
        *(
            partial(desk.verify_quote, quote, "ferry")
            for quote in ("half past nine", "We trust the captain.", "no words")
        ),
        *(partial(desk.make_link, "ferry", "We trust the captain.", occurrence=which) for which in (0, 1)),
        partial(desk.check_term, "Rust"),
        partial(desk.read_document, "index"),
        desk.list_documents,
    ]
    alone = [each() for each in asked]
    with ThreadPoolExecutor(16) as pool:
        for _ in range(20):
            assert [each.result(60) for each in [pool.submit(each) for each in asked]] == alone


def test_a_site_that_takes_long_to_read_is_read_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 10_000, 3))  # every look at it is three seconds later
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    opened = 0

    def site() -> Site:
        nonlocal opened
        opened += 1
        return Site(MemoryFiles(FILES), ("content",), (CHROMIUM,))

    desk = Desk(Project(site, Path("no such index"), Backends(embeddings="none")))
    for _ in range(20):
        desk.list_documents()
    assert 1 < opened < 5


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("8000", ("127.0.0.1", 8000)),
        (":8000", ("127.0.0.1", 8000)),
        ("0.0.0.0:80", ("0.0.0.0", 80)),
        ("[::1]:9", ("::1", 9)),
    ],
)
def test_addresses(address: str, expected: tuple[str, int]) -> None:
    assert parse_address(address) == expected


@pytest.mark.parametrize("address", ["", "localhost", "a:b", "a:0", "a:99999", "a:-1", "a:８０"])
def test_no_addresses(address: str) -> None:
    with pytest.raises(ConfigError):
        parse_address(address)


def test_loopback() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "::1", "localhost", "127.9.9.9")))
    assert not any(map(is_loopback, ("0.0.0.0", "example.org", "10.0.0.1", "::")))
