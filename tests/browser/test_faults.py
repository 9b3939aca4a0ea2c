"""Proof under fault: pages that misbehave and browsers that die fail by themselves, with a reason; the others go on."""

from __future__ import annotations

import os
import signal
import socket
import socketserver
import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from citegate import gate
from citegate.config import load
from citegate.errors import CitegateError, MissingBrowser
from citegate.fragment.match import Page
from citegate.model import ENGINES, Citation, SourceText, Span, Status, Verdict
from citegate.model.proof import Answer, Outcome, Question
from citegate.parse.html import parse_html_document
from citegate.proof import chromium, firefox, programs, webkit
from citegate.proof.ask import ask_browser
from citegate.proof.server import Serve, Served
from citegate.verify.passage import Decision
from citegate.verify.proof import questions

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("a_chromium", "impatient")]

GOOD = "<!doctype html><meta charset=utf-8><p>The ferry leaves the north pier at six."
needs_proc = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="the system does not tell")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "LOADING", (4_000, 4_000))
    monkeypatch.setattr(chromium, "LATE", 2_000)
    monkeypatch.setattr(chromium, "PATIENCE", 5)
    monkeypatch.setattr(chromium, "TRIES", 2)


def question(url: str, markup: str) -> Question:
    (document,) = parse_html_document(SourceText("a.html", markup), id="a", url=url, engines=(ENGINES["chromium"],))
    citation = Citation("a.md", Span(0, 1), "a", url, None, ":~:text=north%20pier")
    decision = Decision(Verdict(citation, Status.SKIPPED))
    (asked,) = questions([decision], Page(document, ENGINES["chromium"]), has_offsets=True)
    return Question(url, asked.directive, asked.expected, asked.citation)


def both(serve: Serve) -> tuple[Answer, Answer]:
    """What is said of a good page and of a bad one."""
    asked = [question("/bad", GOOD), question("/good", GOOD)]
    failed, held = ask_browser("chromium", asked, serve, None).answers
    return held, failed


PAGES = {
    "dialogs": ("<script>alert(1); confirm(2); prompt(3)</script>", Outcome.AS_EXPECTED),
    "unload": ("<script>onbeforeunload = event => event.preventDefault()</script>", Outcome.AS_EXPECTED),
    "windows": ("<script>for (let n = 0; n < 9; n++) open('/good')</script>", Outcome.AS_EXPECTED),
    "missing": ("<iframe src=/nothing></iframe><img src=/nothing><script src=/nothing></script>", Outcome.AS_EXPECTED),
    "alerts": ("<script>for (;;) alert(1)</script>", Outcome.NO_ANSWER),
    "loop": ("<script>for (;;) {}</script>", Outcome.NO_ANSWER),
    "late-loop": ("<script>onload = () => { for (;;) {} }</script>", Outcome.NO_ANSWER),
    "memory": ("<script>const hold = []; for (;;) hold.push(new ArrayBuffer(1 << 28))</script>", None),
    "history": ("<script>for (let n = 0; n < 9; n++) history.pushState({}, '', '?' + n)</script>", None),
    "leaves": ("<script>location = '/leaves?' + Math.random()</script>", None),
    "away": ("<script>location = '/elsewhere'</script>", None),
    "refresh": ("<meta http-equiv=refresh content='0;url=/refresh?again'>", None),
}
"""What a page has beside its words, and what is said of it; None where it depends on which comes first."""


def test_pages_that_misbehave_fail_alone() -> None:
    pages = {f"/{name}": GOOD + added for name, (added, _) in PAGES.items()} | {"/good": GOOD}

    def serve(path: str) -> Served | None:
        page = pages.get(path.partition("?")[0])
        return Served(page.encode()) if page is not None else None

    asked = [question(url, page) for url, page in pages.items()]
    *answers, held = ask_browser("chromium", asked, serve, None).answers
    assert held.outcome is Outcome.AS_EXPECTED
    for answer, (name, (_, outcome)) in zip(answers, PAGES.items(), strict=True):
        assert outcome is None or answer.outcome is outcome, (name, answer)
        assert answer.outcome is not Outcome.NO_ANSWER or answer.detail, (name, answer)


