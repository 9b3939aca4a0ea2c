"""What the settings may be and what they are: a JSON Schema for editors, and where each one in force came from."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from citegate.config import PROJECT_FILE, TABLE, convert, settings_file
from citegate.index.files import read_file
from citegate.index.generators import GENERATORS
from citegate.model import ENGINES, Severity
from citegate.options import ALL, OFF, OPTIONS, Option
from citegate.parse.dialects import DIALECTS
from citegate.parse.mdx.components import Display
from citegate.rules import COULD_NOT_WORK, RULES

DEFAULT = "default"
_BARE = re.compile(r"[A-Za-z0-9_-]+")

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting in force."""

    key: str
    value: object
    """As it would be written: texts, numbers, lists and tables of them."""
    origin: str
    """`default`, or the file and the line that say so: `citegate.toml:3`."""


def effective(root: Path, file: Path | None = None) -> tuple[Setting, ...]:
    """Every setting, in the order of the sheet. Raises ConfigError as `config.load` does."""
    path, table = settings_file(root, file)
    found = []
    for key, option in OPTIONS.items():
        if path is None or key not in table:
            found.append(Setting(key, _plain(option.default), DEFAULT))
            continue
        convert(option, table[key])
        line = _line(read_file(path).decode("utf-8"), key, within=TABLE if path.name == PROJECT_FILE else "")
        found.append(Setting(key, table[key], f"{path.name}:{line}" if line else path.name))
    return tuple(found)


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _line(text: str, key: str, within: str) -> int:
    """The line, from 1, that sets a key or opens its table; 0 when it is written in another way."""
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        head = re.match(r"\s*\[\s*([^\[\]]+?)\s*\]", line)
        if head:
            table = head[1].replace('"', "").replace(" ", "")
            if table == (f"{within}.{key}" if within else key):
                return number
        elif table == within and re.match(rf"""\s*["']?{re.escape(key)}["']?\s*[.=]""", line):
            return number
    return 0


def as_toml(value: object) -> str:
    """A setting's value as TOML has it, on one line."""
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_toml_key(str(key))} = {as_toml(item)}" for key, item in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(as_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)  # a text, a number or a truth value is written alike in both


def _toml_key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def schema() -> Json:
    """The JSON Schema of citegate.toml."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "citegate settings",
        "description": "citegate.toml, and the table [tool.citegate] of a pyproject.toml.",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            key: {"description": option.help, **_form(option), "default": _plain(option.default)}
            for key, option in OPTIONS.items()
        },
    }


def _form(option: Option) -> Json:
    match option.kind:
        case "number":
            return {"type": "integer", "minimum": 0}
        case "truth":
            return {"type": "boolean"}
        case "texts":
            return {"type": "array", "items": {"type": "string"}, **({"minItems": 1} if option.default else {})}
        case "choice":
            return {"enum": list(option.choices)}
        case "choices":
            return {"type": "array", "items": {"enum": list(ENGINES)}, "minItems": 1}
        case "browsers":
            return {"type": "array", "items": {"enum": [*ENGINES, ALL]}}
        case "patterns":
            return {"type": "object", "additionalProperties": {"type": "string"}}
        case "components":
            return {"type": "object", "additionalProperties": _component()}
        case "table":
            return {"type": "object", "propertyNames": _rule_names(), "additionalProperties": _levels()}
    names = {"generator": tuple(GENERATORS), "dialect": tuple(DIALECTS)}.get(option.key)
    return {"type": "string"} if names is None else {"enum": ["", *names]}


def _component() -> Json:
    """One display and the props whose value is shown."""
    displays = {display.value: {"const": True} for display in Display}
    text = {"type": "array", "items": {"type": "string"}}
    return {"type": "object", "properties": {**displays, "text": text}, "additionalProperties": False}


def _rule_names() -> Json:
    """Codes and names, codes in either case."""
    rules = [rule for code, rule in RULES.items() if code not in COULD_NOT_WORK]
    return {"enum": [name for rule in rules for name in (rule.code, rule.code.lower(), rule.name)]}


def _levels() -> Json:
    return {"enum": [*Severity, OFF]}


def schema_text() -> str:
    """The schema as the file that ships has it."""
    return json.dumps(schema(), ensure_ascii=False, indent=2) + "\n"
