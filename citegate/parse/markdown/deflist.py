"""Definition lists: a term, and lines that start with ":"."""

from __future__ import annotations

from markdown_it.rules_block import StateBlock
from mdit_py_plugins.deflist import deflist_plugin

from citegate.parse.markdown.parser import PlacedMarkdown
from citegate.parse.markdown.places import Cut


def install(md: PlacedMarkdown) -> None:
    """Add the rule, which then says where its terms stand."""
    deflist_plugin(md)
    plain = next(rule.fn for rule in md.block.ruler.__rules__ if rule.name == "deflist")

    def rule(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        before = len(state.tokens)
        if not plain(state, start_line, end_line, silent):
            return False
        for index in range(before, len(state.tokens) - 1):
            term = state.tokens[index + 1]
            if state.tokens[index].type == "dt_open" and term.map is not None:
                line = term.map[0]
                term.meta["cut"] = Cut.at(state.bMarks[line] + state.tShift[line])
        return True

    md.block.ruler.at("deflist", rule, {"alt": ["paragraph", "reference", "blockquote"]})
