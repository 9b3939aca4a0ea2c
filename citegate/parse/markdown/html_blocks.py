"""Blocks of raw HTML, and where each dialect ends them."""

from __future__ import annotations

import re

from markdown_it.common.html_blocks import block_names
from markdown_it.rules_block import StateBlock, html_block

from citegate.parse.markdown.blocks import with_cut
from citegate.parse.markdown.dialect import Dialect
from citegate.parse.markdown.parser import STARTS, PlacedMarkdown

MAX_FAILURES = 50  # elements that are never closed; after so many, a document's are read as CommonMark reads them

_ELEMENT = re.compile(r"<(" + "|".join(block_names) + r")(?=[\s/>])([^>\n]*)>?", re.IGNORECASE)
_READS_MARKDOWN = re.compile(r"\bmarkdown(?:=[\"']?(?:1|block|span)[\"']?)?(?=[\s/]|\Z)")
_TAG_LINE = re.compile(r"</?(" + "|".join(block_names) + r")(?=[\s/>])[^\n]*>[ \t]*\Z", re.IGNORECASE)
_COMPONENT = re.compile(r"</?(?:[A-Z]|[a-z][a-z0-9]*-)[\w.-]*(?=[\s/>])")
_TERMINATES = ["paragraph", "reference", "blockquote", "list"]


def install(md: PlacedMarkdown, dialect: Dialect) -> None:
    """Add the rule of a dialect."""
    md.block.ruler.at("html_block", with_cut(html_block), {"alt": ["paragraph", "reference", "blockquote"]})
    if dialect.html_blocks == "element":
        STARTS["html element"] = "<"
        md.block.ruler.before("html_block", "html element", _element, {"alt": _TERMINATES})
    if dialect.html_blocks == "line":
        STARTS["html line"] = "<"
        md.block.ruler.before("html_block", "html line", _line, {"alt": _TERMINATES})
    if dialect.components_are_blocks:
        STARTS["html component"] = "<"
        md.block.ruler.before("html_block", "html component", _component, {"alt": _TERMINATES})


def _push(state: StateBlock, start_line: int, line: int) -> bool:
    state.line = line
    token = state.push("html_block", "", 0)
    token.map = [start_line, line]
    token.content = state.getLines(start_line, line, state.blkIndent, True)
    token.meta["cut"] = state.cut  # type: ignore[attr-defined]
    return True


def _bounds(state: StateBlock, line: int) -> tuple[int, int]:
    return state.bMarks[line] + state.tShift[line], state.eMarks[line]


def _element(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """A block element up to the line on which it is closed."""
    match = _ELEMENT.match(state.src, *_bounds(state, start_line))
    if state.is_code_block(start_line) or match is None or _READS_MARKDOWN.search(match[2]):
        return False
    failures = state.env.get("unclosed_elements", 0)
    if failures > MAX_FAILURES or match[2].endswith("/"):
        return False
    if silent:
        return True
    tags = re.compile(rf"<(/?){match[1]}(?=[\s/>])", re.IGNORECASE)
    depth = 0
    for line in range(start_line, end_line):
        if state.sCount[line] < state.blkIndent and not state.isEmpty(line):
            break
        for tag in tags.finditer(state.src, *_bounds(state, line)):
            depth += -1 if tag[1] else 1
        if depth <= 0:
            return _push(state, start_line, line + 1)
    state.env["unclosed_elements"] = failures + 1
    return False


def _line(state: StateBlock, start_line: int, _end_line: int, silent: bool) -> bool:
    """A line of tags; what follows is Markdown again."""
    if state.is_code_block(start_line) or _TAG_LINE.match(state.src, *_bounds(state, start_line)) is None:
        return False
    return True if silent else _push(state, start_line, start_line + 1)


def _component(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """A component's tag and the lines up to a blank one."""
    if state.is_code_block(start_line) or _COMPONENT.match(state.src, *_bounds(state, start_line)) is None:
        return False
    if silent:
        return True
    line = start_line + 1
    while line < end_line and not state.isEmpty(line) and state.sCount[line] >= state.blkIndent:
        line += 1
    return _push(state, start_line, line)
