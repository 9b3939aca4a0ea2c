"""Where a server listens: HOST:PORT read, judged and taken."""

from __future__ import annotations

import ipaddress
import socket

from citegate.errors import ConfigError

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""What a request may call a server that only this machine can reach."""


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


def names_of(host: str) -> tuple[str, ...]:
    """What a request may call the server."""
    return LOOPBACK if is_loopback(host) else (written(host),)


def written(host: str) -> str:
    """The host as it stands in a URL."""
    return f"[{host}]" if ":" in host else host


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
        raise ConfigError(f"cannot listen on {host}:{port}: {reason}", "choose another port") from error
    return sock
