"""`citegate suggest`: sentences of a document that make good citations, as a manifest."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from citegate.cli.link import find_pages
from citegate.cli.output import write
from citegate.config import load
from citegate.json_text import to_json
from citegate.repair.suggest import suggestions

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def suggest(
    document: Annotated[str, typer.Argument(metavar="DOC", help="a document's id, or a .md, .mdx or .html file")],
    limit: Annotated[int, typer.Option("--limit", min=1, help="sentences to list")] = 20,
) -> None:
    """List the sentences of a document that make good citations, as a manifest that is ready to be saved.

    Each stands once on its page, needs nothing before it to be understood, and has 24 to 300 characters.
    """
    pages = find_pages(document, None)
    found = suggestions(pages, min_length=load(Path.cwd()).min_length, limit=limit)
    entries = [{"docId": pages[0].document.id, "passage": passage} for passage in found]
    write(to_json(entries, indent=2) + "\n")
