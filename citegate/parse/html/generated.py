"""Generated content: the text that style sheets put before and behind an element."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from turbohtml import Element

from citegate.parse.html.computed import generated_mark
from citegate.parse.html.layers import last_char
from citegate.parse.html.run import SPACE
from citegate.parse.html.scope import Entered, Leaving, Scope
from citegate.parse.stylesheet import Declarations

if TYPE_CHECKING:
    from citegate.parse.html.walk import Walk

UNKNOWN = "\ufffc"  # in place of what is counted or drawn: no letter, so that words are kept apart
_PART = re.compile(
    r""""(?P<double>(?:\\(?s:.)|[^"\\])*)"|'(?P<single>(?:\\(?s:.)|[^'\\])*)'|attr\(\s*(?P<attribute>[\w-]+)\s*\)"""
    r"|(?P<quote>open-quote|close-quote)|(?P<none>none|normal|initial|unset|no-open-quote|no-close-quote)|(?P<end>/)"
    r"|(?P<other>[\w-]+(?:\([^()]*\))?)"
)
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})[ \t\n\f]?|\n|((?s:.)))")
_QUOTES = {"open-quote": "\u201c", "close-quote": "\u201d"}
_APART = frozenset(("absolute", "fixed"))
_BLOCKS = frozenset(("block", "flow-root", "flex", "grid", "table", "list-item"))


def with_generated(walk: Walk, element: Element, tag: str, entered: Entered, declared: Declarations) -> Entered:
    """The element as it was entered, with what style sheets put before and behind its content."""
    content, inner, leaving = entered
    if inner.style.reason or (tag == "q" and declared.get("quotes") == "none"):
        return entered
    cascade = walk.features.cascade
    if walk.engine.searches_generated:
        return content, inner, _with_searched(walk, element, tag, inner, leaving)
    before = generated_mark(element, tag, "before", cascade.generated(element, "before"))
    if before is not None:
        walk.gatherer.mark(before, inner)
    after = generated_mark(element, tag, "after", cascade.generated(element, "after"))
    if after is not None:
        leaving = leaving.copy()
        leaving.follower = after
    return content, inner, leaving


def _with_searched(walk: Walk, element: Element, tag: str, inner: Scope, leaving: Leaving) -> Leaving:
    """Makes a block of what stands before the content; what to do behind the element, what follows it included."""
    cascade = walk.features.cascade
    text, is_block = generated_text(element, tag, "before", cascade.generated(element, "before"))
    if text:
        put_generated(walk, element, text, is_block, inner)
    text, is_block = generated_text(element, tag, "after", cascade.generated(element, "after"))
    if text:
        leaving = leaving.copy()
        leaving.coda = (element, text, is_block)
    return leaving


def put_generated(walk: Walk, element: Element, text: str, is_block: bool, scope: Scope) -> None:
    """Makes a block of generated content, which the next text of the line stands behind."""
    gatherer = walk.gatherer
    if is_block:
        gatherer.cut()
    is_in_line = bool(gatherer.pieces) and gatherer.context == scope.context and text[0] not in SPACE
    place = walk.cursor.tag_place(element, len(text))
    gatherer.aside(text, place, scope, last_char(gatherer.pieces) if is_in_line else " ")
    if not is_block:
        gatherer.stand_behind(text[-1], scope)


def generated_text(element: Element, tag: str, where: str, declared: Declarations | None) -> tuple[str, bool]:
    """What `::before` or `::after` shows, "" for nothing, and whether it is a block.

    `declared` are the declarations of that pseudo-element. Counters and pictures are `UNKNOWN`.
    """
    declared = declared or {}
    default = f"{'open' if where == 'before' else 'close'}-quote" if tag == "q" else "none"
    display = declared.get("display", "inline")
    if display == "none" or declared.get("visibility") in ("hidden", "collapse"):
        return "", False
    is_block = display in _BLOCKS or declared.get("position") in _APART
    is_block = is_block or declared.get("float", "none") not in ("none", "initial")
    return _text(element, declared.get("content", default)), is_block


def _text(element: Element, content: str) -> str:
    parts: list[str] = []
    for part in _PART.finditer(content):
        kind = part.lastgroup
        if kind == "end":
            break
        if kind == "attribute":
            parts.append(element.attr(part["attribute"]) or "")
        elif kind == "quote":
            parts.append(_QUOTES[part["quote"]])
        elif kind == "other":
            parts.append(UNKNOWN)
        elif kind != "none":
            parts.append(_ESCAPE.sub(_unescaped, part["double"] or part["single"] or ""))
    return "".join(parts)


def _unescaped(escape: re.Match[str]) -> str:
    if escape[1]:
        point = int(escape[1], 16)
        return chr(point) if 0 < point < 0x110000 and not 0xD800 <= point < 0xE000 else "\ufffd"
    return escape[2] or ""
