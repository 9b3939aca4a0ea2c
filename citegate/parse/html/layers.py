"""Layers: the texts of other trees in the line of an open run, each a run of its own."""

from __future__ import annotations

from citegate.parse.html.places import Place
from citegate.parse.html.run import Mark, Piece
from citegate.parse.html.scope import Scope
from citegate.parse.html.style import Space

Tree = tuple[int, ...]


class Layers:
    """What a line holds of other trees than that of its first text."""

    def __init__(self) -> None:
        self._runs: dict[Tree, tuple[Scope, list[Piece]]] = {}
        self._last = ""
        """The last character that was added since the open run had text; "" when there is none."""

    def __bool__(self) -> bool:
        return bool(self._runs)

    def add(self, data: str, place: Place, scope: Scope, before: str) -> None:
        """Adds a text of another tree; `before` is the last character of the open run."""
        pieces = self._runs.setdefault(scope.style.trees, (scope, []))[1]
        pieces.append(after(self._last or before))
        pieces.append((data, place, Mark.PASSED if scope.style.is_passed_over else Space.COLLAPSE))
        self._last = data[-1:] or self._last

    def turn_back(self, pieces: list[Piece]) -> bool:
        """Tells the open run what its next text stands behind; False when that is its own last text."""
        if not self._last:
            return False
        pieces.append(after(self._last))
        self._last = ""
        return True

    def take(self) -> list[tuple[Scope, list[Piece]]]:
        """The runs of the other trees; they are forgotten."""
        runs = list(self._runs.values())
        self._runs, self._last = {}, ""
        return runs


def after(char: str) -> Piece:
    """A piece that says which character, "" for a word boundary, stands before what follows."""
    return "", ord(char) if char else 0, Mark.AFTER


def last_char(pieces: list[Piece]) -> str:
    """The character that the next text of a run stands behind; "" when there is none."""
    for data, place, mode in reversed(pieces):
        if mode == Mark.AFTER and isinstance(place, int):
            return chr(place) if place else ""
        if data:
            return data[-1]
    return ""
