"""Processes that share work whose pieces do not depend on one another; the results come in the order of the pieces."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from citegate.errors import WorkerLost

A = TypeVar("A")
T = TypeVar("T")
R = TypeVar("R")

YOUNG_OBJECTS = 50_000  # made before the collector looks for cycles: a page makes many objects, and no cycles
CHUNKS = 6  # chunks for each process: few enough to cost nothing, and enough that all end at about the same time

Work = Callable[[Sequence[T]], Sequence[R]]
"""What a process does with a chunk: one result for each piece."""

_begun: list[Callable[[Any], Any]] = []


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spread(
    begin: Callable[[A], Work[T, R]], argument: A, pieces: Sequence[T], weights: Sequence[int], processes: int
) -> Iterator[R]:
    """The result of each piece, in order.

    Each process calls `begin(argument)` once, and what that gives with one chunk of pieces after the other; chunks
    are of like weight. Raises WorkerLost when a process dies, and what the work itself raises.
    """
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - 30 ms that most runs do not need
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415
    from multiprocessing import get_context  # noqa: PLC0415

    chunks = chunked(pieces, weights, processes * CHUNKS)
    pool = ProcessPoolExecutor(
        min(processes, len(chunks)) or 1, get_context("spawn"), initializer=_begin, initargs=(begin, argument)
    )
    try:
        for results in pool.map(_work, chunks):
            yield from results
    except BrokenProcessPool as error:
        raise WorkerLost(
            "one of the processes that share the work was ended from outside, or ran out of memory",
            "run again with --jobs 1, or with more memory",
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


def chunked(pieces: Sequence[T], weights: Sequence[int], count: int) -> list[Sequence[T]]:
    """The pieces in order, in about `count` chunks of like weight; none is empty."""
    limit = sum(weights) / max(1, count)
    chunks: list[Sequence[T]] = []
    start = weight = 0
    for number, own in enumerate(weights, 1):
        weight += own
        if weight >= limit or number == len(pieces):
            chunks.append(pieces[start:number])
            start, weight = number, 0
    return chunks


def _begin(begin: Callable[[A], Work[T, R]], argument: A) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that the user sees stops this one
    gc.set_threshold(YOUNG_OBJECTS)
    _begun[:] = [begin(argument)]


def _work(chunk: Sequence[Any]) -> Any:
    return _begun[0](chunk)
