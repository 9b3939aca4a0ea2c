"""Sequences that are weighed together: contractions, also across marks, and marks out of canonical order.

They are found in a text by one expression and replaced, so that all the rest is a translation of single code points.
https://www.unicode.org/reports/tr10/#Step_2
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from citegate.unicode.table import CARRIER, charset, lengths, symbols, table

TIBETAN_COMPOSITES = "\u0f73\u0f75\u0f81"  # ICU always takes them apart
PREFIXED = ("l\u00b7", "l\u0387", "L\u00b7", "L\u0387")  # not weighed together: the dot is, by what stands before it
PARTING = "\uffff"  # stands between blocks; a noncharacter, its own symbol, and in no sequence
ONE = "\x01"  # the length of a code point with one symbol
IGNORABLE_ASCII = re.compile("[\x00-\x08\x0e-\x1f\x7f]")
"""What has no symbol in ASCII; of all the rest the lower case is the symbol."""
LONGEST_RUN = 200  # code points; marks beyond it are read as they stand, so that hostile text stays linear


@dataclass(frozen=True, slots=True)
class Sequence:
    """What a sequence of code points becomes."""

    symbols: str
    """The symbols of the whole sequence."""
    lengths: str
    """One carrier for each code point: how many of the symbols are its own."""
    ends: tuple[tuple[int, int], ...]
    """Code points whose symbols end later than themselves: their place in the sequence, and that end.

    The end is negative when even the first of the symbols begins there.
    """


@dataclass(frozen=True, slots=True)
class _Unit:
    """A code point as the collation reads it, in canonical order."""

    char: str
    start: int
    """The place in the sequence that owns it."""
    end: int
    """Where the place ends that it was read from."""


# Where marks and contractions stand beyond the Basic Multilingual Plane. A set with such characters is slow, so texts
# without them are searched with a set that has none.
_BEYOND = re.compile("[\U00010000-\U0001dfff\U0001e000-\U0001efff]")


@lru_cache(maxsize=1)
def _prefixes() -> frozenset[str]:
    """What a contraction begins with, and is not all of it."""
    return frozenset(text[:length] for text in table().contractions for length in range(1, len(text)))


def _charset(chars: frozenset[str], has_beyond: bool) -> str:
    return charset(chars if has_beyond else frozenset(char for char in chars if char < "\U00010000"))


def _followers() -> frozenset[str]:
    return frozenset(char for text in table().contractions for char in text[1:])


@lru_cache(maxsize=2)
def _gate(has_beyond: bool) -> re.Pattern[str]:
    """Finds a code point without which there is no sequence."""
    weighed = frozenset(mark for mark in table().nonstarters if symbols().apply(mark))
    return re.compile(f"[{_charset(_followers() | weighed, has_beyond)}]")


@lru_cache(maxsize=2)
def _sequences(has_beyond: bool) -> re.Pattern[str]:
    """Finds a sequence, whole."""
    held = table()
    bases = (held.marked | frozenset(text[0] for text in held.contractions)) - held.nonstarters
    marks, rest = _charset(held.nonstarters, has_beyond), _charset(held.nonstarters | _followers(), has_beyond)
    return re.compile(f"[{_charset(bases, has_beyond)}][{rest}]+|[{marks}]{{2,}}")


def _replaced(text: str, replacement: Callable[[re.Match[str]], str]) -> str:
    has_beyond = _BEYOND.search(text) is not None
    return _sequences(has_beyond).sub(replacement, text) if _gate(has_beyond).search(text) else text


def symbols_of(text: str) -> str:
    """The text's symbols at the primary level. Of blocks that `PARTING` keeps apart, those in ASCII cost little."""
    if PARTING not in text:
        return _symbols_of(text)
    is_plain = _plain_in(text)
    return PARTING.join([part.lower() if is_plain(part) else _symbols_of(part) for part in text.split(PARTING)])


def lengths_of(text: str) -> tuple[str, dict[int, int]]:
    """For each code point the number of its symbols, as a character; and the ends that lie later than usual.

    A negative end says that even the first of the symbols begins there.
    """
    if PARTING not in text:
        return _lengths_of(text)
    is_plain = _plain_in(text)
    parts: list[str] = []
    ends: dict[int, int] = {}
    at = 0
    for part in text.split(PARTING):
        if is_plain(part):
            parts.append(ONE * len(part))
        else:
            own, late = _lengths_of(part)
            parts.append(own)
            ends.update((at + place, at + end if end > 0 else end - at) for place, end in late.items())
        at += len(part) + 1
    return ONE.join(parts), ends


