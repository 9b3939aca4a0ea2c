"""A Dask cluster that shares work whose pieces do not depend on one another; extra "distributed"."""

from __future__ import annotations

import logging
import platform
import re
import threading
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from citegate.errors import CitegateError, ConfigError, MissingExtra, WorkerLost
from citegate.version import __version__
from citegate.workers.local import CHUNKS, Work, chunked

A = TypeVar("A")
T = TypeVar("T")
R = TypeVar("R")

PATIENCE = 10.0  # seconds to wait for the scheduler, and then for a first worker
ALONE = 60.0  # seconds that a run waits while its cluster has no worker at all: a new one may be on its way
POLL = 2.0  # seconds between two looks at whether there are workers
LOST_TOO_OFTEN = "a worker was ended from outside, or ran out of memory, each time the same pages were given to one"
_ADDRESS = re.compile(r"(?:[a-z]+://)?(?:\[[0-9A-Fa-f:.%]+\]|[^\s\[\]:/]+)(?::\d{1,5})?(?:/[\w./-]*)?")

_begun = threading.local()


def spread_on_cluster(
    begin: Callable[[A], Work[T, R]], argument: A, pieces: Sequence[T], weights: Sequence[int], scheduler: str
) -> Iterator[R]:
    """The result of each piece, in order, as `local.spread` gives it, worked out on the cluster of this scheduler.

    What a lost worker had to do is given to another. Raises MissingExtra, ConfigError for a scheduler that does not
    answer, that has no worker, or whose workers have another citegate; WorkerLost when too many workers are lost, and
    what the work itself raises.
    """
    try:
        from distributed import Client  # noqa: PLC0415 - an extra, and half a second
    except ImportError as error:
        raise MissingExtra("distributed", "--engine dask") from error
    if not pieces:
        return
    with _silence():
        client = _connected(Client, scheduler)
        futures: list[Any] = []
        try:
            threads = _ready(client, scheduler)
            given = client.submit(_Given, uuid.uuid4().hex, __version__, begin, argument, key=f"given-{uuid.uuid4()}")
            chunks = chunked(pieces, weights, threads * CHUNKS)
            futures = [client.submit(_work, given, chunk, pure=False) for chunk in chunks]
            for number, future in enumerate(futures):
                yield from _result(client, future)
                futures[number] = None
        except OSError as error:
            raise WorkerLost(f"the connection to the scheduler {scheduler} was lost", "run again") from error
        finally:
            _let_go(client, [future for future in futures if future is not None])


class _Given:
    """What every worker begins with; one for each run."""

    def __init__(self, run: str, version: str, begin: Callable[[Any], Any], argument: Any) -> None:
        self.run = run
        self.version = version
        self.begin = begin
        self.argument = argument


def _work(given: _Given, chunk: Sequence[Any]) -> Any:
    """A worker's part: what `begin` gives is kept for the run, one for each thread."""
    if given.version != __version__:
        raise ConfigError(
            f"a worker has citegate {__version__}, and this is {given.version}", "install one version everywhere"
        )
    if getattr(_begun, "run", "") != given.run:
        _begun.work = given.begin(given.argument)
        _begun.run = given.run
    return _begun.work(chunk)


def _connected(make: Callable[..., Any], scheduler: str) -> Any:
    hint = "name one as tcp://host:8786, and see that it runs"
    if not _ADDRESS.fullmatch(scheduler):  # a client that is made with one leaves a thread behind
        raise ConfigError(f"--scheduler {scheduler!r} is no address", hint)
    try:
        return make(scheduler, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError, ImportError, RuntimeError) as error:
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        raise ConfigError(f"no scheduler answers at {scheduler}: {reason}", hint) from error


def _ready(client: Any, scheduler: str) -> int:
    """How many threads the workers have. Raises ConfigError when there is none, or one of another Python."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError as error:
        raise ConfigError(f"the scheduler {scheduler} has no worker", "start one: dask worker ADDRESS") from error
    own = platform.python_version_tuple()[:2]
    for address, about in sorted(client.get_versions()["workers"].items()):
        theirs = tuple(str(about["host"]["python"]).split(".")[:2])
        if theirs != own:
            message = f"the worker {address} has Python {'.'.join(theirs)}, and this is {'.'.join(own)}"
            raise ConfigError(message, "use one version of Python, distributed and citegate everywhere")
    threads: dict[str, int] = client.nthreads()
    return max(1, sum(threads.values()))


def _result(client: Any, future: Any) -> Any:
    """What a future comes to."""
    from distributed import KilledWorker  # noqa: PLC0415 - as above
    from distributed import TimeoutError as NotYet  # noqa: PLC0415

    alone = 0.0
    while True:
        try:
            return future.result(timeout=POLL)
        except NotYet:
            alone = 0.0 if client.nthreads() else alone + POLL
            if alone >= ALONE:
                raise WorkerLost("the cluster has lost all its workers", "start new ones, and run again") from None
        except KilledWorker as error:
            raise WorkerLost(LOST_TOO_OFTEN, "give the workers more memory") from error
        except CitegateError:
            raise
        except ModuleNotFoundError as error:
            raise ConfigError(f"a worker has no {error.name}", "install citegate and its extras everywhere") from error


def _let_go(client: Any, futures: Sequence[Any]) -> None:
    """End what still runs for nothing, and the connection."""
    try:
        client.cancel(futures)
    finally:
        client.close(timeout=POLL)


@contextmanager
def _silence() -> Iterator[None]:
    """Dask's own log, which says in tracebacks what is said here in a line, kept from the terminal."""
    log = logging.getLogger("distributed")
    level = log.level
    log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        log.setLevel(level)
