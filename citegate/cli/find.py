"""`citegate find`: every place of some words on the site, exact first, then the nearest."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from citegate.cli.output import write
from citegate.config import load
from citegate.index.files import DiskFiles
from citegate.index.lookup import MAX_LENGTH
from citegate.index.site import Site
from citegate.json_text import to_json
from citegate.repair.everywhere import Found, Hit, find_everywhere
from citegate.report.snippet import printable

app = typer.Typer(rich_markup_mode=None, add_completion=False)

FORMS = ("text", "json")


@app.command()
def find(
    quote: Annotated[str, typer.Argument(help="the words to look for")],
    limit: Annotated[int, typer.Option("--limit", min=1, help="places to show")] = 10,
    form: Annotated[str, typer.Option("--format", help="text or json")] = "text",
) -> None:
    """Show every place of some words on the site: those that a browser finds, then the nearest.

    Exit code 0: a browser finds them somewhere. 1: it does not.
    """
    if form not in FORMS:
        raise typer.BadParameter(f"{form!r} is not one of {', '.join(FORMS)}", param_hint="--format")
    if len(quote) > MAX_LENGTH:
        raise typer.BadParameter(f"it has {len(quote):,} characters, and at most {MAX_LENGTH:,} are looked for")
    config = load(Path.cwd())
    files = DiskFiles(config.root, config.max_bytes)
    site = Site(files, config.content, config.engines[:1], config.reading(files))
    found = find_everywhere(quote, site, limit)
    for reason in found.unread:
        print(f"warning: not searched: {printable(reason)}", file=sys.stderr)
    write(as_json(found) if form == "json" else as_text(found.hits))
    raise typer.Exit(0 if any(hit.similarity == 1 for hit in found.hits) else 1)


def as_text(hits: tuple[Hit, ...]) -> str:
    """A place on two lines."""
    if not hits:
        return "nothing on the site is like these words\n"
    return "".join(map(_lines, hits))


def _lines(hit: Hit) -> str:
    how = "found" if hit.similarity == 1 else f"{hit.similarity:.0%} alike"
    where = printable(f"{hit.path}:{hit.point.line}:{hit.point.column}  {hit.document_id}")
    return f"{where}  {how}\n    {printable(' '.join(hit.text.split()))}\n"


def as_json(found: Found) -> str:
    """The same, as JSON, with what was not searched."""
    places = [
        {
            "docId": hit.document_id,
            "path": hit.path,
            "line": hit.point.line,
            "column": hit.point.column,
            "text": hit.text,
            "similarity": round(hit.similarity, 4),
        }
        for hit in found.hits
    ]
    return to_json({"schema": 1, "places": places, "unread": found.unread}, indent=2) + "\n"
