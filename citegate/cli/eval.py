"""`citegate eval`: how well `citegate evidence` finds what a golden set asks for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from citegate.cli.evidence_index import open_searcher, project
from citegate.cli.output import write
from citegate.errors import ConfigError
from citegate.evidence.evaluate import Question, Score, evaluate, read_questions, unanswerable
from citegate.index.files import read_file
from citegate.json_text import to_json

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(name="eval")
def evaluation(
    golden: Annotated[Path, typer.Argument(help="JSON lines with question, document and sentence")],
    k: Annotated[int, typer.Option("-k", min=1, max=50, help="passages that a reader looks at")] = 5,
    min_recall: Annotated[float, typer.Option("--min-recall", min=0, max=1, help="least recall of hybrid")] = 0.0,
    form: Annotated[str, typer.Option("--format", help="text or json")] = "text",
    content: Annotated[list[str] | None, typer.Option("--content", help="a folder with documents")] = None,
    embeddings: Annotated[str | None, typer.Option("--embeddings", help="what makes the vectors")] = None,
    file: Annotated[Path | None, typer.Option("--index", help="where the index is, .citegate/evidence.db")] = None,
) -> None:
    """Print recall, MRR and nDCG for lexical, dense and hybrid retrieval, and what hybrid misses.

    Exit code 1 when the recall of hybrid is below --min-recall.
    """
    if form not in ("text", "json"):
        raise typer.BadParameter("the formats are text and json", param_hint="--format")
    try:
        questions = read_questions(read_file(golden).decode("utf-8"), golden.name)
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read {golden}", "name a file with questions") from error
    searcher, _ = open_searcher(project(content, embeddings), file)
    scores = evaluate(searcher, questions, k)
    stale = unanswerable(searcher, questions)
    if form == "json":
        write(_json(scores, stale, len(questions), k, searcher.backend))
    else:
        write(_text(scores, stale, len(questions), k, searcher.backend))
    raise typer.Exit(1 if scores[-1].recall < min_recall else 0)


def _text(scores: Sequence[Score], stale: Sequence[Question], count: int, k: int, backend: str) -> str:
    lines = [f"{count} questions; vectors: {backend}", "", f"leg       recall@{k}    MRR  nDCG@{k}"]
    lines += [f"{score.leg:9} {score.recall:8.3f} {score.mrr:6.3f} {score.ndcg:7.3f}" for score in scores]
    if scores[-1].misses:
        lines += ["", "hybrid misses:", *(f"  {miss.text} ({miss.document})" for miss in scores[-1].misses)]
    if stale:
        lines += ["", "no passage has the sentence of:", *(f"  {row.text} ({row.document})" for row in stale)]
    return "\n".join(lines) + "\n"


def _json(scores: Sequence[Score], stale: Sequence[Question], count: int, k: int, backend: str) -> str:
    data: dict[str, Any] = {"schema": 1, "questions": count, "k": k, "backend": backend}
    for score in scores:
        data[score.leg] = {"recall": round(score.recall, 4), "mrr": round(score.mrr, 4), "ndcg": round(score.ndcg, 4)}
    data["misses"] = {score.leg: [miss.text for miss in score.misses] for score in scores}
    data["stale"] = [row.text for row in stale]
    return to_json(data, indent=2) + "\n"