def _plain_in(text: str) -> Callable[[str], bool]:
    """What tells of a part of this text that its lower case is what it is compared by."""
    if IGNORABLE_ASCII.search(text):
        return lambda part: part.isascii() and not IGNORABLE_ASCII.search(part)
    return str.isascii


def _symbols_of(text: str) -> str:
    return symbols().apply(_replaced(text, lambda match: _sequence(match.group()).symbols))


def _lengths_of(text: str) -> tuple[str, dict[int, int]]:
    ends: dict[int, int] = {}

    def replacement(match: re.Match[str]) -> str:
        sequence = _sequence(match.group())
        for place, end in sequence.ends:
            ends[match.start() + place] = match.start() + end if end > 0 else end - match.start()
        return sequence.lengths

    return lengths().apply(_replaced(text, replacement)), ends


def reading_end(text: str, offset: int) -> int:
    """Where the sequence ends that the code point at `offset` is read in; for most the next offset."""
    if text[offset + 1 : offset + 2].isascii():
        return offset + 1  # what is weighed together with something before it is no ASCII
    found = _sequences(True).match(text, offset, offset + LONGEST_RUN)
    return offset + dict(_sequence(found.group()).ends).get(0, 1) if found else offset + 1


@lru_cache(maxsize=4096)
def _sequence(text: str) -> Sequence:
    units = _units(text)
    found = [""] * len(text)
    ends: dict[int, int] = {}
    at = 0
    while at < len(units):
        matched, last = _contraction(units, at)
        owner, end = units[at].start, units[last].end
        if end > owner + 1 and text[owner : last + 1] not in PREFIXED:
            is_first = at == 0 or units[at - 1].start < owner
            if is_first or (matched and not found[owner]):
                ends[owner] = end if is_first else -end
        found[owner] += matched
        at = last + 1
    return Sequence("".join(found), "".join(chr(CARRIER + len(own)) for own in found), tuple(ends.items()))


def _lead_class(char: str) -> int:
    return unicodedata.combining(unicodedata.normalize("NFD", char)[0])


def _trail_class(char: str) -> int:
    return unicodedata.combining(unicodedata.normalize("NFD", char)[-1])


def _units(text: str) -> list[_Unit]:
    """The code points as ICU reads them: what is not in canonical order is decomposed and put into order."""
    units: list[_Unit] = []
    at = 0
    while at < len(text):
        stop = at + 1
        while stop < len(text) and _lead_class(text[stop]):
            stop += 1
        first = at if _trail_class(text[at]) else at + 1
        units.extend(_Unit(text[place], place, place + 1) for place in range(at, first))
        run = text[first:stop]
        if len(run) > LONGEST_RUN or _is_ordered(run):
            units.extend(_Unit(char, place, place + 1) for place, char in enumerate(run, first))
        else:
            units.extend(_Unit(char, first, stop) for char in unicodedata.normalize("NFD", run))
        at = stop
    return units


def _is_ordered(run: str) -> bool:
    """True when the marks are in canonical order, and none is a Tibetan vowel that must be taken apart."""
    previous = 0
    for char in run:
        lead = _lead_class(char)
        if lead and (previous > lead or char in TIBETAN_COMPOSITES):
            return False
        previous = _trail_class(char)
    return True


def _contraction(units: list[_Unit], at: int) -> tuple[str, int]:
    """The symbols of the longest match that begins at `at`, with those of the marks in it, and its last unit."""
    held, begun = table(), _prefixes()
    text = units[at].char
    matched, value, last = text, symbols().apply(text), at
    for place in range(at + 1, len(units)):
        if text not in begun:
            break
        text += units[place].char
        if text in held.contractions:
            matched, value, last = text, held.contractions[text], place
    # S2.1.1 to S2.1.3: go on behind marks that do not block.
    skipped: list[str] = []
    stepped, previous = len(skipped), 0
    for place in range(last + 1, min(last + 1 + LONGEST_RUN, len(units))):
        char = units[place].char
        lead = _lead_class(char)
        if not lead or matched not in begun:
            break
        if previous < lead and matched + char in held.contractions:
            matched += char
            value, last, stepped = held.contractions[matched], place, len(skipped)
        else:
            skipped.append(char)
            previous = _trail_class(char)
    return value + "".join(map(symbols().apply, skipped[:stepped])), last
