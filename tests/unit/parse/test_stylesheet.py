"""What style sheets hide: rules, their order, the conditions they stand under."""

from __future__ import annotations

import pytest

from citegate.model import ENGINES, SourceText
from citegate.parse.html import parse_html_document, read_html
from citegate.parse.media import is_media_matched, is_supported
from citegate.parse.selectors import needed_classes, specificity, split_list
from citegate.parse.stylesheet import parse_stylesheet

PAGE = "<!doctype html><style>{css}</style><div class=c><p class=x>first</p><p class=y style='{style}'>second</p></div>"

# css, style attribute of the second paragraph, what is searched
CASCADES: list[tuple[str, str, list[str]]] = [
    (".x{display:none}", "", ["second"]),
    ("p{display:none} p{display:block}", "", ["first", "second"]),
    ("p.y{display:none} p{display:block}", "", ["first"]),
    ("div#i p,div.c p.y,.c .x{display:none} .y{display:block}", "", []),
    (".y{display:none!important}", "display:block", ["first"]),
    (".y{display:none}", "display:block", ["first", "second"]),
    ("", "display:none", ["first"]),
    (".y{display:none!important}", "display:block!important", ["first", "second"]),
    ("p:not(.x){display:none}", "", ["first"]),
    ("div>p:first-child{visibility:hidden}", "", ["second"]),
    ("div{visibility:hidden}.y{visibility:visible}", "", ["second"]),
    ("div{display:none}.y{display:block!important}", "", []),
    ("p:hover,p::before,p:nonsense{display:none}", "", ["first", "second"]),
    ("p:nonsense{display:none}.x{display:none}", "", ["second"]),
    ("/* .x{display:none} */ .y{display:none}", "", ["first"]),
    (".x{content:'}';display:none}", "", ["second"]),
    (".x{display:none", "", ["second"]),
    (".x{display:nonsense}", "", ["first", "second"]),
    ("@media print{.x{display:none}}@media screen{.y{display:none}}", "", ["first"]),
    ("@media (max-width:600px){.x{display:none}}", "", ["first", "second"]),
    ("@media (min-width:601px){.x{display:none}}", "", ["second"]),
    ("@supports (display:grid){.x{display:none}}", "", ["second"]),
    ("@supports not (display:grid){.x{display:none}}", "", ["first", "second"]),
    ("@layer a{.x{display:none}}.x{display:block}", "", ["first", "second"]),
    ("@layer a,b;@layer b{.x{display:none}}@layer a{.x{display:block}}", "", ["second"]),
    ("@layer a{.x{display:none!important}}.x{display:block!important}", "", ["second"]),
    ("div{.x{display:none}}", "", ["second"]),
    (".c{& .y{display:none}}", "", ["first"]),
    ("@font-face{src:url(x)}@keyframes k{from{display:none}}.x{display:none}", "", ["second"]),
    (":root{--d:none}.x{display:var(--d)}", "", ["second"]),
    (".x{display:var(--nothing,none)}", "", ["second"]),
    (".x{all:unset;display:none}", "", ["second"]),
    (".x{DISPLAY:NONE}", "", ["second"]),
]


@pytest.mark.parametrize(("css", "style", "texts"), CASCADES)
def test_cascade(css: str, style: str, texts: list[str]) -> None:
    markup = PAGE.format(css=css, style=style)
    blocks = read_html(markup, path="p")[0].blocks
    assert [block.text for block in blocks if block.is_searchable] == texts


SHADOW = "<!doctype html><div><template shadowrootmode=open>{}<p class=p>words</p></template></div>"
ENGINES_ASKED: list[tuple[str, str, str, list[str]]] = [
    # what real browsers say of a page: name, engine, page, what is searched
    (
        "the later sheet of a shadow tree wins, whatever the earlier one has besides",
        "chromium",
        SHADOW.format("<style>a{--x:1}b{--y:1}.p{display:none}</style><style>.p{display:block}</style>"),
        ["words"],
    ),
    (
        "inline in MathML",
        "webkit",
        "<!doctype html><style>mi{display:inline}</style><p>one<math><mi>x</mi></math>",
        ["onex"],
    ),
    ("MathML as it is", "webkit", "<!doctype html><p>one<math><mi>x</mi></math>", ["one", "x"]),
    (
        "inline in SVG",
        "webkit",
        "<!doctype html><style>text{display:inline}</style><p>one<svg><text>x</text></svg>",
        ["one", "x"],
    ),
    (
        "a table in quirks mode does not inherit white space, though a rule is about it",
        "chromium",
        "<style>table{position:relative}</style><pre><table><tr><td>a  b</table></pre>",
        ["a b"],
    ),
    (
        "white space that a rule collapses within such that is kept",
        "chromium",
        "<!doctype html><style>b{white-space:normal}</style><pre>a  b <b>c  d</b></pre>",
        ["a  b c d"],
    ),
]


