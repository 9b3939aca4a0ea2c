"""The answer and its panel in Chromium: Markdown, chips, click, keys, streaming, hostile text, small screens."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.answer_site import answer_page

pytestmark = pytest.mark.browser

GATE = {
    "index": 1,
    "type": "document",
    "document_id": "guide/gate",
    "title": "The gate",
    "snippet": "It refuses a citation that a reader could not follow.",
    "url": "/guide/gate#:~:text=It%20refuses",
    "citation_id": "a1a1a1a1a1a1",
}
LIMIT = {
    **GATE,
    "snippet": "A run has a limit of 40 pages.",
    "url": "/guide/gate#:~:text=A%20run",
    "citation_id": "b1b1b1b1b1b1",
}
PAPER = {
    "index": 2,
    "type": "web",
    "document_id": "https://paper.test/a",
    "title": "A paper",
    "snippet": "Of 412 links, 387 led to their passage.",
    "url": "https://paper.test/a",
}
SOURCES = [GATE, LIMIT, PAPER]
ANSWER = """## What it does

The gate *refuses* what **nobody** can follow [1]. See `items[1]` and \\*stars\\*.

- It counts [2]
  - and again [[cite:b1b1b1b1b1b1]]
- A [link](https://model.test/) of the model, an ![image](https://model.test/i.png), <https://model.test/>

3. three
4. four

> A quoted line [1]

```js
const x = a[1];

const y = 2;
```

The end [9], and [[cite:nothing|at all]] more.
"""


def rows(name: str) -> list[dict[str, Any]]:
    """The rows of a file that the Python side is tested with too."""
    text = (Path(__file__).parents[1] / f"answers/data/{name}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.split("\n") if line]


GAPS = rows("gaps")
SHOW = """([sources, pieces, options]) => {
  window.reader = citegate.createReader({ sources, ...options });
  window.view = citegate.createView(document.querySelector("#answer"));
  for (const piece of pieces) view.show(reader.feed(piece));
  view.show(reader.end());
}"""
TEXT = "document.querySelector('.citegate > div').innerHTML"


@pytest.fixture
def page(a_chromium: None, request: pytest.FixtureRequest) -> Iterator[Any]:
    with answer_page(request.getfixturevalue("chromium"), viewport={"width": 1280, "height": 900}) as opened:
        yield opened


def show(page: Any, *pieces: str, sources: list[dict[str, Any]] | None = None, **options: Any) -> None:
    page.evaluate(SHOW, [SOURCES if sources is None else sources, list(pieces or (ANSWER,)), options])


def test_markdown_is_shown(page: Any) -> None:
    show(page)
    text = page.locator(".citegate > div")
    assert text.locator("h3").inner_text() == "What it does"
    assert text.locator("em").all_inner_texts() == ["refuses"]
    assert text.locator("strong").all_inner_texts() == ["nobody"]
    assert text.locator("p code").all_inner_texts() == ["items[1]"]
    assert text.locator("pre").inner_text().strip() == "const x = a[1];\n\nconst y = 2;"
    assert text.locator("ul ul li").count() == 1
    assert text.locator("ol li").evaluate_all("items => items.map((item) => item.value)") == [3, 4]
    assert text.locator("blockquote").inner_text() == "A quoted line 1"
    assert "*stars*" in text.inner_text()
    assert "The end [9], and more." in " ".join(text.inner_text().split())


def test_only_what_is_cited_can_be_clicked(page: Any) -> None:
    show(page)
    hrefs = page.locator("a").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    assert {href for href in hrefs if not href.startswith("#")} == {GATE["url"], LIMIT["url"], PAPER["url"]}
    assert page.locator("u").all_inner_texts() == ["link", "image", "https://model.test/"]
    status = page.locator("[role=status]").inner_text()
    assert "Citations left out: 1." in status
    assert "cut off" not in status


def test_cards_stand_by_number_with_their_passages(page: Any) -> None:
    show(page, "Two [2], then one [1].")
    cards = page.locator("article")
    assert [text.split("\n")[0] for text in cards.all_inner_texts()] == ["1 The gate", "2 A paper"]
    assert cards.nth(0).locator("mark").all_inner_texts() == [GATE["snippet"], LIMIT["snippet"]]
    link = cards.nth(0).locator("blockquote a").first
    assert link.get_attribute("href") == GATE["url"]
    assert link.get_attribute("rel") == "noreferrer"
    assert link.inner_text() == "Open at the passage"


def test_a_chip_leads_to_its_card_and_escape_back(page: Any) -> None:
    show(page)
    chips = page.locator(".citegate > div .citegate-chip")
    assert chips.nth(0).get_attribute("aria-label") == "Sources 1 The gate"
    chips.nth(2).click()
    assert page.evaluate("document.activeElement.ariaLabel") == "1 The gate"
    assert page.locator("blockquote:focus mark").all_inner_texts() == [LIMIT["snippet"]]
    assert page.locator("article:focus-within").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("article:focus-within").count() == 0
    assert chips.nth(2).evaluate("chip => chip === document.activeElement")


def test_keys_alone_do_it(page: Any) -> None:
    show(page, "It refuses [1].")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "citegate-chip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.localName") == "blockquote"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == GATE["url"]
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.className") == "citegate-chip"


def test_a_card_is_scrolled_into_view(page: Any) -> None:
    page.set_viewport_size({"width": 500, "height": 400})
    show(page, ANSWER * 5)
    page.locator(".citegate > div .citegate-chip").first.click()
    box = page.locator("article").first.bounding_box()
    assert box["y"] >= 0
    assert box["y"] + min(box["height"], 100) <= 400


@pytest.mark.parametrize("size", [1, 2, 5, 13])
def test_a_stream_ends_as_the_whole_does(page: Any, size: int) -> None:
    show(page)
    whole = page.evaluate(TEXT)
    pieces = [ANSWER[at : at + size] for at in range(0, len(ANSWER), size)]
    text, shown = page.evaluate(
        """async ([sources, pieces]) => {
          const reader = citegate.createReader({ sources });
          const view = citegate.createView(document.querySelector("#answer"));
          const text = () => document.querySelector(".citegate > div");
          const shown = [];
          for (const piece of pieces) {
            view.show(reader.feed(piece));
            await new Promise(requestAnimationFrame);
            shown.push(text().textContent);
          }
          view.show(reader.end());
          return [text().innerHTML, shown];
        }""",
        [SOURCES, pieces],
    )
    assert text == whole
    assert not any("[[" in each or "cite:" in each or "[9" in each.replace("[9]", "") for each in shown)
    assert len(set(shown)) > len(pieces) / 5


def test_a_citation_that_is_left_out_leaves_no_gap(page: Any) -> None:
    """However the answer is cut; the same rows are shown by tests/unit/answers/test_render.py."""
    wrong = page.evaluate(
        """([sources, rows]) => {
          const shown = (pieces) => {
            const reader = citegate.createReader({ sources });
            const view = citegate.createView(document.querySelector("#answer"));
            for (const piece of pieces) view.show(reader.feed(piece));
            view.show(reader.end());
            return document.querySelector(".citegate > div").innerText.trim().replace(/\\s+/g, " ");
          };
          const cuts = function* (text) {
            yield [text];
            yield text.split("");
            for (let at = 1; at < text.length; at++) yield [text.slice(0, at), text.slice(at)];
          };
          const wrong = [];
          for (const { id, answer, text } of rows) {
            const found = [...cuts(answer)].map(shown).find((each) => each !== text);
            if (found !== undefined) wrong.push(`${id}: ${found}`);
          }
          return wrong;
        }""",
        [SOURCES, GAPS],
    )
    assert wrong == []


def test_the_state_of_the_answer_is_told(page: Any) -> None:
    page.evaluate(
        """sources => {
          window.reader = citegate.createReader({ sources, nonce: "0123456789abcdef" });
          window.view = citegate.createView(document.querySelector("#answer"));
          view.show(reader.feed("It is cut"));
        }""",
        SOURCES,
    )
    assert page.locator(".citegate > div").get_attribute("aria-busy") == "true"
    page.evaluate("view.show(reader.end())")
    assert page.locator(".citegate > div").get_attribute("aria-busy") is None
    assert page.locator("[role=status]").inner_text() == "The answer was cut off."


@pytest.mark.parametrize("width", [320, 500, 1280])
def test_nothing_is_wider_than_the_screen(page: Any, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    long = {**GATE, "title": "x" * 300, "snippet": "y" * 300}
    show(page, "z" * 300 + " [1]\n\n```\n" + "code " * 99 + "\n```\n", sources=[long])
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_light_and_dark(page: Any, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    show(page)
    page.locator(".citegate > div .citegate-chip").first.click()
    page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished)).then(() => 0)")
    low = page.evaluate(
        """() => {
          const canvas = document.createElement("canvas").getContext("2d");
          const parts = (colour) => { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
            return [...canvas.getImageData(0, 0, 1, 1).data]; };
          const linear = (v) => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
          const light = (colour) => parts(colour).slice(0, 3)
            .reduce((sum, v, at) => sum + linear(v) * [.2126, .7152, .0722][at], 0);
          const dark = matchMedia("(prefers-color-scheme: dark)").matches;
          const ground = (e) => {
            for (; e; e = e.parentElement) {
              const colour = getComputedStyle(e).backgroundColor;
              if (colour !== "rgba(0, 0, 0, 0)") return colour;
            }
            return dark ? "#121212" : "#ffffff";
          };
          const contrast = (e) => {
            const [one, other] = [light(getComputedStyle(e).color), light(ground(e))].sort((x, y) => y - x);
            return (one + .05) / (other + .05);
          };
          return [...document.querySelectorAll(".citegate *")].filter((e) => e.innerText && !e.children.length)
            .filter((e) => contrast(e) < 4.5).map((e) => `${contrast(e)} ${e.outerHTML}`);
        }"""
    )
    assert low == []


def test_motion_is_left_out_where_it_is_not_wanted(page: Any) -> None:
    show(page)
    chip = page.locator(".citegate > div .citegate-chip").first
    chip.click()
    name = "getComputedStyle(document.querySelector('article:focus-within')).animationName"
    assert page.evaluate(name) == "citegate"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(name) == "none"


HOSTILE = rows("xss")
FOREIGN = """() => {
  const all = "div p span a section h2 h3 article button blockquote mark em strong code pre ul ol li hr br u";
  const tags = new Set(all.split(" "));
  const names = new Set("class id title href target rel role tabindex aria-label aria-busy value".split(" "));
  const wrong = [];
  for (const node of document.querySelectorAll("#answer *")) {
    if (!tags.has(node.localName)) wrong.push(node.localName);
    for (const { name, value } of node.attributes) {
      if (!names.has(name)) wrong.push(`${name}=${value}`);
      if (name === "class" && !/^citegate-[a-z]+$/.test(value)) wrong.push(`class=${value}`);
      if (name === "id" && !/^citegate-\\d+-\\d+$/.test(value)) wrong.push(`id=${value}`);
      if (name === "href" && !/^(https?:\\/\\/|\\/(?![\\/\\\\])|#citegate-)/.test(value)) wrong.push(`href=${value}`);
    }
    if (node.localName === "a" && !["http:", "https:"].includes(node.protocol)) wrong.push(node.href);
  }
  return wrong;
}"""


def test_hostile_answers_and_sources_stay_text(page: Any) -> None:
    assert len(HOSTILE) >= 150
    for row in HOSTILE:
        vector = row["vector"]
        source = {**GATE, "title": vector, "snippet": vector, "url": row.get("url", vector), "document_id": vector}
        show(page, f"{vector} [1]\n\n{vector}", sources=[source])
        show(page, *f"**{vector}** [1] [t](kb:{vector})", sources=[source])
        assert page.evaluate(FOREIGN) == [], row
    assert page.evaluate("window.pwned") is None
    assert page.title() == "Answers"
