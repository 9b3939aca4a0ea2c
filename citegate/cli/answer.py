"""`citegate answer`: what a model answered, checked against its sources, kept, and checked again."""

from __future__ import annotations

import typer

from citegate.cli.group import commands_of

COMMANDS = {
    "check": "check an answer's citations, statements and links against its sources",
    "save": "keep an answer with its sources in the ledger",
    "list": "list the answers of the ledger",
    "recheck": "say what became of the passages that the kept answers cite",
}
"""Each command, in a module `answer_NAME`, with the line that `citegate answer --help` shows."""


app = typer.Typer(
    cls=commands_of(COMMANDS, "answer_"), add_completion=False, no_args_is_help=True, rich_markup_mode=None
)


@app.callback()
def answer() -> None:
    """What a model answered: checked against its sources, kept, and checked again when the documents change."""
