"""An answer as HTML: what a reader sees, and that nothing of the model or of a source gets out of its place."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import turbohtml

from citegate.answers.cards import WORDS, safe_url
from citegate.answers.render import TAGS, Rendered, render_answer
from citegate.answers.resolve import Resolver
from citegate.model.answer import SourceRecord, SourceType

VECTORS: list[dict[str, str]] = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "answers/data/xss.jsonl").read_text("utf-8").split("\n")
    if line
]
GATE = SourceRecord(
    1, SourceType.DOCUMENT, "guide/gate", "The gate", "It refuses a citation that leads nowhere.",
    "/guide/gate#:~:text=It%20refuses", "a1a1a1a1a1a1",
)  # fmt: skip
PAPER = SourceRecord(
    2, SourceType.WEB, "https://paper.test/a", "A paper", "Of 412 links, 387 led.", "https://paper.test/a"
)
GAPS: list[dict[str, str]] = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "answers/data/gaps.jsonl").read_text("utf-8").split("\n")
    if line
]
UNLINKED = '<span class="citegate-unlinked" title="A link of the model, taken out">'
CHIP = '<a class="citegate-chip" href="#citegate-1-1" title="The gate" aria-label="Sources 1: The gate">1</a>'


def render(text: str, *records: SourceRecord, **options: Any) -> Rendered:
    return render_answer(text, Resolver(records or (GATE, PAPER), routes={"guide/gate": "/guide/gate"}), **options)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("It refuses [1].", f"<p>It refuses {CHIP}.</p>"),
        ("# Title", "<h3>Title</h3>"),
        ("Title\n---", "<h4>Title</h4>"),
        ("*a* **b** `c[1]`", "<p><em>a</em> <strong>b</strong> <code>c[1]</code></p>"),
        ("```js\na[1]\n```", '<pre tabindex="0"><code>a[1]\n</code></pre>'),
        ("3. a\n4. b", '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'),
        ("~~a~~ <sub>b</sub><br>c", "<p><s>a</s> <sub>b</sub><br>c</p>"),
        ("[x](https://model.test)", f"<p>{UNLINKED}x</span></p>"),
        ("![x](https://model.test/i.png)", f"<p>{UNLINKED}x</span></p>"),
        ("<https://model.test>", f"<p>{UNLINKED}https://model.test</span></p>"),
        ("[x][r]\n\n[r]: https://model.test", f"<p>{UNLINKED}x</span></p>"),
        ("[**x** y](https://model.test)", f"<p>{UNLINKED}<strong>x</strong> y</span></p>"),
        ("https://model.test/", "<p>https://model.test/</p>"),
        ('<a href="https://model.test">x</a>', "<p>x</p>"),
        ("Nine [9] and [[cite:none|at all]].", "<p>Nine [9] and.</p>"),
        (
            "[the gate](kb:guide/gate)",
            '<p><a href="/guide/gate#:~:text=It%20refuses" target="_blank" rel="noopener noreferrer">the gate</a>'
            f"{CHIP}</p>",
        ),
    ],
)
def test_what_is_shown(text: str, shown: str) -> None:
    assert render(text).text.strip() == shown


@pytest.mark.parametrize("row", GAPS, ids=lambda row: row["id"])
def test_a_citation_that_is_left_out_leaves_no_gap(row: dict[str, str]) -> None:
    """The same rows are shown by the module, in tests/browser/test_answer_view.py."""
    assert " ".join(re.sub("<[^>]*>", "", render(row["answer"]).text).split()) == row["text"]


def test_gaps_are_found_in_linear_steps() -> None:
    """No time is measured: quadratic steps would not end before the test run does."""
    for part in ("[[cite:x]]", "[[cite:x]] ", " "):
        assert "cite" not in render("a" + part * 100_000).text


def test_chips_stand_in_tables_lists_and_headings() -> None:
    text = render("| a |\n|---|\n| b [1] |\n\n- c [1]\n\n## d [1]\n\n> e [1]\n").text
    assert f"<td>b {CHIP}</td>" in text
    assert f"<li>c {CHIP}</li>" in text
    assert f"<h4>d {CHIP}</h4>" in text
    assert text.count("citegate-chip") == 4


def test_cards_by_number_each_passage_once() -> None:
    second = SourceRecord(
        1, SourceType.DOCUMENT, "guide/gate", "The gate", "A second passage.", "/guide/gate#:~:text=A%20second",
        "b1b1b1b1b1b1",
    )  # fmt: skip
    sources = render("B [2], a [1], a [1].", GATE, second, PAPER).sources
    assert re.findall(r'id="([^"]+)"', sources) == ["citegate-1-1", "citegate-1-2"]
    assert re.findall(r"<mark>([^<]+)", sources) == [GATE.snippet, second.snippet, PAPER.snippet]
    assert sources.count("Open at the passage") == 3


def test_nothing_cited_makes_no_panel() -> None:
    assert render("Nothing.").sources == ""


def test_remarks_say_what_was_left_out() -> None:
    made = render("[a](https://m.test) [[cite:none|x]] <a href='https://m.test'>b</a>")
    assert made.links == 2
    assert made.remarks == ("Citations left out: 1.", "Links taken out: 2.")
    assert "Citations left out: 1. Links taken out: 2." in made.html


def test_a_citation_that_is_not_seen_is_counted() -> None:
    assert render("<svg>[1]</svg>").lost == 1
    assert render("x [1]").lost == 0


def test_words_and_ids_are_the_callers() -> None:
    made = render("[1]", prefix="turn-7", words={"open": "Öffnen"})
    assert 'href="#turn-7-1"' in made.text
    assert 'id="turn-7-1"' in made.sources
    assert ">Öffnen</a>" in made.sources
    with pytest.raises(ValueError, match="cannot begin an id"):
        render("[1]", prefix='x" onclick="')
    with pytest.raises(ValueError, match="needs a resolver"):
        render_answer("text")


def test_the_same_answer_gives_the_same_bytes() -> None:
    text = "[a](https://m.test) [1] [the gate](kb:guide/gate)"
    assert render(text) == render(text)


@pytest.mark.parametrize("text", ["\ud83d", "\ufdd00\ufdd1 [1]", "a \ufdd2.", "&#xFDD0;0&#xFDD1;", "\x00[1]\x00"])
def test_odd_characters_do_not_forge_a_place(text: str) -> None:
    made = render(text)
    assert made.text.count("citegate-chip") == ("[1]" in text)
    made.html.encode()


OURS = {
    "div": {"class"},
    "span": {"class", "title"},
    "section": {"class", "aria-label"},
    "article": {"id", "tabindex", "aria-label"},
    "a": {"class", "href", "title", "aria-label", "target", "rel"},
    "ol": {"start"},
    "pre": {"tabindex"},
    **{name: set() for name in ("h2", "mark")},
}
CLASSES = {"citegate", "citegate-text", "citegate-chip", "citegate-sources", "citegate-unlinked"}


def faults(html: str) -> list[str]:
    """What two parsers, that of HTML5 and one that knows nothing of its tree, find that citegate does not write."""
    lenient = _Lenient()
    lenient.feed(html)
    elements: Any = turbohtml.parse(html).select("body *")
    seen = [fault for node in elements for fault in _check(node.tag, _attributes(node))]
    return seen + lenient.wrong


def _attributes(node: Any) -> dict[str, str | None]:
    return {name: value if isinstance(value, str | None) else " ".join(value) for name, value in node.attrs.items()}


def _check(tag: str, attributes: dict[str, str | None]) -> list[str]:
    wrong = [] if tag in TAGS or tag in OURS else [f"<{tag}>"]
    for name, value in attributes.items():
        if name not in OURS.get(tag, set()):
            wrong.append(f"<{tag} {name}={value!r}>")
        if name == "class" and value not in CLASSES:
            wrong.append(f"class {value!r}")
        if name == "id" and not re.fullmatch(r"citegate-1-\d+", value or ""):
            wrong.append(f"id {value!r}")
        if name == "href" and not (value or "").startswith("#citegate-1-") and not safe_url(value):
            wrong.append(f"href {value!r}")
        if name in ("start", "tabindex") and not re.fullmatch(r"-?\d{1,9}", value or ""):
            wrong.append(f"{name} {value!r}")
    return wrong


class _Lenient(HTMLParser):
    """The same look with another parser, which knows nothing of HTML5's tree."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.wrong += _check(tag, dict(attrs))

    def handle_comment(self, data: str) -> None:
        self.wrong.append(f"comment {data!r}")


@pytest.mark.parametrize("row", VECTORS, ids=[str(number) for number in range(len(VECTORS))])
def test_hostile_answers_and_sources_stay_text(row: dict[str, str]) -> None:
    vector = row["vector"]
    source = SourceRecord(1, SourceType.WEB, vector, vector, vector, row.get("url", vector), "a1a1a1a1a1a1")
    for text in (
        vector,
        f"{vector} [1]\n\n{vector}",
        f"[1] **{vector}** [t](kb:{vector})",
        f"[{vector}](kb:{vector}) [1]",
    ):
        made = render_answer(text, Resolver((source,)), words=dict(WORDS))
        assert faults(made.html) == []


def test_vectors_are_many() -> None:
    assert len(VECTORS) >= 150
    assert len({row["vector"] for row in VECTORS}) == len(VECTORS)
