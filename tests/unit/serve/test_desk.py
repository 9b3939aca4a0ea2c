"""What an agent may ask, apart from how."""

from __future__ import annotations

from pathlib import Path

import pytest

from citegate.errors import CitegateError, ConfigError
from citegate.evidence.open import Backends
from citegate.index.files import MemoryFiles
from citegate.index.site import Site
from citegate.model import ENGINES
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
    files = dict(FILES)
    desk = desk_of(files)
    claim = "The first ferry leaves at a quarter to seven"
    assert not desk.find_evidence(claim)["supported"]
    files["content/new.md"] = "# New\n\nThe first ferry leaves at a quarter to seven, but not on Sundays in winter.\n"
    assert desk.find_evidence(claim)["supported"]
    assert len(desk.list_documents()["documents"]) == 3
    del files["content/new.md"]
    assert not desk.find_evidence(claim)["supported"]


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
