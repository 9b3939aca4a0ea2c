"""Blocks that are read without a walk are what a walk makes of them, and engines share only what is the same."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from citegate.model import ENGINES, Block, Engine, OffsetMap
from citegate.parse.html import leaf_walk, read_html, walk

ROWS = Path(__file__).parents[3] / "conformance" / "data"
PIECES = (
    "<p>", "</p>", "<li>", "<b>", "</b>", "<td>", "<table>", "</table>", "<div>", "</div>", "<a href=x>", "</a>",
    "<span style='display:none'>", "</span>", "<pre>\n", "</pre>", "<i title='lab el'>", "</i>", "<h2 id=q>", "</h2>",
    "<br>", " ", "\n", "&amp;", "<img alt=z>", "<details>", "<summary>", "</summary>", "<dl><dt>", "<dd>", "<input>",
    "<q>", "</q>", "<div lang=de>", "<p title=foo>", "<!-- c -->", "<span hidden>x</span>", "<div style='float:left'>",
    "<th>", "<button>", "</button>", "<caption>", "<svg><text>", "</svg>", "<p hidden>", "漢\n字",
    "<![CDATA[x]]>", "\t  two",
)  # fmt: skip


def pages() -> Iterator[str]:
    """Measured pages with pieces put in anywhere."""
    chance = random.Random(11)
    rows = [row for name in ("site", "fresh") for row in (ROWS / f"{name}.jsonl").open(encoding="utf-8")]
    markup = sorted({page for page in (json.loads(row).get("html") for row in rows) if page})
    for page in chance.sample(markup, min(150, len(markup))):
        parts = re.split("(?=<)", page)
        for _ in range(chance.randint(0, 5)):
            parts.insert(chance.randrange(len(parts) + 1), chance.choice(PIECES))
        yield "".join(parts)


def shown(blocks: Sequence[Block]) -> list[tuple[object, ...]]:
    """What blocks say, their containers numbered anew; where each character stands, white space aside."""
    numbers: dict[int, int] = {}
    found: list[tuple[object, ...]] = []
    for block in blocks:
        places = [block.source.source_of(at) for at, char in enumerate(block.text) if not char.isspace()]
        said = {name: getattr(block, name) for name in Block.__slots__ if name not in ("source", "closed")}
        said["container"] = numbers.setdefault(block.container, len(numbers))
        found.append((said, places, len(block.closed)))
    return found


def blocks_of(markup: str, engines: Sequence[Engine]) -> list[list[tuple[object, ...]]]:
    return [shown(content.blocks) for content in read_html(markup, path="p", engines=engines)]


def test_leaves_are_what_a_walk_makes_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    engines = tuple(ENGINES.values())
    for markup in pages():
        read = blocks_of(markup, engines)
        with monkeypatch.context() as patch:
            patch.setattr(walk, "put_leaf", lambda *_: False)
            assert read == blocks_of(markup, engines), markup


def test_engines_share_only_what_is_the_same() -> None:
    engines = tuple(ENGINES.values())
    for markup in pages():
        assert blocks_of(markup, engines) == [blocks_of(markup, (engine,))[0] for engine in engines], markup


# markup, text, the source of its second word
PLACES: list[tuple[str, str, str]] = [
    ("<p>one two", "one two", "two"),
    ("<p>\n one <b>two</b>\n   three", "one two three", "two"),
    ("<pre>\none two\n</pre>", "one two\n", "two"),
    ("<li>one &#116;wo", "one two", "&#116;wo"),
    ("<dt>one<i></i> <!-- > -->two", "one two", "two"),
    ("<td>no</td><table><tr><td>one</b> two", "one two", "two"),
]


@pytest.mark.parametrize(("markup", "text", "source"), PLACES)
def test_places_are_worked_out_late(markup: str, text: str, source: str) -> None:
    blocks = read_html(f"<!doctype html>{markup}", path="p")[0].blocks
    block = next(block for block in blocks if block.text == text)
    assert isinstance(block.source, OffsetMap)
    at = text.index("two")
    start, end = block.source.source_of(at).start, block.source.source_of(at + 2).end
    assert f"<!doctype html>{markup}"[start:end] == source


def test_a_late_map_is_a_map() -> None:
    import pickle

    block = read_html("<p>one  two", path="p")[0].blocks[0]
    copy = pickle.loads(pickle.dumps(block))
    assert copy == block and block == copy and hash(copy) == hash(block)
    assert type(copy.source) is OffsetMap


def test_a_page_of_words_alone_needs_no_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    put: list[bool] = []

    def watched(*arguments: object) -> bool:
        put.append(leaf_walk.put_leaf(*arguments))  # type: ignore[arg-type]
        return put[-1]

    monkeypatch.setattr(walk, "put_leaf", watched)
    read_html("<h1>a</h1><p>b <i>c</i></p><ul><li>d<li><a href=x>e</a></ul><pre>f</pre><dl><dt>g<dd>h</dl>", path="p")
    assert put == [True] * 7
