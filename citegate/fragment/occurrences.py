"""Where a long text has a term, without reading all of it for each term."""

from __future__ import annotations

from collections.abc import Iterator

INDEX_FROM = 32_768  # characters of a text; a shorter one is read as fast as an index of it is asked
ASKED_FROM = 32  # terms that are looked for in the text as it is, before an index pays
FEW = 1024  # characters that are read in the time in which one place is looked at
BEFORE, BEHIND = 2, 4  # characters on either side of a space by which its places are kept


class Occurrences:
    """The places of terms in one text, found by the characters around the spaces of the term."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._asked = 0
        self._spaces: dict[str, list[int]] = {}

    def places(self, term: str) -> list[int] | None:
        """Every place of the term, ascending, overlapping ones too; None where reading the text is no slower."""
        if len(self._text) < INDEX_FROM:
            return None
        self._asked += 1
        if self._asked < ASKED_FROM:
            return None
        around = list(_around_spaces(term))
        if not around:
            return None
        if not self._spaces:
            for at, piece in _around_spaces(self._text):
                self._spaces.setdefault(piece, []).append(at)
        offset, piece = min(around, key=lambda row: len(self._spaces.get(row[1], ())))
        starts = self._spaces.get(piece, [])
        if len(starts) * FEW > len(self._text):
            return None
        return [at - offset for at in starts if at >= offset and self._text.startswith(term, at - offset)]


def _around_spaces(text: str) -> Iterator[tuple[int, str]]:
    """Where a space with enough on either side stands, and what is around it."""
    at = text.find(" ", BEFORE)
    last = len(text) - BEHIND
    while 0 <= at < last:
        yield at, text[at - BEFORE : at + 1 + BEHIND]
        at = text.find(" ", at + 1)
