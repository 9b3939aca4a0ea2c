"""Cache: what was parsed and decided before, by content hash, in one SQLite file that any number of runs may share."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from citegate.index.seen import content_in, listed, state_at
from citegate.version import __version__

T = TypeVar("T")

FORMAT = 2  # of the file and of what stands in it
FILE = "citegate.sqlite"
MAX_BYTES = 512 * 1024 * 1024  # of the file; the entries that were not used for longest go first
HELD_BYTES = 8 * 1024 * 1024  # of new values that wait to be written
TRIES = 5  # of what another run may have got in the way of
PATIENCE = 5.0  # seconds to wait for another run that writes
_APPLICATION_ID = 0x43475431  # "CGT1": tells our file from any other SQLite file
_DAY = 86_400  # seconds; the time of use is kept in days, so that a run of hits writes nothing
_SEAL = 8  # bytes before each value that tell a damaged one
_MAX_VARIABLES = 500  # keys of one query; SQLite's own limit is higher
_PARTS = ("fragment", "index", "model", "parse", "unicode", "verify")
"""The parts of citegate that decide what is kept."""
_LIBRARIES = ("turbohtml", "icu4py", "markdown_it", "mdit_py_plugins", "yaml")


class Cache:
    """Bytes by key. A cache that cannot be used is empty and stays so; `notes` says why."""

    def __init__(self, folder: Path | str) -> None:
        self.file = Path(folder) / FILE
        self.notes: list[str] = []
        self._fresh: dict[bytes, bytes] = {}
        self._fresh_bytes = 0
        self._used: list[bytes] = []
        self._today = int(time.time()) // _DAY
        self._salt, self.code = _fingerprint()
        """`code` stands for the whole code of citegate, the salt of keys for the parts that decide."""
        self._connection = self._open()

    def key(self, *parts: str | bytes) -> bytes:
        """The key of what these parts decide, in this version of citegate and of its libraries."""
        made = hashlib.sha256(self._salt)
        for part in parts:
            data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
            made.update(b"%d:" % len(data))
            made.update(data)
        return made.digest()

    def find(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The values of those keys that are there."""
        found = {key: self._fresh[key] for key in keys if key in self._fresh}
        if self._connection is None:
            return found
        try:
            for start in range(0, len(keys), _MAX_VARIABLES):
                some = keys[start : start + _MAX_VARIABLES]
                marks = ",".join("?" * len(some))
                rows = self._connection.execute(
                    f"SELECT key, value, used FROM entries WHERE key IN ({marks})",
                    some,
                )
                for key, sealed, used in rows:
                    value = _unsealed(key, sealed)
                    if value is None:
                        continue
                    found[key] = value
                    if used < self._today:
                        self._used.append(key)
        except sqlite3.DatabaseError as error:
            self._give_up(f"the cache was not read: {error}")
        return found

    def keep(self, entries: Mapping[bytes, bytes]) -> None:
        """Keep these; they are written now and then, and when the cache is closed."""
        self._fresh.update(entries)
        self._fresh_bytes += sum(map(len, entries.values()))
        if self._fresh_bytes > HELD_BYTES:
            self.write()

    def write(self) -> None:
        """Write what is new, in one go, and make room. A cache that another run holds is left as it is."""
        connection = self._connection
        if connection is None or not (self._fresh or self._used):
            return
        try:
            _patiently(lambda: self._insert(connection))
            self._fresh.clear()
            self._fresh_bytes = 0
            self._used.clear()
            _make_room(connection)
        except sqlite3.DatabaseError as error:
            self._give_up(f"the cache was not written: {error}")

    def _insert(self, connection: sqlite3.Connection) -> None:
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(
                "INSERT OR REPLACE INTO entries VALUES (?, ?, ?)",
                ((key, _sealed(key, value), self._today) for key, value in self._fresh.items()),
            )
            connection.executemany(
                "UPDATE entries SET used = ? WHERE key = ?", ((self._today, key) for key in self._used)
            )

    def close(self) -> None:
        """Write what is new, and close the file."""
        self.write()
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _open(self) -> sqlite3.Connection | None:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            return _patiently(lambda: _connect(self.file))
        except sqlite3.OperationalError as error:
            self.notes.append(f"no cache is used: {error}")
            return None
        except sqlite3.DatabaseError:
            return self._begin_anew()  # not ours, or damaged
        except OSError as error:
            self.notes.append(f"no cache is used: {(error.strerror or 'the folder cannot be made').lower()}")
            return None

    def _begin_anew(self) -> sqlite3.Connection | None:
        """The file put away and another in its place, unless a run at the same time has already done so."""
        from filelock import FileLock, Timeout  # noqa: PLC0415  (for a damaged file alone)

        try:
            with FileLock(self.file.with_suffix(".lock"), timeout=PATIENCE):
                try:
                    return _connect(self.file)
                except sqlite3.OperationalError:
                    raise
                except sqlite3.DatabaseError:
                    pass
                # the file goes last: until then nobody else can begin a new one, which these would belong to
                for name in (*(f"{FILE}-{kind}" for kind in ("wal", "shm", "journal")), FILE):
                    (self.file.parent / name).unlink(missing_ok=True)
                connection = _connect(self.file)
        except (OSError, sqlite3.DatabaseError, Timeout) as error:
            self.notes.append(f"no cache is used: {error}")
            return None
        self.notes.append("the cache could not be read, and was begun anew")
        return connection

    def _give_up(self, note: str) -> None:
        self.notes.append(note)
        if self._connection is not None:
            self._connection.close()
        self._connection = None


