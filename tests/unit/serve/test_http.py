"""Clients that are slow, or do not speak HTTP: each is let go, and the server has nothing to say of it."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Iterator

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from citegate.serve.address import listen
from citegate.serve.http import HEAD, Deadline, server_of

PIECE = b"x" * 65536
HOST = b"Host: localhost\r\n"


async def whole(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


async def endless(_: Request) -> Response:
    async def pieces() -> object:
        while True:
            await asyncio.sleep(0)  # lets it see that the reader has left
            yield PIECE

    return StreamingResponse(pieces())  # type: ignore[arg-type]  # an async generator is what it takes


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setattr(Deadline, "patience", 0.2)
    app = Starlette(routes=[Route("/", whole, methods=["POST"]), Route("/endless", endless)])
    with listen("127.0.0.1", 0) as sock:
        server = server_of(app)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]})
        thread.start()
        yield sock.getsockname()[1]
        server.should_exit = True
        thread.join()


def answer(port: int, data: bytes) -> bytes:
    """All that is sent until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        got = b""
        try:
            client.sendall(data)
            while piece := client.recv(65536):
                got += piece
        except (ConnectionResetError, BrokenPipeError):
            pass  # closed before everything was read
        return got


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"POST / HT",
        b"POST / HTTP/1.1\r\n" + HOST,
        b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 5\r\n\r\nab",
        b"POST / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab",
        b"POST / HTTP/1.1\r\n" + HOST + b"Expect: 100-continue\r\nContent-Length: 5\r\n\r\n",
    ],
)
def test_a_request_that_does_not_end_is_let_go(port: int, data: bytes) -> None:
    assert b"200 OK" not in answer(port, data)


def test_a_second_request_that_does_not_end_is_let_go(port: int) -> None:
    first = b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 2\r\n\r\nab"
    assert answer(port, first + first[:20]).count(b"200 OK") == 1


def test_a_reader_who_does_not_read_is_let_go(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        client.sendall(b"GET /endless HTTP/1.1\r\n" + HOST + b"\r\n")
        waiting = threading.Event()
        waiting.wait(1.0)
        with pytest.raises(ConnectionResetError):
            while client.recv(1 << 20):
                waiting.wait(0.01)
            raise ConnectionResetError  # closed without more is as good


@pytest.mark.parametrize(
    "data",
    [
        b"\x16\x03\x01\x00\xff" * 20 + b"\r\n\r\n",
        b"POST / HTTP/1.1\r\n" + HOST + HOST + b"\r\n",
        b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: -5\r\n\r\n",
        b"POST / HTTP/1.1\r\n" + HOST + b"X: " + b"a" * HEAD * 2,
        b"POST / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\nZZZ\r\n",
        b"POST /none HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\nZZZ\r\n",
        b"GET /none HTTP/1.1\r\n" + HOST + b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    ],
)
def test_what_is_not_http_is_refused_without_a_trace(port: int, data: bytes, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    logging.getLogger("uvicorn.error").propagate = True
    got = answer(port, data)
    assert not got or got.startswith(b"HTTP/1.1 4")
    assert b"Traceback" not in got
    assert not [record for record in caplog.records if record.exc_info]
