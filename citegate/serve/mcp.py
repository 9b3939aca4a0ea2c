"""The site for agents: over the Model Context Protocol, on stdio or HTTP."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

from citegate.errors import ConfigError, MissingExtra
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


def parse_address(address: str) -> tuple[str, int]:
    """Host and port of HOST:PORT, of :PORT or of PORT; without a host, this machine alone. Raises ConfigError."""
    host, _, port = address.rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    if not (port.isascii() and port.isdecimal()) or not 0 < int(port) < 65536:
        raise ConfigError(f"{address!r} is not HOST:PORT", "write --http 127.0.0.1:8000")
    return host, int(port)


def is_loopback(host: str) -> bool:
    """True when only this machine can reach the host."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def serve_stdio(desk: Desk) -> None:
    """Answer on standard input and output until the client leaves."""
    make_server(desk).run("stdio")


def serve_http(desk: Desk, host: str, port: int, names: tuple[str, ...] = ()) -> None:
    """Answer at http://HOST:PORT/mcp, without sessions.

    A request must name the host, or one of `names`, in its Host header, and in its Origin where it has one: a web page
    of another site cannot ask.
    """
    server = make_server(desk)
    from mcp.server.transport_security import TransportSecuritySettings  # noqa: PLC0415 - see make_server

    hosts = ("127.0.0.1", "localhost", "[::1]") if is_loopback(host) else (f"[{host}]" if ":" in host else host,)
    known = [f"{each}:*" for each in (*hosts, *names)]
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[*known, *names],
        allowed_origins=[f"{scheme}://{each}" for scheme in ("http", "https") for each in (*known, *names)],
    )
    server.run(
        "streamable-http",
        host=host,
        port=port,
        stateless_http=True,
        json_response=True,
        max_request_body_size=MAX_BODY,
        transport_security=security,
    )
