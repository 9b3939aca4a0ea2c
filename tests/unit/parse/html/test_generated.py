"""Generated content, shadow trees in a line and object text, as Firefox searches them."""

from __future__ import annotations

import pytest

from citegate.model import FIREFOX, Block
from citegate.parse.html import read_html

SHADOW = "<p>big <span><template shadowrootmode=open>inner shade</template></span> tree</p>"
SLOTTED = "<div><template shadowrootmode=open><b>up</b> <slot></slot> <i>down</i></template>light text</div>"
STYLE = (
    "<style>.b::before{content:'Pre '}.a::after{content:'Post'}.x::before{content:attr(data-x) counter(c)}"
    r".e::before{content:'\2014\a0 a' / 'spoken'}.k::before{content:'Box';display:block}.n::after{content:none}</style>"
)
RUNS: list[tuple[str, str, list[str]]] = [
    ("before", "<p class=b>word</p>", ["Pre", "word"]),
    ("after", "<p class=a>word</p>", ["word", "Post"]),
    ("in a line", "<p>one <i class=a>two</i> three</p>", ["one two three", "Post"]),
    ("attribute and counter", "<p class=x data-x=told>word</p>", ["told\ufffc", "word"]),
    ("escapes and spoken text", "<p class=e>word</p>", ["\u2014\xa0a", "word"]),
    ("block", "<p>one <i class=k>two</i></p>", ["one", "Box", "two"]),
    ("none", "<p class=n>word</p>", ["word"]),
    ("quotes", "<p>he <q>said</q></p>", ["he said", "\u201c", "\u201d"]),
    ("shadow tree in a line", SHADOW, ["big tree", "inner shade"]),
    ("slotted in a line", SLOTTED, ["up down", "light text"]),
    (
        "shown script",
        "<style>script{display:block}</style><script type=x>told &amp; told</script>",
        ["told &amp; told"],
    ),
    ("cells", "<p><i style='display:table-cell'>a</i> <i style='display:table-cell'>b</i> c</p>", ["ab c"]),
]


def blocks(body: str) -> list[Block]:
    (content,) = read_html(f"<!doctype html>{STYLE}<body>{body}", path="page.html", engines=(FIREFOX,))
    return [block for block in content.blocks if block.is_searchable]


@pytest.mark.parametrize(("name", "body", "texts"), RUNS, ids=[row[0] for row in RUNS])
def test_runs(name: str, body: str, texts: list[str]) -> None:
    assert [block.text for block in blocks(body)] == texts


def test_text_behind_generated_content_knows_what_it_stands_behind() -> None:
    generated, text = blocks("<p class=b>word</p>")
    assert text.preceded == ((0, " "),)
    assert generated.is_stepped_over
    assert generated.barriers == (3,)


def test_places_of_generated_content_are_those_of_the_start_tag() -> None:
    source = "<p class=b>word</p>"
    generated = blocks(source)[0]
    span = generated.source.source_of(0)
    assert f"<!doctype html>{STYLE}<body>{source}"[span.start : span.end] == "<p class=b>"


def test_a_video_is_a_place_for_words_to_begin() -> None:
    (block,) = blocks("<p>note<video></video>book</p>")
    assert block.preceded == ((4, ""),)


def test_object_text_is_looked_through() -> None:
    (block,) = blocks("<p>doc <object>told here</object> tail</p>")
    assert (block.text, block.passed_over) == ("doc told here tail", ((4, 13),))
