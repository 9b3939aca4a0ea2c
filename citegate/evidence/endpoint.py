"""Backends behind a URL: OpenAI-compatible embeddings, and a reranker of the form that most servers speak."""

from __future__ import annotations

import json
import math
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from http.client import HTTPException, HTTPResponse
from typing import Any
from urllib.parse import urlsplit

from citegate.errors import BackendFailed, ConfigError

TIMEOUT = 30.0  # seconds without a byte
LONGEST = 300.0  # seconds for one answer
PIECE = 1024 * 1024  # bytes that are read at once
MAX_ANSWER = 256 * 1024 * 1024  # bytes; 256 texts with 4,096 numbers each are about 20 MB


class EndpointEmbedder:
    """`POST {url}/embeddings` as OpenAI has it; llama.cpp, Ollama, vLLM and others answer the same."""

    is_semantic = True

    def __init__(self, url: str, model: str = "", key: str = "") -> None:
        self._url = _checked(url) + "/embeddings"
        self._model = model
        self._key = key
        self.name = f"endpoint ({model or 'default model'} at {urlsplit(url).netloc})"

    def embed(self, texts: Sequence[str]) -> list[Sequence[float]]:
        """A vector for each text, in order. Raises BackendFailed."""
        answer = _post(self._url, self._key, {"model": self._model, "input": list(texts)})
        try:
            rows = sorted(answer["data"], key=lambda row: row["index"])
            vectors: list[Sequence[float]] = [[float(value) for value in row["embedding"]] for row in rows]
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise BackendFailed(f"{self.name} answers in another form than OpenAI's") from error
        if not all(math.isfinite(value) for row in vectors for value in row):
            raise BackendFailed(f"{self.name} sent a vector with what is no number")
        if len(vectors) != len(texts) or len(set(map(len, vectors))) > 1 or not all(vectors):
            raise BackendFailed(f"{self.name} sent {len(vectors)} vectors for {len(texts)} texts")
        return vectors


class EndpointReranker:
    """`POST {url}/rerank` with a query and documents, as Jina, Cohere, llama.cpp and others have it."""

    def __init__(self, url: str, model: str = "", key: str = "") -> None:
        self._url = _checked(url) + "/rerank"
        self._model = model
        self._key = key
        self.name = f"rerank ({model or 'default model'} at {urlsplit(url).netloc})"

    def rank(self, query: str, texts: Sequence[str]) -> list[tuple[int, float]]:
        """The places of the texts, best first, with their scores. Raises BackendFailed."""
        body = {"model": self._model, "query": query, "documents": list(texts), "top_n": len(texts)}
        answer = _post(self._url, self._key, body)
        try:
            rows = [(int(row["index"]), float(row["relevance_score"])) for row in answer["results"]]
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise BackendFailed(f"{self.name} answers in another form than expected") from error
        if not all(math.isfinite(score) for _, score in rows):
            raise BackendFailed(f"{self.name} gave a score that is no number")
        if sorted(index for index, _ in rows) != list(range(len(texts))):
            raise BackendFailed(f"{self.name} did not rank every text")
        return sorted(rows, key=lambda row: (-row[1], row[0]))


def _checked(url: str) -> str:
    if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc:
        raise ConfigError(f"{url!r} is not the URL of an endpoint", "write http://… or https://…")
    return url.rstrip("/")


def _post(url: str, key: str, body: dict[str, object]) -> Any:
    if not (key.isascii() and (key.isprintable() or not key)):
        raise ConfigError(
            f"the key for {urlsplit(url).netloc} has signs that a header cannot have",
            "set it without line ends and accents",
        )
    headers = {"Content-Type": "application/json", "User-Agent": "citegate"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    data = json.dumps({name: value for name, value in body.items() if value != ""}).encode()
    request = urllib.request.Request(url, data, headers)  # the scheme is checked
    try:
        with _OPENER.open(request, timeout=TIMEOUT) as response:
            return json.loads(_read(response))
    except urllib.error.HTTPError as error:
        error.close()
        raise BackendFailed(f"{urlsplit(url).netloc} answered with status {error.code}") from error
    except RecursionError as error:
        raise BackendFailed(f"{urlsplit(url).netloc} sent what is nested too deeply") from error
    except (OSError, ValueError, HTTPException) as error:
        reason = str(getattr(error, "reason", error)) or type(error).__name__
        raise BackendFailed(f"{urlsplit(url).netloc} does not answer: {reason.lower()}") from error


def _read(response: HTTPResponse) -> bytes:
    """The answer, within its bounds. Raises OSError."""
    end = time.monotonic() + LONGEST
    held = bytearray()
    while piece := response.read1(PIECE):
        held += piece
        if len(held) > MAX_ANSWER or time.monotonic() > end:
            raise OSError("its answer does not end")
    return bytes(held)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Does not go elsewhere: the key is for the host that was named."""

    def redirect_request(self, *_: object) -> None:
        """Nothing; so the status is the answer."""


_OPENER = urllib.request.build_opener(_NoRedirect)
