"""The files of a project: on disk below its root, or in memory."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Protocol

from citegate.errors import UnreadableSource
from citegate.index.seen import Seen, State, length_in, listed, state_at, state_of

MAX_BYTES = 50_000_000  # of one file; the setting `max_bytes` changes it
READ_AT_ONCE = 1_000_000  # bytes, of a file that has more than its length says
_OPENING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # a pipe is opened without waiting


def read_file(
    file: Path | str, max_bytes: int = MAX_BYTES, seen: Callable[[os.stat_result], None] | None = None
) -> bytes:
    """The bytes of a file. Raises OSError, also for what might never end (a pipe, a device) and what is too large.

    `seen` is told the file's state just before it is read.
    """
    handle = os.open(file, _OPENING)
    try:
        state = os.fstat(handle)
        if seen is not None:
            seen(state)
        if stat.S_ISDIR(state.st_mode):
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(state.st_mode):
            raise OSError(errno.EINVAL, "not a regular file")
        if state.st_size > max_bytes:
            raise OSError(errno.EFBIG, f"it has {state.st_size:,} bytes, and the setting `max_bytes` is {max_bytes:,}")
        return _rest_of(handle, state.st_size)
    finally:
        os.close(handle)


def _rest_of(handle: int, size: int) -> bytes:
    """What is left to read in an open file, about `size` bytes: without a buffer, for files are many and small."""
    parts = [os.read(handle, size + 1)]
    while parts[-1] and (len(parts) > 1 or len(parts[0]) != size):
        parts.append(os.read(handle, READ_AT_ONCE))
    return parts[0] if len(parts) == 1 else b"".join(parts)


class Files(Protocol):
    """What the rest of citegate asks of a project's files; paths are relative to its root, with "/"."""

    def walk(self, folder: str) -> Iterator[str]:
        """Every file below a folder ("" is the root), or the file itself, in no particular order."""
        ...

    def read(self, path: str) -> bytes:
        """The bytes of a file. Raises UnreadableSource."""
        ...


def size_of(files: Files, path: str) -> int:
    """How many bytes a file has, where that is known without reading it; else 0."""
    size = getattr(files, "size", None)
    return int(size(path)) if size is not None else 0


class DiskFiles:
    """The files below a folder on disk; nothing outside it is read, through links neither."""

    def __init__(self, root: Path, max_bytes: int = MAX_BYTES) -> None:
        self.root = root
        self.max_bytes = max_bytes
        self._root = str(root)
        self._prefix = os.path.join(self._root, "")  # noqa: PTH118 - as below
        self._real_root = os.path.realpath(root)
        self._is_inside: dict[str, bool] = {}
        self.seen = Seen()
        """What was listed and read so far."""

    def walk(self, folder: str) -> Iterator[str]:
        """Every file below `folder`, links to folders not followed; nothing when there is no such folder.

        Raises UnreadableSource for a folder that may not be read.
        """
        try:
            found = list(listed(self._root, folder))
        except (OSError, ValueError) as error:
            raise self._not_listed(folder, error) from error
        self.seen.note_walk(folder, found)
        yield from found

    def _not_listed(self, folder: str, error: OSError | ValueError) -> UnreadableSource:
        at = (
            str(getattr(error, "filename", None) or folder).removeprefix(self._root).strip(os.sep).replace(os.sep, "/")
            or "."
        )
        reason = error.strerror if isinstance(error, OSError) else "no folder can have this name"
        hint = "let citegate read it, or name folders that it may read"
        return UnreadableSource(at, f"cannot read {at}: {(reason or type(error).__name__).lower()}", hint)

    def size(self, path: str) -> int:
        """How many bytes a file has; 0 for one that is not there."""
        try:
            return (self.root / path).stat().st_size
        except OSError:
            return 0  # what is wrong with it is said when it is read

    def is_still(self, path: str, state: State) -> bool:
        """True when the file is as it was, and then it counts as read."""
        file = self._place(path)
        try:
            found = os.lstat(file)
            if stat.S_ISLNK(found.st_mode):
                if state_at(file) != state or not self._is_below(os.path.realpath(file)):
                    return False
            elif state_of(found) != state or not self._holds_folder(path):
                return False
        except (OSError, ValueError):
            return False
        self.seen.note_read(path, state)
        return length_in(state) <= self.max_bytes

    def read(self, path: str) -> bytes:
        """The bytes of a file. Raises UnreadableSource when the system refuses, and for what lies outside."""
        file = self._place(path)
        try:
            if not self._holds(path):
                self.seen.note_read(path, state_at(file))
                hint = "put the file itself in the project, or run citegate in a folder that holds both"
                raise UnreadableSource(path, f"cannot read {path}: it leads out of the project", hint)
            return read_file(file, self.max_bytes, lambda state: self.seen.note_read(path, state_of(state)))
        except (OSError, ValueError) as error:  # a ValueError for a name that no file can have
            self.seen.note_read(path, state_at(file))
            reason = error.strerror if isinstance(error, OSError) else "no file can have this name"
            raise UnreadableSource(path, f"cannot read {path}: {(reason or type(error).__name__).lower()}") from error

    def _place(self, path: str) -> str:
        if os.sep == "/" and not path.startswith("/"):
            return self._prefix + path
        return os.path.join(self._root, path)  # noqa: PTH118 - asked of ten thousand files

    def _holds(self, path: str) -> bool:
        """True when the file lies below the root, wherever links lead. Raises OSError when it is not there."""
        file = self._place(path)
        if stat.S_ISLNK(os.lstat(file).st_mode):
            return self._is_below(os.path.realpath(file))
        return self._holds_folder(path)

    def _holds_folder(self, path: str) -> bool:
        """True when the folder of a file lies below the root, wherever links lead."""
        folder = path.rpartition("/")[0]
        if folder not in self._is_inside:
            self._is_inside[folder] = self._is_below(os.path.realpath(self._place(folder)))
        return self._is_inside[folder]

    def _is_below(self, real: str) -> bool:
        root = self._real_root
        return real == root or real.startswith(root if root.endswith(os.sep) else root + os.sep)


class MemoryFiles:
    """Files that stand in a mapping, for the demonstration and for tests."""

    def __init__(self, contents: Mapping[str, str | bytes]) -> None:
        self.contents = {
            path: data.encode("utf-8") if isinstance(data, str) else data for path, data in contents.items()
        }

    def walk(self, folder: str) -> Iterator[str]:
        """Every path below `folder`."""
        inside = folder.rstrip("/") + "/" if folder else ""
        yield from (path for path in self.contents if path == folder or path.startswith(inside))

    def size(self, path: str) -> int:
        """How many bytes a file has; 0 for one that is not there."""
        return len(self.contents.get(path, b""))

    def read(self, path: str) -> bytes:
        """The bytes of a file. Raises UnreadableSource when there is none."""
        if path not in self.contents:
            raise UnreadableSource(path, f"cannot read {path}: no such file")
        return self.contents[path]
