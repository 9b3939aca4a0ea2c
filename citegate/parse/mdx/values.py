"""What of an expression is known before the page is built: literals, and names that stand for literals."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

MAX_LITERAL_NESTING = 50  # levels of arrays and objects

_TOKEN = re.compile(
    r"""[ \t\n\ufeff\u00a0]+|//[^\n]*|/\*[\s\S]*?\*/
    |(?P<string>"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|`(?:[^`\\$]|\\[\s\S]|\$(?!\{))*`)
    |(?P<number>(?:0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?))
    |(?P<name>[^\W\d][\w$]*|\$[\w$]*)
    |(?P<sign>\?\.|[-+.,:\[\]{}()])""",
    re.VERBOSE,
)
_ESCAPE = re.compile(r"\\(u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[\s\S])")
_SIMPLE_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}
_WORDS: dict[str, object] = {"true": True, "false": False, "null": None, "undefined": None, "NaN": math.nan}


class _Unknown(Exception):
    """The value is not known before the page is built."""


@dataclass(frozen=True, slots=True)
class Known:
    """A value that is known."""

    value: object
    """A str, int, float, bool, None, dict or list, as in JavaScript."""
    literal: tuple[int, int] | None = None
    """Where, in the expression, a string literal without escapes has its text."""


def known_value(code: str, names: Mapping[str, object]) -> Known | None:
    """The value of an expression, or None when it is not known; `names` are those that stand for values.

    An expression of nothing but comments has the value None, which renders nothing.
    """
    try:
        tokens = _tokens(code)
        if not tokens:
            return Known(None)
        value, at = _sum(tokens, 0, names, 0)
        if at != len(tokens):
            return None
    except _Unknown:
        return None
    kind, text, start = tokens[0]
    if len(tokens) == 1 and kind == "string" and "\\" not in text:
        return Known(value, (start + 1, start + len(text) - 1))
    return Known(value)


def rendered(value: object) -> str | None:
    """The text that React makes of a value; None when it makes none, or something that is not text."""
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _number_text(value)
    if isinstance(value, list):
        parts = [rendered(item) for item in value]
        return None if None in parts else "".join(part for part in parts if part)
    return None


def _number_text(value: float) -> str | None:
    if not math.isfinite(value) or not 1e-6 <= abs(value) < 1e21:
        return "0" if value == 0 else None  # written with an exponent, or as a word
    return str(int(value)) if value == int(value) else repr(value)


def _tokens(code: str) -> list[tuple[str, str, int]]:
    tokens = []
    at = 0
    while at < len(code):
        match = _TOKEN.match(code, at)
        if match is None:
            raise _Unknown
        if match.lastgroup is not None:
            tokens.append((match.lastgroup, match.group(), at))
        at = match.end()
    return tokens


_Tokens = list[tuple[str, str, int]]


def _sum(tokens: _Tokens, at: int, names: Mapping[str, object], depth: int) -> tuple[object, int]:
    """Values joined by "+", when one is a string, as JavaScript joins them."""
    value, at = _operand(tokens, at, names, depth)
    while _is(tokens, at, "+"):
        other, at = _operand(tokens, at + 1, names, depth)
        if isinstance(value, str) or isinstance(other, str):
            left, right = rendered(value), rendered(other)
            if left is None or right is None or isinstance(value, list | bool) or isinstance(other, list | bool):
                raise _Unknown
            if value is None or other is None:
                raise _Unknown
            value = left + right
        elif isinstance(value, int) and isinstance(other, int) and not isinstance(value, bool):
            value = value + other
        else:
            raise _Unknown
    return value, at


def _is(tokens: _Tokens, at: int, sign: str) -> bool:
    return at < len(tokens) and tokens[at][0] == "sign" and tokens[at][1] == sign


def _operand(tokens: _Tokens, at: int, names: Mapping[str, object], depth: int) -> tuple[object, int]:
    if at >= len(tokens) or depth > MAX_LITERAL_NESTING:
        raise _Unknown
    kind, text, _ = tokens[at]
    value: object
    if kind == "string":
        value, at = unescaped(text), at + 1
    elif kind == "number":
        value, at = _number(text), at + 1
    elif kind == "name":
        if text in names:
            value = names[text]
        elif text in _WORDS:
            value = _WORDS[text]
        else:
            raise _Unknown
        at += 1
    elif text == "(":
        value, at = _sum(tokens, at + 1, names, depth + 1)
        if not _is(tokens, at, ")"):
            raise _Unknown
        at += 1
    elif text == "-":
        value, at = _operand(tokens, at + 1, names, depth + 1)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise _Unknown
        return -value, at
    elif text == "[":
        value, at = _array(tokens, at + 1, names, depth)
    elif text == "{":
        value, at = _object(tokens, at + 1, names, depth)
    else:
        raise _Unknown
    return _members(tokens, at, value)


def _members(tokens: _Tokens, at: int, value: object) -> tuple[object, int]:
    while at < len(tokens) and tokens[at][0] == "sign" and tokens[at][1] in (".", "?.", "["):
        if at + 1 >= len(tokens):
            raise _Unknown
        key: object
        if tokens[at][1] == "[":
            kind, text, _ = tokens[at + 1]
            if kind not in ("string", "number") or not _is(tokens, at + 2, "]"):
                raise _Unknown
            key = unescaped(text) if kind == "string" else _number(text)
            at += 3
        else:
            kind, text, _ = tokens[at + 1]
            if kind != "name":
                raise _Unknown
            key = text
            at += 2
        if isinstance(value, dict) and str(key) in value:
            value = value[str(key)]
        elif isinstance(value, list) and isinstance(key, int) and 0 <= key < len(value):
            value = value[key]
        else:
            raise _Unknown
    return value, at


def _array(tokens: _Tokens, at: int, names: Mapping[str, object], depth: int) -> tuple[list[object], int]:
    items: list[object] = []
    while not _is(tokens, at, "]"):
        value, at = _sum(tokens, at, names, depth + 1)
        items.append(value)
        if _is(tokens, at, ","):
            at += 1
        elif not _is(tokens, at, "]"):
            raise _Unknown
    return items, at + 1


def _object(tokens: _Tokens, at: int, names: Mapping[str, object], depth: int) -> tuple[dict[str, object], int]:
    values: dict[str, object] = {}
    while not _is(tokens, at, "}"):
        if at >= len(tokens) or tokens[at][0] == "sign":
            raise _Unknown
        kind, text, _ = tokens[at]
        key = unescaped(text) if kind == "string" else text
        if not _is(tokens, at + 1, ":"):
            raise _Unknown
        values[key], at = _sum(tokens, at + 2, names, depth + 1)
        if _is(tokens, at, ","):
            at += 1
        elif not _is(tokens, at, "}"):
            raise _Unknown
    return values, at + 1


def _number(text: str) -> int | float:
    text = text.replace("_", "")
    if text[:2] in ("0x", "0X", "0o", "0O", "0b", "0B"):
        return int(text, 0)
    return int(text) if text.isdigit() else float(text)


def unescaped(literal: str) -> str:
    """The value of a string or template literal, given with its quotes."""
    body = literal[1:-1]
    return _ESCAPE.sub(_unescape, body) if "\\" in body else body


def _unescape(match: re.Match[str]) -> str:
    escape = match[1]
    if escape in _SIMPLE_ESCAPES:
        return _SIMPLE_ESCAPES[escape]
    if len(escape) > 1:
        code = int(escape.strip("ux{}"), 16)
        return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else "\ufffd"
    return escape


_EXPORT = re.compile(r"^export[ \t]+(?:const|let|var)[ \t]+([^\W\d][\w$]*|\$[\w$]*)[ \t]*=[ \t]*", re.MULTILINE)
_END = re.compile(r"[ \t]*(?:;|\n|\Z)")


def exported_values(code: str) -> dict[str, object]:
    """The names that an ESM block exports, or keeps, as literals."""
    names: dict[str, object] = {}
    for match in _EXPORT.finditer(code):
        value = _leading_value(code[match.end() :], names)
        if value is not None:
            names[match[1]] = value.value
    return names


def _leading_value(code: str, names: Mapping[str, object]) -> Known | None:
    """The value of the expression that `code` begins with, which ends at ";", a line end, or the end."""
    tokens: _Tokens = []
    at = depth = 0
    while at < len(code):
        if depth == 0 and tokens and (code[at] in ";\n"):
            break
        match = _TOKEN.match(code, at)
        if match is None:
            return None
        if match.lastgroup is not None:
            if match.lastgroup == "sign":
                depth += (match.group() in "([{") - (match.group() in ")]}")
            tokens.append((match.lastgroup, match.group(), at))
        elif depth == 0 and tokens and "\n" in match.group():
            break
        at = match.end()
    try:
        value, end = _sum(tokens, 0, names, 0)
    except _Unknown:
        return None
    return Known(value) if end == len(tokens) else None


__all__ = ["Known", "exported_values", "known_value", "rendered", "unescaped"]
