"""What a local server asks of every request, and says in every response: its own names, no other page's scripts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
MISDIRECTED, FORBIDDEN = 421, 403


class Guard:
    """An ASGI application around another: a request must name one of `names`, with the port, in its Host.

    The same holds for Origin where it stands. So a page of another site cannot ask, not even one whose name was made
    to lead to this machine.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str], port: int) -> None:
        self._app = app
        self._hosts = frozenset(name.lower() if _has_port(name) else f"{name.lower()}:{port}" for name in names)
        if port == 80:
            self._hosts |= {name.lower() for name in names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        refusal = self._refusal(Headers(scope=scope))
        await (refusal or self._app)(scope, receive, guarded)

    def _refusal(self, headers: Headers) -> PlainTextResponse | None:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return PlainTextResponse("this server does not answer to that name\n", MISDIRECTED)
        for origin in headers.getlist("origin"):
            scheme, _, host = origin.lower().partition("://")
            if scheme not in ("http", "https") or host not in self._hosts:
                return PlainTextResponse("this server does not answer other sites\n", FORBIDDEN)
        return None


def _has_port(name: str) -> bool:
    return name.rpartition(":")[2].isdecimal() and not name.endswith("]")
