"""ending_in_order: a request to end (SIGTERM, SIGHUP) first ends what was started."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ENDED = 128  # and the number of the signal, as a shell has it
INTERRUPTED = ENDED + signal.SIGINT
_ASKING = ("SIGTERM", "SIGHUP")  # Ctrl-C is left to Python and to event loops
_AGAIN = 0.01  # seconds until a request that came at a bad time is looked at again
_IMPORTING = "<frozen importlib"


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Let a request to end leave by SystemExit, so that processes, browsers and half-written files come to an end.

    While a module is loaded the request waits: what a handler raises there may be lost in a callback of the import
    system, or become another error. One that is ignored, as SIGHUP under `nohup`, stays ignored.
    https://docs.python.org/3/library/signal.html#handlers-and-exceptions
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: FrameType | None) -> None:
        if _is_importing(frame) and hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, lambda _, later: end(number, later))
            signal.setitimer(signal.ITIMER_REAL, _AGAIN)
            return
        sys.exit(ENDED + number)

    known = [number for number in map(signal.__dict__.get, _ASKING) if number is not None]
    wanted = [number for number in known if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, end) for number in wanted}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _is_importing(frame: FrameType | None) -> bool:
    """True when a module is being loaded in this frame or in one that has called it."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(_IMPORTING):
            return True
        frame = frame.f_back
    return False
