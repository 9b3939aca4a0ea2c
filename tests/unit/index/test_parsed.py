"""Documents kept in the cache are the documents that were parsed; what depends on more than one file is not kept."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest

from citegate import gate
from citegate.config import Config
from citegate.index import parsed as parsed_module
from citegate.index.files import MemoryFiles
from citegate.index.parsed import packed, unpacked
from citegate.index.site import Site
from citegate.model import ENGINES, Document
from citegate.parse import parse_document

CONTENT = Path(__file__).parents[3] / "content"
GUIDE = {path.relative_to(CONTENT.parent).as_posix(): path.read_bytes() for path in sorted(CONTENT.glob("*.mdx"))}
TRICKY = b"""---
title: Tricky
tags: [a, b]
---
# One *two* <b title="three">four</b>

<details><summary>Sum</summary>

Hidden [link](/x#:~:text=far%20away) text <kbd>k</kbd>

</details>

| a | b |
|---|---|
| c | d &amp; \xf0\x9f\x98\x80 |

    code  block

<p hidden>not seen</p><input value="v"><ruby>\xe6\xbc\xa2<rt>kan</rt></ruby>
"""
FILES: dict[str, str | bytes] = {**GUIDE, "content/tricky.md": TRICKY}


@pytest.mark.parametrize("path", FILES)
def test_a_document_comes_back_as_it_was(path: str) -> None:
    site = Site(MemoryFiles(FILES), ("content",), tuple(ENGINES.values()))
    route = site.routes.by_path[path]
    documents = tuple(page.document for page in site.pages(route))
    data = packed(documents)
    assert data is not None
    found = unpacked(data, documents[0].source, route.id, route.url)
    assert found == documents
    assert [block.source for block in found[0].blocks] == [block.source for block in documents[0].blocks]


def test_what_is_no_plain_data_is_not_kept() -> None:
    site = Site(MemoryFiles({"content/a.md": "---\ndate: 2020-01-02\n---\n# A\n"}), ("content",))
    assert packed((site.document(site.routes.all[0]),)) is None


@pytest.mark.parametrize("data", [b"", b"x", b"i\x01\x00\x00\x00", b"(\x02\x00\x00\x00NN", b"[\x00\x00\x00\x00"])
def test_other_bytes_are_no_document(data: bytes) -> None:
    site = Site(MemoryFiles(FILES), ("content",))
    assert unpacked(data, site.source("content/tricky.md"), "a", "/a") is None


def test_an_unchanged_document_is_parsed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    plain = parse_document

    def counted(source, **options):  # type: ignore[no-untyped-def]
        parsed.append(source.path)
        return plain(source, **options)

    monkeypatch.setattr("citegate.index.site.parse_document", counted)
    files = {
        "content/a.mdx": "import Part from './_part.mdx'\n\n# Page\n\n<Part />\n",
        "content/_part.mdx": "Words that a partial has.\n",
        "content/b.md": "# B\n\nWords that this page has, all of them.\n",
        "content/links.md": "[a](/a#:~:text=a%20partial) [b](/b#:~:text=this%20page)\n",
    }
    cached = Config(root=tmp_path, writes=False, cache=str(tmp_path / "cache"))
    gate.run(cached, MemoryFiles(files))
    assert sorted(parsed) == ["content/a.mdx", "content/b.md", "content/links.md"]
    parsed.clear()
    files["content/links.md"] += "\n[b](/b#:~:text=all%20of%20them)\n"
    files["content/_part.mdx"] = "Others.\n"
    found = gate.run(cached, MemoryFiles(files))
    assert sorted(parsed) == ["content/a.mdx", "content/links.md"]
    assert found == gate.run(Config(root=tmp_path, writes=False), MemoryFiles(files))


def late(path: str = "content/tricky.md") -> tuple[Document, Document]:
    """A document, and the same as it comes out of the cache."""
    site = Site(MemoryFiles(FILES), ("content",))
    route = site.routes.by_path[path]
    document = site.document(route)
    data = packed((document,))
    assert data is not None
    found = unpacked(data, document.source, route.id, route.url)
    assert found is not None
    return document, found[0]


def test_blocks_and_links_are_made_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    for name in ("_block", "_link"):
        plain = getattr(parsed_module, name)

        def make(row: object, name: str = name, plain: Callable[[object], object] = plain) -> object:
            made.append(name)
            return plain(row)

        monkeypatch.setattr(parsed_module, name, make)
    document, found = late()
    assert found.title == document.title
    assert found.metadata == document.metadata == {"title": "Tricky", "tags": ["a", "b"]}
    assert made == []
    assert found.links == document.links
    assert set(made) == {"_link"}
    assert found.text == document.text
    assert made.count("_block") == len(document.blocks)
    assert found.blocks is found.blocks


@pytest.mark.parametrize("asks_first", [False, True])
def test_a_document_out_of_the_cache_is_one_like_any_other(asks_first: bool) -> None:
    document, found = late()
    _, other = late()
    if asks_first:
        assert found.blocks
    assert found == other
    assert document == found
    assert pickle.loads(pickle.dumps(late()[1])) == document
    assert type(pickle.loads(pickle.dumps(found))) is Document
    assert repr(late()[1]) == repr(document)
    assert replace(late()[1], url="/other") == replace(document, url="/other")
    assert late()[1] != replace(document, title="Other")
    with pytest.raises(FrozenInstanceError):
        late()[1].title = "Other"  # type: ignore[misc]


def test_many_threads_may_ask_for_the_same_part() -> None:
    for _ in range(50):
        document, found = late()
        names = ["blocks", "links", "element_ids", "text"] * 4
        with ThreadPoolExecutor(8) as pool:
            values = list(pool.map(lambda name, found=found: getattr(found, name), names))
        assert values == [getattr(document, name) for name in names]
        assert type(found) is Document
