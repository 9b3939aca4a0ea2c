"""Which place of the built page is the passage of the source: told by what stands around it."""

from __future__ import annotations

from collections.abc import Sequence

from citegate.fragment.match import Page
from citegate.model import Span
from citegate.unicode.normalize import normalized

REACH = 160  # code points of text on each side that are compared


def counterpart(source: Page, chosen: Span, places: Sequence[Span], page: Page, others: Sequence[Span]) -> int:
    """The index in `others`, places of `page`, of the one that stands where `chosen` stands in the source.

    The place whose surroundings are most like those in the source; among equals, the one of the same rank. `places`
    are the equal passages of the source. `others` is not empty.
    """
    wanted = surroundings(source.text, chosen)
    scores = [_likeness(wanted, surroundings(page.text, span)) for span in others]
    best = max(scores)
    equal = [index for index, score in enumerate(scores) if score == best]
    if len(equal) == 1:
        return equal[0]
    before = [span for span in places if span.start < chosen.start]
    own = _likeness(wanted, wanted)
    rank = sum(1 for span in before if _likeness(wanted, surroundings(source.text, span)) == own)
    if best < own and len(places) > 1:
        rank = len(before)
    return equal[min(rank, len(equal) - 1)]


def surroundings(text: str, span: Span) -> tuple[str, str]:
    """The normalized text before and behind a place, without white space."""
    before = normalized(text[max(0, span.start - REACH) : span.start])
    after = normalized(text[span.end : span.end + REACH])
    return before.replace(" ", ""), after.replace(" ", "")


def _likeness(one: tuple[str, str], other: tuple[str, str]) -> int:
    """How many characters on both sides agree, counted outwards from the passage."""
    return _common(one[0][::-1], other[0][::-1]) + _common(one[1], other[1])


def _common(one: str, other: str) -> int:
    for index, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return index
    return min(len(one), len(other))
