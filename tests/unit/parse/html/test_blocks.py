"""What a block says of itself: kind, level, id, language, container, and how the search treats it."""

from __future__ import annotations

import pytest

from citegate.model import FIREFOX, Block, BlockKind
from citegate.parse.html import OPAQUE_TAG, read_html


def read(body: str) -> tuple[Block, ...]:
    """The blocks of a page with this body."""
    return read_html(f"<!doctype html>{body}", path="page.html")[0].blocks


KINDS: list[tuple[str, BlockKind, int]] = [
    ("<p>x", BlockKind.PARAGRAPH, 0),
    ("<h3>x</h3>", BlockKind.HEADING, 3),
    ("<ul><li>x</ul>", BlockKind.LIST_ITEM, 0),
    ("<ul><li><p>x</ul>", BlockKind.PARAGRAPH, 0),
    ("<pre><code>x</code></pre>", BlockKind.CODE_BLOCK, 0),
    ("<table><tr><td>x</table>", BlockKind.TABLE_CELL, 0),
    ("<table><caption>x</caption></table>", BlockKind.CAPTION, 0),
    ("<figure><figcaption>x</figcaption></figure>", BlockKind.CAPTION, 0),
    ("<dl><dt>x</dl>", BlockKind.TERM, 0),
    ("<dl><dd>x</dl>", BlockKind.DESCRIPTION, 0),
    ("<details open><summary>x</summary></details>", BlockKind.SUMMARY, 0),
    ("<button>x</button>", BlockKind.CONTROL, 0),
    ("<input value=x>", BlockKind.CONTROL, 0),
    ("<textarea>x</textarea>", BlockKind.CONTROL, 0),
    ("<div>x</div>", BlockKind.OTHER, 0),
    ("<h2><div>x</div></h2>", BlockKind.OTHER, 0),
    ("<img alt=x>", BlockKind.ATTRIBUTE, 0),
]


@pytest.mark.parametrize(("body", "kind", "level"), KINDS)
def test_kind_and_level(body: str, kind: BlockKind, level: int) -> None:
    (block,) = read(body)
    assert (block.text, block.kind, block.level) == ("x", kind, level)


# body, then text, reason and whether it is stepped over, of the block that is not searched
UNSEARCHED: list[tuple[str, str, str, bool]] = [
    ("<p hidden>x", "x", "display: none", True),
    ("<p style='display:none'>x", "x", "display: none", True),
    ("<p style='visibility:hidden'>x", "x", "visibility: hidden", True),
    ("<p style='visibility:collapse'>x", "x", "visibility: collapse", True),
    ("<p style='content-visibility:hidden'>x", "x", "content-visibility: hidden", True),
    ("<div inert>x</div>", "x", "inert", False),
    ("<div style='interactivity:inert'>x</div>", "x", "interactivity: inert", False),
    ("<select><option>x</select>", "x", "option of a menu", False),
    ("<video>x</video>", "x", "content of <video>", True),
    ("<iframe>x</iframe>", "x", "content of <iframe>", True),
    ("<object>x</object>", "x", "content of <object>", True),
    ("<dialog>x</dialog>", "x", "display: none", True),
    ("<img alt='a  b'>", "a b", "alt attribute", True),
    ("<p title=x></p>", "x", "title attribute", True),
    ("<p aria-label=x></p>", "x", "aria-label attribute", True),
    ("<svg><title>x</title></svg>", "x", "outside the text of <svg>", True),
    ("<ruby><rp>x</rp></ruby>", "x", "display: none", True),
    (f"<{OPAQUE_TAG}></{OPAQUE_TAG}>", "\ufffc", "not known before the page is built", False),
]


@pytest.mark.parametrize(("body", "text", "reason", "is_stepped_over"), UNSEARCHED)
def test_not_searched(body: str, text: str, reason: str, is_stepped_over: bool) -> None:
    (block,) = read(body)
    assert not block.is_searchable
    assert (block.text, block.reason, block.is_stepped_over) == (text, reason, is_stepped_over)


# body, then for each searched block whether it is stepped over and in how many closed boxes it stands
STEPPED_OVER: list[tuple[str, list[tuple[str, bool, int]]]] = [
    ("<details><summary>s</summary>x</details>y", [("s", False, 0), ("x", True, 1), ("y", False, 0)]),
    ("<details open><summary>s</summary>x</details>", [("s", False, 0), ("x", False, 0)]),
    (
        "<details><details><summary>s</summary>x</details></details>",
        [("Details", False, 0), ("s", True, 1), ("x", True, 2)],
    ),
    ("<div hidden=until-found>x</div>", [("x", True, 1)]),
    ("<input value=x><textarea>y</textarea>", [("x", True, 1), ("y", True, 1)]),
    ("<input placeholder=x>", [("x", True, 1)]),
    ("<input type=submit><button>b</button>", [("Submit", False, 0), ("b", False, 0)]),
    ("<input type=date value=2024-05-06>", [("05/06/2024", False, 0)]),
]


