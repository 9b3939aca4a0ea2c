"""An endpoint that answers as OpenAI's does, in a thread: each test says what it sends."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


def event(delta: dict[str, Any], finish: str | None = None) -> bytes:
    """One event of a stream."""
    data = {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}
    return b"data: " + json.dumps(data).encode() + b"\n\n"


def words(*pieces: str) -> tuple[bytes, ...]:
    """A whole stream that says these pieces."""
    return (*(event({"content": piece}) for piece in pieces), event({}, "stop"), b"data: [DONE]\n\n")


class FakeModel:
    """What the endpoint was asked, what it answers, and whether the client left before the end."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.answer: Callable[[], Iterator[bytes]] = lambda: iter(words("Nothing."))
        self.status = 200
        self.has_left = threading.Event()
        self.may_go_on = threading.Event()
        self.url = ""


@contextmanager
def fake_model() -> Iterator[FakeModel]:
    model = FakeModel()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            model.asked.append(json.loads(body))
            model.headers.append({**self.headers})
            self.send_response(model.status)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Location", "http://127.0.0.1:9/")
            self.end_headers()
            try:
                for piece in model.answer():
                    self.wfile.write(piece)
                    self.wfile.flush()
            except OSError:
                model.has_left.set()

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        model.url = f"http://127.0.0.1:{server.server_port}/v1"
        yield model
        model.may_go_on.set()
        server.shutdown()
