"""Files at a URL that fsspec knows (s3://, gs://, memory://), beside those on disk; extra "remote"."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from citegate.errors import ConfigError, MissingExtra, UnreadableSource
from citegate.index.files import MAX_BYTES, DiskFiles, Files, size_of
from citegate.index.seen import PASSED_BY

AHEAD = 8_000_000  # bytes that are fetched at once where files are read one after the other
MOST_AHEAD = 64  # files of one such fetch
_ADDRESS = re.compile(r"([a-z][a-z0-9+.-]+):/+", re.IGNORECASE)
_ONLY_HERE = ("memory:", "memory::")  # what other processes do not see


def is_url(place: str) -> bool:
    """True for an address with a scheme, in place of a path."""
    return "://" in place and _ADDRESS.match(place) is not None


def is_only_here(places: Sequence[str]) -> bool:
    """True when one of these is in the memory of this process alone."""
    return any(place.startswith(_ONLY_HERE) for place in places)


def open_files(root: Path, source: str, folders: Sequence[str], max_bytes: int = MAX_BYTES) -> Files:
    """The files of a project: at the URL `source`, else below `root`; those of `folders` that are URLs beside them.

    Raises MissingExtra without fsspec, or without what reads such an address, and ConfigError for one that is wrong.
    """
    base: Files = UrlFiles(source, max_bytes) if source else DiskFiles(root, max_bytes)
    mounts = {folder: UrlFiles(folder, max_bytes) for folder in dict.fromkeys(folders) if is_url(folder)}
    return MountedFiles(base, mounts) if mounts else base


class UrlFiles:
    """The files below a URL. Trouble on the way there raises ConfigError: it is not the site's fault."""

    def __init__(self, url: str, max_bytes: int = MAX_BYTES) -> None:
        try:
            from fsspec.core import url_to_fs  # type: ignore[import-untyped]  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise MissingExtra("remote", f"reading {url}") from error
        self.url = url.rstrip("/")
        self.max_bytes = max_bytes
        try:
            self._system, base = url_to_fs(self.url)
        except ImportError as error:
            raise ConfigError(
                f"cannot read {url}: {error}", "install what reads such addresses: s3fs, gcsfs"
            ) from error
        except Exception as error:
            raise _trouble(url, error) from error
        self._base: str = base.rstrip("/")
        self._sizes: dict[str, int] = {}
        self._order: list[str] = []
        self._listed: set[str] = set()
        self._ahead: dict[str, bytes] = {}
        self._last = -2

    def walk(self, folder: str) -> Iterator[str]:
        """Every file below `folder`, or the file itself; nothing when it is not there."""
        self._list(folder)
        inside = folder.rstrip("/") + "/" if folder else ""
        yield from (path for path in self._order if path == folder or path.startswith(inside))

    def size(self, path: str) -> int:
        """How many bytes a file has; 0 for one that was not listed."""
        return self._sizes.get(path, 0)

    def read(self, path: str) -> bytes:
        """The bytes of a file. Raises UnreadableSource where there is none, or it is too large."""
        if self._sizes.get(path, 0) > self.max_bytes:
            size = f"it has {self._sizes[path]:,} bytes, and the setting `max_bytes` is {self.max_bytes:,}"
            raise UnreadableSource(path, f"cannot read {path}: {size}")
        self._fetch_ahead(path)
        if path in self._ahead:
            return self._ahead[path]
        try:
            data: bytes = self._system.cat_file(self._full(path))
        except (FileNotFoundError, IsADirectoryError, NotADirectoryError, KeyError) as error:
            raise UnreadableSource(path, f"cannot read {path}: no such file or directory") from error
        except Exception as error:
            raise _trouble(f"{self.url}/{path}", error) from error
        return data

    def _full(self, path: str) -> str:
        return f"{self._base}/{path}" if path else self._base

    def _list(self, folder: str) -> None:
        if any(not known or folder == known or folder.startswith(known + "/") for known in self._listed):
            return
        try:
            self._system.invalidate_cache()
            found: dict[str, Any] = self._system.find(self._full(folder), detail=True)
        except FileNotFoundError:
            found = {}
        except Exception as error:
            raise _trouble(f"{self.url}/{folder}", error) from error
        for name, about in found.items():
            path = str(name).removeprefix(self._base).lstrip("/")
            parts = PurePosixPath(path).parts
            if path and not any(part in PASSED_BY or part.startswith(".") for part in parts[:-1]):
                self._sizes[path] = int(about.get("size") or 0)
        self._order = sorted(self._sizes)
        self._listed.add(folder)

    def _fetch_ahead(self, path: str) -> None:
        """Fetch the files behind this one too, when it is read after the one before it."""
        if path in self._ahead or path not in self._sizes:
            return
        number = bisect_left(self._order, path)
        is_next, self._last = number == self._last + 1, number
        if not is_next:
            return
        chosen, total = [], 0
        for each in self._order[number : number + MOST_AHEAD]:
            total += self._sizes[each]
            if total > AHEAD or self._sizes[each] > self.max_bytes:
                break
            chosen.append(each)
        full = {self._full(each): each for each in chosen}
        if not full:
            return
        try:
            found = self._system.cat(list(full), on_error="omit")
        except Exception as error:
            raise _trouble(f"{self.url}/{path}", error) from error
        self._last += len(chosen) - 1
        self._ahead = {full[name]: data for name, data in found.items() if name in full}


class MountedFiles:
    """Files of which some stand at URLs; their paths begin with that URL."""

    def __init__(self, files: Files, mounts: dict[str, UrlFiles]) -> None:
        self.files = files
        self.mounts = {_plain(url): (url.rstrip("/"), mounted) for url, mounted in mounts.items()}

    def walk(self, folder: str) -> Iterator[str]:
        """Every file below `folder`."""
        found = self._find(folder)
        if found is None:
            yield from self.files.walk(folder)
            return
        url, mounted, rest = found
        yield from (f"{url}/{path}" for path in mounted.walk(rest))

    def size(self, path: str) -> int:
        """How many bytes a file has; 0 for one that is not there."""
        found = self._find(path)
        return size_of(self.files, path) if found is None else found[1].size(found[2])

    def read(self, path: str) -> bytes:
        """The bytes of a file. Raises UnreadableSource."""
        found = self._find(path)
        if found is None:
            return self.files.read(path)
        try:
            return found[1].read(found[2])
        except UnreadableSource as error:
            raise UnreadableSource(path, error.message.replace(found[2], path, 1), error.hint) from error

    def _find(self, path: str) -> tuple[str, UrlFiles, str] | None:
        plain = _plain(path)
        for prefix, (url, mounted) in self.mounts.items():
            if plain == prefix or plain.startswith(prefix + "/"):
                return url, mounted, plain[len(prefix) + 1 :]
        return None


def normal_path(path: str) -> str:
    """The path without "." and ".."; what begins as a URL still does."""
    normal = posixpath.normpath(path)
    return _ADDRESS.sub(r"\1://", normal, count=1) if _ADDRESS.match(path) else normal


def _plain(path: str) -> str:
    """The path with one "/" behind the scheme, as joining paths leaves it."""
    return _ADDRESS.sub(r"\1:/", path.rstrip("/"), count=1)


def _trouble(url: str, error: Exception) -> ConfigError:
    reason = " ".join(str(error).split())[:200] or type(error).__name__
    return ConfigError(f"cannot read {url}: {reason}", "check the address, the network and who may read there")
