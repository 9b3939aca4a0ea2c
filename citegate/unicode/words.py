"""UAX #29 word boundaries as the engines draw them; is_word_bounded.

The rules and dictionaries are ICU's, through icu4py; where an engine departs from them, the characters concerned are
first replaced, one for one, by characters that ICU treats as that engine treats these.
https://www.unicode.org/reports/tr29/#Word_Boundaries
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import lru_cache
from itertools import accumulate

from citegate.model.engine import Engine
from citegate.model.span import Span
from citegate.unicode.pairs import breaks_pair
from citegate.unicode.quotes import STRAIGHT

_LOCALE = "en"
_NEAR = 64  # code points on each side in which a place to begin is looked for before the whole text is asked

# A boundary stands before these (of spaces in a row: before the first), and what follows does not depend on what was
# before.
_SPACES = " \u1680\u2000-\u2006\u2008-\u200a\u205f\u3000"  # WSegSpace
_DELIMITER = re.compile(f"(?<![{_SPACES}])[{_SPACES}]|[\n\t、。！？（）「」『』]")

# Han, kana, Bopomofo, their symbols and fullwidth forms: first and last.
_IDEOGRAPHS = (
    *(("\u2e80", "\u2fdf"), ("\u2ff0", "\u9fff"), ("\uf900", "\ufaff"), ("\uff00", "\uffef")),
    ("\U00020000", "\U000323af"),
)

_WORD = 1  # letter, digit, underscore
_SPACE = 2
_MIDDLE = 3  # joins, or does not, by what stands on its two sides
_OTHER = 0

_ASCII = [_OTHER] * 128
for _char in "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz":
    _ASCII[ord(_char)] = _WORD
for _char in "'.,;@":
    _ASCII[ord(_char)] = _MIDDLE
_ASCII[ord(" ")] = _SPACE


def is_word_boundary(text: str, offset: int, engine: Engine) -> bool:
    """True when a word, or anything between words, begins or ends at `offset`; both ends of the text count."""
    if offset <= 0 or offset >= len(text):
        return True
    before, after = text[offset - 1], text[offset]
    if engine.breaks_words_by_pairs:
        return breaks_pair(before, after)
    if before < "\x80" and after < "\x80" and not (engine.at_sign_is_letter and "@" in before + after):
        left, right = _ASCII[ord(before)], _ASCII[ord(after)]
        if left == _OTHER or (left == _MIDDLE and right != _WORD):
            return before != "\r" or after != "\n"
        if right != _MIDDLE:
            if left != _MIDDLE:
                return left != right
            joined = text[offset - 2] if offset > 1 else " "
        else:
            joined = text[offset + 1] if offset + 1 < len(text) else " "
        if joined < "\x80" and _ASCII[ord(joined)] in {_OTHER, _SPACE}:
            return True
    first, boundaries = _around(text, offset, engine)
    return _holds(boundaries, offset - first)


def is_word_bounded(text: str, span: Span, engine: Engine, *, left: bool = True, right: bool = True) -> bool:
    """True when the span begins (if `left`) and ends (if `right`) on word boundaries of the text."""
    if left and not is_word_boundary(text, span.start, engine):
        first = text[span.start]
        if not (engine.ideographs_start_words and any(low <= first <= high for low, high in _IDEOGRAPHS)):
            return False
    return not right or is_word_boundary(text, span.end, engine)


def next_word_boundary(text: str, offset: int, engine: Engine) -> int:
    """The least boundary above `offset`; the end of the text when there is none."""
    offset += 1
    while offset < len(text):
        if is_word_boundary(text, offset, engine):
            return offset
        if text[offset - 1] >= "\x80" and not engine.breaks_words_by_pairs:
            first, boundaries = _around(text, offset, engine)
            return first + boundaries[bisect_right(boundaries, offset - first)]
        offset += 1
    return len(text)


def previous_word_boundary(text: str, offset: int, engine: Engine) -> int:
    """The greatest boundary below `offset`; 0 when there is none."""
    offset -= 1
    while offset > 0:
        if is_word_boundary(text, offset, engine):
            return offset
        if text[offset] >= "\x80" and not engine.breaks_words_by_pairs:
            first, boundaries = _around(text, offset, engine)
            return first + boundaries[bisect_left(boundaries, offset - first) - 1]
        offset -= 1
    return 0


def _holds(boundaries: tuple[int, ...], offset: int) -> bool:
    place = bisect_left(boundaries, offset)
    return place < len(boundaries) and boundaries[place] == offset


def _around(text: str, offset: int, engine: Engine) -> tuple[int, tuple[int, ...]]:
    """Where a piece around `offset` begins that can be broken by itself, and its boundaries, from there.

    The piece begins with a delimiter before `offset` and ends before one after it.
    """
    low = max(0, offset - _NEAR)
    first = -1
    for match in _DELIMITER.finditer(text, low, offset):
        first = match.start()
    if first < 0:
        if low:
            return _far(text, offset, engine)
        first = 0
    # `search` from `offset` on, so that the piece holds it inside or at its end.
    after = _DELIMITER.search(text, offset, offset + _NEAR)
    if after is None and offset + _NEAR < len(text):
        return _far(text, offset, engine)
    return first, _broken(text[first : after.start() if after else len(text)], engine)


def _far(text: str, offset: int, engine: Engine) -> tuple[int, tuple[int, ...]]:
    places = _delimiters(text)
    place = bisect_left(places, offset)
    first = places[place - 1] if place else 0
    return first, _broken_far(text, first, places[place] if place < len(places) else len(text), engine)


@lru_cache(maxsize=4)
def _delimiters(text: str) -> tuple[int, ...]:
    return tuple(match.start() for match in _DELIMITER.finditer(text))


@lru_cache(maxsize=64)
def _broken_far(text: str, first: int, stop: int, engine: Engine) -> tuple[int, ...]:
    return _boundaries(text[first:stop], engine)


@lru_cache(maxsize=8192)
def _broken(piece: str, engine: Engine) -> tuple[int, ...]:
    return _boundaries(piece, engine)


def _boundaries(piece: str, engine: Engine) -> tuple[int, ...]:
    """All boundaries of a piece, its two ends included."""
    from icu4py.breakers import WordBreaker  # noqa: PLC0415  (11 ms, and an English page may never come here)

    found = tuple(accumulate(map(len, WordBreaker(piece.translate(_substitutes(engine)), _LOCALE)), initial=0))
    additions = [word for word in engine.dictionary_additions if word in piece]
    if additions:
        places = frozenset(found)
        within: set[int] = set()
        for match in re.finditer("|".join(additions), piece):
            if match.start() in places and match.end() in places:
                within.update(range(match.start() + 1, match.end()))
        found = tuple(place for place in found if place not in within)
    return found


@lru_cache(maxsize=8)
def _substitutes(engine: Engine) -> dict[int, str]:
    """What stands in for what while words are broken."""
    substitutes = {ord(char): "!" for char in ":\ufe55\uff1a"}  # no engine joins words at a colon
    substitutes |= STRAIGHT
    substitutes[0xAD] = "\0"
    if not engine.full_stop_joins_letters:
        substitutes |= dict.fromkeys(map(ord, ".\uff0e"), ",")
    if engine.at_sign_is_letter:
        substitutes[ord("@")] = "A"
    return substitutes
