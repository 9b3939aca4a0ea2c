"""Front matter: metadata before the text, in YAML, TOML or JSON."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from citegate.errors import MalformedMarkup
from citegate.model import SourceText

_FENCE = re.compile(r"(---|\+\+\+)[ \t]*(?:\r\n|\n|\r)")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|$)")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What stands before the text."""

    metadata: dict[str, object]
    """The values; {} when there is none."""
    end: int
    """Where the text begins."""
    spans: dict[str, tuple[int, int]]
    """For each key at the top level that stands on one line: where its value stands, quotes included."""


NONE = FrontMatter({}, 0, {})


def read_front_matter(source: SourceText, kinds: frozenset[str]) -> FrontMatter:
    """The front matter of a file, of the given kinds: "yaml", "toml", "json".

    Raises MalformedMarkup, with the place, when it cannot be read. An opening fence that is never closed is no
    front matter but a thematic break.
    """
    text = source.text
    if "json" in kinds and text.startswith("{"):
        return _json(source)
    opened = _FENCE.match(text)
    if opened is None or ("yaml" if opened[1] == "---" else "toml") not in kinds:
        return NONE
    fence = opened[1]
    at = opened.end()
    while at < len(text):
        line = _LINE.match(text, at)
        assert line is not None
        if line.group().rstrip() == fence and line.group().startswith(fence):
            body = text[opened.end() : at]
            read = _yaml if fence == "---" else _toml
            return FrontMatter(read(source, body, opened.end()), line.end(), _value_spans(body, opened.end(), fence))
        at = line.end()
    return NONE


def _yaml(source: SourceText, body: str, start: int) -> dict[str, object]:
    import yaml  # noqa: PLC0415 - imported late: most runs read few files with front matter
    from frontmatter.default_handlers import YAMLHandler  # noqa: PLC0415

    try:
        values = YAMLHandler().load(body)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = start + (_line_start(body, mark.line) + mark.column if mark else 0)
        problem = error.problem or "not YAML"
        raise MalformedMarkup(
            source.path,
            f"front matter cannot be read: {problem}",
            "write it as valid YAML, or quote the value",
            start=at,
        ) from error
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as error:
        raise MalformedMarkup(
            source.path, f"front matter cannot be read: {_first_line(error)}", "write it as valid YAML", start=start
        ) from error
    return _as_mapping(source, values, start)


def _toml(source: SourceText, body: str, start: int) -> dict[str, object]:
    import tomllib  # noqa: PLC0415 - few documents have such a head

    try:
        return tomllib.loads(body.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        found = re.search(r"line (\d+), column (\d+)", str(error))
        at = start + (_line_start(body, int(found[1]) - 1) + int(found[2]) - 1 if found else 0)
        raise MalformedMarkup(
            source.path, f"front matter cannot be read: {_first_line(error)}", "write it as valid TOML", start=at
        ) from error


def _json(source: SourceText) -> FrontMatter:
    try:
        values, end = json.JSONDecoder().raw_decode(source.text)
    except (json.JSONDecodeError, RecursionError) as error:
        at = getattr(error, "pos", 0)
        raise MalformedMarkup(
            source.path, f"front matter cannot be read: {_first_line(error)}", "write it as valid JSON", start=at
        ) from error
    return FrontMatter(_as_mapping(source, values, 0), end, {})


def _as_mapping(source: SourceText, values: object, start: int) -> dict[str, object]:
    if values is None:
        return {}
    if not isinstance(values, dict):
        raise MalformedMarkup(
            source.path,
            f"front matter is a {type(values).__name__}, not a mapping",
            'write "key: value" lines between the fences',
            start=start,
        )
    return {str(key): value for key, value in values.items()}


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _line_start(body: str, number: int) -> int:
    at = 0
    for _ in range(number):
        line = _LINE.match(body, at)
        assert line is not None
        at = line.end()
    return at


_YAML_VALUE = re.compile(r"""^["']?([\w-]+)["']?[ \t]*:[ \t]+(\S(?:[^\r\n]*[^\s])?)[ \t]*\r?$""", re.MULTILINE)
_TOML_VALUE = re.compile(r"""^["']?([\w-]+)["']?[ \t]*=[ \t]*(\S(?:[^\r\n]*[^\s])?)[ \t]*\r?$""", re.MULTILINE)


def _value_spans(body: str, start: int, fence: str) -> dict[str, tuple[int, int]]:
    pattern = _YAML_VALUE if fence == "---" else _TOML_VALUE
    return {match[1]: (start + match.start(2), start + match.end(2)) for match in pattern.finditer(body)}
