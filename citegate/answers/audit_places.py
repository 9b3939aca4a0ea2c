"""Where the passages of a turn stand in the file of its sources."""

from __future__ import annotations

import json
from collections.abc import Iterable

from citegate.model import Location, SourceText, Span
from citegate.model.answer import SourceRecord
from citegate.verify.located import Node, SyntaxFault, read_json

MAX_RELATED = 3  # passages that a finding shows; who cites more is shown the first


class Places:
    """The snippets of a file of sources, with their places."""

    def __init__(self, sources: SourceText | None) -> None:
        self._source = sources
        self._spans: dict[tuple[int, str, str], Span] | None = None

    def of(self, records: Iterable[SourceRecord], words: str) -> tuple[Location, ...]:
        """The places of these records' passages; where one has `words`, of these alone."""
        if self._source is None:
            return ()
        if self._spans is None:
            self._spans = _read(self._source.text)
        found: list[Location] = []
        for record in records:
            span = self._spans.get((record.index, record.document_id, record.snippet))
            if span is None:
                continue
            at = self._source.text.find(_escaped(words), span.start, span.end) if words else -1
            if at >= 0:
                return (Location(self._source.path, Span(at, at + len(_escaped(words))), "cited passage"),)
            found.append(Location(self._source.path, span, "cited passage"))
        return tuple(found[:MAX_RELATED])


def _escaped(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)[1:-1]


def _read(text: str) -> dict[tuple[int, str, str], Span]:
    root = read_json(text)
    if isinstance(root, SyntaxFault):
        return {}
    entries = root if root.kind == "array" else _member(root, "sources")
    found: dict[tuple[int, str, str], Span] = {}
    for entry in entries.items if entries else ():
        index, document, snippet = (_member(entry, key) for key in ("index", "document_id", "snippet"))
        if index and document and snippet and isinstance(index.value, (int, float)):
            found.setdefault((int(index.value), str(document.value), str(snippet.value)), snippet.inner)
    return found


def _member(node: Node, key: str) -> Node | None:
    return next((member.value for member in node.members if member.key == key), None)
