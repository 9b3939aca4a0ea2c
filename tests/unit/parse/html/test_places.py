"""Every word of a block stands in the source where its map says; offsets count code points of the source."""

from __future__ import annotations

import re

import pytest

from citegate.model import Block, OffsetMap, Span
from citegate.parse.html import PATH_ATTRIBUTE, read_html

PAGES: dict[str, str] = {
    "plain": "<p>one two</p>\n<div>three <b>four</b> five</div>",
    "carriage-returns": "<p>one\r\ntwo</p>\r\n<pre>\r\nthree\r\n four</pre>\r<p>five\rsix</p>",
    "white-space": "<p>\n   one\n     two   <b>  three </b>\n</p>",
    "nested": "<div><div><p><b><i><u>one</u> two</i></b></p></div>three</div>",
    "quoted-tags": "<p title='a > b' data-x=\"</p>\">one <b title=it's>two</b></p><a href=x?a=1>three</a>",
    "comments": "<!-- one --><p>one<!-- two > --> two<!--> three --><b>three</b></p>",
    "raw": "<script>one</script><style>one{}</style><p>one</p><title>two</title><textarea>\ntwo <b></textarea>",
    "unclosed": "<ul><li>one<li>two<li>one</ul><p>two<p>three",
    "foster": "<table>one<tr><td>two</td></tr> three</table><p>four</p>",
    "adoption": "<b>one <i>two</b> three</i> four<p>five <b>six<p>seven</b> eight",
    "repeated": "<p hidden>one two</p><p>one two</p><p title='one two'>one two</p>",
    "dropped-tags": "<p>one</x> two</span> three</p>",
    "details": "<details>one <p>two</p><summary>three</summary> four</details>five",
    "slots": "<div><template shadowrootmode=open><b>one</b> <slot></slot></template>two</div><p>three</p>",
    "svg": "<svg><title>one</title><text>one <tspan>two</tspan></text></svg><math><mi>one</mi></math>",
    "select": "<select><option>one<option>two</select><p>one</p>",
    "head-and-references": "<title>x</title><p>one&#32;two &uuml;ber</p>",
    "foster-references": "<table>a<tr><video><td>b</video></tr><tr> one if x &lt; y &amp; two</tr></table>",
    "astral": "<p>𝒳one 👍 two</p>",
    "template": "<template><p>one</p></template><p>one two</p>",
    "noscript": "<noscript><p>one</p></noscript><p>one two</p>",
    "upper-case": "<P>one <B>two</B></P><SCRIPT>two</SCRIPT><DIV>three</DIV>",
    "head": "<html><head><title>one</title><meta name=x content=two></head><body>one two",
}


def read(markup: str) -> tuple[Block, ...]:
    """The blocks of a page."""
    return read_html(markup, path="page.html")[0].blocks


@pytest.mark.parametrize("name", PAGES)
def test_each_word_stands_where_its_map_says(name: str) -> None:
    markup = PAGES[name]
    found = 0
    for block in read(markup):
        for word in re.finditer(r"[a-z]+", block.text):
            span = block.source.source_span(Span(*word.span()))
            assert markup[span.start : span.end] == word.group(), (block.text, span)
            found += 1
    assert found


# body, word as shown, its source
PIECES: list[tuple[str, str, str]] = [
    ("<p>fish &amp; chips</p>", "&", "&amp;"),
    ("<p>fish &amp chips</p>", "fish & chips", "fish &amp chips"),
    ("<p>a&#x7F;b c&#11;d</p>", "b c", "b c"),
    ("<p>a&#x7F;b c</p>", "a\x7fb", "a&#x7F;b"),
    ("<p>&notit;</p>", "¬it", "&notit"),
    ("<p>a &lt;b&gt; c</p>", "<b>", "&lt;b&gt;"),
    ("<p>&#x1F44D; x</p>", "👍", "&#x1F44D;"),
    ("<p>one \n  two</p>", "e t", "e \n  t"),
    ("<p>foo</b> bar</p>", "foo", "foo"),
    ("<p>a<br>b</p>", "\n", "<br>"),
    ("<p>un<em>believ</em>able</p>", "believ", "believ"),
    ("<p>un<em>believ</em>able</p>", "unbelievable", "un<em>believ</em>able"),
    ("<input value='a &amp; b'>", "&", "&amp;"),
    ("<input value=abc>", "abc", "abc"),
    ("<input type=submit>", "Submit", "<input type=submit>"),
    ("<input type=date value=2024-05-06>", "05/06", "<input type=date value=2024-05-06>"),
    ('<img alt="a &quot;b&quot;">', '"b"', "&quot;b&quot;"),
    ("<textarea>\n\nx &lt; y</textarea>", "<", "&lt;"),
    ("<xmp>a &amp; <b>c</xmp>", "a &amp; <b>c", "a &amp; <b>c"),
    ("<plaintext>a &#97; <b>", "&#97;", "&#97;"),
    ("<p>a\0b</p>", "ab", "a\0b"),
    ("<p style='-webkit-text-security:disc'>abc</p>", "•••", "abc"),
]


@pytest.mark.parametrize(("body", "shown", "source"), PIECES)
def test_pieces(body: str, shown: str, source: str) -> None:
    block = next(block for block in read(body) if shown in block.text)
    at = block.text.index(shown)
    span = block.source.source_span(Span(at, at + len(shown)))
    assert body[span.start : span.end] == source


def test_places_in_another_source() -> None:
    markup = "<p>one two</p>"
    places = OffsetMap.from_segments([(3, 0, 0), (7, 10, 17), (4, 17, 17)])
    block = read_html(markup, path="page.md", places=places)[0].blocks[0]
    assert block.source.source_span(Span(4, 7)) == Span(14, 17)


def test_places_in_another_file() -> None:
    markup = f"<p>one</p><div {PATH_ATTRIBUTE}='part.md'><p>two</p><a href=x>three</a></div><p>four</p>"
    content = read_html(markup, path="page.md")[0]
    assert [block.path for block in content.blocks] == ["page.md", "part.md", "part.md", "page.md"]
    assert [link.path for link in content.links] == ["part.md"]


def test_links() -> None:
    markup = (
        "<p>see <a class=x href='/a?b=1&amp;c#:~:text=d'>the\r\n <b>guide</b></a>, <a name=n>none</a>"
        '<a HREF=/z>z</a> <a href="/q">'
    )
    links = read_html(markup, path="p")[0].links
    assert [(link.href, link.text) for link in links] == [
        ("/a?b=1&c#:~:text=d", "the guide"),
        ("/z", "z"),
        ("/q", ""),
    ]
    assert [markup[link.span.start : link.span.end] for link in links] == [
        "<a class=x href='/a?b=1&amp;c#:~:text=d'>the\r\n <b>guide</b></a>",
        "<a HREF=/z>z</a>",
        '<a href="/q">',
    ]
    spans = [link.href_span for link in links if link.href_span is not None]
    assert [markup[span.start : span.end] for span in spans] == ["/a?b=1&amp;c#:~:text=d", "/z", "/q"]


def test_text_that_repeats_in_hidden_places() -> None:
    markup = "<p hidden>same words</p><p>same words</p>"
    hidden, shown = read(markup)
    assert hidden.source.source_of(0).start < shown.source.source_of(0).start
    assert markup[: shown.source.source_of(0).start].endswith("<p>")
