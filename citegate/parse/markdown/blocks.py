"""CommonMark's block rules with a `Cut` on every token that has content."""

from __future__ import annotations

import re

from markdown_it.common.utils import mdTrim
from markdown_it.rules_block import StateBlock, code, fence
from markdown_it.rules_core import StateCore

from citegate.parse.markdown.lists import list_block
from citegate.parse.markdown.paragraph import paragraph
from citegate.parse.markdown.parser import BlockRule, PlacedMarkdown
from citegate.parse.markdown.places import Cut
from citegate.parse.markdown.table import table

_SPACES = " \t"
_TASK = re.compile(r"\[[ \t\nxX]\](?:\n|[ \t]+(?=\S))")


def with_cut(rule: BlockRule) -> BlockRule:
    """The rule, which then leaves its `Cut` on its token, the last one."""

    def placed(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        found = rule(state, start_line, end_line, silent)
        if found and not silent:
            state.tokens[-1].meta["cut"] = state.cut  # type: ignore[attr-defined]
        return found

    return placed


def heading(state: StateBlock, start_line: int, _end_line: int, silent: bool) -> bool:
    """An ATX heading."""
    if state.is_code_block(start_line):
        return False
    src = state.src
    start = state.bMarks[start_line] + state.tShift[start_line]
    end = state.eMarks[start_line]
    if start >= end or src[start] != "#":
        return False
    at = start
    while at < end and src[at] == "#":
        at += 1
    level = at - start
    if level > 6 or (at < end and src[at] not in _SPACES):
        return False
    if silent:
        return True
    line = src[at:end].rstrip(_SPACES)
    closed = line.rstrip("#")
    if closed != line and (not closed or closed[-1] in _SPACES):
        line = closed
    state.line = start_line + 1
    push_heading(state, level, line, at, [start_line, state.line])
    return True


def push_heading(state: StateBlock, level: int, line: str, at: int, lines: list[int]) -> None:
    """Add a heading whose content is `line`, trimmed, which stands at `at`."""
    token = state.push("heading_open", f"h{level}", 1)
    token.map = lines
    token = state.push("inline", "", 0)
    token.content = mdTrim(line)
    token.map = lines
    token.children = []
    token.meta["cut"] = Cut.at(at + line.find(token.content))
    state.push("heading_close", f"h{level}", -1)


def inline_core(state: StateCore) -> None:
    """Core rule: read the inline content of every block; take the box of a task off its text."""
    parse = state.md.inline.parse
    env = state.env
    has_tasks = state.md.options.get("task_list", False)
    tokens = state.tokens
    for index, token in enumerate(tokens):
        if token.type != "inline" or token.children is None:
            continue
        cut: Cut | None = token.meta.get("cut")
        if has_tasks and token.content.startswith("[") and index > 1 and tokens[index - 2].type == "list_item_open":
            box = _TASK.match(token.content)
            if box is not None and cut is not None and tokens[index - 1].type == "paragraph_open":
                token.meta["task"] = cut.source(0), cut.source(2) + 1
                token.meta["cut"] = cut = cut.trimmed(box.end())
                token.content = token.content[box.end() :]
        env["cut"] = cut
        parse(token.content, state.md, env, token.children)


def install(md: PlacedMarkdown) -> None:
    """Put these rules in the place of markdown-it's."""
    rules: dict[str, BlockRule] = {
        "paragraph": paragraph,
        "list": list_block,
        "code": with_cut(code),
        "fence": with_cut(fence),
        "heading": heading,
        "table": table,
    }
    alternatives = {rule.name: rule.alt for rule in md.block.ruler.__rules__}
    for name, rule in rules.items():
        md.block.ruler.at(name, rule, {"alt": alternatives[name]})
    md.block.ruler.disable("lheading")
    md.core.ruler.at("inline", inline_core)
    md.core.ruler.disable("text_join")


def install_fence_info(md: PlacedMarkdown, info: str) -> None:
    """Take fences for code only when all that stands behind their marks matches `info`, and they are closed."""
    pattern = re.compile(rf"(?:`{{3,}}|~{{3,}})[ \t]*(?:{info})[ \t]*")
    any_fence = with_cut(fence)

    def rule(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        start, end = state.bMarks[start_line] + state.tShift[start_line], state.eMarks[start_line]
        if pattern.fullmatch(state.src, start, end) is None or _last(state, state.src[start : start + 3]) < end:
            return False
        return any_fence(state, start_line, end_line, silent)

    md.block.ruler.at("fence", rule, {"alt": ["paragraph", "reference", "blockquote", "list"]})


def _last(state: StateBlock, mark: str) -> int:
    """Where a mark stands for the last time; looked for once in a document."""
    found: dict[str, int] = state.env.setdefault("last_marks", {})
    if mark not in found:
        found[mark] = state.src.rfind(mark)
    return found[mark]
