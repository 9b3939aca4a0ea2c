"""Bullet and ordered lists."""

from __future__ import annotations

import re

from markdown_it.rules_block import StateBlock

_MARKER = re.compile(r"(?:[-+*]|(\d{1,9})[.)])(?=[ \t\n]|\Z)")
_MAX_PADDING = 4  # columns after a marker; more, and the rest is indented code


def list_block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """A list: items with the same kind of marker, one after the other.

    Where there is no indented code, as in MDX, an item's content starts where its first word stands.
    """
    if state.is_code_block(start_line) or _is_outdented(state, start_line):
        return False
    marker = _marker(state, start_line)
    if marker is None:
        return False
    interrupts = silent and state.parentType == "paragraph" and state.sCount[start_line] >= state.blkIndent
    if interrupts:
        if marker[1] is not None and int(marker[1]) != 1:
            return False
        if not state.src[marker.end() : state.eMarks[start_line]].strip(" \t"):
            return False
    if silent:
        return True
    kind, tag = ("ordered", "ol") if marker[1] is not None else ("bullet", "ul")
    opened = len(state.tokens)
    token = state.push(f"{kind}_list_open", tag, 1)
    if marker[1] is not None and int(marker[1]) != 1:
        token.attrs = {"start": int(marker[1])}
    old_parent, state.parentType = state.parentType, "list"
    line, is_tight = _items(state, start_line, end_line, marker)
    state.push(f"{kind}_list_close", tag, -1)
    token.map = [start_line, line]
    state.line = line
    state.parentType = old_parent
    if is_tight:
        _hide_paragraphs(state, opened)
    return True


def _is_outdented(state: StateBlock, line: int) -> bool:
    """True for a marker that stands so far left of its list's items, yet so far right, that it goes on a paragraph."""
    return (
        state._code_enabled
        and state.listIndent >= 0
        and state.sCount[line] - state.listIndent >= _MAX_PADDING
        and state.sCount[line] < state.blkIndent
    )


def _marker(state: StateBlock, line: int) -> re.Match[str] | None:
    start, end = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    return _MARKER.match(state.src, start, end) if start < end else None


def _items(state: StateBlock, line: int, end_line: int, marker: re.Match[str]) -> tuple[int, bool]:
    """Read the items; where they end, and whether no blank line stands between their blocks."""
    rules = state.md.block.ruler.getRules("list")
    kind = marker.group()[-1]
    is_tight = True
    ended_blank = False
    while True:
        state.push("list_item_open", "li", 1).map = [line, line]
        is_item_tight, first = _item(state, line, end_line, marker)
        if not is_item_tight or ended_blank:
            is_tight = False
        ended_blank = state.line - first > 1 and state.isEmpty(state.line - 1)
        state.push("list_item_close", "li", -1)
        line = state.line
        if line >= end_line or state.sCount[line] < state.blkIndent or state.is_code_block(line):
            break
        if any(rule(state, line, end_line, True) for rule in rules):
            break
        following = _marker(state, line)
        if following is None or following.group()[-1] != kind:
            break
        marker = following
    return line, is_tight


def _item(state: StateBlock, line: int, end_line: int, marker: re.Match[str]) -> tuple[bool, int]:
    """Read one item's blocks; whether they stand tight, and the line it starts on."""
    src, end = state.src, state.eMarks[line]
    at = marker.end()
    initial = column = state.sCount[line] + at - marker.start()
    while at < end and src[at] in " \t":
        column += 4 - (column + state.bsCount[line]) % 4 if src[at] == "\t" else 1
        at += 1
    padding = column - initial if at < end else 1
    if padding > _MAX_PADDING and state._code_enabled:
        padding = 1
    fixed = state.md.options.get("list_indent", 0)
    if fixed:
        initial, padding = state.blkIndent, max(fixed, initial - state.blkIndent)
        column = max(column, initial + padding)
    old = (state.tight, state.tShift[line], state.sCount[line], state.listIndent)
    state.listIndent, state.blkIndent = state.blkIndent, initial + padding
    state.tight = True
    state.tShift[line] = at - state.bMarks[line]
    state.sCount[line] = column
    if at >= end and state.isEmpty(line + 1):
        state.line = min(state.line + 2, end_line)  # an item whose first two lines are blank is empty
    else:
        state.md.block.tokenize(state, line, end_line)
    is_tight = bool(state.tight)
    state.blkIndent = state.listIndent
    state.tight, state.tShift[line], state.sCount[line], state.listIndent = old
    return is_tight, line


def _hide_paragraphs(state: StateBlock, opened: int) -> None:
    """Take the paragraphs that are the list's items' own children away."""
    level = state.level + 2
    tokens = state.tokens
    for index in range(opened + 2, len(tokens) - 2):
        token = tokens[index]
        if token.level == level and token.type == "paragraph_open":
            token.hidden = tokens[index + 2].hidden = True
