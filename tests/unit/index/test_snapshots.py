"""Pages of other sites, kept in a folder."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from citegate.cli.main import run
from citegate.errors import UnreadableSource
from citegate.index.fetch import fetch
from citegate.index.files import MemoryFiles
from citegate.index.snapshots import Snapshot, Snapshots, file_name, index_text, plain_url

PAGE = b"<!doctype html><p>Boats are hired out by the hour."
ANSWERS = {
    "/page": (200, "text/html; charset=utf-8", PAGE),
    "/picture": (200, "image/png", b"\x89PNG"),
    "/gone": (404, "text/html", b"no"),
    "/refused": (403, "text/html", b"no"),
    "/broken": (500, "text/html", b"no"),
}


@pytest.fixture
def host() -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/moved":
                self.send_response(301)
                self.send_header("Location", "/page")
                self.end_headers()
                return
            status, kind, body = ANSWERS[self.path]
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("path", "status", "is_kept", "trouble"),
    [
        ("/page", 200, True, ""),
        ("/moved", 200, True, ""),
        ("/picture", 200, False, ""),
        ("/gone", 404, False, ""),
        ("/refused", 403, False, "HTTP 403 Forbidden"),
        ("/broken", 500, False, "HTTP 500 Internal Server Error"),
    ],
)
def test_what_an_answer_comes_to(host: str, path: str, status: int, is_kept: bool, trouble: str) -> None:
    taken, body = fetch(host + path, "2026-01-02T03:04:05Z", 5)
    assert (taken.status, bool(taken.file), taken.trouble) == (status, is_kept, trouble)
    assert (body is not None) is is_kept
    if path == "/moved":
        assert taken.final_url == host + "/page"


@pytest.mark.parametrize(
    ("url", "trouble"),
    [("http://127.0.0.1:1/", "connection refused"), ("http://host.invalid/", "the host is not known")],
)
def test_network_trouble_is_no_answer(url: str, trouble: str) -> None:
    taken, body = fetch(url, "2026-01-02T03:04:05Z", 5)
    assert (taken.status, taken.trouble, body) == (0, trouble, None)


def test_snapshots_are_taken_and_read(host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["snapshot", f"{host}/page#:~:text=x", f"{host}/gone"]) == 1
    assert run(["snapshot", f"{host}/page", "http://127.0.0.1:1/"]) == 2
    index = json.loads((tmp_path / "snapshots/index.json").read_text(encoding="utf-8"))
    assert set(index["pages"]) == {f"{host}/page", f"{host}/gone", "http://127.0.0.1:1/"}
    kept = index["pages"][f"{host}/page"]
    assert (tmp_path / "snapshots" / kept["file"]).read_bytes() == PAGE
    assert kept["sha256"] == hashlib.sha256(PAGE).hexdigest()


def test_trouble_does_not_take_the_place_of_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    kept = Snapshot("http://127.0.0.1:1/", "2026-01-01T00:00:00Z", "http://127.0.0.1:1/", 200, "text/html", "a.html")
    (tmp_path / "snapshots").mkdir()
    (tmp_path / "snapshots/index.json").write_text(index_text([kept]), encoding="utf-8")
    assert run(["snapshot", "http://127.0.0.1:1/"]) == 2
    assert (
        json.loads((tmp_path / "snapshots/index.json").read_text())["pages"]["http://127.0.0.1:1/"]["file"] == "a.html"
    )


def test_an_address_is_asked_for_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["snapshot", "example.org/page"]) == 2
    assert "begin with https://" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("url", "plain"),
    [
        ("HTTPS://X.test", "https://x.test/"),
        ("https://x.test/A#b", "https://x.test/A"),
        ("https://x.test/?q=1#:~:text=a", "https://x.test/?q=1"),
    ],
)
def test_url_without_fragment(url: str, plain: str) -> None:
    assert plain_url(url) == plain


def test_names_of_files_tell_pages_apart() -> None:
    names = [file_name(f"https://x.test/a{rest}") for rest in ("", "/", "?b", "/../../etc")]
    assert len(set(names)) == 4
    assert all("/" not in name and not name.startswith(".") for name in names)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"pages": {"u": {"x": 1}}}', '{"pages": []}'])
def test_a_broken_index_is_said(text: str) -> None:
    with pytest.raises(UnreadableSource):
        Snapshots(MemoryFiles({"s/index.json": text}), "s")


def test_a_changed_page_is_noticed() -> None:
    entry = Snapshot("https://x.test/", "d", file="a.html", sha256=hashlib.sha256(PAGE).hexdigest())
    for body, is_intact in ((PAGE, True), (PAGE + b" ", False)):
        snapshots = Snapshots(MemoryFiles({"s/index.json": index_text([entry]), "s/a.html": body}), "s")
        found = snapshots.find("https://x.test#y")
        assert found is not None
        assert snapshots.is_intact(found) is is_intact
