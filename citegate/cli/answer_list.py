"""`citegate answer list`: list the answers of the ledger."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from citegate.answers.ledger import LEDGER, Ledger
from citegate.answers.ledger_rows import Kept
from citegate.answers.sources_json import record_data
from citegate.cli.output import write
from citegate.config import load
from citegate.report.snippet import printable
from citegate.verify.wording import brief

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(name="list")
def list_answers(
    ledger: Annotated[Path | None, typer.Option("--ledger", metavar="FILE", help=f"the ledger, {LEDGER}")] = None,
    form: Annotated[str, typer.Option("--format", help="text or json")] = "text",
) -> None:
    """List the answers that were kept, in the order in which they came."""
    if form not in ("text", "json"):
        raise typer.BadParameter("the formats are text and json", param_hint="--format")
    with Ledger(ledger or load(Path.cwd()).root / LEDGER) as book:
        answers = book.answers()
    if form == "json":
        write(json.dumps({"schema": 1, "answers": list(map(_data, answers))}, ensure_ascii=False, indent=2) + "\n")
        return
    for kept in answers:
        about = kept.question or kept.turn or kept.text
        write(f"{kept.id}  {len(kept.cited)} cited of {len(kept.sources)}  {printable(brief(about))}\n")
    write(f"{len(answers)} answer{'s' * (len(answers) != 1)}\n")


def _data(kept: Kept) -> dict[str, Any]:
    cited = set(kept.cited)
    return {
        "id": kept.id,
        "turn": kept.turn or None,
        "question": kept.question or None,
        "answer": kept.text,
        "sources": [{**record_data(record), "cited": record in cited} for record in kept.sources],
    }
