"""A check that would say what it said before: told from the state of its files, before anything else is loaded."""

from __future__ import annotations

import hashlib
import marshal
import os
import sys
from collections.abc import Iterable, Mapping, Sequence

from citegate.index.cache import FILE, Cache, default_folder
from citegate.index.seen import Seen, State, listed, listing_digest, state_at

COULD_NOT_WORK = 2
SETTINGS = ("citegate.toml", "pyproject.toml")
_COMMAND = "check"
_FOR_ALL = ("CITEGATE_", "GITHUB_ACTIONS")
"""How the variables of the environment begin that a check looks at."""

Contents = Mapping[str, str]
"""Files by path, each with what stands for its bytes; "" for one that is not there."""


def answered(arguments: Sequence[str]) -> int | None:
    """The exit code of this check, after it has written what the same check wrote before; None when it has to run.

    It has to when a file that it read, listed, or wrote is not as it was, and when there is no record of it.
    """
    if not may_be_recalled(arguments):
        return None
    folder = cache_folder(arguments)
    if not os.path.isfile(os.path.join(folder, FILE)):  # noqa: PTH113, PTH118 - pathlib is as much as all of this
        return None
    cache = Cache(folder)
    key = run_key(cache, arguments)
    found = cache.find([key]).get(key)
    record = _loaded(found) if found is not None else None
    cache.close()
    if record is None or not _is_unchanged(record):
        return None
    code, text = record[:2]
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(text)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 - so that the interpreter's last flush is quiet
        return COULD_NOT_WORK
    except OSError as error:
        print(f"error: cannot write the report: {(error.strerror or '').lower()}", file=sys.stderr)
        return COULD_NOT_WORK
    return int(code)


def may_be_recalled(arguments: Sequence[str]) -> bool:
    """False for another command, for a terminal, in a workflow whose lines are marked, and without a cache."""
    if list(arguments[:1]) != [_COMMAND] or "--no-cache" in arguments or os.name == "nt":
        return False  # on Windows a file can be changed without a trace in its times
    if sys.stdout is None or sys.stdout.isatty() or os.environ.get("GITHUB_ACTIONS") == "true":
        return False
    try:
        os.getcwd()  # noqa: PTH109 - as above
    except OSError:
        return False  # the folder is gone, which the run itself says
    return True


def cache_folder(arguments: Sequence[str]) -> str:
    """The folder that `--cache` names, else the usual one."""
    for number, argument in enumerate(arguments):
        if argument == "--cache" and number + 1 < len(arguments):
            return arguments[number + 1]
        if argument.startswith("--cache="):
            return argument.partition("=")[2]
    return str(default_folder())


def run_key(cache: Cache, arguments: Sequence[str]) -> bytes:
    """What stands for this command in this folder, with this version of citegate's whole code."""
    environment = sorted(f"{name}={value}" for name, value in os.environ.items() if name.startswith(_FOR_ALL))
    parts = ("\0".join(arguments), "\0".join(environment), os.getcwd())  # noqa: PTH109 - as above
    return cache.key("run", cache.code, *parts)


def remember(arguments: Sequence[str], seen: Seen, contents: Contents, text: str, code: int) -> None:
    """Keep what a check has written to standard output, with the state of all that it read.

    `contents` are those files beside the project's own that it read or wrote: settings, lists, reports. Nothing is
    kept where a change from now on might not show.
    """
    if not may_be_recalled(arguments) or not seen.is_settled or "?" in contents.values():
        return
    data = text.encode("utf-8", "backslashreplace")
    cache = Cache(cache_folder(arguments))
    record = marshal.dumps((code, data, seen.walked, list(seen.read.items()), dict(contents)))
    cache.keep({run_key(cache, arguments): record})
    cache.close()


def contents_of(paths: Iterable[str]) -> dict[str, str]:
    """The content of each of these files; names that are empty are left out."""
    return {path: content_of(path) for path in paths if path}


def content_of(path: str) -> str:
    """What stands for the bytes of a file; "" when there is none, "?" for what is no file."""
    try:
        if not os.path.lexists(path):
            return ""
        if not os.path.isfile(path):  # noqa: PTH113 - as above
            return "?"
        with open(path, "rb") as stream:  # noqa: PTH123 - as above
            return hashlib.blake2b(stream.read(), digest_size=16).hexdigest()
    except (OSError, ValueError):
        return "?"


_Record = tuple[int, bytes, dict[str, bytes], list[tuple[str, State | None]], dict[str, str]]


def _loaded(data: bytes) -> _Record | None:
    """The record; None for anything else."""
    try:
        code, text, walked, read, contents = marshal.loads(data)
    except (ValueError, EOFError, TypeError):
        return None
    kinds = zip((code, text, walked, read, contents), (int, bytes, dict, list, dict), strict=True)
    return (code, text, walked, read, contents) if all(isinstance(each, kind) for each, kind in kinds) else None


def _is_unchanged(record: _Record) -> bool:
    _, _, walked, read, contents = record
    if contents_of(contents) != contents:
        return False
    root = os.getcwd()  # noqa: PTH109 - as above
    if any(state_at(f"{root}/{path}") != state for path, state in read):
        return False
    try:
        return all(listing_digest(listed(root, folder)) == digest for folder, digest in walked.items())
    except OSError:
        return False  # the check itself says what may not be read
