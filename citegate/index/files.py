"""The files of a project: on disk below its root, or in memory."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol

from citegate.errors import UnreadableSource

PASSED_BY = frozenset({"node_modules", "__pycache__", "venv"})
"""Folders that hold other people's files; so do those whose name begins with a full stop."""


class Files(Protocol):
    """What the rest of citegate asks of a project's files; paths are relative to its root, with "/"."""

    def walk(self, folder: str) -> Iterator[str]:
        """Every file below a folder ("" is the root), or the file itself, in no particular order."""
        ...

    def read(self, path: str) -> bytes:
        """The bytes of a file. Raises UnreadableSource."""
        ...


class DiskFiles:
    """The files below a folder on disk."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def walk(self, folder: str) -> Iterator[str]:
        """Every file below `folder`, links to folders not followed; nothing when there is no such folder."""
        start = self.root / folder
        if start.is_file():
            yield folder
            return
        for place, folders, names in os.walk(start):
            folders[:] = [name for name in folders if name not in PASSED_BY and not name.startswith(".")]
            base = Path(os.path.relpath(place, self.root)).as_posix()
            prefix = "" if base == "." else base + "/"
            for name in names:
                yield prefix + name

    def size(self, path: str) -> int:
        """How many bytes a file has; 0 for one that is not there."""
        try:
            return (self.root / path).stat().st_size
        except OSError:
            return 0  # what is wrong with it is said when it is read

    def read(self, path: str) -> bytes:
        """The bytes of a file. Raises UnreadableSource when the system refuses, and for what might never end."""
        file = self.root / path
        try:
            mode = file.stat().st_mode
            if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):  # a pipe, a device: reading could wait for ever
                raise UnreadableSource(path, f"cannot read {path}: not a regular file")
            return file.read_bytes()
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            raise UnreadableSource(path, f"cannot read {path}: {reason}") from error


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

    def read(self, path: str) -> bytes:
        """The bytes of a file. Raises UnreadableSource when there is none."""
        if path not in self.contents:
            raise UnreadableSource(path, f"cannot read {path}: no such file")
        return self.contents[path]
