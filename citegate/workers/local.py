"""Processes that share work whose pieces do not depend on one another; the results come in the order of the pieces."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from citegate.errors import WorkerLost

if TYPE_CHECKING:
    from concurrent.futures import Future
    from multiprocessing.process import BaseProcess

A = TypeVar("A")
T = TypeVar("T")
R = TypeVar("R")

YOUNG_OBJECTS = 50_000  # made before the collector looks for cycles: a page makes many objects, and no cycles
LOOK = 0.5  # seconds after which the threads that hand out the work are looked at
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
    from multiprocessing import active_children, get_context  # noqa: PLC0415

    chunks = chunked(pieces, weights, processes * CHUNKS)
    count = min(processes, len(chunks)) or 1
    others = set(active_children())
    with _no_interrupts():  # what keeps track of the processes begins here, and they below
        pool = ProcessPoolExecutor(count, get_context("spawn"), initializer=_begin, initargs=(begin, argument))
    try:
        with _watched_threads() as fallen:
            with _no_interrupts():
                parts = [pool.submit(_work, chunk) for chunk in chunks]
            parts.reverse()
            while parts:
                yield from _result(parts.pop(), fallen)
    except (BrokenProcessPool, _ThreadFallen) as error:
        _end(set(active_children()) - others)
        raise WorkerLost(
            "one of the processes that share the work was ended from outside, or ran out of memory",
            "run again with --jobs 1, or with more memory",
        ) from error
    except BaseException:  # nobody waits for what they are at
        _end(set(active_children()) - others)
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _end(processes: Collection[BaseProcess]) -> None:
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(LOOK)


class _ThreadFallen(Exception):
    """A thread of this process that hands out the work came to its end: nobody would ever answer."""


@contextmanager
def _watched_threads() -> Iterator[list[BaseException | None]]:
    """What threads have ended with meanwhile: for want of memory, the one that hands out the work cannot go on."""
    fallen: list[BaseException | None] = []
    before = threading.excepthook
    threading.excepthook = lambda arguments: fallen.append(arguments.exc_value)
    try:
        yield fallen
    finally:
        threading.excepthook = before


def _result(part: Future[Sequence[R]], fallen: Sequence[BaseException | None]) -> Sequence[R]:
    from concurrent.futures import wait  # noqa: PLC0415 - as above

    while not fallen:
        if wait([part], LOOK).done:
            return part.result()
    raise _ThreadFallen from fallen[0]


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Processes that are started meanwhile never see Ctrl-C, nor that the terminal is closed; this one, afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


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
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    gc.set_threshold(YOUNG_OBJECTS)
    with _leaving_without_memory():
        _begun[:] = [begin(argument)]


def _leave_with_parent() -> None:
    """End this process when the one that started it is gone, however it went."""
    from multiprocessing import parent_process  # noqa: PLC0415

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(chunk: Sequence[Any]) -> Any:
    with _leaving_without_memory():
        return _begun[0](chunk)


@contextmanager
def _leaving_without_memory() -> Iterator[None]:
    """End this process where no memory is left: it could not even say so, and the one that started it does."""
    try:
        yield
    except MemoryError:
        os._exit(1)
