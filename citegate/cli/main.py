"""The table of commands, and the one place where errors are printed."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import typer
from typer.main import get_command

from citegate.cli.ending import INTERRUPTED, ending_in_order
from citegate.cli.group import commands_of
from citegate.cli.lack import lacking
from citegate.cli.values import take_texts
from citegate.errors import CitegateError, OutputError, ReaderLeft
from citegate.version import __version__
from citegate.workers import YOUNG_OBJECTS

COMMANDS = {
    "check": "check every citation of a site, and write allowlist.json",
    "merge": "put the parts of a run together that `citegate check --shard` decided",
    "resolve": "say what a text fragment finds on a page, and why",
    "link": "print the shortest link to a passage",
    "fix": "mend what can be mended safely, in manifests and in links",
    "snapshot": "keep pages of other sites, to check links to them on",
    "find": "show every place of some words on the site",
    "suggest": "list sentences that make good citations",
    "index": "cut the site into passages that can be cited",
    "evidence": "find the passage that supports a claim, or say that none does",
    "verify-span": "say whether a stored quotation is verbatim, moved or gone",
    "eval": "measure how well evidence is found, on a golden set",
    "answer": "check what a model answered, keep it, and check it again",
    "mcp": "serve the site to agents, over the Model Context Protocol",
    "serve": "serve a page on this machine that answers questions from the site",
    "assets": "write the module and the style sheet that show cited answers on a site",
    "init": "write a settings file and an example for this project",
    "config": "print the settings in force, and where each came from",
    "explain": "say what a rule means",
}
"""Each command, in a module of its name, with the line that `citegate --help` shows."""

BROWSERS = frozenset({"chromium", "firefox", "webkit", "all"})
"""What may stand behind `--prove`; anything else there is the next argument."""

LATEST = "HEAD"
"""The revision that a bare `--changed` compares with: what is not committed yet."""

COMPLETION = "_CITEGATE_COMPLETE"
"""The variable in which a shell asks how to complete: `source_bash`, `source_zsh`, `source_fish`."""

COULD_NOT_WORK = 2


app = typer.Typer(
    cls=commands_of(COMMANDS),
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"citegate {__version__}")
        raise typer.Exit


@app.callback()
def citegate(
    version: bool = typer.Option(
        False, "--version", "-V", callback=_print_version, is_eager=True, help="print the version"
    ),
) -> None:
    """A build gate for static sites: every citation must lead a reader to the exact sentence."""


def run(arguments: Sequence[str]) -> int:
    """The exit code of a command line; whatever goes wrong is said on standard error, without a traceback."""
    try:
        with ending_in_order():
            return _run(arguments)
    except (ReaderLeft, BrokenPipeError):
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 - so that the interpreter's last flush is quiet
        return COULD_NOT_WORK
    except CitegateError as error:
        _say("error: ", error.message)
        if error.hint:
            _say("  = help: ", error.hint)
        return COULD_NOT_WORK
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # the last line of defence
        return _say_fault(error)


def _say_fault(error: Exception) -> int:
    """Say what went wrong that no part of citegate has foreseen; the exit code."""
    if lack := lacking(error):
        _say("error: ", lack.message)
        _say("  = help: ", lack.hint)
    elif isinstance(error, OSError):
        if not error.filename and _is_nowhere():
            _say("error: ", "the folder that citegate was started in is gone, or may not be read")
            _say("  = help: ", "change to the folder of the project")
        else:
            name = f": {error.filename}" if error.filename else ""
            _say("error: ", f"the system refuses{name}: {(error.strerror or type(error).__name__).lower()}")
    else:
        _say("error: citegate met a fault of its own: ", _place(error))
        _say("  = help: ", "please report this line, with the file that it happened on")
    return COULD_NOT_WORK


def _is_nowhere() -> bool:
    """True when there is no current folder any more."""
    try:
        Path.cwd()
    except OSError:
        return True
    return False


def _run(arguments: Sequence[str]) -> int:
    if sys.stdout is None:  # `citegate check >&-`
        raise OutputError("standard output is closed", "give it somewhere to go, such as /dev/null")
    if COMPLETION in os.environ:
        from typer import completion  # noqa: PLC0415 - only when a shell asks

        completion.completion_init()  # type: ignore[attr-defined] # typer hands it on without saying so
    gc.set_threshold(YOUNG_OBJECTS)
    try:
        take_texts(get_command(app)).main(args=named_browser(arguments), prog_name="citegate")
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    finally:
        sys.stdout.flush()
    return 0


def named_browser(arguments: Sequence[str]) -> list[str]:
    """The command line with a browser behind each `--prove`, a revision behind each `--changed`, that names none."""
    named: list[str] = []
    for number, argument in enumerate(arguments):
        following = arguments[number + 1] if number + 1 < len(arguments) else ""
        is_bare = argument == "--prove" and not BROWSERS.issuperset(following.split(","))
        is_latest = argument == "--changed" and (not following or following[0] == "-" or Path(following).exists())
        named.append("--prove=chromium" if is_bare else f"--changed={LATEST}" if is_latest else argument)
    return named


def _say(head: str, text: str) -> None:
    """Write one line to standard error, where there is one; signs that would steer a terminal show as one sign."""
    from citegate.report.snippet import printable  # noqa: PLC0415 - only where something went wrong

    if sys.stderr is not None:
        print(head + printable(text), file=sys.stderr)


def _place(error: Exception) -> str:
    """What went wrong and where, on one line."""
    import traceback  # noqa: PLC0415 - only for a fault

    frame = traceback.extract_tb(error.__traceback__)[-1]
    text = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {text} ({Path(frame.filename).name}:{frame.lineno})"
