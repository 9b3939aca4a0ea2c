"""A model behind an OpenAI-compatible endpoint: words as they come, and nothing else of what it sends."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from citegate.errors import BackendFailed, ConfigError, MissingExtra
from citegate.serve.question import Message

CONNECT, SILENCE = 10.0, 60.0  # seconds: to be reached, and between two pieces of an answer
MAX_LINE = 1024 * 1024  # bytes of one event of the stream
MAX_ANSWER = 400_000  # code points of one answer
MAX_STREAM = 32 * 1024 * 1024  # bytes of all that is sent for one answer, what is left behind too
LONGEST = 600.0  # seconds for one answer
DONE = "[DONE]"
_WHOLE = ("stop", "end_turn", "eos", "eos_token", "stop_sequence")
"""How an endpoint says that its answer is whole."""
_STOPPED = {
    "length": "its answer became too long",
    "max_tokens": "its answer became too long",
    "content_filter": "a filter held back the rest",
    "tool_calls": "it waits for a tool, and was given none",
    "function_call": "it waits for a tool, and was given none",
}
_OTHERWISE = "of something that it does not explain"


@dataclass(frozen=True, slots=True)
class ModelEndpoint:
    """Where a model answers."""

    url: str
    """Base URL, such as http://127.0.0.1:8080/v1."""
    model: str = ""
    key: str = ""
    """Sent as a bearer token; it is in no message and in no log."""

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
            raise ConfigError("model_url is not the URL of an endpoint", "write http://HOST/v1 or https://HOST/v1")
        if not (self.key.isascii() and (self.key.isprintable() or not self.key)):
            raise ConfigError(
                "the key of the model has signs that a header cannot have", "set it without line ends and accents"
            )

    def __repr__(self) -> str:
        return f"ModelEndpoint({self.name!r})"

    @property
    def name(self) -> str:
        """What messages call it."""
        return f"{self.model or 'the default model'} at {urlsplit(self.url).netloc}"


async def stream_words(endpoint: ModelEndpoint, system: str, messages: Sequence[Message]) -> AsyncGenerator[str]:
    """The words of an answer as they come, of `POST {url}/chat/completions` with `stream`.

    Only `choices[0].delta.content` is taken: reasoning, tool calls and whatever else there is stay behind. Raises
    BackendFailed. Closing the iterator closes the connection, and with it the model's work.
    """
    try:
        import httpx  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtra("serve", "citegate serve") from error
    body: dict[str, Any] = {
        "stream": True,
        "messages": [
            {"role": "system", "content": system},
            *({"role": each.role, "content": each.content} for each in messages),
        ],
    }
    if endpoint.model:
        body["model"] = endpoint.model
    headers = {"Accept": "text/event-stream", "Accept-Encoding": "identity", "User-Agent": "citegate"}
    if endpoint.key:
        headers["Authorization"] = f"Bearer {endpoint.key}"
    url = endpoint.url.rstrip("/") + "/chat/completions"
    timeout = httpx.Timeout(SILENCE, connect=CONNECT)
    try:
        async with (
            httpx.AsyncClient(timeout=timeout, follow_redirects=False) as client,
            client.stream("POST", url, json=body, headers=headers) as response,
        ):
            if response.status_code != httpx.codes.OK:
                raise BackendFailed(f"{endpoint.name} answered with status {response.status_code}")
            if response.headers.get("content-encoding", "identity") != "identity":
                raise BackendFailed(f"{endpoint.name} sends what nobody asked for: a compressed answer")
            async with aclosing(_lines(response.aiter_bytes(), endpoint.name)) as lines:
                async for words in _words(lines, endpoint.name):
                    yield words
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
        raise BackendFailed(f"{endpoint.name} does not answer: {type(error).__name__}") from error


async def _lines(pieces: AsyncIterator[bytes], name: str) -> AsyncGenerator[str]:
    """The lines of a stream; a line without end is a fault, and so is a stream without end."""
    held: list[bytes] = []
    size = total = 0
    end = time.monotonic() + LONGEST
    async for piece in pieces:
        total += len(piece)
        if total > MAX_STREAM or time.monotonic() > end:
            raise BackendFailed(f"{name} does not stop")
        *ended, rest = piece.split(b"\n")
        for line in ended:
            yield b"".join((*held, line)).decode("utf-8", "replace").rstrip("\r")
            held, size = [], 0
        held.append(rest)
        size += len(rest)
        if size > MAX_LINE:
            raise BackendFailed(f"{name} sends a line that does not end")
    if size:
        yield b"".join(held).decode("utf-8", "replace")


async def _words(lines: AsyncIterator[str], name: str) -> AsyncIterator[str]:
    total, half = 0, ""
    is_ended = False
    async for line in lines:
        if not line.startswith("data:"):
            continue
        text = line[5:].strip()
        if text == DONE:
            is_ended = True
            break
        try:
            words, reason = _delta(json.loads(text))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise BackendFailed(f"{name} answers in another form than OpenAI's") from error
        words, half = _whole(half + words)
        total += len(words)
        if total > MAX_ANSWER:
            raise BackendFailed(f"{name} does not stop")
        if words:
            yield words
        if reason not in (None, "", *_WHOLE):
            raise BackendFailed(f"{name} stopped because {_STOPPED.get(reason, _OTHERWISE)}")
        is_ended = is_ended or bool(reason)
    if not is_ended:
        raise BackendFailed(f"{name} ended in the middle of its answer")
    if not total:
        raise BackendFailed(f"{name} said nothing")


def _whole(text: str) -> tuple[str, str]:
    """The text without halves of characters, and the half at its end that the next event may complete."""
    half = text[-1] if text and "\ud800" <= text[-1] <= "\udbff" else ""
    text = text[: len(text) - len(half)]
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text, half


def _delta(data: dict[str, Any]) -> tuple[str, str | None]:
    """The words of one event, and why it is the last; ("", None) for one that has neither."""
    if data.get("error"):
        raise ValueError("an error in the stream")
    choices = data["choices"]
    if not choices:  # the event that counts tokens
        return "", None
    content = choices[0].get("delta", {}).get("content")
    if content is None:
        content = ""
    if not isinstance(content, str):
        raise TypeError("content is no text")
    reason = choices[0].get("finish_reason")
    if not isinstance(reason, str | None):
        raise TypeError("the reason to stop is no text")
    return content, reason