def test_a_download_and_a_circle_of_redirects_fail_alone() -> None:
    answers = {"/good": Served(GOOD.encode()), "/zip": Served(b"PK", "application/zip")}

    def serve(path: str) -> Served | None:
        return answers.get(path) or (Served(moved_to="/bad?x") if path.startswith("/bad") else None)

    asked = [question("/bad", GOOD), question("/zip", GOOD), question("/nothing", GOOD), question("/good", GOOD)]
    *failed, held = ask_browser("chromium", asked, serve, None).answers
    assert held.outcome is Outcome.AS_EXPECTED
    assert [each.outcome for each in failed[:2]] == [Outcome.NO_ANSWER, Outcome.NO_ANSWER]
    assert all(each.detail for each in failed[:2])
    assert failed[2].outcome is not Outcome.AS_EXPECTED


@needs_proc
@pytest.mark.parametrize("times", [1, 99])
def test_a_browser_that_is_killed_is_started_again(times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = uuid.uuid4().hex
    monkeypatch.setenv("CITEGATE_TEST_MARK", mark)
    monkeypatch.setattr(chromium, "PAGES", 1)
    left = times

    def serve(path: str) -> Served | None:
        nonlocal left
        if path == "/bad" and left:
            left -= 1
            for process, name in started_with(mark):
                if "chrom" in name:
                    kill(process)
            time.sleep(0.2)
        return Served(GOOD.encode())

    held, failed = both(serve)
    assert held.outcome is Outcome.AS_EXPECTED
    assert failed.outcome is (Outcome.AS_EXPECTED if times == 1 else Outcome.NO_ANSWER)
    assert times == 1 or failed.detail
    until = time.monotonic() + 10
    while (running := started_with(mark)) and time.monotonic() < until:
        time.sleep(0.2)
    assert running == []


def kill(process: int) -> None:
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        return  # it ended with another


def started_with(mark: str) -> list[tuple[int, str]]:
    """The processes whose environment holds this text, but for this one."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (process / "environ").read_bytes() and int(process.name) != os.getpid():
                found.append((int(process.name), (process / "comm").read_text().strip()))
        except OSError:
            continue  # it ended just now
    return found


class _Stranger(socketserver.BaseRequestHandler):
    def handle(self) -> None:
        self.request.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]")


@pytest.mark.parametrize(
    ("module", "open_browser", "variable"),
    [(firefox, firefox.Firefox, "CITEGATE_FIREFOX"), (webkit, webkit.WebKit, "CITEGATE_WEBKIT_DRIVER")],
    ids=["firefox", "webkit"],
)
def test_a_port_that_another_program_has_taken_is_said(
    module: Any, open_browser: Callable[[], Any], variable: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "browser"
    program.write_text("#!/bin/sh\nexec sleep 60\n")
    program.chmod(0o700)
    for name in (variable, "CITEGATE_WEBKIT"):
        monkeypatch.setenv(name, str(program))
    monkeypatch.setenv("DISPLAY", ":0")
    with socketserver.TCPServer(("127.0.0.1", 0), _Stranger) as stranger:
        threading.Thread(target=stranger.serve_forever, daemon=True).start()
        monkeypatch.setattr(module, "free_port", lambda: stranger.server_address[1])
        monkeypatch.setattr(programs, "STARTING", 3)
        with pytest.raises(MissingBrowser) as caught:
            open_browser().__enter__()
        stranger.shutdown()
    assert str(program) in caught.value.message or "does not start" in caught.value.message
    assert caught.value.hint


def test_no_port_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "a.md").write_text("The ferry leaves the north pier at six.\n")
    cited = '[{"docId": "a", "passage": "The ferry leaves the north pier at six."}]'
    (tmp_path / "content" / "m.citations.json").write_text(cited)

    def taken(*_: object) -> None:
        raise OSError(98, "Address already in use")

    monkeypatch.setattr(socket.socket, "bind", taken)
    with pytest.raises((OSError, CitegateError), match=r"(?i)in use"):
        gate.run(load(tmp_path, {"prove": ("chromium",), "writes": False}))
