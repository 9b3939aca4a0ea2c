"""`citegate`: answers `--version`, and a check of what has not changed, by itself; hands all else over to cli."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and leave with its exit code."""
    arguments = sys.argv[1:]
    if arguments in (["--version"], ["-V"]):
        from citegate.version import __version__  # noqa: PLC0415 - all that this answer needs

        print(f"citegate {__version__}")
        return
    try:
        if arguments[:1] == ["check"]:
            from citegate.unchanged import answered  # noqa: PLC0415 - for this command alone

            code = answered(arguments)
            if code is not None:
                sys.exit(code)
        from citegate.cli.main import run  # noqa: PLC0415 - 60 ms that `--version` does not need

        sys.exit(run(arguments))
    except KeyboardInterrupt:  # before, or after, what `run` answers itself
        sys.exit(130)
    except (ImportError, MemoryError, OSError, SystemError) as error:  # before: `run` answers its own
        sys.exit(_cannot_begin(error))


def _cannot_begin(error: Exception) -> int:
    """Say that citegate could not even be loaded; the exit code for that."""
    if sys.stderr is not None:
        print(f"error: citegate cannot be loaded: {str(error) or type(error).__name__}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    main()
