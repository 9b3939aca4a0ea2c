"""`citegate config`: print the settings in force, and where each came from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from citegate.cli.output import write
from citegate.json_text import to_json
from citegate.report.snippet import printable
from citegate.settings import Setting, as_toml, effective, schema_text

app = typer.Typer(rich_markup_mode=None, add_completion=False)

FORMS = ("text", "json")
WIDTH = 40  # columns up to which the origins are set below each other


@app.command()
def config(
    file: Annotated[
        Path | None, typer.Option("--config", metavar="FILE", help="settings file, in place of citegate.toml")
    ] = None,
    form: Annotated[str, typer.Option("--format", help="text or json")] = "text",
    schema: Annotated[
        bool, typer.Option("--schema", help="print the JSON Schema of the settings file, for editors")
    ] = False,
) -> None:
    """Print the settings in force, as they would stand in citegate.toml, and where each came from."""
    if form not in FORMS:
        raise typer.BadParameter(f"{form!r} is not one of {', '.join(FORMS)}", param_hint="--format")
    if schema:
        write(schema_text())
        return
    found = effective(Path.cwd(), file)
    write(as_json(found) if form == "json" else "".join(map(_line, found)))


def _line(setting: Setting) -> str:
    written = printable(f"{setting.key} = {as_toml(setting.value)}")
    return f"{written:<{WIDTH}}  # {printable(setting.origin)}\n"


def as_json(settings: tuple[Setting, ...]) -> str:
    """The same, as JSON."""
    found = {each.key: {"value": each.value, "origin": each.origin} for each in settings}
    return to_json({"schema": 1, "settings": found}, indent=2) + "\n"
