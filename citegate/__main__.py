"""`citegate`: answers `--version`, and a check of what has not changed, by itself; hands all else over to cli."""

from __future__ import annotations

import atexit
import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

YOUNG_OBJECTS = (
    50_000  # made before the collector looks for cycles: what is loaded, and what a page is made of, has none
)


def main() -> None:
    """Run the command line and leave with its exit code."""
    arguments = sys.argv[1:]
    if arguments in (["--version"], ["-V"]):
        from citegate.version import __version__  # noqa: PLC0415 - all that this answer needs

        print(f"citegate {__version__}")
        return
    try:
        gc.set_threshold(YOUNG_OBJECTS)
        if arguments[:1] == ["check"]:
            from citegate.unchanged import answered  # noqa: PLC0415 - for this command alone

            code = answered(arguments)
            if code is not None:
                _leave(code)
        from citegate.cli.main import run  # noqa: PLC0415 - 60 ms that `--version` does not need

        _leave(run(arguments))
    except KeyboardInterrupt:  # before, or after, what `run` answers itself
        sys.exit(130)
    except (ImportError, MemoryError, OSError, SystemError) as error:  # before: `run` answers its own
        sys.exit(_cannot_begin(error))


def _leave(code: int) -> NoReturn:
    """Leave with this exit code, and without freeing object after object: that is a fifth of a short run.

    What was registered for the end is done, and the streams are written out, as in any other end.
    """
    import threading  # noqa: PLC0415 - for this alone

    if threading.active_count() > 1 or sys.stdout is None or sys.stderr is None:
        sys.exit(code)  # which waits for the threads
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        sys.exit(code)  # which says so
    os._exit(code)


def _cannot_begin(error: Exception) -> int:
    """Say that citegate could not even be loaded; the exit code for that."""
    if sys.stderr is not None:
        print(f"error: citegate cannot be loaded: {str(error) or type(error).__name__}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    main()
