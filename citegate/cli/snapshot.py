"""`citegate snapshot`: keep pages of other sites, so that links to them can be checked."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Annotated

import typer

from citegate.cli.output import write
from citegate.errors import ConfigError
from citegate.index.allowlist import write_atomically
from citegate.index.fetch import fetch
from citegate.index.files import DiskFiles
from citegate.index.snapshots import INDEX, Snapshot, index_text, plain_url, read_index

app = typer.Typer(rich_markup_mode=None, add_completion=False)

SCHEMES = ("http://", "https://")


@app.command()
def snapshot(
    urls: Annotated[list[str], typer.Argument(metavar="URL...", help="pages to keep; a fragment is left out")],
    folder: Annotated[Path, typer.Option("--folder", metavar="FOLDER", help="where they are kept")] = Path("snapshots"),
    timeout: Annotated[float, typer.Option("--timeout", min=0.1, help="seconds for one page")] = 30.0,
) -> None:
    """Fetch pages and keep them with their hash and date; `citegate check --external FOLDER` reads them.

    Exit code 0: all pages were answered. 1: a page does not exist. 2: there was network trouble, which says nothing
    about the page.
    """
    for url in urls:
        if not url.lower().startswith(SCHEMES):
            raise ConfigError(f"{url} is not the address of a page", "begin with https:// or http://")
    known = read_index(DiskFiles(folder), "")
    now = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    code = 0
    for url in dict.fromkeys(map(plain_url, urls)):
        taken, body = fetch(url, now, timeout)
        if body is not None:
            write_atomically(folder / taken.file, body)
        if not taken.trouble or url not in known:
            known[url] = taken  # trouble must not take the place of a page that was kept before
        write(_line(taken))
        code = max(code, 2 if taken.trouble else 1 if taken.status >= 400 else 0)
    write_atomically(folder / INDEX, index_text(known.values()))
    raise typer.Exit(code)


def _line(taken: Snapshot) -> str:
    if taken.trouble:
        return f"trouble  {taken.url}: {taken.trouble}\n"
    if not taken.file:
        return f"{taken.status}      {taken.url}: no page to keep ({taken.media_type or 'no type'})\n"
    return f"{taken.status}      {taken.url} -> {taken.file}\n"
