"""JSON and YAML read with the place of every value, for manifests."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from json.decoder import scanstring  # type: ignore[attr-defined] # documented in the module's source, not in its stubs
from math import nan

from citegate.model import Span

MAX_DIGITS = 4000  # Python reads no longer integer
MAX_DEPTH = 32  # a manifest needs 3; deeper nesting is a mistake or an attack

Scalar = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Node:
    """One value and where it is written."""

    kind: str
    """JSON's word: object, array, string, number, boolean or null."""
    value: Scalar
    """The value of a scalar; None for an object or array."""
    span: Span
    items: tuple[Node, ...] = ()
    """The elements of an array."""
    members: tuple[Member, ...] = ()
    """The members of an object, repeated keys included."""
    inner: Span = field(default=Span(0, 0))
    """A string without its quotation marks."""


@dataclass(frozen=True, slots=True)
class Member:
    """One key of an object with its value."""

    key: str
    key_span: Span
    value: Node


@dataclass(frozen=True, slots=True)
class SyntaxFault:
    """The file is not JSON or YAML from here on."""

    message: str
    at: int
    """Code points before the fault."""


_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_WORD = re.compile(r"-?[A-Za-z]+")
_LITERALS: dict[str, tuple[str, Scalar]] = {
    # not JSON, but what some programs write; no key of a manifest admits them
    "NaN": ("number", nan),
    "Infinity": ("number", nan),
    "-Infinity": ("number", nan),
    "true": ("boolean", True),
    "false": ("boolean", False),
    "null": ("null", None),
}


class _Fault(Exception):
    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.fault = SyntaxFault(message, at)


def read_json(text: str) -> Node | SyntaxFault:
    """The one value that the text holds (RFC 8259), or its first fault."""
    try:
        at = _skip(text, 0)
        node, at = _value(text, at, 0)
    except _Fault as error:
        return error.fault
    at = _skip(text, at)
    return node if at == len(text) else SyntaxFault("the file goes on after its value", at)


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _value(text: str, at: int, depth: int) -> tuple[Node, int]:
    if depth > MAX_DEPTH:
        raise _Fault(f"values are nested more than {MAX_DEPTH} deep", at)
    char = text[at : at + 1]
    if char == '"':
        value, end = _string(text, at)
        return Node("string", value, Span(at, end), inner=Span(at + 1, end - 1)), end
    if char == "{":
        return _object(text, at, depth)
    if char == "[":
        return _array(text, at, depth)
    if match := _NUMBER.match(text, at):
        number = match.group()
        parsed = int(number) if number.lstrip("-").isdigit() and len(number) < MAX_DIGITS else float(number)
        return Node("number", parsed, Span(at, match.end())), match.end()
    word = _WORD.match(text, at)
    if word and word.group() in _LITERALS:
        kind, literal = _LITERALS[word.group()]
        return Node(kind, literal, Span(at, word.end())), word.end()
    if word:
        raise _Fault(f"{word.group()} is not a JSON value", at)
    raise _Fault(
        "the file ends where a value should stand" if not char else f"a value should stand here, not {char!r}", at
    )


def _string(text: str, at: int) -> tuple[str, int]:
    try:
        value, end = scanstring(text, at + 1, True)
    except json.JSONDecodeError as error:
        problem = {
            "Unterminated string starting at": "the string is not closed",
            "Invalid control character at": "a line end or control character stands in a string; write it as an escape",
        }.get(error.msg, "an escape that JSON does not know")
        raise _Fault(problem, error.pos) from error
    return str(value), int(end)


def _array(text: str, start: int, depth: int) -> tuple[Node, int]:
    items: list[Node] = []
    at = _skip(text, start + 1)
    while text[at : at + 1] != "]" or items:
        item, at = _value(text, at, depth + 1)
        items.append(item)
        at = _skip(text, at)
        if text[at : at + 1] != ",":
            break
        at = _skip(text, at + 1)
    at = _close(text, at, "]", "array")
    return Node("array", None, Span(start, at), items=tuple(items)), at


def _object(text: str, start: int, depth: int) -> tuple[Node, int]:
    members: list[Member] = []
    at = _skip(text, start + 1)
    while text[at : at + 1] != "}" or members:
        if text[at : at + 1] != '"':
            raise _Fault("a key in double quotation marks should stand here", at)
        key, end = _string(text, at)
        key_span = Span(at, end)
        at = _skip(text, end)
        if text[at : at + 1] != ":":
            raise _Fault(f'a ":" should stand behind the key "{key}"', at)
        value, at = _value(text, _skip(text, at + 1), depth + 1)
        members.append(Member(key, key_span, value))
        at = _skip(text, at)
        if text[at : at + 1] != ",":
            break
        at = _skip(text, at + 1)
    at = _close(text, at, "}", "object")
    return Node("object", None, Span(start, at), members=tuple(members)), at


def _close(text: str, at: int, mark: str, name: str) -> int:
    if text[at : at + 1] != mark:
        raise _Fault(f'a "," or the "{mark}" that closes the {name} should stand here', at)
    return at + 1
