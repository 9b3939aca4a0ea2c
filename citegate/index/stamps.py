"""Stamps: what was read in files on disk before, by the state of the file, so that it is not read again."""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from citegate.index.seen import State, is_settled
from citegate.parse.head import Head, Sheet

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
        self._known, self._known_heads = _loaded(found) if found else ({}, {})
        self._used: dict[str, _Stamp] = {}
        self._heads: dict[str, _Head] = {}
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

    def head(self, path: str, read: Callable[[], Head]) -> Head:
        """What a built page says before its text. Raises UnreadableSource, and what `read` does."""
        digest = self.facts(path).digest
        known = self._heads.get(digest) or self._known_heads.get(digest)
        if known is None:
            head = read()
            sheets = tuple((each.href, each.media) for each in head.stylesheets)
            known = (sheets, head.refresh, head.canonical, head.base, head.generator, head.scripts)
            self._has_new = True
        self._heads[digest] = known
        return Head(tuple(Sheet(href, media) for href, media in known[0]), *known[1:])

    def keep(self) -> None:
        """Hand what is new to the cache."""
        if not self._has_new:
            return
        kept = self._known if len(self._known) <= MOST_GONE * len(self._used) else {}
        heads = {**self._known_heads, **self._heads} if kept else self._heads
        self._cache.keep({self._key: marshal.dumps(({**kept, **self._used}, heads))})


_Stamp = tuple[State, str, bool]
_Head = tuple[tuple[tuple[str, str], ...], str | None, str | None, str | None, str, int]


def _loaded(data: bytes) -> tuple[dict[str, _Stamp], dict[str, _Head]]:
    """The stamps by path, and the heads by digest; empty for anything else."""
    try:
        stamps, heads = marshal.loads(data)
        is_ours = all(type(path) is str and len(each) == 3 for path, each in stamps.items())
        return (stamps, heads) if is_ours and all(len(each) == 6 for each in heads.values()) else ({}, {})
    except (ValueError, EOFError, TypeError, AttributeError):
        return {}, {}
