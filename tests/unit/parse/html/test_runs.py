"""Which text a browser's search finds in one piece: the runs of a page, engine by engine."""

from __future__ import annotations

import pytest

from citegate.model import CHROMIUM, ENGINES, FIREFOX, WEBKIT, Block, BlockKind, Engine
from citegate.parse.html import read_html

# name, body, the texts of the searchable blocks in Chromium
RUNS: list[tuple[str, str, list[str]]] = [
    # Inline elements join, blocks cut
    ("inline-joins", "<p>un<em>believ</em>able</p>", ["unbelievable"]),
    ("glued-links", "<nav><a>Home</a><a>Guides</a></nav>", ["HomeGuides"]),
    ("unknown-element", "<p>violet <my-tag>harbor</my-tag> shine</p>", ["violet harbor shine"]),
    ("comment", "<p>ri<!-- x -->ver</p>", ["river"]),
    ("blocks", "<div>loose<div>inner</div>more</div>", ["loose", "inner", "more"]),
    ("empty-block-cuts", "<div>sand<div></div>bank</div>", ["sand", "bank"]),
    ("rule-cuts", "<div>note<hr>book</div>", ["note", "book"]),
    ("block-in-inline", "<div>x<b>note<div>mid</div>book</b>b</div>", ["xnote", "mid", "book", "b"]),
    ("block-in-inline-deep", "<div><i><b>a<div></div>b</b>c</i>d</div>", ["a", "b", "c", "d"]),
    ("field-in-inline", "<p><b>b<input value=q>c</b>d</p>", ["b", "q", "c", "d"]),
    ("implied-ends", "<p>first<p>second<ul><li>one<li>two</ul>", ["first", "second", "one", "two"]),
    ("behind-body", "<p>in</p></body><p>after</p></html>", ["in", "after"]),
    ("no-body-tag", "bare text", ["bare text"]),
    ("adoption", "<b>bold <i>both</b> ital</i> tail", ["bold both ital tail"]),
    # White space
    ("collapse", "<p>  many \n\t spaces  </p>", ["many spaces"]),
    ("collapse-over-tags", "<p>north <b> wind </b> blows</p>", ["north wind blows"]),
    ("space-in-element", "<p>calm<b> </b>ocean</p>", ["calm ocean"]),
    ("no-break-space", "<p>gap&nbsp;&nbsp;wide</p>", ["gap\xa0\xa0wide"]),
    ("form-feed-stays", "<p>a\fb</p>", ["a\fb"]),
    ("pre", "<pre>\nrun():\n    return\t42\n</pre>", ["run():\n    return\t42\n"]),
    ("pre-spans", "<pre><b>a</b>\n  <i>b</i></pre>", ["a\n  b"]),
    ("pre-wrap", "<p style='white-space:pre-wrap'>a   b</p>", ["a   b"]),
    ("pre-line", "<p style='white-space:pre-line'>up   here \n  down</p>", ["up here\ndown"]),
    ("pre-in-paragraph", "<p>x <code style='white-space:pre'>  y</code> z</p>", ["x   y z"]),
    ("nowrap", "<p style='white-space:nowrap'>a   b\nc</p>", ["a b c"]),
    ("line-break", "<p>line one <br> line two</p>", ["line one\nline two"]),
    ("line-breaks", "<p>a<br><br>b</p>", ["a\n\nb"]),
    ("word-break-opportunity", "<p>butter<wbr>fly open <wbr> door</p>", ["butterfly open door"]),
    # Boxes in a line
    ("inline-block", "<p>amber <i style='display:inline-block'>honey</i> jar</p>", ["amber ", "honey", " jar"]),
    ("empty-inline-block", "<p>a<i style='display:inline-block'></i>b</p>", ["ab"]),
    ("empty-inline-block-spaces", "<p>a <i style='display:inline-block'></i> b</p>", ["a  b"]),
    ("checkbox-spaces", "<p>agree <input type=checkbox> terms</p>", ["agree  terms"]),
    ("canvas-spaces", "<p>draw <canvas>fallback</canvas> area</p>", ["draw  area"]),
    ("svg-spaces", "<p>a <svg><path d=''/></svg> b</p>", ["a  b"]),
    ("image-is-ignored", "<p>photo <img alt='beach'> credit hel<img>lo</p>", ["photo credit hello"]),
    ("frames-and-media", "<p>a <iframe>x</iframe> <video>y</video> b <object>z</object></p>", ["a b "]),
    ("leading-space-behind-box", "<p><input type=checkbox> yes</p>", [" yes"]),
    ("block-image", "<p>note<img style='display:block'>book</p>", ["note", "book"]),
    ("block-image-in-link", "<p><a>note<img style='display:block'>book</a></p>", ["notebook"]),
    ("float", "<p>fire<i style='float:left'>xx</i>fly</p>", ["fire", "xx", "fly"]),
    ("float-spaces", "<p>see <i style='float:left'>Foo</i> bar</p>", ["see ", "Foo", "bar"]),
    ("empty-float", "<p>a <i style='float:left'></i> b</p>", ["a b"]),
    ("absolute", "<p>Pricing<i style='position:absolute'>link</i></p>", ["Pricing", "link"]),
    ("relative-joins", "<p>a<i style='position:relative'>b</i></p>", ["ab"]),
    ("vertical", "<p>a<i style='writing-mode:vertical-rl'>b</i>c</p>", ["a", "b", "c"]),
    ("contents-joins", "<p>a<i style='display:contents'>b</i>c</p>", ["abc"]),
    ("contents-of-blocks", "<div style='display:contents'><p>x</p>tail</div>more", ["x", "tailmore"]),
    ("inline-div-joins", "<div>solid <div style='display:inline'>granite</div> floor</div>", ["solid granite floor"]),
    ("flex-items", "<div style='display:flex'>raw <b>bold</b> more</div>", ["raw", "bold", "more"]),
    ("button", "<p>tap <button>Buy</button> today</p>", ["tap ", "Buy", " today"]),
    ("empty-button", "<p>press <button></button> enter</p>", ["press  enter"]),
    # Tables
    ("cells", "<table><caption>Cap</caption><tr><th>A<td>b</table>", ["Cap", "A", "b"]),
    ("foster-parenting", "<table>moved<tr><td>cell</table>", ["moved", "cell"]),
    ("cell-in-line", "<p>left <i style='display:table-cell'>c</i> right</p>", ["left ", "c", " right"]),
    # Ruby, mathematics, graphics
    ("ruby", "<ruby>漢字<rp>(</rp><rt>kanji</rt><rp>)</rp></ruby>", ["漢字kanji"]),
    ("math-tokens", "<p>a <math><mi>A</mi><mo>=</mo><mn>1</mn></math></p>", ["a ", "A", "=", "1"]),
    ("empty-math", "<p>a <math><mi></mi></math> b</p>", ["a  b"]),
    ("svg-text", "<svg><title>t</title><text>one <tspan>two</tspan></text><text>b</text></svg>", ["one two", "b"]),
    ("foreign-object", "<svg><foreignObject><p>deep</p></foreignObject></svg>", ["deep"]),
    # Hidden and seen
    ("hidden", "<p>moon<i hidden>zz</i>light</p>", ["moonlight"]),
    ("hidden-spaces", "<p>steep <i hidden>x</i> hill</p>", ["steep hill"]),
    ("hidden-overruled", "<p hidden style='display:block'>shown</p>", ["shown"]),
    ("invisible", "<p>steep <i style='visibility:hidden'>x</i> hill</p>", ["steep hill"]),
    ("invisible-space-stays", "<p>calm<i style='visibility:hidden'> </i> ocean</p>", ["calmocean"]),
    ("visible-in-invisible", "<p style='visibility:hidden'>a <b style='visibility:visible'>b</b></p>", ["b"]),
    ("inert", "<p>moon<i inert>zz</i>light</p>", ["moonlight"]),
    ("content-visibility", "<div style='content-visibility:hidden'>x</div>", []),
    ("content-visibility-inline", "<p>a<i style='content-visibility:hidden'>b</i></p>", ["ab"]),
    ("transparent", "<p style='opacity:0'>a</p><p aria-hidden=true>b</p><p style='font-size:0'>c</p>", ["a", "b", "c"]),
    ("masked", "<p>moon<i style='-webkit-text-security:disc'>zz</i></p>", ["moon••"]),
    ("closed-dialog", "<dialog>a</dialog><dialog open>b</dialog>", ["b"]),
    ("popover", "<div popover>a</div><div popover style='display:block'>b</div>", ["b"]),
    ("never-text", "<script>a</script><style>b{}</style><template>c</template><noscript>d</noscript>", []),
    ("displayed-script", "<style>script{display:block}</style><script>a</script>", []),
    # Details
    ("details", "<details>text<summary>Sum</summary></details>", ["Sum", "text"]),
    ("details-label", "<details>text</details>", ["Details", "text"]),
    # Controls
    ("text-field", "<p>field <input value='typed'> after</p>", ["field ", "typed", " after"]),
    ("placeholder", "<input placeholder='City'>", ["City"]),
    ("password", "<input type=password value=abc><input type=hidden value=x>", ["•••"]),
    ("textarea", "<textarea>\na  b\nc</textarea>", ["a  b\nc"]),
    ("submit", "<input type=submit><input type=reset><input type=submit value=Go>", ["Submit", "Reset", "Go"]),
    ("file", "<input type=file>", ["Choose File", "No file chosen"]),
    ("image-button", "<input type=image alt='img button'>", ["img button"]),
    ("date", "<input type=date value=2024-05-06><input type=date>", ["05/06/2024", "mm/dd/yyyy"]),
    ("time", "<input type=time value=21:20>", ["09:20\u202fPM"]),
    ("month-week", "<input type=month value=2024-05><input type=week value=2024-W05>", ["May 2024", "Week 05, 2024"]),
    ("date-time", "<input type=datetime-local value=2024-05-06T10:20>", ["05/06/2024, 10:20\u202fAM"]),
    ("menu", "<p>a <select><option>x</select> b</p>", ["a b"]),
    (
        "list-box",
        "<select multiple><optgroup label=Birds><option>Robin</optgroup><option>Owl</select>",
        ["Birds", "Robin", "Owl"],
    ),
    ("progress", "<p>load <meter>half</meter> done</p>", ["load done"]),
    # Shadow trees
    ("shadow-open", "<p>big <span><template shadowrootmode=open>in</template></span> tree</p>", ["big in tree"]),
    ("shadow-closed", "<div><template shadowrootmode=closed><p>in</p></template></div>", ["in"]),
    ("slots", "<div><template shadowrootmode=open><b>a</b> <slot></slot> c</template>b</div>", ["a b c"]),
    (
        "named-slots",
        "<div><template shadowrootmode=open><slot name=b></slot> <slot name=a></slot></template>"
        "<i slot=a>1</i><i slot=b>2</i><i>3</i></div>",
        ["2 1"],
    ),
    # Text as the parser gives it
    ("references", "<p>fish &amp chips &notit; &unknown; &lt;b&gt; &#x80;</p>", ["fish & chips ¬it; &unknown; <b> €"]),
    ("xmp", "<xmp>raw <i>tags</i></xmp>", ["raw <i>tags</i>"]),
    ("plaintext", "<plaintext>a <b>c", ["a <b>c"]),
    ("no-frames", "<noframes>a</noframes><noembed>b</noembed>c", ["c"]),
    ("nul", "<p>a\0b</p>", ["ab"]),
]

