"""Which of the equal passages of a page is meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from citegate.fragment.build import Built, Refusal, build_text_directive
from citegate.fragment.match import Page, find_quote
from citegate.model import Span, TextQuoteSelector
from citegate.unicode.normalize import normalized

MAX_PLACES = 10_000  # equal passages counted on one page; what repeats more often stands nowhere in particular
CONTEXT_REACH = 4  # times its length, plus some, in which given context is looked for: white space collapses
CONTEXT_SLACK = 64  # code points

_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Selection:
    """The places of a passage on a page, and the one that is meant."""

    places: tuple[Span, ...]
    """Every place that a browser would find, in order, in `Document.text`."""
    admitted: tuple[Span, ...]
    """Those that stand in the context that the author gave."""
    chosen: Span | None
    """The one that is meant; None when the author asks for one that is not there."""
    is_pinned: bool
    """True when several remain and the author did not say which: the first was taken."""

    @property
    def rank(self) -> int:
        """Which of all places is chosen, from 0."""
        return self.places.index(self.chosen) if self.chosen is not None else 0


def bind(pages: Sequence[Page], selection: Selection, occurrence: int | None) -> Built | Refusal:
    """The link to `selection.chosen`, which must not be None.

    When nothing can single out the first place, and the author asked for just that one, the bare words will do:
    a browser goes to the first.
    """
    assert selection.chosen is not None
    is_first_wanted = occurrence == 0 and selection.rank == 0
    return build_text_directive(pages, selection.chosen, first_is_enough=is_first_wanted)


def select(quote: TextQuoteSelector, occurrence: int | None, page: Page) -> Selection:
    """The places of `quote` on the page. `occurrence` counts, from 0, those that its prefix and suffix admit."""
    places = tuple(found.span for found in islice(find_quote(quote.exact, page), MAX_PLACES))
    admitted = tuple(span for span in places if stands_between(span, quote, page.text))
    wanted = occurrence or 0
    chosen = admitted[wanted] if wanted < len(admitted) else None
    return Selection(places, admitted, chosen, occurrence is None and len(admitted) > 1)


def stands_between(span: Span, quote: TextQuoteSelector, text: str) -> bool:
    """True when the words before and after the place are those that the quotation names.

    Compared as normalized text, white space at the joints aside; a block boundary counts as white space.
    """
    if quote.prefix.strip():
        reach = CONTEXT_REACH * len(quote.prefix) + CONTEXT_SLACK
        before = normalized(text[max(0, span.start - reach) : span.start])
        if not before.endswith(normalized(quote.prefix)):
            return False
    if quote.suffix.strip():
        reach = CONTEXT_REACH * len(quote.suffix) + CONTEXT_SLACK
        after = normalized(text[span.end : span.end + reach])
        if not after.startswith(normalized(quote.suffix)):
            return False
    return True


def is_verbatim(quote: str, rendered: str) -> bool:
    """True when a quotation is the page's text letter for letter, white space aside."""
    return _SPACE.sub(" ", quote).strip() == _SPACE.sub(" ", rendered).strip()
