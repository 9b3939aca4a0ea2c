"""find_rule: a rule by its code or its name, however it is written."""

from __future__ import annotations

from citegate.errors import UnknownRule
from citegate.model import Rule
from citegate.rules import RULES


def find_rule(name: str) -> Rule:
    """The rule with this code or name, in any case. Raises UnknownRule, which names the closest code."""
    wanted = name.strip().casefold()
    for rule in RULES.values():
        if wanted in (rule.code.casefold(), rule.name):
            return rule
    from difflib import get_close_matches  # noqa: PLC0415 - only when the code is wrong

    close = get_close_matches(wanted, [rule.name for rule in RULES.values()], n=1, cutoff=0.5)
    hint = f"did you mean {close[0]}?" if close else "`citegate explain` lists all rules"
    raise UnknownRule(f"there is no rule {name!r}", hint)
