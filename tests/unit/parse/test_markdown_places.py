"""Where each piece of a Markdown file's text stands."""

from __future__ import annotations

import pytest

from citegate.model import SourceText, Span
from citegate.parse import DIALECTS, parse_document

# source, text of a block, words in it, source of the words
PLACES = [
    ("a *b* c", "a b c", "a b c", "a *b* c"),
    ("a `b  c` d", "a b c d", "b c", "b  c"),
    ("a `` b`c `` d", "a b`c d", "b`c", "b`c"),
    ("AT&amp;T", "AT&T", "&", "&amp;"),
    ("a \\* b", "a * b", "*", "\\*"),
    ("> a\n> b", "a b", "a b", "a\n> b"),
    ("> - a\n>   b", "a b", "b", "b"),
    ("- a\n  b\n- c", "a b", "a b", "a\n  b"),
    ("1. a\n   - b", "b", "b", "b"),
    ("-\ta\n\n\tb", "b", "b", "b"),
    ("a\r\nb", "a b", "a b", "a\r\nb"),
    ("# a b #", "a b", "a b", "a b"),
    ("a b\n===", "a b", "a b", "a b"),
    ("| a | b c |\n|---|---|\n| d | `e\\|f` |", "e|f", "e|f", "e\\|f"),
    ("| a |\n|---|\n| b \\| c |", "b | c", "b | c", "b \\| c"),
    ("```\na\n  b\n```", "a\n  b", "b", "b"),
    ("    a\n\tb", "a\nb", "b", "b"),
    ('[a b](c "d")', "a b", "a b", "a b"),
    ("see <https://a.b>.", "see https://a.b.", "https://a.b", "https://a.b"),
    ("see https://a.b.", "see https://a.b.", "https://a.b", "https://a.b"),
    ("a <b>c</b> d", "a c d", "c d", "c</b> d"),
    ("<div>\na\n</div>", "a", "a", "a"),
    ("- [ ] a b", "a b", "a b", "a b"),
    ("---\ntitle: a\n---\nb c", "b c", "b c", "b c"),
    ("\ufeff a".lstrip("\ufeff"), "a", "a", "a"),
    ("\U0001f600 a\u0301 b", "\U0001f600 a\u0301 b", "b", "b"),
]


def places(source: str, dialect: str = "gfm") -> list[tuple[str, str]]:
    (document,) = parse_document(SourceText("page.md", source), id="page", url="/page", dialect=DIALECTS[dialect])
    return [
        (block.text, source[slice(*_ends(block.source.source_span(Span(0, len(block.text)))))])
        for block in document.blocks
        if block.is_searchable
    ]


def _ends(span: Span) -> tuple[int, int]:
    return span.start, span.end


@pytest.mark.parametrize(("source", "text", "words", "written"), PLACES)
def test_words_stand_where_they_are_written(source: str, text: str, words: str, written: str) -> None:
    (document,) = parse_document(SourceText("page.md", source), id="page", url="/page")
    block = next(block for block in document.blocks if block.text.strip() == text)
    at = block.text.index(words)
    span = block.source.source_span(Span(at, at + len(words)))
    assert source[span.start : span.end] == written


# dialect, source, text of a block, source of the whole block
CHANGED = [
    ("starlight", "a -- b...", "a \u2014 b\u2026", "a -- b..."),
    ("hugo", '"a" --- it\'s', "\u201ca\u201d \u2014 it\u2019s", '"a" --- it\'s'),
    ("mkdocs", "(c) 1/2 +/-", "© ½ ±", "(c) 1/2 +/-"),
    ("vitepress", ":rocket: a", "\U0001f680 a", ":rocket: a"),
    ("docusaurus", ":::note\na\n:::", "Note", ":::note"),
    ("docusaurus", ":::tip[b *c*]\na\n:::", "b c", "b *c"),
    ("vitepress", "::: tip b c\na\n:::", "b c", "b c"),
    ("mkdocs", '!!! note "b c"\n    a', "b c", "b c"),
    ("github", "> [!NOTE]\n> a b", "a b", "a b"),
    ("github", "> [!NOTE]\n> a b", "Note", "[!NOTE]"),
    ("docusaurus", "## a b {#c}", "a b", "a b"),
    ("gfm", "a[^1]\n\n[^1]: b c", "a1", "a[^1]"),
    ("hugo", "a\n: b", "b", "b"),
    ("mkdocs", "a ==b== c", "a b c", "a ==b== c"),
]


@pytest.mark.parametrize(("dialect", "source", "text", "written"), CHANGED)
def test_changed_text_stands_for_what_it_was(dialect: str, source: str, text: str, written: str) -> None:
    assert (text, written) in places(source, dialect)


def test_a_link_and_its_url_are_found() -> None:
    source = "a [b *c*]( </d#:~:text=e> 'f' ) g\n\n> [h][i]\n\n[i]: /j"
    (document,) = parse_document(SourceText("page.md", source), id="page", url="/page")
    inline, reference = document.links
    assert source[inline.span.start : inline.span.end] == "[b *c*]( </d#:~:text=e> 'f' )"
    assert inline.href_span is not None
    assert source[inline.href_span.start : inline.href_span.end] == "/d#:~:text=e"
    assert (reference.href, source[reference.span.start : reference.span.end]) == ("/j", "[h][i]")


HREFS = [
    ("[a](/b#:~:text=c%20(d)%20e)", ["/b#:~:text=c%20(d)%20e"]),
    ("[a](/b#:~:text=100%)", ["/b#:~:text=100%25"]),
    ("[a](/b#:~:text=\u00e9)", ["/b#:~:text=%C3%A9"]),
    ("[a](javascript:b)", ["javascript:b"]),
    ("https://a.b/#:~:text=c.", ["https://a.b/#:~:text=c"]),
    ("(https://a.b/c_d_)", ["https://a.b/c_d"]),
    ("www.a.b a@b.cd", ["http://www.a.b", "mailto:a@b.cd"]),
    ("a.b_c@d.ef-", []),
    ("xhttps://a.b", []),
]


@pytest.mark.parametrize(("source", "hrefs"), HREFS)
def test_a_link_leads_where_its_compiler_says(source: str, hrefs: list[str]) -> None:
    (document,) = parse_document(SourceText("page.md", source), id="page", url="/page")
    assert [link.href for link in document.links] == hrefs
