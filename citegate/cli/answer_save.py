"""`citegate answer save`: keep an answer with its sources in the ledger."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from citegate.answers.ledger import LEDGER, Ledger
from citegate.answers.recheck import placed
from citegate.answers.stream import citations, read_answer
from citegate.cli.answer_input import make_resolver, read_answer_file, read_sources_file, site_of
from citegate.cli.output import write
from citegate.config import load

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def save(
    answer: Annotated[str, typer.Argument(metavar="ANSWER.md", help="the answer as the model wrote it; - for stdin")],
    sources: Annotated[
        str | None, typer.Option("--sources", metavar="FILE", help="the sources that the model was given, as JSON")
    ] = None,
    turn: Annotated[
        str, typer.Option("--turn", metavar="NAME", help="of the turn; the answer that it had gives way")
    ] = "",
    question: Annotated[str, typer.Option("--question", metavar="TEXT", help="what was asked")] = "",
    replace: Annotated[str, typer.Option("--replace", metavar="ID", help="the answer that this one replaces")] = "",
    allowlist: Annotated[
        Path | None, typer.Option("--allowlist", metavar="FILE", help="what may be cited (default: the project's own)")
    ] = None,
    ledger: Annotated[Path | None, typer.Option("--ledger", metavar="FILE", help=f"the ledger, {LEDGER}")] = None,
    form: Annotated[str, typer.Option("--format", help="text or json")] = "text",
) -> None:
    """Keep an answer with the sources that it could cite, and the hashes of their documents; print its id."""
    if form not in ("text", "json"):
        raise typer.BadParameter("the formats are text and json", param_hint="--format")
    if turn and replace:
        raise typer.BadParameter("give --turn or --replace, not both", param_hint="--replace")
    config = load(Path.cwd())
    given = read_sources_file(config.root, sources) if sources is not None else None
    resolver = make_resolver(config, given, allowlist)
    text = read_answer_file(config.root, answer).text
    site = site_of(config)
    cited = placed(
        dict.fromkeys(record for event in citations(read_answer(text, resolver)) for record in event.records), site
    )
    with Ledger(ledger or config.root / LEDGER, is_made=True) as book:
        saved = book.save(
            text, placed(resolver.sources.records, site), cited, turn=turn, question=question, replaces=replace
        )
    if form == "json":
        write(json.dumps({"id": saved.id, "result": saved.kind.value}) + "\n")
    else:
        write(f"{saved.kind.value} {saved.id}: {len(cited)} cited of {len(resolver.sources.records)} given\n")
