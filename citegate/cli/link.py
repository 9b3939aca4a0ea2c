"""`citegate link`: print the shortest link to a passage."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from citegate.api import find_engine, link_on, read_pages
from citegate.cli.output import write
from citegate.config import load
from citegate.errors import NoLink, UnknownDocument
from citegate.fragment.match import Page
from citegate.index.files import DiskFiles
from citegate.index.names import closest_name
from citegate.index.site import Site
from citegate.model import Engine, TextQuoteSelector

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def link(
    document: Annotated[str, typer.Argument(metavar="DOC", help="a document's id, or a .md, .mdx or .html file")],
    quote: Annotated[str, typer.Argument(help="the words that the link has to find")],
    prefix: Annotated[str, typer.Option("--prefix", help="words right before the passage")] = "",
    suffix: Annotated[str, typer.Option("--suffix", help="words right after it")] = "",
    occurrence: Annotated[
        int | None, typer.Option("--occurrence", min=0, help="which of equal passages, from 0")
    ] = None,
    engine: Annotated[list[str] | None, typer.Option("--engine", help="a browser that it has to work in")] = None,
) -> None:
    """Print the shortest link that finds a passage first and alone.

    Exit code 1 when there is none; standard error says why.
    """
    pages = find_pages(document, tuple(map(find_engine, engine)) if engine else None)
    try:
        href, remarks = link_on(pages, TextQuoteSelector(quote, prefix, suffix), occurrence)
    except NoLink as error:
        print(f"error[{error.code}]: {error.message}", file=sys.stderr)
        print(f"  = help: {error.hint}", file=sys.stderr)
        raise typer.Exit(1) from error
    for remark in remarks:
        print(f"warning: {remark}", file=sys.stderr)
    write(href + "\n")


def find_pages(document: str, engines: tuple[Engine, ...] | None) -> tuple[Page, ...]:
    """The document with this id in the project, or the file at this path. Raises UnknownDocument."""
    config = load(Path.cwd())
    engines = engines or config.engines
    files = DiskFiles(config.root, config.max_bytes)
    site = Site(files, config.content, engines, config.reading(files))
    route = site.routes.by_path.get(document) or site.routes.find(document)
    if route is not None and (route.path == document or not Path(document).is_file()):
        return site.pages(route)
    if Path(document).is_file():
        return read_pages(document, engines=engines)
    close = closest_name(document, site.routes.by_id)
    raise UnknownDocument(
        f"there is no document “{document}”",
        f"did you mean “{close}”?" if close else "name a document's id or its file",
    )
