"""`citegate merge`: put the parts of a run together that `citegate check --shard` has decided."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from citegate import gate
from citegate.cli.output import mark_lines, read_outputs, save, show
from citegate.config import made
from citegate.errors import ConfigError
from citegate.options import OPTIONS
from citegate.report import RENDERERS
from citegate.report.text import Detail
from citegate.shards import read_shards, shared_settings

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_NAME = "shard-*.json"


@app.command()
def merge(
    shards: Annotated[
        list[Path], typer.Argument(metavar="SHARD...", help=f"the files of all shards, or folders with {_NAME}")
    ],
    fail_on: Annotated[str | None, typer.Option("--fail-on", metavar="LEVEL", help=OPTIONS["fail_on"].help)] = None,
    allow_empty: Annotated[bool, typer.Option("--allow-empty", help=OPTIONS["allow_empty"].help)] = False,
    out: Annotated[str | None, typer.Option("--out", metavar="FILE", help=OPTIONS["out"].help)] = None,
    frozen: Annotated[
        bool, typer.Option("--frozen", help="write nothing; fail when the allowlist is out of date")
    ] = False,
    baseline: Annotated[str | None, typer.Option("--baseline", metavar="FILE", help=OPTIONS["baseline"].help)] = None,
    update_baseline: Annotated[
        bool, typer.Option("--update-baseline", help="make the list of known faults what this run finds")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="print the findings and nothing else")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="print what became of each citation too")] = False,
    form: Annotated[
        str | None,
        typer.Option("--format", metavar="FORMAT", help=f"form of the report ({', '.join(RENDERERS)}; default: text)"),
    ] = None,
    output: Annotated[
        list[str] | None, typer.Option("--output", metavar="FORMAT=FILE", help="write the report to a file too")
    ] = None,
) -> None:
    """Put the parts of a run together that `citegate check --shard` has decided.

    Prints the report, writes the allowlist and has the exit code of the same check in one piece. The settings are
    those of the shards; the folder is a checkout of the same content.
    """
    if form is not None and form not in RENDERERS:
        raise typer.BadParameter(f"{form!r} is not one of {', '.join(RENDERERS)}", param_hint="--format")
    outputs = read_outputs(output or [])
    found = read_shards(_files(shards))
    given = {
        "fail_on": fail_on,
        "allow_empty": allow_empty or None,
        "out": out,
        "frozen": frozen or None,
        "baseline": baseline,
        "update_baseline": update_baseline or None,
    }
    settings = {**found.settings, **shared_settings(given)}
    if settings.get("update_baseline") and not settings.get("baseline"):
        raise typer.BadParameter("name the list: --baseline FILE", param_hint="--update-baseline")
    for key in ("paths", "changed"):
        if key in settings:
            settings[key] = tuple(settings[key])
    settings["keeps_pages"] = "html" in (form, *(name for name, _ in outputs))
    outcome = gate.run(made(Path.cwd(), settings), decide_pages=found.decide_pages)
    show(outcome.report, form or "text", Detail.QUIET if quiet else Detail.VERBOSE if verbose else Detail.USUAL)
    if form is None and os.environ.get("GITHUB_ACTIONS") == "true":
        mark_lines(outcome.report)
    save(outcome.report, outputs)
    raise typer.Exit(outcome.exit_code)


def _files(named: list[Path]) -> list[Path]:
    """The files that are named, and those of the usual name below the folders that are."""
    found: list[Path] = []
    for path in named:
        below = sorted(path.rglob(_NAME)) if path.is_dir() else [path]
        if not below:
            raise ConfigError(f"there is no {_NAME} in {path}", "name the files that `citegate check --shard` wrote")
        found.extend(below)
    return found
