"""MDX's constructs as rules of the Markdown parser: ESM, expressions and JSX, in blocks and in lines."""

from __future__ import annotations

import re
from bisect import bisect_left

from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from citegate.errors import MalformedMarkup
from citegate.parse.markdown.inline import stop_text_at
from citegate.parse.markdown.parser import STARTS, PlacedMarkdown
from citegate.parse.markdown.places import Cut
from citegate.parse.mdx.expression import check_expression
from citegate.parse.mdx.javascript import NotJavaScript, end_of_code
from citegate.parse.mdx.tag import Tag, read_tag

_SPACES = " \t"
_PROSE = re.compile(r"^import [^\n]*[\"'];?[ \t]*\n(?!import\b|export\b|[ \t]|//|/\*|\n)", re.MULTILINE)
_FIRST_LINES = 8  # lines of a container that are cut out at first; doubled until the construct ends in them


def esm(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """`import …` and `export …` at the start of a line of the document itself, up to a blank line."""
    src = state.src
    at = state.bMarks[start_line]
    if silent or state.level or state.tShift[start_line]:
        return False
    if not src.startswith(("import ", "export "), at):
        return False
    try:
        end = end_of_code(src, at, state.eMarks[end_line - 1], braces=False)
    except NotJavaScript as error:
        raise _fault(state.env, error, Cut.at(0)) from error
    prose = _PROSE.search(src, at, end)
    if prose is not None:
        fault = NotJavaScript(prose.end(), "text right behind an import", "leave a blank line between them")
        raise _fault(state.env, fault, Cut.at(0))
    state.line = bisect_left(state.eMarks, end, start_line, end_line) + 1
    token = state.push("mdx_esm", "", 0)
    token.content = src[at:end]
    token.map = [start_line, state.line]
    token.meta["cut"] = Cut.at(at)
    return True


def flow(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """A line, or several, of nothing but tags and expressions."""
    at = state.bMarks[start_line] + state.tShift[start_line]
    if at >= state.eMarks[start_line] or state.src[at] not in "<{":
        return False
    found = (
        _at_root(state, at, start_line, end_line) if state.level == 0 else _in_container(state, start_line, end_line)
    )
    if found is None:
        return False
    tokens, last = found
    if silent:
        return True
    state.line = last + 1
    for token in tokens:
        token.level = state.level
        token.block = True
        token.map = [start_line, state.line]
    state.tokens.extend(tokens)
    return True


def _at_root(state: StateBlock, at: int, start_line: int, end_line: int) -> tuple[list[Token], int] | None:
    try:
        found = _read_flow(state.src, at, state.eMarks[end_line - 1], Cut.at(0), state.env["takes_comments"])
    except NotJavaScript as error:
        raise _fault(state.env, error, Cut.at(0)) from error
    if found is None:
        return None
    tokens, end = found
    return tokens, bisect_left(state.eMarks, end, start_line, end_line)


def _in_container(state: StateBlock, start_line: int, end_line: int) -> tuple[list[Token], int] | None:
    """As many of the container's lines as the construct takes are cut out."""
    count = _FIRST_LINES
    while True:
        stop = _container_end(state, start_line, min(start_line + count, end_line))
        text = state.getLines(start_line, stop, state.blkIndent, False)
        cut: Cut = state.cut  # type: ignore[attr-defined]
        try:
            found = _read_flow(text, len(text) - len(text.lstrip(_SPACES)), len(text), cut, state.env["takes_comments"])
        except NotJavaScript as error:
            if stop == end_line or stop < start_line + count:
                raise _fault(state.env, error, cut) from error
            count *= 2
            continue
        if found is None:
            return None
        tokens, end = found
        return tokens, start_line + text.count("\n", 0, end)


def _container_end(state: StateBlock, start_line: int, end_line: int) -> int:
    """The first line, up to `end_line`, that does not belong to the container that `start_line` stands in."""
    line = start_line + 1
    while line < end_line and (state.sCount[line] >= state.blkIndent or state.isEmpty(line)):
        line += 1
    return line


def _read_flow(text: str, at: int, end: int, cut: Cut, takes_comments: bool) -> tuple[list[Token], int] | None:
    """The tags and expressions from `at` to the end of a line; None when something else stands there."""
    tokens: list[Token] = []
    while at < end and text[at] in "<{":
        token, at = read_construct(text, at, end, cut, takes_comments)
        if token is None:
            return None
        tokens.append(token)
        while at < end and text[at] in _SPACES:
            at += 1
    return (tokens, at) if at >= end or text[at] == "\n" else None


def read_construct(text: str, at: int, end: int, cut: Cut, takes_comments: bool) -> tuple[Token | None, int]:
    """The tag or expression at `at`, and where it ends; no token where "<" is text.

    With `takes_comments`, an HTML comment is one as well.
    """
    if text[at] == "<":
        if takes_comments and text.startswith("<!--", at):
            close = text.find("-->", at + 4, end)
            if close < 0:
                raise NotJavaScript(at, "comment is never closed", 'close it with "-->"')
            return Token("mdx_comment", "", 0), close + 3
        tag = read_tag(text, at, end)
        if tag is None:
            return None, at
        token = Token("mdx_tag", "", 0)
        token.content = text[tag.start : tag.end]
        token.meta = {"tag": tag, "cut": cut, "text": text}
        return token, tag.end
    close = end_of_code(text, at + 1, end, braces=True)
    check_expression(text, at + 1, close)
    token = Token("mdx_expression", "", 0)
    token.content = text[at + 1 : close]
    token.meta = {"at": at + 1, "cut": cut}
    return token, close + 1


def inline(state: StateInline, silent: bool) -> bool:
    """A tag or an expression within a line."""
    start = state.pos
    if state.src[start] not in "<{":
        return False
    cut: Cut = state.cut  # type: ignore[attr-defined]
    try:
        token, end = read_construct(state.src, start, state.posMax, cut, state.env["takes_comments"])
    except NotJavaScript as error:
        raise _fault(state.env, error, cut) from error
    if token is None:
        return False
    if not silent:
        placed = state.push(token.type, "", 0)
        placed.content, placed.meta, placed.map = token.content, token.meta, [start, end]
    state.pos = end
    return True


def _fault(env: object, error: NotJavaScript, cut: Cut) -> MalformedMarkup:
    at = cut.source(error.at)
    return env["fault"](at, at, error.message, error.hint)  # type: ignore[index, no-any-return]


def tag_fault(env: object, token: Token, message: str, hint: str) -> MalformedMarkup:
    """The error that stands at a tag."""
    tag: Tag = token.meta["tag"]
    cut: Cut = token.meta["cut"]
    return env["fault"](cut.source(tag.start), cut.end(tag.end), message, hint)  # type: ignore[index, no-any-return]


def install(md: PlacedMarkdown) -> None:
    """Add MDX's rules, and take away what MDX does not have."""
    STARTS.update(mdx_esm="ie", mdx_flow="<{")
    terminates: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    md.block.ruler.before("table", "mdx_esm", esm)
    md.block.ruler.before("table", "mdx_flow", flow, terminates)
    md.inline.ruler.before("autolink", "mdx_inline", inline)
    stop_text_at(md, r"\{")
    md.disable(["code", "html_block", "html_inline", "autolink"])