@pytest.mark.parametrize(("body", "expected"), STEPPED_OVER)
def test_stepped_over(body: str, expected: list[tuple[str, bool, int]]) -> None:
    assert [(block.text, block.is_stepped_over, len(block.closed)) for block in read(body)] == expected


WITHOUT_SIZE: list[tuple[str, bool]] = [
    ("height:0;overflow:hidden", True),
    ("max-height:0;overflow:hidden", True),
    ("width:0px;overflow:hidden", True),
    ("max-width:0;overflow:auto", True),
    ("height:0;overflow-y:scroll", True),
    ("height:0;overflow:clip", False),
    ("height:0", False),
    ("height:1px;overflow:hidden", False),
    ("height:0;overflow:hidden;padding:5px", False),
    ("height:0;overflow:visible", False),
]


@pytest.mark.parametrize(("style", "is_without"), WITHOUT_SIZE)
def test_box_without_size(style: str, is_without: bool) -> None:
    (block,) = read(f"<div style='{style}'>x</div>")
    assert block.is_searchable
    assert (block.is_stepped_over, block.closed) == (is_without, (0,) if is_without else ())


def test_barriers() -> None:
    run, hidden = read("<p>amber <i inert>zz</i> coral</p>")
    assert (run.text, run.barriers) == ("amber coral", (6,))
    assert (hidden.text, hidden.is_stepped_over) == ("zz", True)
    run, _ = read("<p>press <select><option>z</select> enter</p>")
    assert run.barriers == (6,)
    (run,) = read("<p>press <select></select> enter</p>")
    assert run.barriers == ()


def test_pieces_that_no_match_ends_in() -> None:
    (block,) = read_html("<p>a <i style='visibility:hidden'>zz</i> b</p>", path="p", engines=(FIREFOX,))[0].blocks
    assert (block.text, block.unmatched) == ("a zz b", ((2, 4),))


def test_container_id_and_language() -> None:
    outer, cell, inner, after = read("<div id=d lang=de>a<table><tr><td>b</table><p id=p lang=fr>c</p>e</div>")
    assert [block.element_id for block in (outer, cell, inner, after)] == ["d", "d", "p", "d"]
    assert [block.lang for block in (outer, cell, inner, after)] == ["de", "de", "fr", "de"]
    assert outer.container == after.container
    assert len({outer.container, cell.container, inner.container}) == 3


def test_boxes_in_a_line_share_their_container() -> None:
    first, second, third = read("<p>a <i style='display:inline-block'>b</i> c</p>")
    assert first.container == second.container == third.container


def test_link_text() -> None:
    linked, partly, plain = read("<p> <a href=x>a</a> <a href=y>b</a> </p><p><a href=x>a</a>.</p><p>c</p>")
    assert (linked.is_link_text, partly.is_link_text, plain.is_link_text) == (True, False, False)


def test_hidden_text_stands_behind_the_run_around_it() -> None:
    assert [block.text for block in read("<p>a <i hidden>b</i> c</p><p>d</p>")] == ["a c", "b", "d"]
    assert [block.ordinal for block in read("<p>a <i hidden>b</i> c</p><p>d</p>")] == [0, 1, 2]


def test_opaque_content_cuts_the_run() -> None:
    found = read(f"<p>a <{OPAQUE_TAG}></{OPAQUE_TAG}> b</p>")
    assert [(block.text, block.is_searchable) for block in found] == [("a ", True), ("\ufffc", False), (" b", True)]
    assert found[1].kind is BlockKind.OPAQUE


def test_depth_does_not_matter() -> None:
    deep = read("<div>" * 50_000 + "x" + "</div>" * 50_000 + "<b>" * 50_000 + "y")
    assert [block.text for block in deep] == ["x", "y"]


def test_page() -> None:
    content = read_html(
        "<html lang=en><title> A  title </title><base href=/docs/><link rel=canonical href=/x>"
        "<body id=b><a name=n></a><p id='a b'>x<template><p id=no></template>",
        path="p",
    )[0]
    assert content.title == "A title"
    assert content.element_ids == {"b", "n", "a b"}
    assert (content.base, content.lang, content.canonical) == ("/docs/", "en", "/x")
    assert read_html("<title>t</title><h1>The <b>first</b></h1><h1>b</h1>", path="p")[0].title == "The first"
    assert read_html("", path="p")[0].blocks == ()
