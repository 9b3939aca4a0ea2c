"""The search for a text directive as the specification writes it down, step by step, and as slow as that is.

It knows documents that are a list of blocks of plain text, in an alphabet whose word boundaries are easy to say. The
matcher, which goes about it in another way, has to find the same.
https://wicg.github.io/scroll-to-text-fragment/#find-a-range-from-a-text-directive
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from citegate.model import TextDirective

JOINS_LETTERS = "'"  # a full stop as well in UAX #29, but not as browsers tailor it
JOINS_DIGITS = ".',"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A boundary point: a block by its number, and an offset in its text."""

    block: int
    offset: int


@dataclass(frozen=True, slots=True)
class Range:
    """From one boundary point to another."""

    start: Place
    end: Place


def find_range(directive: TextDirective, blocks: list[str]) -> Range | None:
    """The range that the directive indicates, or None."""
    search = Place(0, 0)  # 1: the range from here to the end of the document
    while True:  # 2: it never collapses, since the document's end lies behind all text
        if directive.prefix is not None:  # 2.2
            prefix = find_string(directive.prefix, search, blocks, start_bounded=True, end_bounded=False)
            if prefix is None:
                return None
            search = Place(prefix.start.block, prefix.start.offset + 1)
            place = next_non_whitespace(prefix.end, blocks)
            if place is None:
                return None
            must_end = directive.text_end is not None or directive.suffix is None
            match = find_string(directive.text_start, place, blocks, start_bounded=False, end_bounded=must_end)
            if match is None:
                return None
            if match.start != place:
                continue
        else:  # 2.3
            must_end = directive.text_end is not None or directive.suffix is None
            match = find_string(directive.text_start, search, blocks, start_bounded=True, end_bounded=must_end)
            if match is None:
                return None
            search = Place(match.start.block, match.start.offset + 1)
        found = finish(directive, match, blocks)
        if not isinstance(found, bool):
            return found
        if not found:
            return None


def finish(directive: TextDirective, match: Range, blocks: list[str]) -> Range | bool:
    """2.5: the match with its end and suffix; True to go on with the next start, False when there is no match."""
    end_search = match.end
    while True:
        if directive.text_end is not None:
            bounded = directive.suffix is None
            end = find_string(directive.text_end, end_search, blocks, start_bounded=True, end_bounded=bounded)
            if end is None:
                return False
            match = Range(match.start, end.end)
        if directive.suffix is None:
            return match
        place = next_non_whitespace(match.end, blocks)
        if place is None:
            return False
        suffix = find_string(directive.suffix, place, blocks, start_bounded=False, end_bounded=True)
        if suffix is None:
            return False
        if suffix.start == place:
            return match
        if directive.text_end is None:
            return True
        end_search = match.end


def find_string(query: str, start: Place, blocks: list[str], *, start_bounded: bool, end_bounded: bool) -> Range | None:
    """The first place of the query behind `start`, inside one block."""
    wanted = folded(query)
    for number in range(start.block, len(blocks)):
        text = folded(blocks[number])
        at = start.offset if number == start.block else 0
        while (at := text.find(wanted, at)) >= 0:
            end = at + len(wanted)
            starts = not start_bounded or is_word_boundary(text, at)
            if starts and (not end_bounded or is_word_boundary(text, end)):
                return Range(Place(number, at), Place(number, end))
            at += 1
    return None


def next_non_whitespace(place: Place, blocks: list[str]) -> Place | None:
    """The next boundary point before a character that is no white space; None at the document's end."""
    for number in range(place.block, len(blocks)):
        for offset in range(place.offset if number == place.block else 0, len(blocks[number])):
            if not blocks[number][offset].isspace():
                return Place(number, offset)
    return None


def folded(text: str) -> str:
    """Base letters, one for one."""
    return "".join(unicodedata.normalize("NFD", char)[0].lower() for char in text)


def is_word_boundary(text: str, at: int) -> bool:
    """Whether a word begins or ends here; a mark between two letters or digits belongs to their word."""
    if at <= 0 or at >= len(text):
        return True
    return not (is_inside(text, at - 1) and is_inside(text, at)) and not (text[at - 1] == text[at] == " ")


def is_inside(text: str, at: int) -> bool:
    """True for a letter or digit, and for a mark that joins two of a kind."""
    if text[at].isalnum():
        return True
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    letters = text[at] in JOINS_LETTERS and before.isalpha() and after.isalpha()
    return letters or (text[at] in JOINS_DIGITS and before.isdigit() and after.isdigit())