@pytest.mark.parametrize(("name", "engine", "page", "texts"), ENGINES_ASKED, ids=[row[0] for row in ENGINES_ASKED])
def test_as_browsers_have_it(name: str, engine: str, page: str, texts: list[str]) -> None:
    blocks = read_html(page, path="p", engines=(ENGINES[engine],))[0].blocks
    assert [block.text for block in blocks if block.is_searchable] == texts


def test_linked_style_sheets_come_first() -> None:
    markup = PAGE.format(css=".x{display:block}", style="")
    blocks = read_html(markup, path="p", stylesheets=(".x,.y{display:none}",))[0].blocks
    assert [block.text for block in blocks if block.is_searchable] == ["first"]


MEDIA: list[tuple[str, bool]] = [
    ("", True),
    ("all", True),
    ("screen", True),
    ("print", False),
    ("not print", True),
    ("only screen and (min-width: 40em)", True),
    ("screen and (max-width: 40em)", False),
    ("print, (min-width:1px)", True),
    ("(400px <= width <= 5000px)", True),
    ("(width < 400px)", False),
    ("(400px > width)", False),
    ("not (min-width:1px)", False),
    ("(min-width:1px) and (max-width:2px)", False),
    ("(min-width:1px) or (max-width:2px)", True),
    ("((min-width:1px) and (orientation:landscape))", True),
    ("(orientation:portrait)", False),
    ("(prefers-color-scheme:dark)", False),
    ("(prefers-reduced-motion)", False),
    ("(hover)", True),
    ("(hover:none)", False),
    ("(min-aspect-ratio:1/1)", True),
    ("(min-resolution:2dppx)", False),
    ("(min-resolution:96dpi)", True),
    ("(nonsense)", False),
    ("(min-width:1nonsense)", False),
    ("(" * 100 + "hover" + ")" * 100, False),
    # as Chromium has them
    ("not not screen", False),
    ("not not (width)", False),
    ("not (nonsense)", False),
    ("not (nonsense: 1)", False),
    ("not ((nonsense) and (width))", False),
    ("(nonsense) or (width)", True),
    ("not only screen", False),
    ("not layer", False),
    ("not tv", True),
    ("screen and not print", False),
    ("screen and not (width)", False),
    ("screen and not (width:1px)", True),
    ("screen or (width)", False),
    ("screen and (width) or (height)", False),
    ("(width) and (height) or (width)", False),
    ("(1px<width<2000px)", True),
    ("(1px<width>2px)", False),
    ("1px<width", False),
    ("not(width:1px)", False),
    ("screen and(width)", False),
    ("not function(1)", False),
    ("/**/screen/**/and/**/(width)", True),
    ("(dynamic-range:standard)", True),
]


@pytest.mark.parametrize(("query", "is_matched"), MEDIA)
def test_media(query: str, is_matched: bool) -> None:
    assert is_media_matched(query) is is_matched


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("(display:grid)", True),
        ("not (display:grid)", False),
        ("(-moz-appearance:none)", False),
        ("(display:grid) and (not (margin-trim:inline))", True),
        ("selector(:has(a))", True),
        ("(display:nonsense)", False),
        ("not (position:bogus)", True),
        ("(display:inherit)", True),
        ("(visibility:var(--x))", True),
        ("not not (display:grid)", False),
        ("display:grid", False),
        ("(display:grid) and (display:flex) or (color:red)", False),
        ("(display:grid) or (display:nonsense)", True),
        ("function(1)", False),
        ("not function(1)", True),
        ("not (function(1))", True),
        ("()", False),
        ("((display:grid))", True),
        ("selector(a > b)", True),
    ],
)
def test_supports(condition: str, holds: bool) -> None:
    assert is_supported(condition) is holds


