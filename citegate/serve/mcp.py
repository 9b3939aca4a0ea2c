"""The site for agents: over the Model Context Protocol, on stdio or HTTP."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

from citegate.errors import MissingExtra
from citegate.serve.address import listen, names_of, written
from citegate.serve.desk import Desk

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

MAX_BODY = 256 * 1024  # bytes of a request; the longest claim takes some thousands


def make_server(desk: Desk) -> MCPServer:
    """A server that answers from the desk. Raises MissingExtra without the extra `mcp`."""
    try:
        from citegate.serve.tools import server_for  # noqa: PLC0415 - imports an extra, which takes 0.8 s
    except ImportError as error:
        raise MissingExtra("mcp", "citegate mcp") from error
    return server_for(desk)


def serve_stdio(desk: Desk) -> None:
    """Answer on standard input and output until the client leaves."""
    make_server(desk).run("stdio")


def serve_http(desk: Desk, host: str, port: int, names: tuple[str, ...] = ()) -> None:
    """Answer at http://HOST:PORT/mcp, without sessions.

    A request must name the host, or one of `names`, in its Host header, and in its Origin where it has one: a web page
    of another site cannot ask. Raises ConfigError and MissingExtra.
    """
    with listen(host, port) as sock:
        server = make_server(desk)
        from mcp.server.transport_security import TransportSecuritySettings  # noqa: PLC0415 - see make_server

        from citegate.serve.http import run  # noqa: PLC0415 - see make_server

        logging.getLogger("mcp").setLevel(logging.ERROR)  # it has a line for each request, and for each that is wrong

        known = [f"{each}:*" for each in (*names_of(host), *names)]
        security = TransportSecuritySettings(
            enable_dns_rebinding_protection=True,
            allowed_hosts=[*known, *names],
            allowed_origins=[f"{scheme}://{each}" for scheme in ("http", "https") for each in (*known, *names)],
        )
        app = server.streamable_http_app(
            stateless_http=True, json_response=True, max_request_body_size=MAX_BODY, transport_security=security
        )
        print(f"citegate mcp: http://{written(host)}:{port}/mcp", file=sys.stderr, flush=True)
        run(app, sock)