def _patiently(call: Callable[[], T]) -> T:
    """What the call gives. SQLite speaks of a disk I/O error where a damaged file is replaced under a run that has it.

    Raises what the call raises in the end.
    """
    for attempt in range(TRIES):
        try:
            return call()
        except sqlite3.OperationalError as error:
            if "I/O" not in str(error) or attempt == TRIES - 1:
                raise
        time.sleep(0.02 * (attempt + 1))
    raise AssertionError


def default_folder() -> Path:
    """The user's own cache folder for citegate: `CITEGATE_CACHE`, else what the system says."""
    named = os.environ.get("CITEGATE_CACHE")
    if named:
        return Path(named)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "citegate"


def _connect(file: Path) -> sqlite3.Connection:
    """The file, open and of our format. Raises DatabaseError for one that is not, OperationalError when locked."""
    connection = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)
    try:
        connection.execute("BEGIN")  # what is asked is seen in one piece
        ours = _is_ours(connection, file)
        connection.execute("COMMIT")
        if not ours:
            connection.execute("BEGIN IMMEDIATE")
            if not _is_ours(connection, file):  # another run may have made it meanwhile
                connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {FORMAT}")
                connection.execute(
                    "CREATE TABLE entries (key BLOB PRIMARY KEY, value BLOB NOT NULL, used INTEGER NOT NULL)"
                )
            connection.execute("COMMIT")
        connection.execute("PRAGMA synchronous = OFF")  # each value is sealed: what a crash damages is not used
        connection.execute("SELECT key, value, used FROM entries LIMIT 1").fetchone()
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection


def _is_ours(connection: sqlite3.Connection, file: Path) -> bool:
    """Whether the file holds our table already; False for an empty one, DatabaseError for any other."""
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    (identity,) = connection.execute("PRAGMA application_id").fetchone()
    (form,) = connection.execute("PRAGMA user_version").fetchone()
    if tables and (identity, form) != (_APPLICATION_ID, FORMAT):
        raise sqlite3.DatabaseError(f"{file.name} is another program's, or of another format")
    return bool(tables)


def _sealed(key: bytes, value: bytes) -> bytes:
    return hashlib.blake2b(value, digest_size=_SEAL, key=key[:64]).digest() + value


def _unsealed(key: bytes, sealed: bytes) -> bytes | None:
    """The value, or None when it is not what was kept under this key."""
    value = bytes(sealed[_SEAL:])
    return value if _sealed(key, value) == sealed else None


def _make_room(connection: sqlite3.Connection) -> None:
    """Drop the older half of the entries while the file is larger than it may be."""
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    if size * pages <= MAX_BYTES:
        return
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(
            "DELETE FROM entries WHERE rowid IN"
            " (SELECT rowid FROM entries ORDER BY used, rowid LIMIT (SELECT (count(*) + 1) / 2 FROM entries))"
        )
    connection.execute("VACUUM")


def _fingerprint() -> tuple[bytes, bytes]:
    """What stands for this version of everything that decides, and of all else too.

    Made of names, sizes and times of the files of the code.
    """
    folder = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120 - on the way of every run
    made = hashlib.sha256(f"{FORMAT} {__version__} {sys.version}".encode())
    for name in _LIBRARIES:
        spec = find_spec(name)
        if spec is not None and spec.origin is not None:
            made.update(_file_line(name, spec.origin))
    rest = []
    for path in sorted(listed(folder, "")):
        line = _file_line(path, f"{folder}/{path}")
        if path.partition("/")[0] in _PARTS:
            made.update(line)
        else:
            rest.append(line)
    return made.digest(), hashlib.sha256(made.digest() + b"".join(rest)).digest()


def _file_line(name: str, path: str) -> bytes:
    state = state_at(path)
    return f"{name} {content_in(state).hex() if state else None}\n".encode("utf-8", "surrogatepass")
