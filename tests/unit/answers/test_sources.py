from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import jsonschema
import pytest

import citegate.answers
from citegate.answers.canonical import canonical_url, is_followable
from citegate.answers.sources import RawSource, SourceBook, TurnSources, from_hits, web_source
from citegate.errors import UnreadableSource
from citegate.model.answer import SourceRecord, SourceType
from citegate.model.evidence import Answer, EvidencePassage, Grounds, Hit
from citegate.model.span import Span

SCHEMA = json.loads((Path(citegate.answers.__file__).parent / "schemas" / "sources.schema.json").read_text("utf-8"))


def passage(document: str, quote: str, citation_id: str = "") -> RawSource:
    return RawSource(SourceType.DOCUMENT, document, document.title(), quote, f"/{document}", citation_id or None)


def web(url: str, snippet: str = "") -> RawSource:
    return web_source({"url": url, "snippet": snippet})


def numbers(sources: TurnSources) -> list[tuple[int, str, str]]:
    return [(record.index, record.document_id, record.snippet) for record in sources.records]


TOOLS: dict[int, list[RawSource]] = {
    1: [passage("a", "one"), passage("b", "two"), passage("a", "three")],
    2: [web("https://X.test:443/p/?utm_source=q#top", "w"), passage("b", "two")],
    3: [web("https://x.test/p", "w2"), RawSource(SourceType.ASSET, "fig-1", "Figure", "A bridge")],
}


@pytest.mark.parametrize("order", list(permutations(TOOLS)))
def test_numbers_do_not_depend_on_which_tool_is_done_first(order: tuple[int, ...]) -> None:
    book = SourceBook()
    for tool in order:
        book.add(tool, TOOLS[tool])
    assert numbers(book.numbered()) == [
        (1, "a", "one"),
        (1, "a", "three"),
        (2, "b", "two"),
        (3, "https://x.test/p", "w"),
        (3, "https://x.test/p", "w2"),
        (4, "fig-1", "A bridge"),
    ]


def test_an_asset_with_a_url_is_merged_by_it() -> None:
    book = SourceBook()
    book.add(
        0,
        [
            RawSource(SourceType.ASSET, url, "A", url)
            for url in ("https://x.test/a.png?fbclid=1", "HTTPS://X.test/a.png")
        ],
    )
    assert [record.index for record in book.numbered().records] == [1, 1]


def test_the_budget_is_applied_before_numbers_are_given() -> None:
    book = SourceBook()
    book.add(0, [passage("a", "few words"), passage("b", "many words " * 200), passage("c", "few more words")])
    sources = book.numbered(budget=40)
    assert [(record.index, record.document_id) for record in sources.records] == [(1, "a"), (2, "c")]
    assert [source.document_id for source in sources.left_out] == ["b"]


def test_a_second_round_of_a_turn_goes_on_and_a_new_turn_begins_again() -> None:
    first = SourceBook()
    first.add(0, [passage("a", "one"), passage("b", "two")])
    second = SourceBook(first.numbered())
    second.add(0, [passage("c", "three"), passage("a", "four"), passage("b", "two")])
    assert numbers(second.numbered()) == [(1, "a", "one"), (1, "a", "four"), (2, "b", "two"), (3, "c", "three")]
    again = SourceBook()
    again.add(0, [passage("c", "three")])
    assert numbers(again.numbered()) == [(1, "c", "three")]


def test_a_source_is_found_by_what_a_token_says() -> None:
    book = SourceBook()
    book.add(0, [passage("a", "one", "0" * 12), web("https://x.test/p?q=1&gclid=7")])
    sources = book.numbered()
    assert [record.document_id for record in sources.by_number(1)] == ["a"]
    assert sources.by_number(3) == ()
    found = sources.by_citation_id("0" * 12)
    assert found is not None and found.snippet == "one"
    assert sources.by_url("https://X.TEST/p/?q=1#:~:text=x") == sources.by_number(2)
    assert sources.by_document("a") == sources.by_number(1)


def test_what_the_evidence_search_found() -> None:
    found = EvidencePassage("0" * 12, "a", "/a", "/a#:~:text=x", "A", (), "Words.", "a.md", Span(1, 7), "f" * 64)
    hit = Hit(found, 1.0, (), Grounds(1.0, 1.0, (), True))
    sources = from_hits(Answer("c", True, (hit,), (), (), "none"))
    assert sources.records == (
        SourceRecord(1, SourceType.DOCUMENT, "a", "A", "Words.", "/a#:~:text=x", "0" * 12, Span(1, 7), "f" * 64),
    )
    assert from_hits(None).records == ()


