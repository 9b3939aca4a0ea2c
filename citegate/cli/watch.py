"""`citegate check --watch`: check again whenever a file of the project is saved."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from citegate.config import FILE, PROJECT_FILE, Config
from citegate.errors import CitegateError, ConfigError, MissingExtra
from citegate.index.seen import PASSED_BY

QUIET = 200  # milliseconds without a change before a run begins: an editor saves in several steps


def keep_checking(config: Config, once: Callable[[], int], changes: Iterable[object] | None = None) -> int:
    """Run `once`, and again after each of `changes` (those of the project's files), until they end or Ctrl-C.

    Gives the last exit code. What goes wrong in a run is said, and the next change is waited for. Raises
    MissingExtra without watchfiles, ConfigError when there is nothing to watch.
    """
    waiting = saved_files(config) if changes is None else iter(changes)
    code = _checked(once)
    for _ in waiting:
        print("\n--- checking again ---\n", file=sys.stderr, flush=True)
        code = _checked(once)
    return code


def _checked(once: Callable[[], int]) -> int:
    try:
        return once()
    except CitegateError as error:
        hint = f"\n  = help: {error.hint}" if error.hint else ""
        print(f"error: {error.message}{hint}", file=sys.stderr, flush=True)
        return 2


def saved_files(config: Config) -> Iterator[object]:
    """An item each time that files which a run reads have been saved."""
    try:
        from watchfiles import watch  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtra("watch", "--watch") from error
    places = watched(config)
    if not places:
        raise ConfigError("there is nothing to watch", "name the folder that holds the content: --content")
    written = {(config.root / name).resolve() for name in (config.out, config.baseline) if name}
    return iter(
        watch(
            *places,
            watch_filter=lambda _, path: is_read(config, Path(path), written),
            debounce=QUIET * 8,
            step=QUIET,
            raise_interrupt=False,
        )
    )


def watched(config: Config) -> tuple[Path, ...]:
    """The folders and files that a run reads, those that are there."""
    named = (*config.content, *config.manifests, config.site, config.external, FILE, PROJECT_FILE)
    return tuple(place for name in dict.fromkeys(named) if name and (place := config.root / name).exists())


def is_read(config: Config, path: Path, written: set[Path]) -> bool:
    """False for what a run passes by (hidden files, installed packages) and for what it writes itself."""
    try:
        parts = path.resolve().relative_to(config.root.resolve()).parts
    except ValueError:
        return False
    return path.resolve() not in written and not any(part in PASSED_BY or part.startswith(".") for part in parts)
