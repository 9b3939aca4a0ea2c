"""The nearest vectors: with numpy where it is installed, else number by number."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from heapq import nlargest
from math import sqrt
from operator import itemgetter, mul
from typing import Any

from citegate.errors import BackendFailed
from citegate.evidence.store import Store

BLOCK = 16_384  # vectors that are turned into floats at once: 16 MB at 256 dimensions
DIGITS = 4  # of a score; further down, numpy and Python's own numbers differ
SPARSE = 0.5  # share of a query's parts that are 0, from which only the others are looked at


class Vectors:
    """All vectors of an index, held in memory as signed bytes."""

    def __init__(self, store: Store) -> None:
        rows = store.connection.execute("SELECT number, vector FROM vectors ORDER BY number")
        self.numbers = array("q")
        self._bytes = bytearray()
        self.dimensions = 0
        for number, vector in rows:
            self.numbers.append(number)
            self._bytes += vector
            self.dimensions = len(vector)
        if self.dimensions * len(self.numbers) != len(self._bytes):
            raise BackendFailed("the vectors of the index have several lengths", "delete the index and make it anew")
        self._matrix, self._lengths = self._prepared()

    def _prepared(self) -> tuple[Any, Any]:
        """The matrix of numpy with the length of each row, or rows of bytes with theirs."""
        try:
            import numpy  # noqa: PLC0415 - comes with an extra, and is not needed
        except ImportError:
            view = memoryview(self._bytes).cast("b") if self._bytes else memoryview(b"")
            size = self.dimensions
            rows = [view[at : at + size] for at in range(0, len(view), size)] if size else []
            return rows, [sqrt(sum(map(mul, row, row))) or 1.0 for row in rows]
        matrix = numpy.frombuffer(self._bytes, dtype=numpy.int8).reshape(len(self.numbers), self.dimensions or 1)
        lengths = numpy.empty(len(matrix), dtype=numpy.float32)
        for first in range(0, len(matrix), BLOCK):
            block = matrix[first : first + BLOCK].astype(numpy.float32)
            lengths[first : first + BLOCK] = numpy.sqrt(numpy.einsum("ij,ij->i", block, block))
        lengths[lengths == 0] = 1
        return matrix, lengths

    def nearest(self, query: Sequence[float], limit: int) -> list[tuple[int, float]]:
        """The numbers of the passages nearest to the query by cosine, best first. Raises BackendFailed."""
        if not self.numbers:
            return []
        values = [float(value) for value in query]
        if len(values) != self.dimensions:
            raise BackendFailed(f"the query has {len(values)} dimensions, the index {self.dimensions}", "index anew")
        length = sqrt(sum(map(mul, values, values)))
        if not length:
            return []
        scores = self._scores([value / length for value in values])
        best = self._best(scores, limit)
        return [(self.numbers[row], round(float(scores[row]), DIGITS)) for row in best]

    def _scores(self, query: list[float]) -> Any:
        if isinstance(self._matrix, list):
            return self._plain_scores(query)
        import numpy  # noqa: PLC0415 - it is there, the matrix says so

        vector = numpy.asarray(query, dtype=numpy.float32)
        scores = numpy.empty(len(self._matrix), dtype=numpy.float32)
        for first in range(0, len(self._matrix), BLOCK):
            scores[first : first + BLOCK] = self._matrix[first : first + BLOCK].astype(numpy.float32) @ vector
        return scores / self._lengths

    def _plain_scores(self, query: list[float]) -> list[float]:
        places = [place for place, value in enumerate(query) if value]
        if len(places) < 2 or len(places) > SPARSE * len(query):
            return [sum(map(mul, query, row)) / length for row, length in zip(self._matrix, self._lengths, strict=True)]
        pick, few = itemgetter(*places), [query[place] for place in places]
        return [sum(map(mul, few, pick(row))) / length for row, length in zip(self._matrix, self._lengths, strict=True)]

    def _best(self, scores: Any, limit: int) -> list[int]:
        """The rows with the highest scores; of equal ones, the first rows, whichever way they were computed."""
        if isinstance(scores, list):
            return nlargest(limit, range(len(scores)), key=lambda row: (round(scores[row], DIGITS), -row))
        import numpy  # noqa: PLC0415

        rounded = numpy.round(scores, DIGITS)
        count = min(limit, len(rounded))
        least = numpy.partition(rounded, len(rounded) - count)[len(rounded) - count]
        rows = numpy.nonzero(rounded >= least)[0].tolist()
        return sorted(rows, key=lambda row: (-rounded[row], row))[:count]
