"""GFM tables.

https://github.github.com/gfm/#tables-extension-
"""

from __future__ import annotations

import re

from markdown_it.rules_block import StateBlock

from citegate.parse.markdown.places import Cut

MAX_ADDED_CELLS = 65_536  # cells that short rows are filled up with; a table may not grow without end

_DELIMITERS = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_CELL = re.compile(r"(?:[^|\\]|\\.?)*")
_SPACES = " \t"


def table(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """A table: a header row, a row of delimiters with as many cells, and the rows that follow."""
    delimiter_line = start_line + 1
    if delimiter_line >= end_line or state.sCount[delimiter_line] < state.blkIndent:
        return False
    if state.is_code_block(start_line) or state.is_code_block(delimiter_line):
        return False
    src = state.src
    start, end = state.bMarks[delimiter_line] + state.tShift[delimiter_line], state.eMarks[delimiter_line]
    if start >= end or src[start] not in "|-:" or _DELIMITERS.fullmatch(src, start, end) is None:
        return False
    line = src[start:end]
    if line.startswith(("- ", "-\t")) or not ("|" in line or ":" in line):
        return False
    count = len(_cells(src, start, end))
    header = _row(state, start_line)
    if len(header) != count:
        return False
    if silent:
        return True
    state.push("table_open", "table", 1).map = [start_line, start_line]
    opened = state.tokens[-1]
    state.push("thead_open", "thead", 1)
    _push_row(state, start_line, header, count, "th")
    state.push("thead_close", "thead", -1)
    state.line = _push_body(state, start_line + 2, end_line, count)
    state.push("table_close", "table", -1)
    opened.map = [start_line, state.line]
    return True


def _push_body(state: StateBlock, line: int, end_line: int, count: int) -> int:
    """Add the rows up to a blank line or another block; where they end."""
    old_parent, state.parentType = state.parentType, "table"
    rules = state.md.block.ruler.getRules("blockquote")
    first = line
    added = 0
    while line < end_line and state.sCount[line] >= state.blkIndent and not state.isEmpty(line):
        if state.is_code_block(line) or any(rule(state, line, end_line, True) for rule in rules):
            break
        cells = _row(state, line)
        added += max(0, count - len(cells))
        if added > MAX_ADDED_CELLS:
            break
        if line == first:
            state.push("tbody_open", "tbody", 1)
        _push_row(state, line, cells, count, "td")
        line += 1
    if line > first:
        state.push("tbody_close", "tbody", -1)
    state.parentType = old_parent
    return line


def _row(state: StateBlock, line: int) -> list[tuple[int, int]]:
    return _cells(state.src, state.bMarks[line] + state.tShift[line], state.eMarks[line])


def _cells(src: str, start: int, end: int) -> list[tuple[int, int]]:
    """Where the cells of a row stand, without the space around their text."""
    while end > start and src[end - 1] in _SPACES:
        end -= 1
    if start < end and src[start] == "|":
        start += 1
    cells: list[tuple[int, int]] = []
    at = start
    while at < end or not cells:
        cell = _CELL.match(src, at, end)
        assert cell is not None
        low, high = cell.span()
        while low < high and src[low] in _SPACES:
            low += 1
        while high > low and src[high - 1] in _SPACES:
            high -= 1
        cells.append((low, high))
        at = cell.end() + 1
    return cells


def _push_row(state: StateBlock, line: int, cells: list[tuple[int, int]], count: int, tag: str) -> None:
    state.push("tr_open", "tr", 1)
    for number in range(count):
        state.push(f"{tag}_open", tag, 1)
        start, end = cells[number] if number < len(cells) else (state.eMarks[line], state.eMarks[line])
        token = state.push("inline", "", 0)
        token.content = state.src[start:end]
        token.children = []
        token.meta = {"cut": Cut.at(start), "is_cell": True}
        state.push(f"{tag}_close", tag, -1)
    state.push("tr_close", "tr", -1)
