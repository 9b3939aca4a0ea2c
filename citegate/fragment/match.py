"""Find a range from a text directive; all places it could match.

The specification walks through the page and tries again behind each failure. Here the places of each term
are gathered once and joined, which visits the same candidates in the same order in linear time.
https://wicg.github.io/scroll-to-text-fragment/#find-a-range-from-a-text-directive
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from citegate.fragment.join import joined_ranges
from citegate.fragment.page import Page, Places
from citegate.model import Span, TextDirective

__all__ = ["Found", "Page", "explain", "find_all_ranges", "find_quote", "find_range_from_text_directive"]


@dataclass(frozen=True, slots=True)
class Found:
    """A range that a directive matches."""

    span: Span
    """In `Document.text`, from the start of text_start to the end of text_end (or of text_start)."""
    first_block: int
    """Ordinal of the block that holds its start."""
    last_block: int
    """Ordinal of the block that holds its end."""


def find_range_from_text_directive(directive: TextDirective, page: Page) -> Found | None:
    """The range that the engine indicates: the first in document order, or None."""
    return next(_ranges(directive, page), None)


def find_all_ranges(directive: TextDirective, page: Page, limit: int | None = None) -> tuple[Found, ...]:
    """Every place at which the directive could match, one for each starting place, at most `limit`."""
    return tuple(islice(_ranges(directive, page), limit))


def find_quote(text: str, page: Page, *, bounded: bool = True) -> Iterator[Found]:
    """Every place inside one block that equals the text under the engine's comparison, in order.

    White space around the text does not count. Line ends in it are first taken as they are (so that lines
    of a `pre` can be quoted); when that is nowhere, each run of white space counts as one space.
    With `bounded` only places that begin and end at word boundaries.
    """
    literal = text.strip()
    collapsed = re.sub(r"[ \t\n\r\f]+", " ", text).strip(" ")
    for term in dict.fromkeys((literal, collapsed)):
        spans = page.places(term, left=bounded, right=bounded) if term else ()
        if spans:
            for span in spans:
                yield _found(page, span)
            return


def _found(page: Page, span: Span) -> Found:
    blocks = page.document.searchable
    first = page.block_at(span.start)
    last = first if span.end <= page.block_span(first).end else page.block_at(span.end)
    return Found(span, blocks[first].ordinal, blocks[last].ordinal)


def _without_blank_terms(directive: TextDirective) -> TextDirective:
    prefix, end, suffix = (
        term if term and term.strip() else None for term in (directive.prefix, directive.text_end, directive.suffix)
    )
    return TextDirective(directive.text_start, end, prefix, suffix)


def _ranges(directive: TextDirective, page: Page) -> Iterator[Found]:
    if page.engine.ignores_blank_terms:
        directive = _without_blank_terms(directive)
    joined = joined_ranges(directive, page)
    if joined is not None:
        for span in joined:
            yield _found(page, span)
        return
    ends = _ends(directive, page)
    if ends is None:
        for start in _starts(directive, page):
            is_followed = _is_followed_by_suffix(start.end, directive, page)
            if is_followed:
                yield _found(page, start)
            elif is_followed is None:
                return
        return
    end_starts = [span.start for span in ends]
    for start in _starts(directive, page):
        if page.is_in_other_tree(start.start):
            continue
        number = bisect_left(end_starts, start.end)  # 2.4.5: the first end behind the start
        if (end := _end_within_word(start.end, directive, page)) is not None:
            yield _found(page, Span(start.start, end.end))
        elif number < len(ends):
            yield _found(page, Span(start.start, ends[number].end))


def _starts(directive: TextDirective, page: Page) -> Iterator[Span]:
    """2.2 and 2.3: the places of text_start, those behind a prefix only where one is given."""
    must_end = directive.text_end is not None or directive.suffix is None
    places = page.places(directive.text_start, left=directive.prefix is None, right=must_end)
    if directive.prefix is None:
        yield from places
        return
    last = places[-1].start if places else -1
    seen: set[int] = set()
    for prefix in page.places(directive.prefix, left=True, right=False):
        at = page.next_non_whitespace_position(prefix.end)  # 2.2.3 to 2.2.5
        if at is None or at in seen:
            continue
        seen.add(at)
        start = page.place_at(directive.text_start, at, right=must_end)
        if start is not None:
            yield start
        elif at > last:
            return  # 2.2.8: text_start is nowhere in the rest, and the search ends


def _ends(directive: TextDirective, page: Page) -> Places | None:
    """2.4: the places of text_end, before a suffix only where one is given; None without text_end."""
    if directive.text_end is None:
        return None
    places = page.places(directive.text_end, left=True, right=directive.suffix is None)
    if directive.suffix is None:
        return places
    ends: list[Span] = []
    for span in places:
        is_followed = _is_followed_by_suffix(span.end, directive, page)
        if is_followed:
            ends.append(span)
        elif is_followed is None:
            break
    return tuple(ends)


def _end_within_word(offset: int, directive: TextDirective, page: Page) -> Span | None:
    """The text_end right behind a text_start that ends within a word, where that is a place to begin."""
    if directive.prefix is None or directive.text_end is None or page.is_boundary(offset):
        return None
    if not page.engine.searches_anew:
        return None
    end = page.place_at(directive.text_end, offset, right=directive.suffix is None)
    return end if end is not None and _is_followed_by_suffix(end.end, directive, page) else None


def _is_followed_by_suffix(end: int, directive: TextDirective, page: Page) -> bool | None:
    """2.5: True when the suffix stands right behind the match, white space aside, or none is asked for.

    None when it stands nowhere in the rest of the page either: the search ends there.
    """
    if directive.suffix is None:
        return True
    at = page.next_non_whitespace_position(end)
    if at is None:
        return False
    if page.place_at(directive.suffix, at, right=True) is not None:
        return True
    places = page.places(directive.suffix, left=False, right=True)
    return False if places and places[-1].start > at else None


def explain(directive: TextDirective, page: Page) -> tuple[str, ...]:
    """The search step by step, one line each, for people."""
    lines = []
    starts = page.places(directive.text_start, left=False, right=False)
    if directive.prefix is not None:
        lines.append(_count("prefix", directive.prefix, page.places(directive.prefix, left=False, right=False)))
        bounded = page.places(directive.prefix, left=True, right=False)
        lines.append(f"  {_places(len(bounded))} of it begin at a word boundary")
    lines.append(_count("start", directive.text_start, starts))
    right = directive.text_end is not None or directive.suffix is None
    bounded = page.places(directive.text_start, left=directive.prefix is None, right=right)
    edges = " and ".join(name for name, wanted in (("begin", directive.prefix is None), ("end", right)) if wanted)
    if edges:
        lines.append(f"  {_places(len(bounded))} of it {edges} at a word boundary")
    if directive.prefix is not None:
        lines.append(f"  {_places(sum(1 for _ in _starts(directive, page)))} of it right behind the prefix")
    if directive.text_end is not None:
        lines.append(_count("end", directive.text_end, page.places(directive.text_end, left=False, right=False)))
        bounded = page.places(directive.text_end, left=True, right=directive.suffix is None)
        lines.append(f"  {_places(len(bounded))} of it word bounded")
        if directive.suffix is not None:
            lines.append(f"  {_places(len(_ends(directive, page) or ()))} of it right before the suffix")
    if directive.suffix is not None:
        lines.append(_count("suffix", directive.suffix, page.places(directive.suffix, left=False, right=False)))
        lines.append(
            f"  {_places(len(page.places(directive.suffix, left=False, right=True)))} of it end at a word boundary"
        )
    found = find_all_ranges(directive, page)
    lines.append(f"{_places(len(found))} for the whole directive" + ("; browsers go to the first" if found else ""))
    return tuple(lines)


def _places(count: int) -> str:
    return "1 place" if count == 1 else f"{count} places"


def _count(name: str, term: str, places: Places) -> str:
    return f"{name} “{term}”: {_places(len(places))}"
