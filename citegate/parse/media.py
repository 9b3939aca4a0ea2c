"""Media and feature queries, answered for a desktop screen."""

from __future__ import annotations

import re
from collections.abc import Callable

VIEWPORT_WIDTH = 1280  # CSS pixels; what a reader at a desk has
VIEWPORT_HEIGHT = 720  # CSS pixels
_MAX_DEPTH = 16  # brackets in brackets; nobody writes more

_UNITS = {"px": 1.0, "em": 16.0, "rem": 16.0, "pt": 4 / 3, "cm": 37.8, "mm": 3.78, "in": 96.0, "pc": 16.0, "": 1.0}
_LENGTH = re.compile(r"([+-]?[\d.]+)([a-z]*)")
_RANGE = re.compile(r"^(?:([^<>=]+?)\s*([<>]=?|=)\s*)?([a-z-]+)\s*(?:([<>]=?|=)\s*([^<>=]+))?$")
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
    "inverted-colors": ("none",),
    "overflow-block": ("scroll",),
    "overflow-inline": ("scroll",),
    "color-gamut": ("srgb",),
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
    """True when the media query list holds on a desktop screen; what cannot be read does not hold."""
    text = text.strip().lower()
    return not text or any(_is_query_matched(query.strip()) for query in text.split(","))


def is_supported(text: str) -> bool:
    """True when an `@supports` condition holds in a present-day browser."""
    return _evaluate(text.strip().lower(), _is_declaration_supported)


def _is_query_matched(query: str) -> bool:
    found = re.match(r"(?:(not|only)\s+)?([a-z-]+)\s*(?:and\s+(.*))?$", query, re.DOTALL)
    if found is None or found.group(2) in ("not", "and", "or"):
        return _evaluate(query, _is_feature_matched)
    holds = found.group(2) in ("all", "screen")
    if holds and found.group(3):
        holds = _evaluate(found.group(3), _is_feature_matched)
    return holds is not (found.group(1) == "not")


def _evaluate(text: str, leaf: Callable[[str], bool], depth: int = 0) -> bool:
    """A condition of bracketed leaves joined by `not`, `and`, `or`."""
    if depth > _MAX_DEPTH:
        return False
    text = text.strip()
    if text.startswith("not ") or text.startswith("not("):
        return not _evaluate(text[3:], leaf, depth + 1)
    parts, joints = _parts(text)
    if len(parts) > 1:
        values = [_evaluate(part, leaf, depth + 1) for part in parts]
        return all(values) if "and" in joints else any(values)
    if text.startswith("(") and text.endswith(")"):
        inner = text[1:-1].strip()
        if inner.startswith(("(", "not ", "not(")):
            return _evaluate(inner, leaf, depth + 1)
        return leaf(inner)
    return leaf(text) if text else False


def _parts(text: str) -> tuple[list[str], set[str]]:
    """The operands outside brackets, and the words between them."""
    parts, joints, depth, start = [], set(), 0, 0
    for found in re.finditer(r"[()]|(?<=[\s)])(and|or)(?=[\s(])", text):
        if found.group() == "(":
            depth += 1
        elif found.group() == ")":
            depth -= 1
        elif depth == 0:
            parts.append(text[start : found.start()])
            joints.add(found.group())
            start = found.end()
    parts.append(text[start:])
    return parts, joints


def _is_feature_matched(text: str) -> bool:
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
        return False
    low, left, feature, right, high = found.groups()
    mirrored = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}
    return (low is None or _is_compared(feature, mirrored[left], low)) and (
        high is None or _is_compared(feature, right, high)
    )


def _is_compared(feature: str, operator: str, value: str) -> bool:
    actual, wanted = _NUMERIC.get(feature), _number(value)
    if actual is None or wanted is None:
        return False
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
    if text.startswith("selector(") or ":" not in text:
        return not any(word in text for word in ("-moz-", "-ms-"))
    name, _, value = (part.strip() for part in text.partition(":"))
    known = _KEYWORDS.get(name)
    if known is not None and value not in known and value not in _GLOBAL and "var(" not in value and " " not in value:
        return False
    return not name.startswith(_UNSUPPORTED) and not value.startswith(_UNSUPPORTED)
