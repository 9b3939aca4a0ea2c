"""Words: those of a quotation by which a file is chosen, and which of them a file has."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

FEW = 24  # needles that are looked for one by one; more are told from the set of all words of a file
MIN_WORD = 4  # bytes of a word; shorter ones are everywhere
DENSE = 9  # bytes of letters outside ASCII in one run, three of a script without spaces: it is cut into pieces
PIECE = 3  # code points of such a piece
FIRST_OTHER = 0xC6  # first byte in UTF-8 of a letter from U+0180 on; before it, words have white space around them

_LETTERS = bytes(b if b >= 0x80 or bytes((b,)).isalnum() else 0x20 for b in range(256)).lower()
"""A table for `bytes.translate`: letters in lower case, all else a space."""
_MARKS = ((b"\xe2\x80", re.compile(rb"\xe2\x80[\x80-\xbf]")), (b"\xc2", re.compile(rb"\xc2[\x80-\xbf]")))
"""In UTF-8 general punctuation, and the signs of Latin-1: quotation marks, dashes, spaces that do not break. One
expression for each first byte: what begins with a letter is searched for much faster than what begins with a choice."""
_ASCII_LETTERS = bytes(b for b in range(0x80) if bytes((b,)).isalnum())
_SPACE = 0x20
_PIECE_OF = b"*"


def letters_of(data: bytes) -> bytes:
    """The bytes of a file with ASCII letters in lower case, and a space for what else ASCII has; and at both ends."""
    return b" %b " % data.translate(_LETTERS)


def words_of(letters: bytes) -> list[bytes]:
    """All words of a file, in order, as often as they stand there."""
    for first, marks in _MARKS if not letters.isascii() else ():
        if first in letters:
            letters = marks.sub(b" ", letters)
    return letters.split()


def rest_of(letters: bytes) -> bytes:
    """The bytes without the letters and digits of ASCII: short, on a page that has few others."""
    return letters.translate(None, _ASCII_LETTERS)


def needles_of(quote: str) -> frozenset[bytes]:
    """The words of a quotation that are looked for; where a script has no spaces, pieces of it behind a "*".

    Of a piece only what `rest_of` leaves.
    """
    found: set[bytes] = set()
    for word in words_of(letters_of(quote.encode("utf-8", "replace"))):
        if sum(1 for byte in word if byte >= 0x80) >= DENSE:
            text = word.decode("utf-8", "ignore")
            pieces = (text[at : at + PIECE] for at in range(0, max(1, len(text) - PIECE + 1), 2))
            found.update(_PIECE_OF + rest_of(piece.encode()) for piece in pieces)
        elif len(word) >= MIN_WORD:
            found.add(word if is_kept(word) else _PIECE_OF + rest_of(word))
    return frozenset(found - {_PIECE_OF})


def is_kept(word: bytes) -> bool:
    """True for a word that files are chosen by as a whole."""
    return len(word) >= MIN_WORD and word[0] < FIRST_OTHER


def is_whole(needle: bytes) -> bool:
    """True for a needle that is a word, and False for a piece that may stand within one."""
    return not needle.startswith(_PIECE_OF)


class Vocabulary:
    """Needles that are looked for in one file after the other."""

    def __init__(self, needles: Iterable[bytes]) -> None:
        ordered = sorted(needles)
        self._words = frozenset(filter(is_whole, ordered))
        self._pieces = tuple((needle[1:], needle) for needle in ordered if not is_whole(needle))
        self._are_few = len(ordered) <= FEW

    def among(self, letters: bytes, words: set[bytes] | None = None) -> Collection[bytes]:
        """Which of the needles a file has; `words` are its words, where they are known."""
        found: Collection[bytes]
        if words is not None:
            found = self._words & words
        elif self._are_few:
            found = [word for word in self._words if has_word(letters, word)]
        else:
            found = self._words.intersection(words_of(letters))
        if not self._pieces or letters.isascii():
            return found
        rest = rest_of(letters)
        return [*found, *(needle for piece, needle in self._pieces if piece in rest)]


def has_word(letters: bytes, word: bytes) -> bool:
    """True when a file has the word not only as a part of longer ones."""
    at = letters.find(word)
    while at >= 0:
        end = at + len(word)
        before, after = letters[at - 1], letters[end]
        if before == _SPACE == after:
            return True
        if (before == _SPACE or (before >= 0x80 and _ends_with_mark(letters[at - 3 : at]))) and (
            after == _SPACE or (after >= 0x80 and _is_mark(letters[end : end + 3]))
        ):
            return True
        at = letters.find(word, end)
    return False


def _is_mark(data: bytes) -> bool:
    """True when the bytes begin with a sign that `_MARKS` has."""
    return any(marks.match(data) for _, marks in _MARKS)


def _ends_with_mark(data: bytes) -> bool:
    return _is_mark(data) or _is_mark(data[1:])
