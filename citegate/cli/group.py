"""A group of commands, each imported when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from typer.core import TyperGroup
from typer.main import get_command

from citegate.cli.values import take_texts


def commands_of(lines: Mapping[str, str], prefix: str = "") -> type[TyperGroup]:
    """The class of a group with these commands, in this order; each has the line that `--help` shows.

    The command `NAME` is the `app` of the module `prefixNAME` beside this one, `-` written as `_`.
    """

    class Commands(TyperGroup):
        def list_commands(self, ctx: Any) -> list[str]:
            return list(lines)

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            if cmd_name not in lines:
                return None
            module = import_module(f"citegate.cli.{prefix}{cmd_name.replace('-', '_')}")
            command = take_texts(get_command(module.app))
            command.name = cmd_name
            return command

        def format_commands(self, ctx: Any, formatter: Any) -> None:
            with formatter.section("Commands"):
                formatter.write_dl(list(lines.items()))

    return Commands
