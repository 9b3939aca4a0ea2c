"""What a generator fills in before or after Markdown: template tags, formulas, includes. Not known here: opaque."""

from __future__ import annotations

import re

from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from citegate.parse.html.tags import OPAQUE_TAG
from citegate.parse.markdown.inline import stop_text_at
from citegate.parse.markdown.parser import STARTS, PlacedMarkdown
from citegate.parse.markdown.places import Cut
from citegate.parse.markdown.render import Writing, writes

OPAQUE = f"<{OPAQUE_TAG}></{OPAQUE_TAG}>"

TEMPLATES: dict[str, tuple[str, str]] = {
    "liquid": (r"\{%.*?%\}|\{\{.*?\}\}", "}"),
    "hugo": (r"\{\{<.*?>\}\}|\{\{%.*?%\}\}", "}}"),
    "mustache": (r"\{\{.*?\}\}", "}}"),
    "math": (r"\$\$[^$]+\$\$|(?<![\\$\w])\$(?=\S)[^$\n]*?(?<=[^\s\\])\$(?![\d$])", "$"),
    "dollarmath": (r"\$\$[^$]+\$\$|(?<!\\)\$[^$\n]+\$", "$"),
    "kramdown_math": (r"\$\$[^$]+\$\$", "$"),
    "wikilink": (r"!?\[\[[^\[\]\n]+\]\]", "]]"),
    "role": (r"\{[A-Za-z][\w:-]*\}(`+)(?!`).+?(?<!`)\1(?!`)", "`"),
    "substitution": (r"\{\{.*?\}\}", "}}"),
}
"""Name of a construct → what it looks like within a line, and what it cannot end without."""

LINES: dict[str, str] = {
    "snippet": r"-+8<-+[ \t].*",
    "code_import": r"<<<[ \t]*\S.*",
    "include_comment": r"<!--[ \t]*@include:.*-->",
    "math": r"\$\$",
    "dollarmath": r"\$\$",
    "kramdown_math": r"\$\$",
    "colon_fence": r":{3,}[ \t]*\{?\w.*",
    "quarto_include": r"\{\{<[ \t]*include .*>\}\}",
}
"""Name of a construct → a line of its own; formulas and "colon_fence" go on to the line that closes them."""

_MATH = frozenset({"math", "dollarmath", "kramdown_math"})
_CLOSED = {**dict.fromkeys(_MATH, "$$"), "colon_fence": ":::"}


def install(md: PlacedMarkdown, names: tuple[str, ...]) -> None:
    """Make these constructs opaque."""
    for name in names:
        if name in TEMPLATES:
            _install_inline(md, name)
        if name in LINES:
            _install_line(md, name)


def _install_inline(md: PlacedMarkdown, name: str) -> None:
    source, terminator = TEMPLATES[name]
    pattern = re.compile(source, re.DOTALL)
    first = "$" if name in _MATH else "[!" if name == "wikilink" else "{"

    def rule(state: StateInline, silent: bool) -> bool:
        start = state.pos
        if state.src[start] not in first or state.html_terminator_last(terminator) < start:
            return False
        match = pattern.match(state.src, start, state.posMax)
        if match is None:
            return False
        if not silent:
            state.push("opaque", "", 0).map = [start, match.end()]
        state.pos = match.end()
        return True

    stop_text_at(md, r"\$" if name in _MATH else r"\{")
    before = "link" if name == "wikilink" else "newline"
    md.inline.ruler.before(before, f"opaque {name}", rule)


def _install_line(md: PlacedMarkdown, name: str) -> None:
    pattern = re.compile(LINES[name])
    closer = _CLOSED.get(name)

    def rule(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        start, end = state.bMarks[start_line] + state.tShift[start_line], state.eMarks[start_line]
        if state.is_code_block(start_line) or pattern.match(state.src, start, end) is None:
            return False
        if silent:
            return True
        line = start_line + 1
        text = state.src[start:end].rstrip()
        if closer is not None and not (len(text) > len(closer) and text.endswith(closer)):
            while line < end_line and not _line(state, line).rstrip().endswith(closer):
                line += 1
            line = min(line + 1, end_line)
        state.line = line
        token = state.push("opaque_block", "", 0)
        token.map = [start_line, line]
        token.meta["span"] = (start, state.eMarks[line - 1])
        return True

    if name in _MATH:
        STARTS[f"opaque {name}"] = "$"
    md.block.ruler.before("fence", f"opaque {name}", rule, {"alt": ["paragraph", "reference", "blockquote", "list"]})


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


@writes("opaque")
def write_opaque(writing: Writing, token: Token) -> None:
    """The opaque element, for a piece of a line."""
    start, end = token.map  # type: ignore[misc]
    cut: Cut = writing.cut
    writing.out.piece(OPAQUE, cut.source(start), cut.end(end))


@writes("opaque_block")
def write_opaque_block(writing: Writing, token: Token) -> None:
    """The opaque element, for whole lines."""
    writing.out.piece(f"<div>{OPAQUE}</div>\n", *token.meta["span"])
