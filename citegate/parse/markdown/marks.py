"""Marks around words that not every dialect has: ==highlight==, ^^insert^^, ^sup^, ~sub~."""

from __future__ import annotations

import re

from markdown_it.rules_inline import StateInline

from citegate.parse.markdown.inline import stop_text_at
from citegate.parse.markdown.parser import PlacedMarkdown

_TAGS = {"==": "mark", "^^": "ins", "^": "sup", "~": "sub"}


def install(md: PlacedMarkdown, marks: tuple[str, ...]) -> None:
    """Add a rule for each mark, of "==", "^^", "^" and "~"; the longer ones first."""
    for mark in sorted(marks, key=len, reverse=True):
        _install(md, mark, _TAGS[mark])


def _install(md: PlacedMarkdown, mark: str, tag: str) -> None:
    sign = re.escape(mark)
    inner = r"[^\n]+?" if len(mark) > 1 else rf"[^\s{sign}]+"
    pattern = re.compile(rf"{sign}(?!\s|{re.escape(mark[0])})({inner})(?<!\s){sign}(?!{re.escape(mark[0])})")

    def rule(state: StateInline, silent: bool) -> bool:
        start = state.pos
        if not state.src.startswith(mark, start) or (start and state.src[start - 1] == mark[0]):
            return False
        last = state.html_terminator_last(mark)
        match = pattern.match(state.src, start, state.posMax) if last > start else None
        if match is None:
            return False
        if not silent:
            end = state.posMax
            state.pos, state.posMax = match.span(1)
            token = state.push(f"{tag}_open", tag, 1)
            token.map = [start, match.start(1)]
            state.md.inline.tokenize(state)
            token = state.push(f"{tag}_close", tag, -1)
            token.map = [match.end(1), match.end()]
            state.posMax = end
        state.pos = match.end()
        return True

    stop_text_at(md, re.escape(mark[0]))
    md.inline.ruler.before("strikethrough", f"mark {mark}", rule)
