"""`citegate explain`: say what a rule means."""

from __future__ import annotations

import textwrap
from typing import Annotated

import typer

from citegate.cli.output import write
from citegate.model import Rule
from citegate.rule_names import find_rule
from citegate.rules import RULES

WIDTH = 88  # columns of prose

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def explain(
    code: Annotated[
        str | None, typer.Argument(help="a rule's code or name, such as CG101; all rules without it")
    ] = None,
) -> None:
    """Say what a rule means and what to do; without a code, list all rules."""
    write(sheet_entry(find_rule(code)) if code else rule_list())


def sheet_entry(rule: Rule) -> str:
    """The rule's entry on the sheet."""
    prose = textwrap.fill(rule.explanation, WIDTH, break_on_hyphens=False, break_long_words=False)
    return f"{rule.code} {rule.name} ({rule.severity})\n{rule.summary}\n\n{prose}\n"


def rule_list() -> str:
    """Every rule on a line."""
    width = max(len(rule.name) for rule in RULES.values())
    return "".join(f"{r.code}  {r.severity:<7}  {r.name:<{width}}  {r.summary}\n" for r in RULES.values())