@pytest.mark.parametrize(
    ("selector", "weight"),
    [
        ("*", (0, 0, 0)),
        ("p", (0, 0, 1)),
        ("p.x", (0, 1, 1)),
        ("#a .b > p:first-child", (1, 2, 1)),
        ("p[title='a b']::before", (0, 1, 2)),
        (":where(#a) p", (0, 0, 1)),
        (":is(#a, p) .b", (1, 1, 0)),
        ("p:not(.a, #b)", (1, 0, 1)),
        ("li:nth-child(2n+1 of .a)", (0, 2, 1)),
        ("li:nth-child(2n+1)", (0, 1, 1)),
    ],
)
def test_specificity(selector: str, weight: tuple[int, int, int]) -> None:
    assert specificity(selector) == weight


def test_lists_are_split_outside_brackets() -> None:
    assert split_list("a, :is(b, c), [d=','] ") == ["a", " :is(b, c)", " [d=','] "]


def test_only_what_matters_is_kept() -> None:
    rules, layers = parse_stylesheet("a{color:red} b{color:red;display:none} @layer x{c{float:left}}")
    assert [(rule.selector, rule.declarations, rule.layer) for rule in rules] == [
        ("b", (("display", "none", False),), ""),
        ("c", (("float", "left", False),), "x"),
    ]
    assert layers == ("x",)


@pytest.mark.parametrize(
    "css",
    [
        "a{" * 100_000,
        "p{" + "& &{" * 60 + "display:none" + "}" * 61,
        "p{" + "&,&{" * 60 + "display:none" + "}" * 61,
        "".join(f"@layer a{number};" for number in range(50_000)),
        "@layer a{" * 50_000,
        "@layer " + "a." * 30_000 + "b;",
        "a" + ":is(b)" * 40_000 + "{display:none}",
        "a" + ":is(" * 40_000 + "{display:none}",
        '[a="' * 40_000 + "{display:none}",
        ":root{" + "".join(f"--v{n}:{f'var(--v{n + 1})' * 10};" for n in range(20)) + "}p{display:var(--v0)}",
        "p{display:" + "var(--a," * 40_000 + "}",
        "@supports " + "(" * 40_000 + "x" + ")" * 40_000 + "{p{display:none}}",
        "@media " + "(" * 40_000 + "x{p{display:none}}",
        "/*" * 200_000,
        '"\\' * 100_000,
    ],
)
def test_a_hostile_style_sheet_takes_no_longer_than_its_length(css: str) -> None:
    (document,) = parse_html_document(SourceText("a.html", f"<style>{css}</style><p>words"), id="a", url="/a")
    assert document.text == "words"


@pytest.mark.parametrize(
    ("selector", "classes"),
    [
        (".a", {"a"}),
        ("div.A > .b-c:hover [x='.d']", {"a", "b-c"}),
        (".a:not(.b) .c:is(.d, .e):nth-child(2 of .f)", {"a", "c"}),
        ("#a.b", {"b"}),
        ("p", set()),
        (r".a\:b .c", set()),
        (".日本 .É", {"日本", "é"}),
        (".a/* .b */", set()),
    ],
)
def test_classes_without_which_nothing_is_selected(selector: str, classes: set[str]) -> None:
    assert needed_classes(selector) == classes


@pytest.mark.parametrize(
    ("markup", "css"),
    [
        ("<p class='x a'>", ".a"),
        ("<p class='&#97;'>", ".a"),
        ("<p class=A>", ".a"),  # no doctype: quirks mode
        ("<p class=a>", ".A"),
        ("<!doctype html><p class=A>", ".A"),
        ("<p class='a\u00a0b'>", ".a\u00a0b"),
        ("<p class='\ta\n'>", ".a"),
        ("<p class=a:b>", r".a\:b"),
        ("<div class=x><p class=a>", ".x .a"),
        ("<p>", "p:not(.a)"),
        ("<p class=É>", ".É"),
    ],
)
def test_a_rule_hides_whatever_way_its_class_is_written(markup: str, css: str) -> None:
    (page,) = read_html(f"{markup}Hidden words.", path="a.html", stylesheets=[css + " { display: none }"])
    assert [block.text for block in page.blocks if block.is_searchable] == []
