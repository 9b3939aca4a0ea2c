"""A loopback server: each page once, under a path that no browser has seen."""

from __future__ import annotations

import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that went away is no error of the server; all else is told as usual."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # typed as a socket there


class PageServer:
    """Serves pages on 127.0.0.1 until the program ends."""

    def __init__(self) -> None:
        self._pages: dict[str, bytes] = {}
        self._served = 0
        self._lock = threading.Lock()
        pages = self._pages

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                body = pages.get(self.path)
                self.send_response(200 if body is not None else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Cache-Control", "no-store")
                self.send_header("Content-Length", str(len(body or b"")))
                self.end_headers()
                self.wfile.write(body or b"")

            def log_message(self, format: str, *args: object) -> None:
                """Says nothing."""

        self._server = _Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def put(self, html: str) -> str:
        """Publish a page; its URL."""
        with self._lock:
            self._served += 1
            path = f"/{self._served}"
        self._pages[path] = html.encode("utf-8", "surrogatepass")
        return f"http://127.0.0.1:{self._server.server_address[1]}{path}"

    def drop(self, url: str) -> None:
        """Forget a page."""
        self._pages.pop(url[url.index("/", 8) :], None)
