"""A loopback server over the pages that are to be opened."""

from __future__ import annotations

import mimetypes
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType

HTML_TYPE = "text/html"


@dataclass(frozen=True, slots=True)
class Served:
    """What stands at a URL path."""

    body: bytes = b""
    media_type: str = HTML_TYPE
    moved_to: str = ""
    """The URL path to go to instead; "" to stay."""


Serve = Callable[[str], Served | None]
"""A URL path, its query included, to what stands there; None for nothing."""


def media_type_of(path: str, body: bytes) -> str:
    """The Content-Type of a file. Text is called UTF-8 when it is; else the page's own words decide."""
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    if path.lower().endswith((".html", ".htm")):
        kind = HTML_TYPE
    elif path.lower().endswith((".js", ".mjs")):
        kind = "text/javascript"
    if not kind.startswith("text/") and kind != "application/json":
        return kind
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return kind
    return kind + "; charset=utf-8"


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64  # several pages, each with its scripts and style sheets

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that went away is no error of the server; all else is told as usual."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # typed as a socket there


class SiteServer:
    """Serves pages on 127.0.0.1, on a port of the system's choice; `with`."""

    def __init__(self, serve: Serve) -> None:
        self._server = _Server(("127.0.0.1", 0), _handler(serve))
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)

    @property
    def origin(self) -> str:
        """`http://127.0.0.1:PORT`."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> SiteServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _handler(serve: Serve) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            served = serve(self.path)
            if served is None:
                self._answer(404, Served(media_type="text/plain"))
            elif served.moved_to:
                self._answer(301, served)
            else:
                self._answer(200, served)

        def do_HEAD(self) -> None:
            self.do_GET()

        def _answer(self, status: int, served: Served) -> None:
            self.send_response(status)
            self.send_header("Content-Type", served.media_type)
            self.send_header("Cache-Control", "no-store")
            self.send_header("Content-Length", str(len(served.body)))
            if served.moved_to:
                self.send_header("Location", served.moved_to)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(served.body)

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    return Handler
