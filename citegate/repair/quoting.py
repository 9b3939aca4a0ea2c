"""New words in the place of old ones, in the notation that stands there: a JSON or YAML scalar."""

from __future__ import annotations

import json
import re

from citegate.model import Edit, SourceText, Span

_PLAIN_YAML = re.compile(r"[^\W\d_][^\n:#{}\[\],&*!|>'\"%@`]*[^\s:#{}\[\],&*!|>'\"%@`]")
_YAML_WORDS = frozenset(["true", "false", "yes", "no", "on", "off", "null", "y", "n"])


def replace_scalar(source: SourceText, span: Span, text: str) -> Edit | None:
    """The edit that puts `text` where the scalar of a manifest stands; None where that would disturb its layout.

    `span` is the scalar without its quotation marks.
    """
    before = source.text[span.start - 1 : span.start]
    old = source.text[span.start : span.end]
    if source.path.endswith(".json"):
        return Edit(source.path, span, _json(text, old))
    if before == '"' and source.text[span.end : span.end + 1] == '"':
        return Edit(source.path, span, _json(text, old))
    if before == "'" and source.text[span.end : span.end + 1] == "'":
        return Edit(source.path, span, text.replace("'", "''")) if "\n" not in text else None
    if "\n" in old or old[:1] in "|>":
        return None  # a block or folded scalar: its layout is the author's
    if _PLAIN_YAML.fullmatch(text) and text.casefold() not in _YAML_WORDS:
        return Edit(source.path, span, text)
    return Edit(source.path, span, json.dumps(text, ensure_ascii=False))


def _json(text: str, old: str) -> str:
    """The inside of a JSON string; escaped to ASCII only where the author did so."""
    ascii_only = old.isascii() and "\\u" in old
    return json.dumps(text, ensure_ascii=ascii_only)[1:-1]
