"""Real browsers as witnesses: this project's own guide, small sites, pages that hang, and nothing left running."""

from __future__ import annotations

import re
import shutil
import time
import uuid
from pathlib import Path

import pytest

from citegate import gate
from citegate.config import load
from citegate.errors import MissingBrowser
from citegate.fragment.match import Page
from citegate.model import ENGINES, Citation, SourceText, Span, Status, Verdict
from citegate.model.proof import Outcome, Question
from citegate.parse.html import parse_html_document
from citegate.proof import chromium
from citegate.proof.ask import Proof, ask_browser
from citegate.proof.firefox import Firefox
from citegate.proof.minimise import minimise
from citegate.proof.server import Serve, Served
from citegate.proof.webkit import WebKit
from citegate.verify.passage import Decision
from citegate.verify.proof import questions

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Harbour</title></head><body>
<nav>Tickets are sold on board.</nav>
<p>The ferry leaves the north pier at six.</p>
<p>Tickets are sold <b>on board</b>.</p>
<p hidden>Nobody reads this sentence.</p>
<p>Café au lait is served until noon.</p>
</body></html>
"""
LINKS = (
    ("text=north%20pier", "north pier"),
    ("text=Tickets%20are%20sold%20on%20board.", "Tickets are sold on board."),
    ("text=six.-,Tickets%20are%20sold", "Tickets are sold"),
    ("text=Nobody%20reads", None),
    ("text=The%20ferry,at%20six", "The ferry leaves the north pier at six"),
    ("text=Caf%C3%A9%20au%20lait", "Café au lait"),
)


@pytest.fixture
def a_firefox() -> None:
    _needs(shutil.which("firefox") or shutil.which("firefox-esr"), "Firefox")


@pytest.fixture
def a_webkit() -> None:
    _needs(shutil.which("WebKitWebDriver") and shutil.which("xvfb-run"), "WebKitGTK's driver and xvfb")


def _needs(path: str | None, name: str) -> None:
    if not path:
        pytest.skip(f"no {name} here")


def always(page: str) -> Serve:
    return lambda path: Served(page.encode())


def asked(page: str, engine: str, *directives: str) -> list[Question]:
    (document,) = parse_html_document(SourceText("a.html", page), id="a", url="/a", engines=(ENGINES[engine],))
    citations = [Citation("a.md", Span(0, 1), "a", "/a", None, f":~:{directive}") for directive in directives]
    decisions = [Decision(Verdict(citation, Status.SKIPPED)) for citation in citations]
    return list(questions(decisions, Page(document, ENGINES[engine]), has_offsets=True))


def prove(page: str, engine: str, *directives: str, pictures: Path | None = None) -> Proof:
    return ask_browser(engine, asked(page, engine, *directives), always(page), pictures)


@pytest.mark.parametrize("engine", ["chromium", "firefox", "webkit"])
def test_each_browser_reads_back_the_words(engine: str, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue(f"a_{engine}")
    proof = prove(PAGE, engine, *(directive for directive, _ in LINKS))
    assert [(answer.text or None, answer.outcome) for answer in proof.answers] == [
        (text, Outcome.AS_EXPECTED) for _, text in LINKS
    ]
    assert re.match(r"(Chromium|Firefox|WebKitGTK) \d", proof.browser)


@pytest.mark.parametrize("engine", ["chromium", "firefox", "webkit"])
def test_each_browser_tells_what_scripts_do(engine: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    request.getfixturevalue(f"a_{engine}")
    page = PAGE.replace("</body>", "<script>document.querySelector('p').remove()</script></body>")
    proof = prove(page, engine, "text=north%20pier", pictures=tmp_path)
    (answer,) = proof.answers
    assert (answer.outcome, answer.is_scripted) == (Outcome.NOTHING, True)
    assert (tmp_path / answer.screenshot).read_bytes().startswith(b"\x89PNG")


@pytest.mark.usefixtures("a_chromium")
def test_the_guide_holds_in_chromium() -> None:
    outcome = gate.run(load(ROOT, {"prove": ("chromium",), "writes": False}))
    found = [note for note in outcome.report.notes if note.startswith("Chromium")]
    assert [f.message for f in outcome.report.findings if f.rule.code in ("CG504", "CG505", "CG506")] == []
    counts = re.search(r": ([\d,]+) of ([\d,]+) links as predicted", found[0])
    assert counts is not None
    assert counts[1] == counts[2]
    assert int(counts[2].replace(",", "")) >= 50


@pytest.mark.usefixtures("a_chromium")
def test_a_page_that_hangs_does_not_take_others_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "LOADING", (3_000, 3_000))
    monkeypatch.setattr(chromium, "PATIENCE", 4)
    hanging = PAGE.replace("</body>", "<script>for (;;) {}</script></body>")
    good, bad = asked(PAGE, "chromium", "text=north%20pier"), asked(hanging, "chromium", "text=ferry")
    pages = {"/a": PAGE, "/b": hanging}
    both = [*good, Question("/b", bad[0].directive, bad[0].expected, bad[0].citation)]
    proof = ask_browser("chromium", both, lambda path: Served(pages[path].encode()), None)
    assert [answer.outcome for answer in proof.answers] == [Outcome.AS_EXPECTED, Outcome.NO_ANSWER]
    assert proof.answers[1].detail


@pytest.mark.usefixtures("a_chromium")
def test_a_page_is_cut_down_to_what_matters() -> None:
    page = PAGE.replace("</body>", "<div><p>one</p><p>two</p></div><i id=x>lost words</i></body>").replace(
        "</p>\n<p hidden>", "</p><script>document.querySelector('#x').remove()</script>\n<p hidden>"
    )
    page = page.replace("<script>document", "<script>addEventListener('DOMContentLoaded', () => document").replace(
        "remove()</script>", "remove())</script>"
    )
    (question,) = asked(page, "chromium", "text=lost%20words")

    def predict(markup: str, url: str) -> Question | None:
        (found,) = asked(markup, "chromium", question.directive)
        return Question(url, found.directive, found.expected, found.citation)

    shortest = minimise(page, question, predict, "chromium", always(""))
    assert shortest is not None
    assert "lost words" in shortest and "<script>" in shortest
    assert "ferry" not in shortest and "<nav>" not in shortest and "two" not in shortest


@pytest.mark.usefixtures("a_chromium")
def test_a_page_that_agrees_cannot_be_cut_down() -> None:
    (question,) = asked(PAGE, "chromium", "text=ferry")
    assert minimise(PAGE, question, lambda markup, url: None, "chromium", always("")) is None


def test_a_browser_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CITEGATE_CHROMIUM", raising=False)
    monkeypatch.setattr(chromium, "PLACES", ())
    for missing in (lambda: chromium.find_chromium(""), Firefox().__enter__, WebKit().__enter__):
        with pytest.raises(MissingBrowser) as caught:
            missing()
        assert "install" in caught.value.hint
    monkeypatch.setenv("CITEGATE_CHROMIUM", "/nowhere/chromium")
    with pytest.raises(MissingBrowser, match="/nowhere/chromium"):
        chromium.find_chromium("")


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="the system does not tell")
@pytest.mark.parametrize("engine", ["chromium", "firefox", "webkit"])
def test_nothing_is_left_running(engine: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    request.getfixturevalue(f"a_{engine}")
    mark = uuid.uuid4().hex
    monkeypatch.setenv("CITEGATE_TEST_MARK", mark)
    prove(PAGE, engine, "text=ferry")
    until = time.monotonic() + 5
    while (left := _started_with(mark)) and time.monotonic() < until:
        time.sleep(0.2)  # what is ending already
    assert left == []


def _started_with(mark: str) -> list[str]:
    """The names of the processes whose environment holds this text."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (process / "environ").read_bytes():
                found.append((process / "comm").read_text().strip())
        except OSError:
            continue  # it ended just now
    return found
