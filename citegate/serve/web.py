"""The site for readers: a local page that answers questions with passages, and with a model where one is configured."""

from __future__ import annotations

import socket
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from citegate.errors import ConfigError, MissingExtra
from citegate.serve.desk import Desk
from citegate.serve.mcp import is_loopback
from citegate.serve.model import ModelEndpoint

if TYPE_CHECKING:
    from starlette.applications import Starlette

GRACE = 2  # seconds that answers under way get when the server is told to stop
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class Site:
    """What is served."""

    desk: Desk
    endpoint: ModelEndpoint | None = None
    """The model that answers; None to answer with the passages."""
    url: str = ""
    """Where the site's pages are; "" for plain pages of this server with the same text."""


def make_app(site: Site, names: tuple[str, ...], port: int) -> Starlette:
    """The page and its answers, for requests that name one of `names` and the port. Raises MissingExtra."""
    try:
        import httpx  # noqa: F401, PLC0415 - an extra: without it no model could answer
        import uvicorn  # noqa: F401, PLC0415

        from citegate.serve.app import app_for  # noqa: PLC0415 - imports an extra
    except ImportError as error:
        raise MissingExtra("serve", "citegate serve") from error
    return app_for(site.desk, site.endpoint, site.url, names, port)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes a free one. Raises ConfigError."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
        sock = socket.socket(family, socket.SOCK_STREAM)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((host, port))
        sock.listen()
    except (OSError, OverflowError, UnicodeError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise ConfigError(f"cannot listen on {host}:{port}: {reason}", "choose another --port") from error
    return sock


def serve(site: Site, host: str, port: int, names: tuple[str, ...] = ()) -> None:
    """Answer at http://HOST:PORT/ until interrupted. Raises ConfigError and MissingExtra."""
    known = (*(LOOPBACK if is_loopback(host) else (f"[{host}]" if ":" in host else host,)), *names)
    sock = listen(host, port)
    port = sock.getsockname()[1]
    with sock:
        app = make_app(site, known, port)
        import uvicorn  # noqa: PLC0415 - see make_app

        config = uvicorn.Config(
            app, log_level="error", access_log=False, server_header=False, timeout_graceful_shutdown=GRACE
        )
        shown = f"[{host}]" if ":" in host else host
        print(f"citegate serve: http://{shown}:{port}/", file=sys.stderr, flush=True)
        uvicorn.Server(config).run(sockets=[sock])
