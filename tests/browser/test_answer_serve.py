"""`citegate serve` as a reader uses it: the real command on a free port, with a fake model behind it and without."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx")

from tests.unit.serve.fake_model import FakeModel, event, fake_model, words

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
PAGE = """# Ferry

The last ferry leaves at half past nine from the north pier, and dogs travel free.

## Tickets

A ticket costs four crowns, and children below six years pay nothing at all.
"""
CLAIM = "The last ferry leaves at half past nine"
HOSTILE = "<img src=x onerror=document.title='pwned'><script>document.title='pwned'</script>"


@contextmanager
def served(folder: Path, settings: str = "") -> Iterator[str]:
    """The address of the command, run on a small site."""
    (folder / "content").mkdir()
    (folder / "content" / "ferry.md").write_text(PAGE, encoding="utf-8")
    (folder / "citegate.toml").write_text(settings, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "CITEGATE_MODEL_KEY": "secret-key"}
    command = [sys.executable, "-m", "citegate", "serve", "--port", "0", "--embeddings", "ngrams"]
    with subprocess.Popen(command, cwd=folder, env=environment, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        try:
            found = re.search(r"http://\S+", server.stderr.readline())
            assert found
            yield found[0]
        finally:
            server.terminate()
        said = server.stderr.read()
    assert "secret-key" not in said
    assert "Traceback" not in said


@pytest.fixture
def model() -> Iterator[FakeModel]:
    with fake_model() as running:
        yield running


@pytest.fixture
def page(a_chromium: None, request: pytest.FixtureRequest) -> Iterator[Any]:
    opened = request.getfixturevalue("chromium").new_context(viewport={"width": 1280, "height": 900})
    page = opened.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    yield page
    opened.close()
    assert faults == []


def ask(page: Any, text: str) -> Any:
    """Ask on the page, and wait for the end of the answer."""
    page.fill("#question", text)
    page.keyboard.press("Enter")
    turn = page.locator(".turn").last
    turn.locator(".citegate > div:first-child:not([aria-busy])").wait_for(state="attached")
    page.locator("#send:enabled").wait_for()
    return turn


def test_passages_answer_and_open_at_the_passage(page: Any, tmp_path: Path) -> None:
    with served(tmp_path) as address:
        page.goto(address)
        page.locator("#about", has_text="no model is configured").wait_for()
        turn = ask(page, CLAIM)
        assert turn.locator(".notice").all_inner_texts() == ["No model is configured: these are the passages."]
        assert "half past nine from the north pier" in turn.locator(".citegate > div:first-child").inner_text()
        turn.locator(".citegate > div:first-child .citegate-chip").first.click()
        with page.context.expect_page() as opened:
            turn.locator("article a").first.click()
        read = opened.value
        read.wait_for_load_state()
        assert read.locator("h1").inner_text() == "Ferry"
        assert read.url.startswith(f"{address}-/read/ferry#:~:text=")
        turn = ask(page, "Bread is baked in a wood-fired oven")
        assert "No support found" in turn.locator(".notice").inner_text()
        assert "Ferry" in turn.locator(".notice li").all_inner_texts()


def test_a_model_streams_and_its_citations_lead_to_cards(page: Any, tmp_path: Path, model: FakeModel) -> None:
    pieces = [
        "It leaves at **half",
        " past nine** [",
        "1",
        "]. Dogs [travel",
        "](https://m.test) free ",
        "[1]",
        f". {HOSTILE}",
    ]
    model.answer = lambda: iter(words(*pieces))
    with served(tmp_path, f'model_url = "{model.url}"\nmodel = "small"\n') as address:
        page.goto(address)
        page.locator("#about", has_text="small at 127.0.0.1").wait_for()
        turn = ask(page, CLAIM)
        text = turn.locator(".citegate > div:first-child")
        assert text.locator("strong").inner_text() == "half past nine"
        assert text.locator(".citegate-chip").count() == 2
        assert HOSTILE in text.inner_text()
        assert turn.locator("img, script, [href*='m.test']").count() == 0
        assert turn.locator("article mark").first.inner_text().startswith("The last ferry leaves")
        assert page.title() == "Ask the site"
        ask(page, "And what does a ticket cost, how many crowns?")
    assert [each["role"] for each in model.asked[1]["messages"]] == ["system", "user", "assistant", "user"]


def test_a_reader_who_stops_ends_the_models_work(page: Any, tmp_path: Path, model: FakeModel) -> None:
    def endless() -> Iterator[bytes]:
        yield event({"content": "It leaves at half past nine [1]. "})
        while not model.may_go_on.wait(0.02):
            yield event({"content": "And on. "})

    model.answer = endless
    with served(tmp_path, f'model_url = "{model.url}"\n') as address:
        page.goto(address)
        page.fill("#question", CLAIM)
        page.click("#send")
        page.locator(".citegate > div:first-child .citegate-chip").wait_for()
        page.click("#stop")
        assert model.has_left.wait(20)
        page.locator("#send:enabled").wait_for()
        assert "cut off" in page.locator("[role=status]").inner_text()


@pytest.mark.parametrize("width", [360, 500])
def test_nothing_is_wider_than_a_small_screen(page: Any, tmp_path: Path, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    with served(tmp_path) as address:
        page.goto(address)
        ask(page, CLAIM)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
