"""to_json: JSON in which nothing steers a terminal or turns a line, with what does so written as escapes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from json.encoder import encode_basestring
from typing import Any

_WORDS = {None: "null", True: "true", False: "false"}
_ESCAPED = re.compile(
    "[\x7f-\x9f"  # what some terminals take as commands
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # what turns the direction of a line
    "\u2028\u2029\ufff9-\ufffb\U000e0000-\U000e007f"  # line ends, annotations and tags, none of which is seen
    "\ud800-\udfff]"  # halves of characters, which UTF-8 cannot hold
)


def to_json(value: Any, *, indent: int | None = None, sort_keys: bool = False) -> str:
    """The value as JSON: other scripts as they are, unseen signs and halves of characters as `\\uXXXX`.

    What reads it gets the very same text, and so does what reads the file that it was written to as UTF-8.
    """
    if indent is None:
        text = json.dumps(value, ensure_ascii=False, sort_keys=sort_keys)
    else:
        text = _indented(value, "\n", " " * indent, sort_keys)
    return _ESCAPED.sub(_escape, text)


def _indented(value: Any, line: str, indent: str, sort_keys: bool) -> str:
    """What `json.dumps` gives with an indent, for which that goes from value to value in Python generators: a quarter
    of the time. `line` is a line end and the white space before a line of the value.
    """
    kind = type(value)
    if kind is str:
        return encode_basestring(value)
    if kind is int:
        return str(value)
    if value is None or kind is bool:
        return _WORDS[value]
    inner = line + indent
    if isinstance(value, dict):
        if not value:
            return "{}"
        items = sorted(value.items()) if sort_keys else value.items()
        each = [f"{_key(key)}: {_indented(of, inner, indent, sort_keys)}" for key, of in items]
        return f"{{{inner}{(',' + inner).join(each)}{line}}}"
    if isinstance(value, list | tuple):
        if not value:
            return "[]"
        return f"[{inner}{(',' + inner).join([_indented(each, inner, indent, sort_keys) for each in value])}{line}]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: Any) -> str:
    """A name as JSON has it: text, whatever it is."""
    return encode_basestring(key) if isinstance(key, str) else json.dumps({key: 0})[1:-4]


def to_json_by_parts(fields: Mapping[str, Any]) -> str:
    """What `to_json(fields, indent=2)` gives, and a line end; elements of an iterator in it become text one by one.

    A list of thousands of objects is then never in memory as objects and as their pieces of text at once.
    """
    parts: list[str] = []
    for name, value in fields.items():
        parts.append(",\n  " if parts else "{\n  ")
        parts.append(to_json(name) + ": ")
        if isinstance(value, Iterator):
            before = len(parts)
            for each in value:
                parts.append("[\n    " if len(parts) == before else ",\n    ")
                parts.append(to_json(each, indent=2).replace("\n", "\n    "))
            parts.append("[]" if len(parts) == before else "\n  ]")
        else:
            parts.append(to_json(value, indent=2).replace("\n", "\n  "))
    parts.append("\n}\n" if parts else "{}\n")
    return "".join(parts)


def _escape(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1] if match[0] != "\x7f" else "\\u007f"
