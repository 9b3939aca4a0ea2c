"""Boxes with a title: `:::note`, `!!! note`, `??? note`, `=== "Tab"`, `> [!NOTE]`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from citegate.parse.markdown.parser import STARTS, PlacedMarkdown
from citegate.parse.markdown.places import Cut
from citegate.parse.markdown.render import Writing, writes

_COLONS = re.compile(r"(:{3,})[ \t]*([\w-]*)[ \t]*(\[(?:[^\[\]\\]|\\.)*\])?[ \t]*(\{[^}\n]*\})?[ \t]*(.*)")
_BANG = re.compile(r'(!!!|\?\?\?\+?)[ \t]+([\w-]+(?:[ \t]+[\w-]+)*)?[ \t]*(?:"([^"\n]*)")?[ \t]*')
_TAB = re.compile(r'===[!+]?[ \t]+"([^"\n]*)"[ \t]*')
_ALERT = re.compile(r"\[!(\w+)\](?:[+-])?[ \t]*([^\n]*)(?:\n[ \t]*|\Z)")
_TERMINATES = {"alt": ["paragraph", "reference", "blockquote", "list"]}


@dataclass(frozen=True, slots=True)
class Containers:
    """What `:::name` is in a dialect."""

    titles: Mapping[str, str] = field(default_factory=dict)
    """Name → the title that is printed when the author gives none; "" for none."""
    has_label: bool = False
    """`:::name[title]`."""
    has_line: bool = False
    """`:::name title`."""
    details: frozenset[str] = frozenset()
    """Names whose box is a `<details>`, and its title the `<summary>`."""
    takes_unknown: bool = False
    """A name that is not in `titles` makes a box without a title."""


def install_containers(md: PlacedMarkdown, containers: Containers) -> None:
    """Add `:::` boxes."""

    def rule(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        start, end = state.bMarks[start_line] + state.tShift[start_line], state.eMarks[start_line]
        if state.is_code_block(start_line):
            return False
        match = _COLONS.fullmatch(state.src, start, end)
        if match is None:
            return False
        colons, name, label, attributes, rest = match.groups()
        known = containers.titles.get(name)
        if known is None and not (containers.takes_unknown and (name or attributes)):
            return False
        if (label and not containers.has_label) or (rest and not (containers.has_line and not label)):
            return False
        if silent:
            return True
        title: tuple[int, int] | str = known or ""
        if label:
            title = (match.start(3) + 1, match.end(3) - 1)
        elif rest:
            title = match.span(5)
        _push_box(state, start_line, end_line, title, (start, end), colons, name in containers.details)
        return True

    STARTS["container"] = ":"
    md.block.ruler.before("fence", "container", rule, {"alt": _TERMINATES["alt"]})


def _push_box(
    state: StateBlock,
    line: int,
    end_line: int,
    title: tuple[int, int] | str,
    span: tuple[int, int],
    colons: str,
    is_details: bool,
) -> None:
    last = line + 1
    depth: list[int] = []
    while last < end_line and (state.sCount[last] >= state.blkIndent or state.isEmpty(last)):
        text = state.src[state.bMarks[last] + state.tShift[last] : state.eMarks[last]].rstrip()
        if text.startswith(":::"):
            count = len(text) - len(text.lstrip(":"))
            if count == len(text):
                if count >= len(colons) and not depth:
                    break
                if depth and count >= depth[-1]:
                    depth.pop()
            elif count <= len(colons):
                depth.append(count)
        last += 1
    old_max, old_parent = state.lineMax, state.parentType
    state.lineMax, state.parentType = last, "container"
    _open_box(state, title, span, is_details)
    if line + 1 < last:
        state.md.block.tokenize(state, line + 1, last)
    _close_box(state, is_details)
    state.lineMax, state.parentType = old_max, old_parent
    state.line = min(last + 1, end_line)


def _open_box(state: StateBlock, title: tuple[int, int] | str, span: tuple[int, int], is_details: bool) -> None:
    state.push("box_open", "details" if is_details else "div", 1)
    tag = "summary" if is_details else "p"
    if isinstance(title, str):
        if title:
            token = state.push("generated_block", tag, 0)
            token.content = title
            token.meta["span"] = span
        return
    state.push("box_title_open", tag, 1)
    token = state.push("inline", "", 0)
    token.content = state.src[title[0] : title[1]]
    token.children = []
    token.meta["cut"] = Cut.at(title[0])
    state.push("box_title_close", tag, -1)


def _close_box(state: StateBlock, is_details: bool) -> None:
    state.push("box_close", "details" if is_details else "div", -1)


@writes("generated_block")
def write_generated(writing: Writing, token: Token) -> None:
    """A line that the renderer makes."""
    writing.out.at = token.meta["span"][0]
    writing.out.markup(f"<{token.tag}>")
    writing.out.generated(token.content, *token.meta["span"])
    writing.out.markup(f"</{token.tag}>\n")


@writes("label_close")
def write_label_close(writing: Writing, _token: Token) -> None:
    """The end of a tab's label; the next one follows without a space."""
    writing.out.markup("</label>")


