"""The HTML report in a real browser: filter, search, keys, the link to a passage, and hostile text that stays text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from citegate import gate
from citegate.config import load
from citegate.report import RENDERERS

pytestmark = pytest.mark.browser

HOSTILE = "<img src=x onerror=\"document.title='pwned'\">"
PAGE = f"""---
title: '{HOSTILE.replace("'", "''")}</title><script>document.title="pwned"</script>'
---
# Ferry `{HOSTILE}`

The ferry leaves the north pier at six in the morning, unless there is ice.

A ticket costs four crowns.

```html
</script><script>document.title = "pwned"</script>
```

See [the ticket](/{"ferry"}#:~:text=four%20crowns) and [nothing](javascript:document.title='pwned'//#:~:text=none).
"""
ENTRIES = [
    {"docId": "ferry", "passage": "The ferry leaves the north pier at six in the morning", "claim": "It is early."},
    {"docId": "ferry", "passage": "A ticket costs four crowns.", "claim": f"Zwölf {HOSTILE}"},
    {"docId": "ferry", "passage": f"Nobody has ever written this {HOSTILE}", "claim": "</script><script>1</script>"},
    {"docId": HOSTILE, "passage": "A passage of a page that is not there", "claim": "Nowhere."},
]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a site with a citation in each state."""
    root = tmp_path_factory.mktemp("site")
    hostile = root / "content" / "<img src=x onerror=alert(1)>"
    hostile.mkdir(parents=True)
    (root / "content" / "ferry.md").write_text(PAGE, encoding="utf-8")
    (hostile / "a.citations.json").write_text(json.dumps(ENTRIES), encoding="utf-8")
    settings = {"keeps_pages": True, "writes": False, "site_url": "https://site.test/"}
    report = gate.run(load(root, settings)).report
    (root / "report.html").write_text(RENDERERS["html"](report), encoding="utf-8")
    return root / "report.html"


@pytest.fixture
def page(a_chromium: None, request: pytest.FixtureRequest, file: Path) -> Iterator[Any]:
    """The report, opened; an error on it fails the test."""
    opened = request.getfixturevalue("chromium").new_page(viewport={"width": 1280, "height": 900})
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    opened.on("dialog", lambda dialog: faults.append(dialog.message))
    opened.goto(file.as_uri())
    yield opened
    opened.close()
    assert faults == []


def cards(page: Any) -> list[str]:
    """The states of the citations that are shown."""
    found: list[str] = page.locator(".card:visible").evaluate_all("cards => cards.map(card => card.dataset.state)")
    return sorted(found)


def test_hostile_text_stays_text(page: Any) -> None:
    assert page.title() == "Citations: 3 of 6 lead to their passage"
    assert page.locator("img, iframe, object").count() == 0
    assert page.locator("script").count() == 1
    assert HOSTILE in page.locator(".page h2").all_inner_texts()[-1]
    assert f"Zwölf {HOSTILE}" in page.locator(".claim").all_inner_texts()
    hrefs = page.locator("a").evaluate_all("links => links.map(link => link.href)")
    assert hrefs
    assert all(href.startswith("https://site.test/ferry") for href in hrefs)


def test_states_rules_and_words_choose_citations(page: Any) -> None:
    everything = cards(page)
    assert len(everything) == 6
    page.click("#states button.good")
    assert "good" not in cards(page)
    page.keyboard.press("Escape")
    assert cards(page) == everything
    page.select_option("#rule", "CG111")
    assert cards(page) == ["warned"]
    assert page.locator("mark:not(.off)").all_inner_texts() == [ENTRIES[0]["passage"]]
    page.select_option("#rule", "")
    page.fill("#search", "zwolf CROWNS")
    assert cards(page) == ["good"]
    assert page.locator("#shown").inner_text() == "1 of 6 shown"
    page.fill("#search", "no such words anywhere")
    assert cards(page) == []
    assert page.locator("#nothing").is_visible()


def test_a_sentence_stands_beside_its_claim(page: Any) -> None:
    row = page.locator(".row", has=page.locator("mark", has_text="north pier"))
    assert row.locator(".claim").inner_text() == "It is early."
    text, card = row.locator("mark").bounding_box(), row.locator(".card").bounding_box()
    assert card["x"] > text["x"] + 300
    assert abs(card["y"] - text["y"]) < 60


def test_a_citation_opens_the_page_at_the_passage(page: Any) -> None:
    page.locator("mark", has_text="north pier").click()
    assert page.locator(".card.at").count() == 0
    assert page.locator(".card:focus .claim").inner_text() == "It is early."
    card = page.locator(".card", has_text="It is early.")
    link = card.locator("a")
    begin = "https://site.test/ferry#:~:text=The%20ferry"
    assert link.get_attribute("href").startswith(begin)
    assert link.get_attribute("rel") == "noopener noreferrer"
    page.fill("#site", "http://localhost:1")
    assert link.get_attribute("href").startswith(begin.replace("https://site.test", "http://localhost:1"))
    page.fill("#site", "javascript:alert(1)//")
    assert link.get_attribute("href").startswith("/ferry#")


def test_keys_lead_from_citation_to_citation(page: Any) -> None:
    first = "document.activeElement.id"
    page.keyboard.press("j")
    one = page.evaluate(first)
    page.keyboard.press("j")
    two = page.evaluate(first)
    assert one != two
    page.keyboard.press("k")
    assert page.evaluate(first) == one
    page.keyboard.press("/")
    page.keyboard.type("jk")
    assert page.locator("#search").input_value() == "jk"


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_is_wider_than_the_screen(page: Any, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_light_and_dark(page: Any, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    low = page.evaluate(
        """() => {
          const linear = v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
          const light = colour => colour.match(/[\\d.]+/g).slice(0, 3)
            .reduce((sum, v, i) => sum + linear(v / 255) * [.2126, .7152, .0722][i], 0);
          const ground = e => {
            while (/, 0\\)/.test(getComputedStyle(e).backgroundColor)) e = e.parentElement;
            return getComputedStyle(e).backgroundColor;
          };
          const contrast = e => {
            const [one, other] = [light(getComputedStyle(e).color), light(ground(e))].sort((x, y) => y - x);
            return (one + .05) / (other + .05);
          };
          return [...document.querySelectorAll('body *')].filter(e => e.innerText && e.children.length === 0)
            .filter(e => contrast(e) < 4.5).map(e => e.outerHTML);
        }"""
    )
    assert low == []
