"""`citegate index`: cut the site into passages that can be cited, and keep them for `citegate evidence`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from citegate.cli.evidence_index import backends, find_site, index_file, project
from citegate.cli.output import progress_bar, write
from citegate.evidence.open import searcher, write_index
from citegate.evidence.show import passage_json

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def index(
    form: Annotated[str, typer.Option("--format", help="text, or jsonl: every passage on a line")] = "text",
    content: Annotated[list[str] | None, typer.Option("--content", help="a folder with documents")] = None,
    embeddings: Annotated[str | None, typer.Option("--embeddings", help="what makes the vectors")] = None,
    file: Annotated[Path | None, typer.Option("--index", help="where the index is, .citegate/evidence.db")] = None,
) -> None:
    """Cut the documents into passages, each with the link that lands on it, and write the index.

    Only documents that changed are read anew.
    """
    config = project(content, embeddings)
    if form not in ("text", "jsonl"):
        raise typer.BadParameter("the formats are text and jsonl", param_hint="--format")
    with progress_bar() as advance:
        store, done = write_index(find_site(config), index_file(config, file), advance)
    ready = searcher(store, backends(config))
    for fault in done.faults:
        print(f"warning: {fault}", file=sys.stderr)
    for note in ready.notes:
        print(f"warning: {note}", file=sys.stderr)
    if form == "jsonl":
        for passage in store.all():
            write(passage_json(passage) + "\n")
        return
    known = f"{counted(done.documents, 'document')}, {counted(done.passages, 'passage')}"
    write(f"{known}; {done.read} read; vectors: {ready.backend}\n")
    if done.unlinked:
        write(f"{done.unlinked} more have no link of their own, since the page repeats them\n")


def counted(count: int, thing: str) -> str:
    """A number of things in words."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