# name, body, what Firefox and what WebKit have instead
OTHERS: list[tuple[str, str, list[str], list[str]]] = [
    ("empty-block", "<div>sand<div></div>bank</div>", ["sandbank"], ["sand", "bank"]),
    ("rule", "<div>note<hr>book</div>", ["notebook"], ["note", "book"]),
    ("blocks", "<div>a<p>b</p>c</div>", ["a", "b", "c"], ["a", "b", "c"]),
    ("inline-block", "<p>foot<i style='display:inline-block'>ball</i></p>", ["football"], ["football"]),
    ("buttons", "<div><button>Ok</button><button>No</button></div>", ["OkNo"], ["OkNo"]),
    ("cells", "<table><tr><td>a</td> <td>b</td></table>", ["a", "b"], ["a", "b"]),
    ("float", "<p>a<i style='float:left'>b</i>c</p>", ["a", "b", "c"], ["abc"]),
    ("line-break", "<p>a<br>b</p>", ["a", "b"], ["a\nb"]),
    ("pre", "<pre>a\n  b</pre>", ["a b"], ["a\n  b"]),
    ("ideographs", "<p>日本\n語の本 x\n本</p>", ["日本語の本 x 本"], ["日本 語の本 x 本"]),
    ("checkbox", "<p>a <input type=checkbox> b</p>", ["a b"], ["a  b"]),
    ("image", "<p>a <img src=x> b</p>", ["a b"], ["a  b"]),
    ("unloaded-image", "<p>a<img alt=x>b</p>", ["a", "x", "b"], ["ab"]),
    ("ruby", "<p>x <ruby>b<rt>c</rt></ruby> d</p>", ["x b d"], ["x bc d"]),
    ("math", "<p>a <math><mi>A</mi><mo>=</mo></math></p>", ["a A="], ["a", "A", "="]),
    ("inert", "<p>moon<i inert>zz</i>light</p>", ["moonzzlight"], ["moonzzlight"]),
    ("invisible", "<p>moon<i style='visibility:hidden'>zz</i>light</p>", ["moonzzlight"], ["moonlight"]),
    ("all-invisible", "<p style='visibility:hidden'>x</p>", [], []),
    ("masked", "<p style='-webkit-text-security:disc'>ab</p>", ["ab"], ["••"]),
    ("placeholder", "<input placeholder=x>", [], []),
    ("submit", "<input type=submit>", ["Submit Query"], []),
    ("file", "<p>a <input type=file> b</p>", ["a b"], ["a  b"]),
    ("details", "<details>text<p>par</p></details>", ["Details", "text", "par"], ["par"]),
    ("canvas", "<p>a <canvas>b</canvas></p>", ["a b"], ["a "]),
    ("shadow-of-childless-host", "<div><template shadowrootmode=open>in</template></div>", ["in"], ["in"]),
    ("shadow-of-parent", "<div><template shadowrootmode=open>in</template><p>x</p></div>", ["in"], []),
    ("content-visibility", "<div style='content-visibility:hidden'>x</div>", [], ["x"]),
]


