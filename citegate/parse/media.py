"""Media and feature queries, answered for a desktop screen."""

from __future__ import annotations

import re
from collections.abc import Callable

from citegate.unicode.late import late

VIEWPORT_WIDTH = 1280  # CSS pixels; what a reader at a desk has
VIEWPORT_HEIGHT = 720  # CSS pixels
_MAX_DEPTH = 16  # brackets in brackets; nobody writes more

_UNITS = {"px": 1.0, "em": 16.0, "rem": 16.0, "pt": 4 / 3, "cm": 37.8, "mm": 3.78, "in": 96.0, "pc": 16.0, "": 1.0}
_LENGTH = late(r"([+-]?[\d.]+)([a-z]*)")
_RANGE = late(r"^(?:([^<>=]+?)\s*([<>]=?|=)\s*)?([a-z-]+)\s*(?:([<>]=?|=)\s*([^<>=]+))?$")
_COMMENT = late(r"/\*(?s:.*?)(?:\*/|\Z)")
_TYPE = late(r"(?:(?P<prefix>not|only)\s+)?(?P<type>(?!not\b)[a-z_-][\w-]*)\s*(?:\sand\s+(?P<rest>.*))?$", re.DOTALL)
_NO_TYPES = frozenset({"not", "only", "and", "or", "layer"})
_NOT = late(r"not[\s(]")
_MARK = late(r"[()]|[^\s()]+")
_DISCRETE = {
    "orientation": ("landscape",),
    "prefers-color-scheme": ("light",),
    "prefers-reduced-motion": ("no-preference",),
    "prefers-contrast": ("no-preference",),
    "hover": ("hover",),
    "any-hover": ("hover",),
    "pointer": ("fine",),
    "any-pointer": ("fine",),
    "display-mode": ("browser",),
    "scripting": ("enabled",),
    "update": ("fast",),
    "forced-colors": ("none",),
    "overflow-block": ("scroll",),
    "overflow-inline": ("scroll",),
    "color-gamut": ("srgb",),
    "dynamic-range": ("standard",),
    "video-dynamic-range": ("standard",),
}
_NUMERIC = {
    "width": VIEWPORT_WIDTH,
    "device-width": VIEWPORT_WIDTH,
    "height": VIEWPORT_HEIGHT,
    "device-height": VIEWPORT_HEIGHT,
    "aspect-ratio": VIEWPORT_WIDTH / VIEWPORT_HEIGHT,
    "device-aspect-ratio": VIEWPORT_WIDTH / VIEWPORT_HEIGHT,
    "resolution": 1.0,
    "-webkit-device-pixel-ratio": 1.0,
    "color": 8,
    "monochrome": 0,
    "grid": 0,
}
_GLOBAL = frozenset({"inherit", "initial", "unset", "revert", "revert-layer"})
_KEYWORDS = {
    "display": frozenset(
        (
            "none",
            "contents",
            "block",
            "inline",
            "flow",
            "flow-root",
            "inline-block",
            "flex",
            "inline-flex",
            "grid",
            "inline-grid",
            "table",
            "inline-table",
            "list-item",
            "table-row",
            "table-cell",
            "table-caption",
            "table-column",
            "table-column-group",
            "table-row-group",
            "table-header-group",
            "table-footer-group",
            "ruby",
            "ruby-text",
            "math",
            "-webkit-box",
            "-webkit-inline-box",
            "-webkit-flex",
            "-webkit-inline-flex",
        )
    ),
    "position": frozenset({"static", "relative", "absolute", "fixed", "sticky", "-webkit-sticky"}),
    "float": frozenset({"none", "left", "right", "inline-start", "inline-end"}),
    "visibility": frozenset({"visible", "hidden", "collapse"}),
    "content-visibility": frozenset({"visible", "hidden", "auto"}),
    "white-space": frozenset({"normal", "nowrap", "pre", "pre-wrap", "pre-line", "break-spaces"}),
}
"""The values of properties that take one word; a declaration with another value is not supported."""
_UNSUPPORTED = ("-moz-", "-ms-", "-o-", "margin-trim")


def is_media_matched(text: str) -> bool:
    """True when the media query list holds on a desktop screen; a query that cannot be read does not hold.

    https://www.w3.org/TR/mediaqueries-4/#mq-syntax
    """
    text = _COMMENT.sub(" ", text).strip().lower()
    return not text or any(_is_query_matched(query.strip()) for query in text.split(","))


def is_supported(text: str) -> bool:
    """True when an `@supports` condition holds in a present-day browser.

    https://www.w3.org/TR/css-conditional-3/#at-supports
    """
    try:
        return _evaluate(_COMMENT.sub(" ", text).strip().lower(), _is_declaration_supported) is True
    except _Unreadable:
        return False


class _Unreadable(Exception):
    """A condition that is not written as one."""


def _is_query_matched(query: str) -> bool:
    found = _TYPE.match(query)
    try:
        if found is None:
            return _evaluate(query, _is_feature_matched) is True
        holds: bool | None = found["type"] in ("all", "screen")
        if found["type"] in _NO_TYPES:
            return False
        if holds and found["rest"]:
            holds = _evaluate(found["rest"], _is_feature_matched, has_or=False)
    except _Unreadable:
        return False
    return holds is (found["prefix"] != "not")