@pytest.mark.parametrize(
    ("url", "canonical"),
    [
        ("HTTP://Example.COM", "http://example.com/"),
        ("https://example.com:443/a/", "https://example.com/a"),
        ("http://example.com:80/a", "http://example.com/a"),
        ("https://example.com:8443/a", "https://example.com:8443/a"),
        ("https://example.com/a#part", "https://example.com/a"),
        ("https://example.com/a#:~:text=words", "https://example.com/a"),
        ("https://example.com/a?utm_source=x&b=2&utm_medium=y&gclid=z", "https://example.com/a?b=2"),
        ("https://example.com/a?fbclid=x", "https://example.com/a"),
        ("https://example.com/a?", "https://example.com/a"),
        ("https://example.com/a?b=2&a=1", "https://example.com/a?b=2&a=1"),
        ("https://example.com/%7Euser/%e4%bd%a0", "https://example.com/~user/%E4%BD%A0"),
        ("https://example.com./a", "https://example.com/a"),
        ("https://example.com/A", "https://example.com/A"),
        ("https://[2001:DB8::1]:443/", "https://[2001:db8::1]/"),
        (" https://example.com/ ", "https://example.com/"),
        ("/site/page", "/site/page"),
        ("https://[broken", "https://[broken"),
        ("https://example.com:port/", "https://example.com:port/"),
        ("fig-1", "fig-1"),
    ],
)
def test_canonical_url(url: str, canonical: str) -> None:
    assert canonical_url(url) == canonical
    assert canonical_url(canonical) == canonical


@pytest.mark.parametrize("url", ["/a#:~:text=b", "https://x.test/a", "HTTP://x.test"])
def test_followable(url: str) -> None:
    assert is_followable(url)


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)", "//evil.test/a", "/\\evil.test", "data:text/html,x", "https:///a", "vbscript:x", "a/b",
        "java\nscript:x", "https://x.test/a b", "https://x.test/\u202egnp.exe", "", "https://[x",
    ],
)  # fmt: skip
def test_not_followable(url: str) -> None:
    assert not is_followable(url)
    book = SourceBook()
    book.add(0, [RawSource(SourceType.WEB, "https://ok.test/", "T", "s", url)])
    assert book.numbered().records[0].url is None


RECORDS = (
    SourceRecord(1, SourceType.DOCUMENT, "a", "A", "Wörter 😀", "/a#:~:text=x", "0" * 12, Span(0, 4), "f" * 64),
    SourceRecord(2, SourceType.WEB, "https://x.test/", "X", "", "https://x.test/"),
)


def test_json_and_back() -> None:
    text = TurnSources(RECORDS).to_json()
    jsonschema.validate(json.loads(text), SCHEMA)
    assert TurnSources.from_json(text).records == RECORDS
    assert TurnSources.from_json(text).to_json() == text
    assert TurnSources.from_json(json.dumps(json.loads(text)["sources"])).records == RECORDS


GOOD = {"index": 1, "type": "document", "document_id": "a", "title": "A", "snippet": "s"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"sources": [', "line 1, column 14"),
        ("{}", "S.json: sources is not an array"),
        ("7", "S.json: sources is not an array"),
        ('{"sources": [], "turn": 1}', "turn is not a known key"),
        ('{"schema": 2, "sources": []}', "schema is not 1"),
        ("[7]", "sources[0] is not an object"),
        (json.dumps([GOOD, {**GOOD, "index": "2"}]), "sources[1].index is not a count from 0"),
        (json.dumps([{**GOOD, "index": True}]), "sources[0].index is not a count from 0"),
        (json.dumps([{**GOOD, "index": -1}]), "sources[0].index is not a count from 0"),
        (json.dumps([{**GOOD, "type": "page"}]), "sources[0].type is none of document, web, asset"),
        (json.dumps([{**GOOD, "type": []}]), "sources[0].type is none of"),
        (json.dumps([{key: GOOD[key] for key in GOOD if key != "snippet"}]), "sources[0].snippet is missing"),
        (json.dumps([{**GOOD, "title": None}]), "sources[0].title is not a text"),
        (json.dumps([{**GOOD, "url": "javascript:x"}]), "sources[0].url is neither"),
        (json.dumps([{**GOOD, "citation_id": "xyz"}]), "sources[0].citation_id is not 12 hexadecimal digits"),
        (json.dumps([{**GOOD, "sha256": "abc"}]), "sources[0].sha256 is not 64 hexadecimal digits"),
        (json.dumps([{**GOOD, "source_span": [0, 1]}]), "sources[0].source_span is not an object"),
        (json.dumps([{**GOOD, "source_span": {"start": 2, "end": 1}}]), "sources[0].source_span ends before"),
        (json.dumps([{**GOOD, "href": "/a"}]), "sources[0].href is not a known key"),
        (json.dumps([GOOD, {**GOOD, "document_id": "b"}]), "sources[1].index 1 is the number of another source"),
        (json.dumps([GOOD, {**GOOD, "index": 2}]), "sources[1].index the same source has the number 1"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_malformed_json_names_its_place(text: str, says: str) -> None:
    with pytest.raises(UnreadableSource) as caught:
        TurnSources.from_json(text, "S.json")
    assert says in caught.value.message
