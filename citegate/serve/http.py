"""HTTP as both servers speak it: bounds on connections, on headers, and on the time that a client may take."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from starlette.requests import ClientDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import socket

    from starlette.types import ASGIApp, Receive, Scope, Send

PATIENCE = 15.0  # seconds in which a request has to be sent, and in which a reader has to take in what is sent
CONNECTIONS = 400  # at once; one more is told that the server is busy
HEAD = 16 * 1024  # bytes of a request's line and headers together
GRACE = 2  # seconds that answers under way get when the server is told to stop


class Deadline(H11Protocol):
    """A connection that is closed when its request does not come to an end, or when its answer is not taken in.

    Each byte that comes does not begin the time anew: a client that sends one now and then is cut off too.
    """

    patience = PATIENCE

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._request: asyncio.TimerHandle | None = None
        self._response: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as H11Protocol has it
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self._request = _stopped(self._request)
        self._response = _stopped(self._response)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Take what has come, and see whether the request is whole."""
        super().handle_events()
        self._watch()

    def pause_writing(self) -> None:
        """Begin to wait for a reader who does not read."""
        super().pause_writing()
        self._response = self._response or self.loop.call_later(self.patience, self.transport.abort)

    def resume_writing(self) -> None:
        """The reader has caught up."""
        self._response = _stopped(self._response)
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP; where an answer was sent or has begun, there is nothing left but to close."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.close()
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True  # what the application still says of the request has no reader
            self.cycle.message_event.set()
        super().send_400_response(msg)

    def _watch(self) -> None:
        if self.transport.is_closing() or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._request = _stopped(self._request)
        elif self._request is None:
            self._request = self.loop.call_later(self.patience, self.transport.abort)


def _stopped(timer: asyncio.TimerHandle | None) -> asyncio.TimerHandle | None:
    """None, in place of the timer that runs no more."""
    if timer is not None:
        timer.cancel()
    return None


def server_of(app: ASGIApp) -> uvicorn.Server:
    """A server of the application. Nothing is logged but faults of its own."""

    async def asked(scope: Scope, receive: Receive, send: Send) -> None:
        with suppress(ClientDisconnect):  # nobody is there to be answered
            await app(scope, receive, send)

    return uvicorn.Server(
        uvicorn.Config(
            asked,
            http=Deadline,
            ws="none",
            log_level="error",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            limit_concurrency=CONNECTIONS,
            h11_max_incomplete_event_size=HEAD,
            timeout_graceful_shutdown=GRACE,
        )
    )


def run(app: ASGIApp, sock: socket.socket) -> None:
    """Answer on a socket that listens, until interrupted."""
    server_of(app).run(sockets=[sock])
