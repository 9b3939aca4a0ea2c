"""What a run saw of the files on disk: enough to tell later, without reading them, that none has changed."""

from __future__ import annotations

import hashlib
import os
import struct
import time
from collections.abc import Iterable, Iterator

State = bytes
"""Size, times of change of the content and of the entry in nanoseconds, number of the file, number of the device:
packed, for a run keeps one for each file of the site."""
_STATE = struct.Struct("<qqqQQ")
_NUMBER = (1 << 64) - 1  # numbers of files may have 128 bits

TICK = 50_000_000  # nanoseconds; the clock of file systems with fine times stands still for up to 10 ms
SECOND = 1_000_000_000  # nanoseconds; times that are whole seconds come from file systems with coarse ones
COARSE_TICK = 3 * SECOND
PASSED_BY = frozenset({"node_modules", "__pycache__", "venv"})
"""Folders that hold other people's files; so do those whose name begins with a full stop."""


def state_of(found: os.stat_result) -> State:
    """What tells a file from the same file once it is changed."""
    return _STATE.pack(
        found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino & _NUMBER, found.st_dev & _NUMBER
    )


def length_in(state: State) -> int:
    """How many bytes the file had."""
    length: int = _STATE.unpack(state)[0]
    return length


def content_in(state: State) -> bytes:
    """What of a state tells of the content alone: size and time of change."""
    return state[:16]


def state_at(path: str) -> State | None:
    """The state of the file at this path of the system; None when there is none."""
    try:
        return state_of(os.stat(path))  # noqa: PTH116 - asked of ten thousand files
    except (OSError, ValueError):
        return None


def is_settled(state: State | None, began: int) -> bool:
    """True when a change after `began` (nanoseconds since 1970) cannot leave this state as it is.

    A file that was written just before may be written again before its clock moves on, as git calls racy.
    """
    if state is None:
        return True
    changed: int = _STATE.unpack(state)[2]
    return changed < began - (TICK if changed % SECOND else COARSE_TICK)


def listed(root: str, folder: str) -> Iterator[str]:
    """Every file below `folder`, relative to `root`, with "/"; links to folders are not followed.

    Raises OSError for a folder that may not be read: what it holds would go unseen.
    """
    start = os.path.join(root, folder) if folder else root  # noqa: PTH118 - as above
    if os.path.isfile(start):  # noqa: PTH113 - as above
        yield folder
        return
    prefix = folder.replace(os.sep, "/").rstrip("/")
    waiting = [(start, f"{prefix}/" if prefix and prefix != "." else "")]
    while waiting:
        place, prefix = waiting.pop()
        try:
            with os.scandir(place) as entries:
                for entry in entries:
                    name = entry.name
                    if not _is_folder(entry):
                        yield prefix + name
                    elif name not in PASSED_BY and not name.startswith(".") and not entry.is_symlink():
                        waiting.append((entry.path, f"{prefix}{name}/"))
        except (FileNotFoundError, NotADirectoryError):
            continue  # what is not there holds nothing


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False  # a link that leads in a circle: it is said when it is read


def listing_digest(paths: Iterable[str]) -> bytes:
    """What stands for these paths, in any order."""
    return hashlib.blake2b("\0".join(sorted(paths)).encode("utf-8", "surrogatepass"), digest_size=16).digest()


class Seen:
    """The files that a run has read, as they were just before, and the folders that it has listed."""

    def __init__(self) -> None:
        self.began = time.time_ns()
        self.read: dict[str, State | None] = {}
        self.walked: dict[str, bytes] = {}
        self.is_whole = True
        """False once a file was seen in two states, or one was read that is not in here."""

    def note_read(self, path: str, state: State | None) -> None:
        """Note the state of a file that is about to be read, or was looked for in vain."""
        if self.read.setdefault(path, state) != state:
            self.is_whole = False

    def note_walk(self, folder: str, paths: Iterable[str]) -> None:
        """Note which files a folder has."""
        digest = listing_digest(paths)
        if self.walked.setdefault(folder, digest) != digest:
            self.is_whole = False

    def add(self, other: dict[str, State | None]) -> None:
        """Note what another process has read."""
        for path, state in other.items():
            self.note_read(path, state)

    @property
    def is_settled(self) -> bool:
        """True when whatever changes from now on will show."""
        return self.is_whole and all(is_settled(state, self.began) for state in self.read.values())
