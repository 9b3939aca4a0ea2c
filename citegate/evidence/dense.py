"""The dense leg: vectors of passages, from a model in a package, an endpoint, or a stand-in."""

from __future__ import annotations

import hashlib
import json
import math
from array import array
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from citegate.errors import ConfigError, MissingExtra
from citegate.evidence.endpoint import EndpointEmbedder
from citegate.evidence.store import Store
from citegate.evidence.terms import STOP_WORDS, stem, words
from citegate.unicode.normalize import normalized
from citegate.unicode.scripts import has_spaces_between_words

BATCH = 256  # texts that a backend gets at once
SCALE = 127  # a vector is kept as signed bytes: its largest part is this, and the rest in proportion
DIMENSIONS = 1024  # of the stand-in; 512 find 2 % less of the golden set, 2048 no more
GRAM_SIZES = (3, 4, 5)  # characters
DENSE_GRAM_SIZES = (1, 2)  # in scripts without spaces
BACKENDS = ("auto", "wordllama", "ngrams", "endpoint", "none")

_WITHOUT_VECTOR = """SELECT passages.number, title, passages.headings, quote FROM passages
JOIN documents ON documents.number = document LEFT JOIN vectors ON vectors.number = passages.number
WHERE passages.number > ? AND vectors.number IS NULL ORDER BY passages.number LIMIT ?"""

Vector = Sequence[float]


class Embedder(Protocol):
    """What makes vectors."""

    name: str
    """What outputs call it."""
    is_semantic: bool
    """False when it only sees spelling."""

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """A vector for each text. Raises BackendFailed."""
        ...


class NgramEmbedder:
    """Hashed character n-grams: always there, the same everywhere, and blind to meaning."""

    name = "ngrams (hashed character n-grams, not semantic)"
    is_semantic = False

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """A vector of `DIMENSIONS` for each text."""
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> Vector:
        vector = [0.0] * DIMENSIONS
        for word, count in Counter(words(text)).items():
            weight = 1 + math.log(count)
            for place, sign in _buckets(word):
                vector[place] += sign * weight
        return vector


@lru_cache(maxsize=100_000)
def _buckets(word: str) -> tuple[tuple[int, int], ...]:
    """Place and sign of each n-gram of a word with its ends marked; () for a word that says nothing."""
    if stem(word) in STOP_WORDS:
        return ()
    key = normalized(word)
    has_spaces = has_spaces_between_words(key)
    padded = f" {key} " if has_spaces else key
    sizes = GRAM_SIZES if has_spaces else DENSE_GRAM_SIZES
    grams = (padded[at : at + size] for size in sizes for at in range(max(1, len(padded) - size + 1)))
    return tuple(map(_bucket, grams))


def _bucket(gram: str) -> tuple[int, int]:
    digest = hashlib.blake2b(gram.encode("utf-8", "surrogatepass"), digest_size=4).digest()
    number = int.from_bytes(digest, "big")
    return (number >> 1) % DIMENSIONS, 1 if number & 1 else -1


class WordLlamaEmbedder:
    """Static word vectors of the package wordllama, which carries its model: English, offline, on a CPU."""

    name = "wordllama (256 dimensions, English)"
    is_semantic = True

    def __init__(self) -> None:
        try:
            import wordllama  # type: ignore[import-untyped] # noqa: PLC0415 - an extra
        except ImportError as error:
            raise MissingExtra("dense", "the backend wordllama") from error
        self._model: Any = wordllama.WordLlama.load(cache_dir=Path(wordllama.__file__).parent, disable_download=True)

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """A vector of 256 for each text."""
        return list(self._model.embed(list(texts)))


def find_embedder(backend: str = "auto", url: str = "", model: str = "", key: str = "") -> Embedder | None:
    """The backend of this name; None for "none".

    "auto" is the endpoint when a URL is given, else wordllama when it is installed, else the stand-in. Raises
    ConfigError for an unknown name, and MissingExtra.
    """
    if backend not in BACKENDS:
        raise ConfigError(f"there is no embeddings backend {backend!r}", "the backends are " + ", ".join(BACKENDS))
    if backend == "endpoint" and not url:
        raise ConfigError("the backend endpoint needs `embeddings_url`", "give the base URL, such as …/v1")
    if backend == "endpoint" or (backend == "auto" and url):
        return EndpointEmbedder(url, model, key)
    if backend == "none":
        return None
    if backend in ("auto", "wordllama"):
        try:
            return WordLlamaEmbedder()
        except MissingExtra:
            if backend == "wordllama":
                raise
    return NgramEmbedder()


def embed_missing(store: Store, embedder: Embedder) -> int:
    """Give every passage that has none a vector of this backend; how many got one. Raises BackendFailed."""
    if store.fact("backend") != embedder.name:
        store.connection.execute("DELETE FROM vectors")
        store.set_fact("backend", embedder.name)
    done, last = 0, -1
    while batch := store.connection.execute(_WITHOUT_VECTOR, (last, BATCH)).fetchall():
        vectors = embedder.embed([_text(title, headings, quote) for _, title, headings, quote in batch])
        with store.connection:
            store.connection.execute("BEGIN")
            store.connection.executemany(
                "INSERT INTO vectors VALUES (?, ?)",
                ((row[0], packed(vector)) for row, vector in zip(batch, vectors, strict=True)),
            )
        done += len(batch)
        last = batch[-1][0]
    return done


def _text(title: str, headings: str, quote: str) -> str:
    """What is embedded: the passage under its headings, which often have the word that it is about."""
    return " ".join((*dict.fromkeys((title, *json.loads(headings))), quote))


def packed(vector: Vector) -> bytes:
    """A vector as signed bytes; its length is lost, which the cosine does not need."""
    values = vector if isinstance(vector, list) else [float(value) for value in vector]
    largest = max(max(values, default=0.0), -min(values, default=0.0))
    if not largest:
        return bytes(len(values))
    scale = SCALE / largest
    return array("b", [round(value * scale) if value else 0 for value in values]).tobytes()
