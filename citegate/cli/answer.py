"""`citegate answer`: what a model answered, checked against its sources, kept, and checked again."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from citegate.cli.values import take_texts

COMMANDS = {
    "check": "check an answer's citations, statements and links against its sources",
    "save": "keep an answer with its sources in the ledger",
    "list": "list the answers of the ledger",
    "recheck": "say what became of the passages that the kept answers cite",
}
"""Each command, in a module `answer_NAME`, with the line that `citegate answer --help` shows."""


class _Commands(TyperGroup):
    """A group that imports a command when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        command = take_texts(get_command(import_module(f"citegate.cli.answer_{cmd_name}").app))
        command.name = cmd_name
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


app = typer.Typer(cls=_Commands, add_completion=False, no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def answer() -> None:
    """What a model answered: checked against its sources, kept, and checked again when the documents change."""
