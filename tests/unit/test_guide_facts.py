"""What the guide says of browsers (text-fragments, matching, engines), asked of the program that is held to them."""

from __future__ import annotations

from urllib.parse import quote

import pytest

import citegate

CHROMIUM, FIREFOX, WEBKIT = "chromium", "firefox", "webkit"
ALL = (CHROMIUM, FIREFOX, WEBKIT)
NONE: tuple[str, ...] = ()

FACTS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    # the body of a page, a directive's terms as written behind text=, the engines that find it
    ("<p>Alpha, beta", "Alpha-,beta", NONE),
    ("<p>Alpha, beta", "Alpha%2C-,beta", ALL),
    ("<p>Alpha<p>beta", "Alpha-,beta", ALL),
    ("<p>well-known facts", "well-known", (FIREFOX,)),
    ("<p>well-known facts", "well%2Dknown", ALL),
    ("<p>It is 100% sure", "100% sure", (FIREFOX, WEBKIT)),
    ("<p>one plus two", "one+plus", NONE),
    ("<p>one two", "one%2520two", NONE),
    ("<p>from here<p>to there", "from,there", ALL),
    ("<p>red<br>violets", "red violets", NONE),
    ("<p>red<br>violets", "red%0Aviolets", (CHROMIUM, WEBKIT)),
    ("<p>some <b>bold</b> words", "some bold words", ALL),
    ("<p>one</p><p>two", "one two", NONE),
    ("<p hidden>hidden words</p>", "hidden words", NONE),
    ("<p style='visibility:hidden'>hidden words</p>", "hidden words", NONE),
    ("<p style='opacity:0'>pale words</p>", "pale words", ALL),
    ("<p aria-hidden=true>silent words</p>", "silent words", ALL),
    ("<details><summary>More</summary>closed words</details>", "closed words", (CHROMIUM, FIREFOX)),
    ("<input placeholder='type it here'>", "type it here", (CHROMIUM,)),
    ("<p><img src=boat.png alt='a red boat'>", "a red boat", NONE),
    ("<p>THE ＨＡＲＢＯＵＲ", "the harbour", ALL),
    ("<p>a café in España", "cafe in espana", ALL),
    ("<p>the plain cafe", "café", (CHROMIUM, FIREFOX)),
    ("<p>ısı", "isi", (FIREFOX,)),
    ("<p>die Straße", "Strasse", (CHROMIUM, WEBKIT)),
    ("<p>die Strasse", "Straße", (CHROMIUM,)),
    ("<p>and so on…", "so on...", (CHROMIUM, WEBKIT)),
    ("<p>half is ½ here", "is 1/2 here", NONE),
    ("<p>“quoted” words", '"quoted" words', ALL),
    ("<p>‘quoted’ words", "'quoted' words", ALL),
    ("<p>10–20 boats", "10%2D20 boats", (FIREFOX,)),
    ("<p>さくら の花", "サクラ", (CHROMIUM, WEBKIT)),
    ("<p>soft&shy;ened", "softened", ALL),
    ("<p>It's late", "It", (FIREFOX,)),
    ("<p>node.js runs", "node", (CHROMIUM, FIREFOX)),
    ("<p>about 3.14 now", "3", (FIREFOX,)),
    ("<p>max_length is set", "max", NONE),
    ("<p>key:value", "value", ALL),
    ("<p>me@site.org", "site", (CHROMIUM, FIREFOX)),
    ("<p>北京大学", "大学", ALL),
    ("<p>研究生命", "研究生", NONE),
    ("<p>un<b>breakable</b> sand", "un-,breakable", ALL),
    ("<p><ruby>漢字<rt>kanji</rt></ruby>", "漢字kanji", (CHROMIUM, WEBKIT)),
    ("<p>moon<span inert>zz</span>light walk", "moonzzlight", (FIREFOX, WEBKIT)),
    ("<p>one <button>two</button>", "one two", (FIREFOX, WEBKIT)),
)


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: f"{fact[1]} in {fact[0]}")
def test_fact(fact: tuple[str, str, tuple[str, ...]]) -> None:
    body, terms, finders = fact
    page = citegate.read_document("page.html", f"<!doctype html><body>{body}")
    fragment = ":~:text=" + quote(terms, safe="%,-+&")
    assert tuple(engine for engine in ALL if citegate.resolve(page, fragment, engine).is_found) == finders
