"""Paragraphs and setext headings in one pass over their lines."""

from __future__ import annotations

from markdown_it.common.utils import mdTrim
from markdown_it.rules_block import StateBlock

from citegate.parse.markdown.parser import BlockRule
from citegate.parse.markdown.places import Cut

_SPACES = " \t"


def paragraph(state: StateBlock, start_line: int, end_line: int, _silent: bool) -> bool:
    """A paragraph, or the heading that it turns into when a line of "=" or "-" follows.

    Where there is no indented code, as in MDX, a line may interrupt the paragraph however far it is indented.
    """
    has_code = state._code_enabled  # markdown-it reads it through is_code_block alone
    rules = state.md.block.rules  # type: ignore[attr-defined]
    src = state.src
    old_parent, state.parentType = state.parentType, "paragraph"
    begins, ends, indents, shifts = state.bMarks, state.eMarks, state.sCount, state.tShift
    indent = state.blkIndent
    level = 0
    line = start_line + 1
    last = state.lineMax
    while line < last and begins[line] + shifts[line] < ends[line]:
        column = indents[line]
        if has_code and column - indent > 3:
            line += 1
            continue
        if column >= indent and line < end_line:
            level = _underline(state, line)
            if level:
                break
        if column >= 0 and _is_interrupted(state, line, last, rules("paragraph", src[begins[line] + shifts[line]])):
            break
        line += 1
    raw = state.getLines(start_line, line, indent, False)
    cut: Cut = state.cut  # type: ignore[attr-defined]
    state.parentType = old_parent
    state.line = line + 1 if level else line
    kind, tag = ("heading", f"h{level}") if level else ("paragraph", "p")
    state.push(f"{kind}_open", tag, 1).map = [start_line, state.line]
    token = state.push("inline", "", 0)
    token.content = mdTrim(raw)
    token.map = [start_line, line]
    token.children = []
    token.meta["cut"] = cut.trimmed(len(raw) - len(raw.lstrip(" \t\n\r\f\v")))
    state.push(f"{kind}_close", tag, -1)
    return True


def _is_interrupted(state: StateBlock, line: int, end_line: int, rules: list[BlockRule]) -> bool:
    for rule in rules:  # noqa: SIM110 - any() is slower, and this is asked of every line
        if rule(state, line, end_line, True):
            return True
    return False


def _underline(state: StateBlock, line: int) -> int:
    """1 or 2 for a line of "=" or "-" alone, else 0."""
    start, end = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    marker = state.src[start]
    if marker not in "=-" or state.src[start:end].rstrip(_SPACES).strip(marker):
        return 0
    return 1 if marker == "=" else 2
