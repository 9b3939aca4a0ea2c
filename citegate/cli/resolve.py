"""`citegate resolve`: say what a text fragment finds on a page, and why."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from citegate.api import find_engine, read_pages
from citegate.cli.output import write
from citegate.errors import CitegateError, UnreadableSource
from citegate.fragment.syntax import format_text_directive
from citegate.json_text import to_json
from citegate.model import Engine
from citegate.report.snippet import printable
from citegate.verify.resolve import Resolution, Resolved, dom_text, resolve_fragment

app = typer.Typer(rich_markup_mode=None, add_completion=False)

FORMS = ("text", "json")
MAX_ROW = 50_000_000  # characters; a row holds one page


@app.command()
def resolve(
    page: Annotated[Path | None, typer.Argument(help="a .html, .md or .mdx file")] = None,
    fragment: Annotated[str | None, typer.Argument(help="what follows # in the URL, such as ':~:text=…'")] = None,
    engine: Annotated[str, typer.Option("--engine", help="chromium, firefox or webkit")] = "chromium",
    form: Annotated[str, typer.Option("--format", help="text or json")] = "text",
    batch: Annotated[
        Path | None,
        typer.Option("--batch", help="a file of JSON lines with id, html and fragment; - is standard input"),
    ] = None,
) -> None:
    """Say for each directive of a fragment whether a browser finds it, where, how often, and why.

    Exit code 0: found. 1: no directive is found. 2: citegate could not do its work.
    With --batch one JSON line comes out for each line that goes in, and the exit code is 0 when all could be read.
    """
    chosen = find_engine(engine)
    if form not in FORMS:
        raise typer.BadParameter(f"{form!r} is not one of {', '.join(FORMS)}", param_hint="--format")
    if batch is not None:
        raise typer.Exit(resolve_batch(batch, chosen))
    if page is None or fragment is None:
        raise typer.BadParameter("give a page and a fragment, or --batch", param_hint="PAGE FRAGMENT")
    resolved = resolve_fragment(fragment, read_pages(page, engines=(chosen,))[0], with_steps=True)
    write(as_json(resolved) if form == "json" else as_text(resolved, chosen))
    raise typer.Exit(0 if resolved.is_found else 1)


def as_text(resolved: Resolved, engine: Engine) -> str:
    """What was found, for people."""
    lines: list[str] = []
    for number, found in enumerate(resolved.directives, 1):
        lines.append(f"directive {number}: {printable(format_text_directive(found.directive))}")
        if found.text is None or found.block is None:
            lines.append(f"  not found by {engine.name}")
        else:
            lines.append(f"  found by {engine.name}: “{one_line(found.text)}”")
            lines.append(f"  in block {found.block.ordinal} ({found.block.kind}): “{one_line(found.block.text)}”")
        lines.append(f"  it could match in {len(found.places)} place{'s' * (len(found.places) != 1)}")
        lines.extend(f"    {printable(step)}" for step in found.steps)
    for invalid in resolved.invalid:
        lines.append(f"ignored: {printable(invalid.raw)}")
        lines.extend((f"  {printable(invalid.problem)}", f"  = help: {printable(invalid.help)}"))
    if not resolved.directives and not resolved.invalid:
        lines.append("there is no text directive: a fragment directive is :~:text=… behind the #")
    return "".join(line + "\n" for line in lines)


def one_line(text: str) -> str:
    """A text of the page on one line, its line ends shown."""
    return printable(text.replace("\n", " ↵ "))


def as_json(resolved: Resolved) -> str:
    """The same, as JSON."""
    data = {
        "schema": 1,
        "resolved": resolved.is_found,
        "element_id": resolved.element_id,
        "directives": [_directive(found) for found in resolved.directives],
        "invalid": [{"raw": each.raw, "problem": each.problem, "help": each.help} for each in resolved.invalid],
    }
    return to_json(data, indent=2) + "\n"


def _directive(found: Resolution) -> dict[str, Any]:
    directive, block = found.directive, found.block
    return {
        "textStart": directive.text_start,
        "textEnd": directive.text_end,
        "prefix": directive.prefix,
        "suffix": directive.suffix,
        "found": found.is_found,
        "text": found.text,
        "block": {"ordinal": block.ordinal, "kind": block.kind.value, "text": block.text} if block else None,
        "occurrences": len(found.places),
        "places": [{"start": span.start, "end": span.end} for span in found.places],
        "steps": list(found.steps),
    }


def resolve_batch(rows: Path, engine: Engine) -> int:
    """Answer each row in turn; 0 when all could be read, else 2, the reasons on standard error."""
    code = 0
    for number, line in enumerate(_lines(rows), 1):
        if not line.strip():
            continue
        try:
            answer = to_json(batch_row(line, engine))
        except (CitegateError, ValueError) as error:
            reason = error.message if isinstance(error, CitegateError) else str(error)
            print(f"error: line {number} cannot be read: {reason}", file=sys.stderr)
            code = 2
            continue
        write(answer + "\n")
    return code


def _lines(rows: Path) -> Iterator[str]:
    source: Path | int = sys.stdin.fileno() if str(rows) == "-" else rows
    try:
        with open(source, encoding="utf-8", newline="\n", closefd=source is rows) as stream:
            while line := stream.readline(MAX_ROW + 1):
                if len(line) > MAX_ROW:
                    raise UnreadableSource(str(rows), f"a row has more than {MAX_ROW:,} characters")
                yield line
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableSource(str(rows), f"cannot read {rows}: {str(error).lower()}") from error


def batch_row(line: str, engine: Engine) -> dict[str, Any]:
    """The answer to one row. Raises ValueError, or CitegateError, for one that cannot be read."""
    try:
        row = json.loads(line)
    except RecursionError as error:
        raise ValueError("values are nested too deep") from error
    if not isinstance(row, dict) or not all(isinstance(row.get(key), str) for key in ("html", "fragment")):
        raise ValueError("a row is an object with id, html and fragment")
    page = read_pages("page.html", row["html"], engines=(engine,))[0]
    resolved = resolve_fragment(row["fragment"], page)
    return {
        "id": row.get("id"),
        "resolved": resolved.is_found,
        "text": [dom_text(page.document, found.places[0]) if found.places else None for found in resolved.directives],
        "occurrences": [len(found.places) for found in resolved.directives],
    }
