"""MDX: partials, values, components, and what is told of a mistake."""

from __future__ import annotations

import pytest

from citegate.errors import MalformedMarkup
from citegate.model import BlockKind, SourceText
from citegate.parse import DIALECTS, parse_document
from citegate.parse.mdx.values import known_value


def texts(source: str, dialect: str = "gfm", files: dict[str, str] | None = None) -> list[str]:
    read = {path: SourceText(path, text) for path, text in (files or {}).items()}.get
    found = parse_document(
        SourceText("guide/page.mdx", source), id="page", url="/page", dialect=DIALECTS[dialect], read=read
    )
    return [
        "opaque" if block.kind is BlockKind.OPAQUE else block.text
        for block in found[0].blocks
        if block.is_searchable or block.kind is BlockKind.OPAQUE
    ]


IMPORT = 'import P from "{}"\n\na\n\n<P />\n\nb'


def test_a_partial_stands_in_its_place_with_its_own_places() -> None:
    partial = SourceText("guide/_p.mdx", "---\nc: d\n---\n\nIn *it*.")
    (document,) = parse_document(
        SourceText("guide/page.mdx", IMPORT.format("./_p.mdx")),
        id="page",
        url="/page",
        read={partial.path: partial}.get,
    )
    first, inner, last = document.blocks
    assert (first.path, inner.path, last.path) == ("guide/page.mdx", "guide/_p.mdx", "guide/page.mdx")
    assert (inner.text, [partial.text[start:end] for _, start, end in inner.source.segments()]) == (
        "In it.",
        ["In ", "it", "."],
    )


def test_a_partial_only_the_bundler_knows_is_opaque() -> None:
    assert texts(IMPORT.format("@theme/p.mdx"), files={"x": ""}) == ["a", "opaque", "b"]


@pytest.mark.parametrize("target", ["./none.mdx", "./page.mdx"])
def test_a_missing_or_circular_partial_is_refused_at_its_tag(target: str) -> None:
    source = IMPORT.format(target)
    with pytest.raises(MalformedMarkup) as refused:
        texts(source, files={"guide/page.mdx": source})
    assert source[refused.value.start : refused.value.end] == "<P />"


def test_partials_that_double_come_to_an_end() -> None:
    files = {f"guide/{n}.mdx": f'import A from "./{n + 1}.mdx"\n\n<A />\n\n<A />' for n in range(15)} | {
        "guide/15.mdx": "x"
    }
    with pytest.raises(MalformedMarkup, match="more than"):
        texts('import A from "./0.mdx"\n\n<A />', files=files)


VALUES = [
    ("'a'", "a"),
    (r"'\u00e9\n\x41\''", "\u00e9\nA'"),
    ("`a`", "a"),
    ("1", 1),
    ("1.5", 1.5),
    ("0x10", 16),
    ("-1", -1),
    ("true", True),
    ("null", None),
    ("", None),
    ("/* a */", None),
    ("'a' + 1", "a1"),
    ("1 + 2", 3),
    ("name", "value"),
    ("object.key", "v"),
    ("object['key']", "v"),
    ("[1, 'a']", [1, "a"]),
    ("{a: {b: 1}}", {"a": {"b": 1}}),
    ("('a')", "a"),
]
UNKNOWN = [
    "a",
    "f()",
    "`a${b}`",
    "1 - 1",
    "object.none",
    "a ? 1 : 2",
    "[...a]",
    "{...a}",
    "<b/>",
    "x => x",
    "'a' 'b'",
    "[",
]


@pytest.mark.parametrize(("code", "value"), VALUES)
def test_a_value_is_known(code: str, value: object) -> None:
    known = known_value(code, {"name": "value", "object": {"key": "v"}})
    assert known is not None
    assert known.value == value


@pytest.mark.parametrize("code", UNKNOWN)
def test_a_value_is_not_known(code: str) -> None:
    assert known_value(code, {"object": {}}) is None


COMPONENTS = [
    ("starlight", '<Card title="A b">\nc\n</Card>', ["A b", "c"]),
    ("starlight", 'a <Badge text="b" /> c', ["a b c"]),
    ("starlight", '<LinkCard title="A" description="b" href="/c" />', ["A", "b"]),
    (
        "docusaurus",
        '<Tabs>\n<TabItem value="a" label="A">b</TabItem>\n<TabItem value="c">d</TabItem>\n</Tabs>',
        ["A", "c", "b"],
    ),
    ("docusaurus", "<BrowserOnly>\na\n</BrowserOnly>", ["opaque"]),
    ("docusaurus", "a <!-- b -->c\n\n<!-- d\n\ne -->\n\nf", ["a c", "f"]),
    ("mintlify", '<Accordion title="A">\nb\n</Accordion>', ["A", "b"]),
    ("gfm", '<Card title="A b">\nc\n</Card>', ["c"]),
    ("gfm", '<Card title="A b" />', ["opaque"]),
    ("gfm", "a <Icon /> b", ["a ", "opaque", " b"]),
    ("gfm", "<div hidden>a</div>\n\nb", ["b"]),
    ("gfm", '<div style={{display: "none"}}>a</div>\n\nb', ["b"]),
    ("gfm", "---\ntitle: A\n---\n\n# {frontmatter.title}", ["A"]),
]


@pytest.mark.parametrize(("dialect", "source", "expect"), COMPONENTS)
def test_a_component_shows_what_its_setting_says(dialect: str, source: str, expect: list[str]) -> None:
    assert texts(source, dialect) == expect


def test_words_in_a_prop_are_told_of() -> None:
    (document,) = parse_document(SourceText("page.mdx", '<Card title="Ship it" />'), id="page", url="/page")
    assert [block.text for block in document.blocks if block.kind is BlockKind.ATTRIBUTE] == ["Ship it"]


REFUSED = [
    ("a <b>c", 2, "not closed before the end of its paragraph"),
    ("<a>\n\n</b>", 5, "does not close <a>"),
    ("a </b>", 2, "closes nothing"),
    ("a\n\n{b", 3, "never closed"),
    ("<!-- a -->", 1, "unexpected character '!'"),
    ("<a b=c/>", 5, "before attribute value"),
    ("<https://a.b>", 7, "before local name"),
    ("a <2", 3, "before name"),
    ("## a {#b}", 6, "no expression"),
    ("{% a %}", 1, "cannot start"),
    ("Hi {the name}", 4, "two words"),
    ('import a from "b"\nc', 18, "right behind an import"),
    ("> {a\n\nb}", 2, "never closed"),
    ("a\r\n\r\n<b>", 5, "never closed"),
]


@pytest.mark.parametrize(("source", "at", "message"), REFUSED)
def test_what_the_compiler_refuses_is_told_with_its_place(source: str, at: int, message: str) -> None:
    with pytest.raises(MalformedMarkup, match=message) as refused:
        texts(source)
    assert (refused.value.start, bool(refused.value.hint)) == (at, True)
