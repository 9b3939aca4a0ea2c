"""Which files a change touches, as git says, and the documents that show a file that it touches."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from citegate.errors import ConfigError, UnreadableSource
from citegate.index.files import Files
from citegate.index.routes import Route, is_document

_SHOWS = rb"(?:\bimport\b|include|--8<--)[^\n]*"


def changed_paths(root: Path, revision: str) -> tuple[str, ...]:
    """The files below `root` that differ from where `revision` and HEAD parted, deleted and new ones too; sorted.

    Raises ConfigError where git does not know the revision, or where there is no git.
    """
    _git(root, "rev-parse", "--is-inside-work-tree")
    differing = _git(root, "diff", "--name-only", "-z", "--relative", "--no-renames", "--merge-base", revision, "--")
    untracked = _git(root, "ls-files", "--others", "--exclude-standard", "-z")
    return tuple(sorted({path for path in (*differing, *untracked) if path}))


def _git(root: Path, *arguments: str) -> list[str]:
    try:
        found = subprocess.run(["git", *arguments], cwd=root, capture_output=True, check=False)
    except OSError as error:
        raise ConfigError(
            "--changed needs git, and there is none", "leave --changed out to check everything"
        ) from error
    if found.returncode != 0:
        lines = found.stderr.decode("utf-8", "replace").splitlines() or ["no reason given"]
        reason = lines[0].removeprefix("fatal: ").removeprefix("error: ")
        hint = "name a commit or branch that this clone has (fetch-depth: 0 in a workflow), or check everything"
        raise ConfigError(f"git cannot say what changed: {reason}", hint)
    return found.stdout.decode("utf-8", "surrogateescape").split("\0")


def touched_paths(changed: Iterable[str], routes: Iterable[Route], files: Files) -> frozenset[str]:
    """The changed files, and the documents that import or include one of them: they show it as a part of their own."""
    known = frozenset(changed)
    names = [PurePosixPath(path).name.encode("utf-8", "replace") for path in known if is_document(path)]
    showing = set()
    for route in routes if names else ():
        try:
            data = files.read(route.path)
        except UnreadableSource:
            continue  # it is reported where it is cited
        if any(name in data and re.search(_SHOWS + re.escape(name), data) for name in names):
            showing.add(route.path)
    return known | showing
