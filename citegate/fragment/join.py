"""The places of a directive whose terms stand in thousands of places, joined as sets instead of one by one."""

from __future__ import annotations

from collections.abc import Mapping

from citegate.fragment.page import Page
from citegate.model import Span, TextDirective

FEW = 64  # places that are tried one by one in less time than a join takes


def joined_ranges(directive: TextDirective, page: Page) -> list[Span] | None:
    """Every place of a directive without text_end, ascending, as trying each candidate would find them.

    None where that is no faster, or where the order of the candidates or the inside of words matters.
    """
    prefix, term, suffix = directive.prefix, directive.text_start, directive.suffix
    if directive.text_end is not None or (prefix is None and suffix is None):
        return None
    left, right = prefix is None, suffix is None
    most = page.places(term, left=left, right=right)
    if prefix is not None:
        most = max(most, page.places(prefix, left=True, right=False), key=len)
    if len(most) <= FEW:
        return None
    spans = page.spans(term, left=left, right=right)
    starts = set(spans)
    if prefix is not None:
        if not page.lands_evenly(prefix, left=True, right=False):
            return None
        starts = shared(page.landings(prefix, left=True, right=False), page.starts(term, left=left, right=right))
    if suffix is not None:
        if not page.lands_evenly(term, left=left, right=right):
            return None
        landings = page.landings(term, left=left, right=right)
        met = shared(landings, page.starts(suffix, left=False, right=True))
        starts &= {landings[at] for at in met}
    return [spans[start] for start in sorted(starts)]


def shared(landings: Mapping[int, int], starts: frozenset[int]) -> set[int]:
    """The offsets that both have; the fewer are gone through."""
    if len(landings) < len(starts):
        return set(starts.intersection(landings))
    return set(filter(landings.__contains__, starts))