def _evaluate(text: str, leaf: Callable[[str], bool | None], depth: int = 0, *, has_or: bool = True) -> bool | None:
    """A condition of bracketed leaves joined by `not`, `and`, `or`; None when it is not known whether it holds."""
    if depth > _MAX_DEPTH:
        raise _Unreadable
    first, *others = _items(text) or [""]
    if first == "not":
        if len(others) != 1:
            raise _Unreadable
        value = _operand(others[0], leaf, depth)
        return None if value is None else not value
    values = [_operand(first, leaf, depth)]
    joints = set(others[::2])
    if len(others) % 2 or len(joints) > 1 or not joints <= ({"and", "or"} if has_or else {"and"}):
        raise _Unreadable
    values += [_operand(each, leaf, depth) for each in others[1::2]]
    decisive = joints == {"or"}
    return decisive if decisive in values else None if None in values else not decisive


def _operand(item: str, leaf: Callable[[str], bool | None], depth: int) -> bool | None:
    """What stands in brackets, or a function; what it is beside a condition is told by `leaf`."""
    if not item.endswith(")"):
        raise _Unreadable
    if not item.startswith("("):
        return leaf(item)
    inner = item[1:-1].strip()
    if inner.startswith("(") or _NOT.match(inner):
        try:
            return _evaluate(inner, leaf, depth + 1)
        except _Unreadable:
            return leaf("")
    return leaf(inner)


def _items(text: str) -> list[str]:
    """The words, brackets and functions of a condition, in order. Raises _Unreadable where brackets do not match."""
    items: list[str] = []
    depth = 0
    begin = -1
    for found in _MARK.finditer(text):
        mark = found.group()
        if mark == "(":
            begin = found.start() if begin < 0 else begin
            depth += 1
        elif mark == ")":
            depth -= 1
            if depth < 0:
                raise _Unreadable
            if not depth:
                items.append(text[begin : found.end()])
                begin = -1
        elif not depth:
            if text.startswith("(", found.end()):
                begin = found.start()
            else:
                items.append(mark)
    if depth:
        raise _Unreadable
    return items


def _is_feature_matched(text: str) -> bool | None:
    """Whether a media feature holds; None for one that a browser does not know either."""
    name, colon, value = (part.strip() for part in text.partition(":"))
    if colon:
        for prefix, operator in (("min-", ">="), ("max-", "<=")):
            bare = name.replace("-webkit-min-", "-webkit-").replace("-webkit-max-", "-webkit-")
            if name.startswith(prefix) or name.startswith(f"-webkit-{prefix}"):
                return _is_compared(bare.removeprefix(prefix), operator, value)
        if name in _DISCRETE:
            return value in _DISCRETE[name]
        return _is_compared(name, "=", value)
    if text in _DISCRETE:
        return "none" not in _DISCRETE[text] and "no-preference" not in _DISCRETE[text]
    if text in _NUMERIC:
        return _NUMERIC[text] != 0
    found = _RANGE.match(text)
    if found is None or found.group(3) not in _NUMERIC:
        return None
    low, left, feature, right, high = found.groups()
    if low and high and (left[0] != right[0] or "=" in (left, right)):
        return None
    mirrored = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}
    sides = [_is_compared(feature, mirrored[left], low)] if low else []
    sides += [_is_compared(feature, right, high)] if high else []
    return None if None in sides else all(sides)


def _is_compared(feature: str, operator: str, value: str) -> bool | None:
    actual, wanted = _NUMERIC.get(feature), _number(value)
    if actual is None or wanted is None:
        return None
    return {
        "<": actual < wanted,
        "<=": actual <= wanted,
        ">": actual > wanted,
        ">=": actual >= wanted,
        "=": actual == wanted,
    }[operator]


def _number(text: str) -> float | None:
    text = text.strip()
    if "/" in text:
        above, _, below = text.partition("/")
        try:
            return float(above) / float(below)
        except (ValueError, ZeroDivisionError):
            return None
    found = _LENGTH.fullmatch(text)
    if found is None:
        return None
    try:
        number = float(found.group(1))
    except ValueError:
        return None
    unit = found.group(2)
    if unit in ("dppx", "x"):
        return number
    if unit == "dpi":
        return number / 96
    if unit == "dpcm":
        return number * 2.54 / 96
    return number * _UNITS[unit] if unit in _UNITS else None


def _is_declaration_supported(text: str) -> bool:
    if text.startswith("selector("):
        return not any(word in text for word in ("-moz-", "-ms-"))
    if ":" not in text or text.endswith(";"):
        return False
    name, _, value = (part.strip() for part in text.partition(":"))
    known = _KEYWORDS.get(name)
    if known is not None and value not in known and value not in _GLOBAL and "var(" not in value and " " not in value:
        return False
    return not name.startswith(_UNSUPPORTED) and not value.startswith(_UNSUPPORTED)
