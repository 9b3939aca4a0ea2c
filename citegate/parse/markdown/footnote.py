"""Footnotes: a number where one is called, the notes at the end of the page.

GFM's specification has no section on them; the grammar is that of micromark-extension-gfm-footnote.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from markdown_it.common.utils import normalizeReference
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from citegate.parse.markdown.parser import STARTS, PlacedMarkdown
from citegate.parse.markdown.render import Writing, write, writes

_LABEL = r"\[\^((?:[^\s\[\]\\]|\\[\[\]\\]|\\(?![\[\]\\]))+)\]"
_DEFINITION = re.compile(_LABEL + ":")
_CALL = re.compile(_LABEL)
_INDENT = 4  # columns that the lines of a note are indented by


@dataclass(frozen=True, slots=True)
class FootnoteStyle:
    """The text that a renderer adds."""

    call: str = "{}"
    """Where a note is called, with its number for "{}"."""
    heading: str = ""
    """The heading of the notes, or ""."""
    back: str = " \u21a9"
    """Behind a note, for the link back; "" where there is none."""
    is_inline: bool = False
    """`^[a note within the text]` is one as well."""


GFM_FOOTNOTES = FootnoteStyle(heading="Footnotes")


def definition(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """`[^label]: …`, and the indented blocks that follow."""
    if state.is_code_block(start_line):
        return False
    start = state.bMarks[start_line] + state.tShift[start_line]
    match = _DEFINITION.match(state.src, start, state.eMarks[start_line])
    if match is None:
        return False
    if silent:
        return True
    label = normalizeReference(match[1])
    first = start_line
    old = (state.bMarks[first], state.tShift[first], state.sCount[first], state.parentType, state.blkIndent)
    at = match.end()
    while at < state.eMarks[first] and state.src[at] in " \t":
        at += 1
    state.bMarks[first] = match.end()
    state.tShift[first] = at - match.end()
    state.blkIndent += _INDENT
    state.sCount[first] = state.blkIndent  # space behind the colon never makes indented code
    state.parentType = "footnote"
    token = state.push("footnote_open", "", 1)
    token.meta = {"label": label, "span": (start, match.end())}
    state.md.block.tokenize(state, first, end_line)
    state.push("footnote_close", "", -1)
    state.bMarks[first], state.tShift[first], state.sCount[first], state.parentType, state.blkIndent = old
    state.env.setdefault("footnotes", {}).setdefault(label, [])
    return True


def call(state: StateInline, silent: bool) -> bool:
    """`[^label]`, where there is such a note."""
    if not state.src.startswith("[^", state.pos):
        return False
    match = _CALL.match(state.src, state.pos, state.posMax)
    notes = state.env.get("footnotes")
    if match is None or not notes or normalizeReference(match[1]) not in notes:
        return False
    if not silent:
        token = state.push("footnote_call", "", 0)
        token.meta["label"] = normalizeReference(match[1])
        token.map = [match.start(), match.end()]
    state.pos = match.end()
    return True


def inline_note(state: StateInline, silent: bool) -> bool:
    """`^[a note]`."""
    start = state.pos
    if not state.src.startswith("^[", start):
        return False
    end = state.md.helpers.parseLinkLabel(state, start + 1)
    if end < 0:
        return False
    if not silent:
        content: list[Token] = []
        inner = state.__class__(state.src, state.md, state.env, content)
        inner.pos, inner.posMax = start + 2, end
        state.md.inline.tokenize(inner)
        for rule in state.md.inline.ruler2.getRules(""):
            rule(inner)
        token = state.push("footnote_call", "", 0)
        label = f"\0{len(state.env.setdefault('footnotes', {}))}"
        token.meta = {"label": label}
        token.map = [start, end + 1]
        note = Token("inline", "", 0, children=content, meta={"cut": state.cut})  # type: ignore[attr-defined]
        state.env["footnotes"][label] = [Token("paragraph_open", "p", 1), note, Token("paragraph_close", "p", -1)]
    state.pos = end + 1
    return True


def collect(state: StateCore) -> None:
    """Core rule: take the notes out of the text; the first of a label counts."""
    notes = state.env.get("footnotes")
    if not notes:
        return
    kept: list[Token] = []
    opened: list[tuple[Token, list[Token]]] = []
    for token in state.tokens:
        if token.type == "footnote_open":
            opened.append((token, []))
        elif token.type == "footnote_close":
            note, content = opened.pop()
            if not notes[note.meta["label"]]:
                notes[note.meta["label"]] = [note, *content]
        elif opened:
            opened[-1][1].append(token)
        else:
            kept.append(token)
    state.tokens[:] = kept


@writes("footnote_open")
def write_open(_writing: Writing, _token: Token) -> None:
    """Nothing: it only names the note."""


@writes("footnote_call")
def write_call(writing: Writing, token: Token) -> None:
    """The number of the note."""
    calls: dict[str, list[int]] = writing.env.setdefault("calls", {})
    label = token.meta["label"]
    number, _count = calls.setdefault(label, [len(calls) + 1, 0])
    calls[label][1] += 1
    style: FootnoteStyle = writing.env["dialect"].footnotes
    start, end = token.map  # type: ignore[misc]
    cut = writing.cut
    out = writing.out
    out.markup(f'<sup><a href="#fn-{number}" id="fnref-{number}">')
    out.generated(style.call.format(number), cut.source(start), cut.end(end))
    out.markup("</a></sup>")


def write_notes(writing: Writing) -> None:
    """The notes that were called, in the order of their calls; a note may call others."""
    calls: dict[str, list[int]] = writing.env.get("calls", {})
    if not calls:
        return
    style: FootnoteStyle = writing.env["dialect"].footnotes
    notes = writing.env["footnotes"]
    out = writing.out
    heading = f'<h2 id="footnote-label">{style.heading}</h2>\n' if style.heading else ""
    out.markup(f"<section>{heading}<ol>\n")
    order: list[str] = []
    done = 0
    while done < len(calls):
        if done == len(order):
            order.extend(islice(calls, done, None))
        label = order[done]
        done += 1
        out.markup(f'<li id="fn-{done}">\n')
        tokens = notes[label]
        is_last_paragraph = bool(tokens) and tokens[-1].type == "paragraph_close"
        write(writing, tokens[:-1] if is_last_paragraph else tokens)
        for number in range(1, calls[label][1] + 1 if style.back else 0):
            again = f"<sup>{number}</sup>" if number > 1 else ""
            back = style.back if number == 1 else f" {style.back.strip()}"
            space = back[: len(back) - len(back.lstrip())]
            out.markup(f'{space}<a href="#fnref-{done}">{back.strip()}{again}</a>')
        out.markup("</p>\n</li>\n" if is_last_paragraph else "</li>\n")
    out.markup("</ol></section>\n")


def install(md: PlacedMarkdown, style: FootnoteStyle) -> None:
    """Add these rules."""
    STARTS["footnote"] = "["
    terminates = ["paragraph", "reference", "blockquote", "list"]
    md.block.ruler.before("reference", "footnote", definition, {"alt": terminates})
    md.inline.ruler.before("link", "footnote_call", call)
    if style.is_inline:
        md.inline.ruler.before("link", "footnote_inline", inline_note)
    md.core.ruler.push("footnotes", collect)