def install_admonitions(md: PlacedMarkdown) -> None:
    """Add `!!!`, `???` and `===` with indented content, as MkDocs has them."""
    STARTS.update(admonition="!?", tabs="=")
    md.block.ruler.before("fence", "admonition", _admonition, {"alt": _TERMINATES["alt"]})
    md.block.ruler.before("fence", "tabs", _tabs, {"alt": _TERMINATES["alt"]})


def _admonition(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    start, end = state.bMarks[start_line] + state.tShift[start_line], state.eMarks[start_line]
    if state.is_code_block(start_line):
        return False
    match = _BANG.fullmatch(state.src, start, end)
    if match is None or not (match[2] or match[3] is not None):
        return False
    if silent:
        return True
    is_details = match[1].startswith("?")
    title: tuple[int, int] | str = (match[2] or "").split(" ")[0].capitalize()
    if match[3] is not None:
        title = match.span(3) if match[3] else ""
    _open_box(state, title, (start, end), is_details)
    _indented(state, start_line + 1, end_line)
    _close_box(state, is_details)
    return True


def _indented(state: StateBlock, line: int, end_line: int) -> None:
    """Read the lines that are indented by four columns more than the container."""
    last = line
    while last < end_line and (state.isEmpty(last) or state.sCount[last] - state.blkIndent >= 4):
        last += 1
    while last > line and state.isEmpty(last - 1):
        last -= 1
    old_max, old_parent = state.lineMax, state.parentType
    state.lineMax, state.parentType = last, "container"
    state.blkIndent += 4
    if line < last:
        state.md.block.tokenize(state, line, last)
    state.blkIndent -= 4
    state.lineMax, state.parentType = old_max, old_parent
    state.line = last


def _tabs(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    line = start_line
    start = state.bMarks[line] + state.tShift[line]
    if state.is_code_block(line) or _TAB.fullmatch(state.src, start, state.eMarks[line]) is None:
        return False
    if silent:
        return True
    state.push("box_open", "div", 1)
    labels = len(state.tokens)
    titles: list[Token] = []
    while line < end_line and state.sCount[line] >= state.blkIndent:
        start = state.bMarks[line] + state.tShift[line]
        match = _TAB.fullmatch(state.src, start, state.eMarks[line])
        if match is None:
            break
        title = Token("inline", "", 0, content=match[1], children=[], meta={"cut": Cut.at(match.start(1))})
        titles += [Token("label_open", "label", 1), title, Token("label_close", "label", -1)]
        state.push("box_open", "div", 1)
        _indented(state, line + 1, end_line)
        state.push("box_close", "div", -1)
        line = state.skipEmptyLines(state.line)
    box = [Token("box_open", "div", 1), *titles, Token("box_close", "div", -1)]
    for token in box:
        token.level = state.level
        token.block = True
    state.tokens[labels:labels] = box
    state.push("box_close", "div", -1)
    return True


def install_alerts(md: PlacedMarkdown, titles: Mapping[str, str]) -> None:
    """Turn `> [!NOTE]` into a box with a title; `titles` maps the marker's word, in lower case, to the title."""

    def rule(state: StateCore) -> None:
        tokens = state.tokens
        out: list[Token] = []
        for index, token in enumerate(tokens):
            out.append(token)
            if token.type != "paragraph_open" or index == 0 or tokens[index - 1].type != "blockquote_open":
                continue
            content = tokens[index + 1]
            match = _ALERT.match(content.content)
            title = titles.get(match[1].lower()) if match is not None else None
            if match is None or title is None:
                continue
            cut: Cut = content.meta["cut"]
            box = Token("generated_block", "p", 0, content=match[2].strip() or title, block=True)
            low, high = match.span(2) if match[2].strip() else (0, match.start(2))
            box.meta["span"] = (cut.source(low), cut.end(high))
            out.insert(-1, box)
            content.meta["cut"] = cut.trimmed(match.end())
            content.content = content.content[match.end() :]
        state.tokens = out

    md.core.ruler.before("inline", "alerts", rule)
