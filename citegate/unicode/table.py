"""The collation table as it ships: read once, when the first text that needs it is folded."""

from __future__ import annotations

import json
import re
import zlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

_FILE = Path(__file__).with_name("collation.dat")

LISTED = 0x20000  # code points below it are looked up in a list, twice as fast as in a dictionary
ACCENT, MARK = 0xE000, 0xF000  # ACCENT + n: the accent n of a letter, 0 for none; MARK + n: one that stands by itself
CARRIER = 0xDC00  # CARRIER + n stands for "n symbols" where lengths are made; no text holds surrogates
_HANGUL_FIRST, _HANGUL_LEADS, _HANGUL_VOWELS, _HANGUL_TRAILS = 0xAC00, 0x1100, 0x1161, 0x11A7
_VOWEL_COUNT, _TRAIL_COUNT, _SYLLABLE_COUNT = 21, 28, 11172


class Mapping(dict[int, int | str]):
    """A translation for `str.translate`; a code point without an entry becomes `default`, or stays when None."""

    __slots__ = ("default",)

    def __init__(self, entries: dict[int, str], default: str | None = None) -> None:
        super().__init__(entries)
        self.default = default

    def __missing__(self, point: int) -> int | str:
        return point if self.default is None else self.default


@dataclass(frozen=True, slots=True)
class Translation:
    """One translation in two forms: a list for texts below `LISTED`, and a mapping for all others."""

    listed: list[int | str]
    mapped: Mapping

    def apply(self, text: str) -> str:
        """The text, code point by code point translated."""
        return text.translate(self.mapped if _BEYOND.search(text) else self.listed)


@dataclass(frozen=True, slots=True)
class Table:
    """What the comparison knows about code points besides their symbols."""

    contractions: dict[str, str]
    """From two or three code points that are weighed together to their symbols."""
    nonstarters: frozenset[str]
    """Code points whose decomposition begins with a combining class other than 0."""
    trailing: frozenset[str]
    """Code points that a nonstarter behind them may be put before."""
    marked: frozenset[str]
    """Code points whose decomposition ends with a combining class other than 0."""
    attaching: frozenset[str]
    """Code points that have no grapheme cluster boundary before them, or not always one."""
    prepending: frozenset[str]
    """Code points that have no grapheme cluster boundary after them, or not always one."""
    conjoining: frozenset[str]
    """Consonants that join the cluster before them when that ends with a linker."""


_BEYOND = re.compile(f"[{chr(LISTED)}-\U0010ffff]")


def expand(pairs: str) -> list[int]:
    """The code points of a set that is written as pairs of first and last."""
    points: list[int] = []
    for first, last in zip(pairs[::2], pairs[1::2], strict=True):
        points.extend(range(ord(first), ord(last) + 1))
    return points


def charset(chars: frozenset[str]) -> str:
    """The characters as the inside of a regular expression's set."""
    return "".join(map(re.escape, sorted(chars)))


def _hangul(symbols: dict[int, str]) -> dict[int, str]:
    """The syllables, each the symbols of its two or three letters."""
    leads = [symbols.get(_HANGUL_LEADS + n, chr(_HANGUL_LEADS + n)) for n in range(19)]
    vowels = [symbols.get(_HANGUL_VOWELS + n, chr(_HANGUL_VOWELS + n)) for n in range(_VOWEL_COUNT)]
    trails = ["", *(symbols.get(_HANGUL_TRAILS + n, chr(_HANGUL_TRAILS + n)) for n in range(1, _TRAIL_COUNT))]
    syllables = [lead + vowel + trail for lead in leads for vowel in vowels for trail in trails]
    return dict(zip(range(_HANGUL_FIRST, _HANGUL_FIRST + _SYLLABLE_COUNT), syllables, strict=True))


def translation(entries: dict[int, str], default: str | None = None) -> Translation:
    """Both forms of a translation; code points without an entry become `default`, or stay when it is None."""
    listed: list[int | str] = list(range(LISTED)) if default is None else [default] * LISTED
    for point, text in entries.items():
        if point < LISTED:
            listed[point] = text
    return Translation(listed, Mapping(entries, default))


@lru_cache(maxsize=1)
def _content() -> dict[str, Any]:
    packed = _FILE.read_bytes().split(b"\n", 1)[1]
    content: dict[str, Any] = json.loads(zlib.decompress(packed).decode("utf-8", "surrogatepass"))
    return content


def _entries(targets: str, sources: str) -> dict[int, str]:
    content = _content()
    entries: dict[int, str] = {}
    for target, points in zip(content[targets], content[sources], strict=True):
        entries.update(dict.fromkeys(expand(points), target))
    return entries


@lru_cache(maxsize=1)
def symbols() -> Translation:
    """From a code point to its symbols: none when it is ignorable, several when it is an expansion.

    A symbol stands for one primary weight of the root collation with its search tailoring; it is a code point that has
    this weight alone, so a symbol is its own symbol. Equal strings of symbols are equal at the primary level. Raises
    OSError when the package is incomplete.
    """
    entries = _entries("targets", "sources")
    return translation(entries | _hangul(entries))


@lru_cache(maxsize=1)
def lengths() -> Translation:
    """From a code point to the number of its symbols, as a character; from a carrier to the number it carries."""
    entries = {point: chr(len(str(text))) for point, text in symbols().mapped.items() if len(str(text)) != 1}
    return translation(entries | {CARRIER + count: chr(count) for count in range(0x400)}, "\x01")


@lru_cache(maxsize=1)
def accents() -> Translation:
    """From a code point to its secondary weights, one of ACCENT for each symbol, and MARK for each accent."""
    found = symbols().mapped
    syllables = range(_HANGUL_FIRST, _HANGUL_FIRST + _SYLLABLE_COUNT)
    entries = {point: chr(ACCENT) * len(str(found[point])) for point in syllables}
    return translation(entries | _entries("accents", "accented"), chr(ACCENT))


@lru_cache(maxsize=1)
def table() -> Table:
    """The sets of the table. Raises OSError when the package is incomplete."""
    content = _content()
    names = ("nonstarters", "trailing", "marked", "attaching", "prepending", "conjoining")
    return Table(content["contractions"], **{name: frozenset(map(chr, expand(content[name]))) for name in names})
