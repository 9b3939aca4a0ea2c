"""`citegate evidence`: from a claim to the passages that support it, or an honest "nothing supports this"."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from citegate.cli.evidence_index import find_site, open_searcher, project
from citegate.cli.output import write
from citegate.evidence.recall import recall
from citegate.evidence.search import LEGS
from citegate.evidence.show import answer_json, answer_text, passage_json, passage_text

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def evidence(
    claim: Annotated[str, typer.Argument(help="what is to be supported")] = "",
    k: Annotated[int, typer.Option("-k", min=1, max=50, help="how many passages")] = 5,
    id: Annotated[str, typer.Option("--id", help="find the passage with this citation_id again")] = "",
    budget: Annotated[int | None, typer.Option("--budget", min=0, help="tokens that the quotes may have")] = None,
    leg: Annotated[str, typer.Option("--leg", help="hybrid, lexical or dense")] = "hybrid",
    form: Annotated[str, typer.Option("--format", help="text or json")] = "text",
    content: Annotated[list[str] | None, typer.Option("--content", help="a folder with documents")] = None,
    embeddings: Annotated[str | None, typer.Option("--embeddings", help="what makes the vectors")] = None,
    file: Annotated[Path | None, typer.Option("--index", help="where the index is, .citegate/evidence.db")] = None,
) -> None:
    """Find passages for a claim, with links that land on them, and say whether one supports it.

    Exit code 0 when the claim is supported (or the id found), 1 when it is not.
    """
    if form not in ("text", "json"):
        raise typer.BadParameter("the formats are text and json", param_hint="--format")
    if leg not in LEGS:
        raise typer.BadParameter("the legs are " + ", ".join(LEGS), param_hint="--leg")
    if bool(claim.strip()) == bool(id):
        raise typer.BadParameter("give a claim, or --id", param_hint="CLAIM")
    config = project(content, "none" if id else embeddings)
    searcher, refreshed = open_searcher(config, file)
    for fault in refreshed.faults if refreshed else ():
        print(f"warning: {fault}", file=sys.stderr)
    if id:
        passage = searcher.store.find(id) or recall(find_site(config), id)
        if passage is None:
            print(f"error: no passage has the id {id}", file=sys.stderr)
            raise typer.Exit(1)
        write(passage_json(passage) + "\n" if form == "json" else passage_text(passage))
        return
    answer = searcher.ask(claim, k, budget=budget, leg=leg)
    write(answer_json(answer) if form == "json" else answer_text(answer))
    raise typer.Exit(0 if answer.supported else 1)
