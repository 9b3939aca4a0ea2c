"""The site for readers: a local page that answers questions with passages, and with a model where one is configured."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from citegate.errors import MissingExtra
from citegate.serve.address import listen, names_of, written
from citegate.serve.desk import Desk
from citegate.serve.model import ModelEndpoint

if TYPE_CHECKING:
    from starlette.applications import Starlette


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


def serve(site: Site, host: str, port: int, names: tuple[str, ...] = ()) -> None:
    """Answer at http://HOST:PORT/ until interrupted. Raises ConfigError and MissingExtra."""
    known = (*names_of(host), *names)
    sock = listen(host, port)
    port = sock.getsockname()[1]
    with sock:
        app = make_app(site, known, port)
        from citegate.serve.http import run  # noqa: PLC0415 - see make_app

        print(f"citegate serve: http://{written(host)}:{port}/", file=sys.stderr, flush=True)
        run(app, sock)
