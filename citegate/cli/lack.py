"""lacking: the errors by which Python says, each in its own way, that the machine has no more to give."""

from __future__ import annotations

import errno
from typing import NamedTuple


class Lack(NamedTuple):
    """What is said of it: the message, and the way out."""

    message: str
    hint: str


MEMORY = Lack("there is not enough memory for this run", "give it more, or name fewer folders with --content")
INSIDE = Lack(
    "Python failed inside, as it does where there is not enough memory",
    f"{MEMORY.hint}; if there is enough, please report this line",
)
THREADS = Lack("the system starts no more threads for this run", "give it more memory, or more processes (`ulimit -u`)")

_NO_MEMORY = ("failed to map", "cannot allocate memory")
"""How a loader tells that a library found no room (glibc: https://man7.org/linux/man-pages/man3/dlopen.3.html)."""


def lacking(error: BaseException) -> Lack | None:
    """What was lacking where this error came from, or None for any other error.

    CPython does not say MemoryError everywhere: a frame that finds no room is a SystemError, a library an ImportError
    (often inside a SystemError or another ImportError), a thread a RuntimeError, a folder an OSError.
    """
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
        return MEMORY
    if isinstance(error, ImportError) and any(words in str(error).lower() for words in _NO_MEMORY):
        return MEMORY
    if isinstance(error, SystemError):
        return INSIDE
    if isinstance(error, RuntimeError) and "can't start new thread" in str(error):
        return THREADS
    return None
