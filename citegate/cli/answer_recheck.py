"""`citegate answer recheck`: say what became of the passages that the kept answers cite."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from citegate.answers.ledger import LEDGER, Ledger
from citegate.answers.recheck import Fate, Rechecked, recheck
from citegate.cli.answer_input import site_of
from citegate.cli.output import write
from citegate.config import load
from citegate.errors import LedgerUnusable
from citegate.report.snippet import printable
from citegate.verify.wording import brief

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(name="recheck")
def recheck_answers(
    ids: Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="only these answers")] = None,
    ledger: Annotated[Path | None, typer.Option("--ledger", metavar="FILE", help=f"the ledger, {LEDGER}")] = None,
    form: Annotated[str, typer.Option("--format", help="text or json")] = "text",
) -> None:
    """Say of each passage that a kept answer cites whether it is still there, moved, changed or gone.

    Exit code 0: every one is there, or has only moved. 1: one has changed or is gone.
    """
    if form not in ("text", "json"):
        raise typer.BadParameter("the formats are text and json", param_hint="--format")
    config = load(Path.cwd())
    with Ledger(ledger or config.root / LEDGER) as book:
        answers = book.answers()
    if unknown := sorted(set(ids or ()) - {kept.id for kept in answers}):
        raise LedgerUnusable(f"no answer of the ledger has the id {unknown[0]}", "`citegate answer list` has them")
    chosen = [kept for kept in answers if not ids or kept.id in ids]
    found = recheck(chosen, site_of(config))
    write(_json(found) if form == "json" else _text(found, len(chosen)))
    raise typer.Exit(int(any(each.fate in (Fate.CHANGED, Fate.GONE) for each in found)))


def _text(found: tuple[Rechecked, ...], answers: int) -> str:
    lines = []
    for each in found:
        words = brief(each.record.snippet or each.record.title)
        lines.append(f"{each.fate:<9} {each.answer}  {each.record.document_id}  “{words}”")
        if each.place is not None and each.fate in (Fate.MOVED, Fate.CHANGED):
            place = f"{each.place.path}[{each.place.span.start}:{each.place.span.end}]"
            now = f", {each.similarity:.0%} alike: “{brief(each.nearest, 300)}”" if each.nearest else ""
            lines.append(f"  = now at {place}{now}")
        if each.detail:
            lines.append(f"  = {each.detail}")
    counts = Counter(each.fate for each in found)
    said = ", ".join(f"{counts[fate]} {fate}" for fate in Fate if counts[fate])
    total = f"{answers} answer{'s' * (answers != 1)}, {len(found)} citation{'s' * (len(found) != 1)}"
    lines.append(f"checked {total}" + (f": {said}" if said else ""))
    return "".join(printable(line) + "\n" for line in lines)


def _json(found: tuple[Rechecked, ...]) -> str:
    data = {"schema": 1, "citations": list(map(_data, found))}
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _data(each: Rechecked) -> dict[str, Any]:
    place = each.place
    return {
        "answer": each.answer,
        "document_id": each.record.document_id,
        "citation_id": each.record.citation_id,
        "passage": each.record.snippet,
        "status": each.fate.value,
        "source": place.path if place else None,
        "source_span": {"start": place.span.start, "end": place.span.end} if place else None,
        "nearest": each.nearest or None,
        "similarity": round(each.similarity, 3) if each.nearest else None,
        "detail": each.detail or None,
    }
