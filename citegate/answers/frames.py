"""What a model is given to read: the sources of its turn, each in a frame that no source can forge."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from citegate.model.answer import SourceRecord

_LINE_END = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_QUOTED = "| "
"""Stands before each line of a source, so that no line of it begins as a frame does."""


def context(records: Iterable[SourceRecord], nonce: str) -> str:
    """The records in order, each between a line that begins it and one that ends it; "" when there is none.

    Both lines carry the nonce, which is made anew for each request and known to no document. Each line of a source
    stands behind "| "; a nonce in it is blotted out, and control characters are. Raises ValueError for a nonce that
    could be guessed (fewer than 8 letters and digits).
    """
    if not re.fullmatch(r"[A-Za-z0-9_-]{8,}", nonce):
        raise ValueError("a nonce has at least 8 letters and digits")
    return "".join(_frame(record, nonce) for record in records)


def how_to_cite(record: SourceRecord) -> str:
    """The token that names the record."""
    return f"[[cite:{record.citation_id}]] or [{record.index}]" if record.citation_id else f"[{record.index}]"


def _frame(record: SourceRecord, nonce: str) -> str:
    lines = "\n".join(_QUOTED + line for line in _LINE_END.split(_harmless(record.snippet, nonce)))
    return (
        f"<<<begin {nonce} source {record.index}>>>\n"
        f"document: {_one_line(record.document_id, nonce)}\n"
        f"title: {_one_line(record.title, nonce)}\n"
        f"cite as: {how_to_cite(record)}\n"
        f"{lines}\n"
        f"<<<end {nonce} source {record.index}>>>\n\n"
    )


def _one_line(text: str, nonce: str) -> str:
    return " ".join(_LINE_END.sub(" ", _harmless(text, nonce)).split())


def _harmless(text: str, nonce: str) -> str:
    """The text without the nonce, and without control and format characters that hide something or turn it round."""
    shown = "".join(char for char in text if char in "\t\n\r\u200c\u200d" or not _is_hidden(char))
    return re.sub(re.escape(nonce), "…", shown, flags=re.IGNORECASE)


def _is_hidden(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cf", "Cs") and not _LINE_END.fullmatch(char)
