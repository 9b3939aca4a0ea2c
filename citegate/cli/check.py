"""`citegate check`: check every citation of a site, and write allowlist.json."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from citegate import gate
from citegate.cli.output import mark_lines, progress_bar, read_outputs, save, show
from citegate.config import OPTIONS, load
from citegate.report import RENDERERS

app = typer.Typer(rich_markup_mode=None, add_completion=False)


def _flag(key: str) -> typer.models.OptionInfo:
    option = OPTIONS[key]
    choices = f" ({', '.join(option.choices)})" if option.choices else ""
    return typer.Option(  # type: ignore[no-any-return] # typer declares it as Any
        option.flag, help=option.help + choices, show_default=False, metavar=option.metavar
    )


@app.command()
def check(
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="[PATH]...", help="limit the run to these files and folders")
    ] = None,
    content: Annotated[list[str] | None, _flag("content")] = None,
    manifests: Annotated[list[str] | None, _flag("manifests")] = None,
    engines: Annotated[list[str] | None, _flag("engines")] = None,
    site: Annotated[str | None, _flag("site")] = None,
    external: Annotated[str | None, _flag("external")] = None,
    prove: Annotated[list[str] | None, _flag("prove")] = None,
    minimise: Annotated[
        bool, typer.Option("--minimise", help="with --prove, cut pages on which a browser disagrees down")
    ] = False,
    fail_on: Annotated[str | None, _flag("fail_on")] = None,
    allow_empty: Annotated[bool, _flag("allow_empty")] = False,
    out: Annotated[str | None, _flag("out")] = None,
    frozen: Annotated[
        bool, typer.Option("--frozen", help="write nothing; fail when the allowlist is out of date")
    ] = False,
    form: Annotated[
        str | None,
        typer.Option("--format", metavar="FORMAT", help=f"form of the report ({', '.join(RENDERERS)}; default: text)"),
    ] = None,
    output: Annotated[
        list[str] | None, typer.Option("--output", metavar="FORMAT=FILE", help="write the report to a file too")
    ] = None,
    config: Annotated[
        Path | None, typer.Option("--config", metavar="FILE", help="settings file, in place of citegate.toml")
    ] = None,
    demo: Annotated[
        bool, typer.Option("--demo", help="show how a fabricated passage is rejected; writes nothing")
    ] = False,
) -> None:
    """Check every citation of a site.

    Reads the documents and citation manifests in content/, decides each citation as browsers would, and writes
    allowlist.json. Exit code 0: all citations are good. 1: there is a finding. 2: citegate could not do its work.
    """
    if form is not None and form not in RENDERERS:
        raise typer.BadParameter(f"{form!r} is not one of {', '.join(RENDERERS)}", param_hint="--format")
    outputs = read_outputs(output or [])
    root = Path.cwd()
    if demo:
        from citegate.cli.demo import demonstrate  # noqa: PLC0415 - only for the demonstration

        outcome = demonstrate()
    else:
        flags = {
            "content": content or None,
            "manifests": manifests or None,
            "engines": [name for given in engines or () for name in given.split(",")] or None,
            "site": site,
            "external": external,
            "prove": [name for given in prove or () for name in given.split(",")] or None,
            "minimise": minimise,
            "fail_on": fail_on,
            "allow_empty": allow_empty or None,
            "out": out,
            "frozen": frozen,
            "paths": tuple(gate.project_path(root, path) for path in paths or ()),
        }
        with progress_bar() as progress:
            outcome = gate.run(load(root, flags, config), progress=progress)
    show(outcome.report, form or "text")
    if form is None and os.environ.get("GITHUB_ACTIONS") == "true":
        mark_lines(outcome.report)
    save(outcome.report, outputs)
    raise typer.Exit(outcome.exit_code)
