"""What a passage is called: by its page and its words, so that nothing elsewhere on the page changes it.

Equal passages of one page need names of their own. The first is called by its words alone, the others also by the
heading above them and by the line before them, and only where those are the same too by their number. A name that
never changed would be the same for all of them: between "the words decide" and "each has its own" stands the case of
an equal passage that is put in above the first, which then has the first one's name, and the same words.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from citegate.evidence.cut import Piece
from citegate.index.passages import ID_LENGTH, passage_id
from citegate.model import Document
from citegate.unicode.normalize import normalized


def citation_ids(document: Document, pieces: Sequence[Piece], quotes: Sequence[str]) -> Iterator[str]:
    """The `citation_id` of each piece of a document, of which `quotes` are the words."""
    known: dict[str, dict[tuple[str, str], int]] = {}
    for piece, quote in zip(pieces, quotes, strict=True):
        plain = passage_id(document.url, quote, 0)
        equals = known.get(plain)
        if equals is None:
            known[plain] = {}
            yield plain
            continue
        around = _around(document, piece)
        number = equals[around] = equals.get(around, -1) + 1
        key = "\0".join((plain, *around, str(number)))
        yield hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:ID_LENGTH]


def _around(document: Document, piece: Piece) -> tuple[str, str]:
    """The nearest heading, and the line of text before the piece."""
    end = piece.span.start
    while end and document.text[end - 1].isspace():
        end -= 1
    line = document.text[document.text.rfind("\n", 0, end) + 1 : end]
    return normalized(piece.headings[-1] if piece.headings else ""), normalized(line)
