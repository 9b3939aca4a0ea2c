"""`citegate fix`: mend what can be mended safely, in manifests and in links."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from citegate import fix
from citegate.cli.output import show, write
from citegate.config import Config, load, project_path
from citegate.model import Applicability, Finding, Fix, Report
from citegate.outcome import Outcome
from citegate.report.snippet import printable
from citegate.report.text import render_text

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("fix")
def run(
    paths: Annotated[list[Path] | None, typer.Argument(metavar="[PATH]...", help="mend only in these")] = None,
    unsafe: Annotated[
        bool, typer.Option("--unsafe", help="also cite the closest passage where one is clearly meant")
    ] = False,
    show_diff: Annotated[bool, typer.Option("--diff", help="show what would change, and change nothing")] = False,
) -> None:
    """Mend what can be mended safely, in manifests and in links.

    Never across a changed number, unit, negation or quantifier: these are shown, and left to a person. The exit
    code is that of the check afterwards.
    """
    root = Path.cwd()
    config = load(root, {"paths": tuple(project_path(root, path) for path in paths or ())})
    raise typer.Exit(mend(config, unsafe=unsafe, show_diff=show_diff))


def mend(config: Config, *, unsafe: bool, show_diff: bool) -> int:
    """Mend, say what was done, and give the exit code of the check afterwards."""
    if show_diff:
        found = fix.mend(config, unsafe=unsafe)
        write(found.diff)
        if found.after.exit_code and sys.stderr is not None:  # what is left is said beside the diff, not in it
            print(render_text(found.after.report), end="", file=sys.stderr)
        return found.after.exit_code
    outcome = mended(config, unsafe=unsafe)
    show(outcome.report, "text")
    return outcome.exit_code


def mended(config: Config, *, unsafe: bool = False, is_told: bool = True) -> Outcome:
    """Mend, say what was done unless the report is for a program, and give the outcome of the check afterwards."""
    found = fix.mend(config, unsafe=unsafe)
    outcome, written = fix.apply(config, found)
    sources = found.before.report
    lines = [_line("fixed", finding, choice, sources) for finding, choice in found.made if _is_in(choice, written)]
    lines += [_line(_reason(choice), finding, choice, sources) for finding, choice in found.refused]
    lines += [f"left alone: {path} was changed meanwhile" for path in sorted(set(found.changed) - set(written))]
    if is_told:
        write("".join(f"{line}\n" for line in lines) + ("\n" if lines else ""))
    return outcome


def _is_in(choice: Fix, written: tuple[str, ...]) -> bool:
    return all(edit.path in written for edit in choice.edits)


def _reason(choice: Fix) -> str:
    if choice.applicability is Applicability.UNSAFE:
        return "needs --unsafe"
    return "not fixed" if choice.edits else "by hand"


def _line(word: str, finding: Finding, choice: Fix, report: Report) -> str:
    source = next(source for source in report.sources if source.path == finding.primary.path)
    point = source.point(finding.primary.span.start)
    where = f"{finding.primary.path}:{point.line}:{point.column}"
    return f"{word}: {finding.rule.code} {printable(where)}: {printable(choice.title)}"
