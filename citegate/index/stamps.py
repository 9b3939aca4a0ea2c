"""Stamps: what was read in files on disk before, by the state of the file, so that it is not read again."""

from __future__ import annotations

import hashlib
import marshal
from dataclasses import dataclass
from typing import TYPE_CHECKING

from citegate.index.seen import State, is_settled

if TYPE_CHECKING:
    from citegate.index.cache import Cache
    from citegate.index.files import DiskFiles

MARKS = (":~:", "citegate:")
"""What a file has in it that links to a passage, or that asks for a rule to be ignored."""
_MARKS = {encoding: tuple(mark.encode(encoding) for mark in MARKS) for encoding in ("utf-8", "utf-16-le", "utf-16-be")}
_BYTE_ORDER_MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
MOST_GONE = 2  # times as many stamps as files in use are kept; the others are of files that are no longer there


@dataclass(frozen=True, slots=True)
class Facts:
    """What is to be known of a file before it is parsed."""

    digest: str
    """SHA-256 of its bytes."""
    has_marks: bool
    """True when it may link to a passage or ignore a rule."""


def facts_of(data: bytes) -> Facts:
    """The facts of these bytes."""
    return Facts(hashlib.sha256(data).hexdigest(), has_marks(data))


def has_marks(data: bytes) -> bool:
    """True when a file of these bytes may link to a passage or ignore a rule."""
    return any(mark in data for mark in _MARKS[_BYTE_ORDER_MARKS.get(data[:2], "utf-8")])


class Stamps:
    """The facts of a project's files, kept in the cache for as long as the files stay as they are."""

    def __init__(self, files: DiskFiles, cache: Cache) -> None:
        self.files = files
        self._cache = cache
        self._key = cache.key("stamps", str(files.root.resolve()))
        found = cache.find([self._key]).get(self._key)
        self._known = _loaded(found) if found else {}
        self._used: dict[str, tuple[State, str, bool]] = {}
        self._has_new = False

    def facts(self, path: str) -> Facts:
        """The facts of a file. Raises UnreadableSource."""
        before = self._used.get(path)
        if before is not None:
            return Facts(*before[1:])
        known = self._known.get(path)
        if known is not None and self.files.is_still(path, known[0]):
            self._used[path] = known
            return Facts(*known[1:])
        found = facts_of(self.files.read(path))
        state = self.files.seen.read.get(path)
        if state is not None and is_settled(state, self.files.seen.began):
            self._used[path] = (state, found.digest, found.has_marks)
            self._has_new = True
        return found

    def keep(self) -> None:
        """Hand what is new to the cache."""
        if not self._has_new:
            return
        kept = self._known if len(self._known) <= MOST_GONE * len(self._used) else {}
        self._cache.keep({self._key: marshal.dumps({**kept, **self._used})})


def _loaded(data: bytes) -> dict[str, tuple[State, str, bool]]:
    """The stamps by path; {} for anything else."""
    try:
        found = marshal.loads(data)
    except (ValueError, EOFError, TypeError):
        return {}
    is_ours = isinstance(found, dict) and all(
        type(path) is str and type(each) is tuple and len(each) == 3 and type(each[1]) is str
        for path, each in found.items()
    )
    return found if is_ours else {}