def blocks(body: str, engine: Engine = CHROMIUM) -> tuple[Block, ...]:
    """The blocks of a page with this body."""
    return read_html(f"<!doctype html><title>t</title>{body}", path="page.html", engines=(engine,))[0].blocks


def searchable(body: str, engine: Engine = CHROMIUM) -> list[str]:
    """The texts that are searched."""
    return [block.text for block in blocks(body, engine) if block.is_searchable]


@pytest.mark.parametrize(("name", "body", "texts"), RUNS, ids=[row[0] for row in RUNS])
def test_runs(name: str, body: str, texts: list[str]) -> None:
    assert searchable(body) == texts


@pytest.mark.parametrize(("name", "body", "firefox", "webkit"), OTHERS, ids=[row[0] for row in OTHERS])
def test_runs_of_other_engines(name: str, body: str, firefox: list[str], webkit: list[str]) -> None:
    assert searchable(body, FIREFOX) == firefox
    assert searchable(body, WEBKIT) == webkit


def test_one_content_for_each_engine() -> None:
    contents = read_html("<p>a<br>b</p>", path="p", engines=(FIREFOX, CHROMIUM, WEBKIT))
    assert [len(content.blocks) for content in contents] == [2, 1, 1]


@pytest.mark.parametrize(
    ("css", "markup"),
    [
        ("", "<div hidden><math style='display:inline' hidden><h1>words"),
        (".d{display:inline}", "<legend style='display:none'><math class=d><h1>words"),
        (".d{display:contents}", "<div style='display:none'><svg class=d></svg><h1>words"),
        (".d{display:inline}", "<rt><a><math class=d></math></a><li><section></a></section></li><h1>words"),
    ],
)
def test_foreign_content_says_nothing_of_what_stands_behind_it(css: str, markup: str) -> None:
    for content in read_html(f"<!doctype html><style>{css}</style>{markup}", path="p", engines=tuple(ENGINES.values())):
        assert [block.kind for block in content.blocks if block.text == "words"] == [BlockKind.HEADING]
