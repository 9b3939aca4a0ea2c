"""Selectors: their lists taken apart, and their specificity."""

from __future__ import annotations

import re

Specificity = tuple[int, int, int]
"""Ids; classes, attributes and pseudo-classes; types. https://www.w3.org/TR/selectors-4/#specificity-rules"""

NOTHING = ":not(*)"
"""The selector of no element."""
_MAX_LENGTH = 10_000  # code points of a nested selector, its parents put in: each level may double it
_MAX_DEPTH = 12  # :is() in :not() in :is(): nobody writes more
_LIST_MARK = re.compile(r"\\.|[()\[\],]")
_BRACKET = re.compile(r"\\.|[()]")
_SIMPLE = re.compile(
    r"""
    (?P<attribute>\[(?:[^\]"']|"[^"]*"|'[^']*')*\])
    | (?P<id>\#(?:[\w-]|[^\x00-\x7f]|\\.)+)
    | (?P<class>\.(?:[\w-]|[^\x00-\x7f]|\\.)+)
    | (?P<element>::[\w-]+)
    | :(?P<pseudo>[\w-]+)(?P<call>\()?
    | (?P<type>(?:[a-zA-Z_]|[^\x00-\x7f]|\\.)(?:[\w-]|[^\x00-\x7f]|\\.)*(?!\|))
    """,
    re.VERBOSE,
)


def split_list(text: str) -> list[str]:
    """The parts of a selector list, split at the commas that stand in no brackets."""
    parts: list[str] = []
    depth = start = 0
    for found in _LIST_MARK.finditer(text):
        mark = found.group()
        if mark in "([":
            depth += 1
        elif mark in ")]":
            depth -= 1
        elif mark == "," and depth <= 0:
            parts.append(text[start : found.start()])
            start = found.end()
    parts.append(text[start:])
    return parts


def nested(selector: str, parent: str | None) -> str:
    """A selector that stands in the block of another, as one that stands alone; None for no other."""
    if parent is None:
        return selector
    outer = f":is({parent})"
    parts = split_list(selector)
    if len(outer) * (len(parts) + selector.count("&")) + len(selector) > _MAX_LENGTH:
        return NOTHING
    return ", ".join(part.replace("&", outer) if "&" in part else f"{outer} {part.strip()}" for part in parts)


def specificity(selector: str, depth: int = 0) -> Specificity:
    """How much a complex selector weighs against others."""
    ids = classes = types = 0
    at = 0
    while (found := _SIMPLE.search(selector, at)) is not None:
        at = found.end()
        if found["id"]:
            ids += 1
        elif found["class"] or found["attribute"]:
            classes += 1
        elif found["type"] or found["element"]:
            types += 1
        elif found["call"]:
            end = _closing(selector, at)
            inner = _of_call(found["pseudo"].lower(), selector[at:end], depth)
            ids, classes, types = ids + inner[0], classes + inner[1], types + inner[2]
            at = end + 1
        else:
            classes += 1
    return ids, classes, types


def needed_classes(selector: str) -> frozenset[str]:
    """Classes, case folded, each of which an element has on every page where a complex selector selects anything.

    Those in brackets (`:not(.a)`) are not among them, and there are none where the selector has an escape.
    """
    if "\\" in selector or "/*" in selector:
        return frozenset()
    needed = []
    at = 0
    while (found := _SIMPLE.search(selector, at)) is not None:
        at = _closing(selector, found.end()) + 1 if found["call"] else found.end()
        if found["class"]:
            needed.append(found["class"][1:].casefold())
    return frozenset(needed)


def _of_call(name: str, argument: str, depth: int) -> Specificity:
    """What `:name(argument)` weighs."""
    if name == "where" or depth >= _MAX_DEPTH:
        return 0, 0, 0
    if name in ("is", "not", "has", "matches", "-webkit-any"):
        return max(specificity(part, depth + 1) for part in split_list(argument))
    if name in ("nth-child", "nth-last-child") and " of " in argument:
        ids, classes, types = max(specificity(part, depth + 1) for part in split_list(argument.split(" of ", 1)[1]))
        return ids, classes + 1, types
    return 0, 1, 0


def _closing(text: str, at: int) -> int:
    """Where the bracket that was opened before `at` is closed."""
    depth = 1
    for found in _BRACKET.finditer(text, at):
        depth += {"(": 1, ")": -1}.get(found.group(), 0)
        if depth == 0:
            return found.start()
    return len(text)
