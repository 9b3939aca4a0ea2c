"""The pages and answers of `citegate serve`. Imports the extra `serve`: only serve/web.py imports this file."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from functools import partial
from pathlib import Path

import anyio
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from citegate.errors import CitegateError
from citegate.serve.bundle import MODULE, STYLE, answer_module, answer_style, asset
from citegate.serve.desk import Desk
from citegate.serve.guard import Guard
from citegate.serve.model import ModelEndpoint
from citegate.serve.question import MAX_BODY, TOO_LARGE, Question, Refused, read_question
from citegate.serve.reading import READ, reading_page
from citegate.serve.talk import Event, Host, answer_question

MAX_TALKS = 8  # answers under way at once
HTML, CSS, JS, LINES = "text/html", "text/css", "text/javascript", "application/x-ndjson"
NOT_FOUND, WRONG_TYPE, BUSY, FAULT = 404, 415, 503, 500


class Lines(StreamingResponse):
    """A stream of lines that ends when the reader leaves, also while there is nothing to send."""

    def __init__(self, lines: AsyncIterator[str], ended: Callable[[], None]) -> None:
        super().__init__(lines, media_type=LINES)
        self.ended = ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream, and call `ended` behind it, whether it was begun or not."""
        try:
            await self._send(receive, send)
        finally:
            self.ended()

    async def _send(self, receive: Receive, send: Send) -> None:
        """Send, and wait for the reader to leave; what comes first ends the other."""
        async with anyio.create_task_group() as group:

            async def leave_with(ending: Callable[[], Awaitable[None]]) -> None:
                await ending()
                group.cancel_scope.cancel()

            group.start_soon(leave_with, partial(self.listen_for_disconnect, receive))
            try:
                await leave_with(partial(self.stream_response, send))
            except OSError:
                group.cancel_scope.cancel()


def app_for(desk: Desk, endpoint: ModelEndpoint | None, url: str, names: tuple[str, ...], port: int) -> Starlette:
    """An application that answers from the desk; `url` is where the site's pages are, "" for plain pages of its own."""
    host = Host(desk, endpoint, url.rstrip("/") or READ)
    talks = 0

    async def ask(request: Request) -> Response:
        nonlocal talks
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return _error(WRONG_TYPE, "a question is application/json")
        try:
            question = read_question(await _body(request))
        except Refused as refused:
            return _error(refused.status, refused.message)
        except ClientDisconnect:
            return Response()
        if talks >= MAX_TALKS:
            return _error(BUSY, "too many answers are under way; ask again")

        async def lines() -> AsyncIterator[str]:
            async with aclosing(_safely(host, question)) as events:
                async for event in events:
                    yield json.dumps(event, ensure_ascii=False) + "\n"

        def ended() -> None:
            nonlocal talks
            talks -= 1

        talks += 1
        return Lines(lines(), ended)

    async def about(_: Request) -> Response:
        documents = len(await run_in_threadpool(desk.routes))
        return JSONResponse({"model": endpoint.name if endpoint else None, "documents": documents})

    async def read(request: Request) -> Response:
        page = await run_in_threadpool(reading_page, desk, "/" + request.path_params["path"])
        if page is None:
            return PlainTextResponse("there is no such page\n", NOT_FOUND)
        return Response(page, media_type=HTML)

    def text(content: str, media_type: str) -> Callable[[Request], Awaitable[Response]]:
        async def send(_: Request) -> Response:
            return Response(content, media_type=media_type)

        return send

    return Starlette(
        routes=[
            Route("/", text(asset("page.html"), HTML)),
            Route("/-/page.css", text(asset("page.css"), CSS)),
            Route("/-/page.js", text(asset("page.js"), JS)),
            Route(f"/-/{MODULE}", text(answer_module(), JS)),
            Route(f"/-/{STYLE}", text(answer_style(), CSS)),
            Route("/-/about", about),
            Route("/-/ask", ask, methods=["POST"]),
            Route(READ + "/{path:path}", read),
        ],
        middleware=[Middleware(Guard, names=names, port=port)],
        exception_handlers={CitegateError: _could_not, Exception: _fault},
    )


async def _safely(host: Host, question: Question) -> AsyncGenerator[Event]:
    """The events of an answer; what goes wrong on this side becomes an event too, without its particulars."""
    try:
        async with aclosing(answer_question(host, question, run_in_threadpool)) as events:
            async for event in events:
                yield event
    except CitegateError as error:
        yield {"kind": "error", "text": error.message}
    except Exception as error:  # the last line of defence
        _tell(error)
        yield {"kind": "error", "text": "citegate met a fault of its own"}


def _tell(error: Exception) -> None:
    """Say on standard error where a fault was met, and not what it says: that may be somebody's question or key."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{type(error).__name__} at {Path(frame.filename).name}:{frame.lineno}"
    print(f"citegate met a fault of its own: {place}", file=sys.stderr, flush=True)


async def _body(request: Request) -> bytes:
    """The body, read no further than it may be long. Raises Refused."""
    held = bytearray()
    async for piece in request.stream():
        held += piece
        if len(held) > MAX_BODY:
            raise Refused(TOO_LARGE, f"a request has at most {MAX_BODY} bytes")
    return bytes(held)


def _error(status: int, message: str) -> JSONResponse:
    return JSONResponse({"error": message}, status)


async def _could_not(_: Request, error: Exception) -> Response:
    return _error(FAULT, error.message if isinstance(error, CitegateError) else "")


async def _fault(_: Request, __: Exception) -> Response:
    return _error(FAULT, "citegate met a fault of its own")
