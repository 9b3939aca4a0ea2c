"""What authors write behind text for the page alone: heading ids, attributes, abbreviations' definitions."""

from __future__ import annotations

import re

from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline

from citegate.parse.markdown.inline import stop_text_at
from citegate.parse.markdown.parser import STARTS, PlacedMarkdown

_HEADING_ID = re.compile(r"[ \t]*\\?\{#([^{}\s]+)(?:[ \t][^{}\n]*)?\}[ \t]*\Z")
_ITEM = r"(?:[.#][\w:.-]+|[\w:-]+=(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s\"'{}]+))"
_LISTS = {
    "curly": re.compile(rf"\{{[ \t]*{_ITEM}(?:[ \t]+{_ITEM})*[ \t]*\}}"),
    "colon": re.compile(rf"\{{:[ \t]*{_ITEM}(?:[ \t]+{_ITEM})*[ \t]*\}}"),
    "both": re.compile(rf"\{{:?[ \t]*{_ITEM}(?:[ \t]+{_ITEM})*[ \t]*\}}"),
}
_ABBREVIATION = re.compile(r"\*\[[^\]\n]+\]:.*")


def install_heading_ids(md: PlacedMarkdown) -> None:
    """`## Title {#id}`: the id is the heading's, and no text."""

    def rule(state: StateCore) -> None:
        tokens = state.tokens
        for index, token in enumerate(tokens):
            if token.type == "heading_open":
                content = tokens[index + 1]
                match = _HEADING_ID.search(content.content) if "{#" in content.content else None
                if match is not None:
                    token.attrs["id"] = match[1]
                    content.content = content.content[: match.start()]

    md.core.ruler.before("inline", "heading_ids", rule)


def install_attributes(md: PlacedMarkdown, style: str) -> None:
    """`{.class}` behind a word or block: "curly" with nothing before, "colon" as `{: .class}`, "both" either way."""
    pattern = _LISTS[style]

    def rule(state: StateInline, silent: bool) -> bool:
        start = state.pos
        if state.src[start] != "{" or state.html_terminator_last("}") < start:
            return False
        match = pattern.match(state.src, start, state.posMax)
        if match is None:
            return False
        is_last = match.end() == state.posMax
        pending = state.pending
        behind = not pending and bool(state.tokens) and state.tokens[-1].type in _MARKED
        if not is_last and not behind:
            return False
        if not silent and is_last and not behind:
            state.pending = pending.rstrip(" \t")
        state.pos = match.end()
        return True

    stop_text_at(md, r"\{")
    md.inline.ruler.after("text", "attributes", rule)


_MARKED = frozenset({"em_close", "strong_close", "link_close", "code_inline", "image", "s_close", "mark_close", "text"})


def install_abbreviations(md: PlacedMarkdown) -> None:
    """`*[HTML]: Hyper Text` is no text."""

    def rule(state: StateBlock, start_line: int, _end_line: int, silent: bool) -> bool:
        start, end = state.bMarks[start_line] + state.tShift[start_line], state.eMarks[start_line]
        if state.is_code_block(start_line) or _ABBREVIATION.fullmatch(state.src, start, end) is None:
            return False
        if not silent:
            state.line = start_line + 1
        return True

    STARTS["abbreviation"] = "*"
    md.block.ruler.before("hr", "abbreviation", rule, {"alt": ["paragraph", "reference"]})


def install_contents(md: PlacedMarkdown, marker: str, first: int, last: int) -> None:
    """The marker, alone in a paragraph, lists the headings of these levels."""

    def rule(state: StateCore) -> None:
        tokens = state.tokens
        for index, token in enumerate(tokens):
            if token.type == "paragraph_open" and tokens[index + 1].content == marker:
                headings = [
                    tokens[at + 1]
                    for at, other in enumerate(tokens)
                    if other.type == "heading_open" and first <= int(other.tag[1]) <= last
                ]
                content = tokens[index + 1]
                content.type, content.children = "contents", None
                content.meta["headings"] = headings
                token.hidden = tokens[index + 2].hidden = True
                return

    md.core.ruler.before("inline", "contents", rule)
