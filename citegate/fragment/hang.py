"""Directives on which a browser hangs for ever."""

from __future__ import annotations

from citegate.fragment.page import Page
from citegate.model import TextDirective
from citegate.unicode.folded import is_found_again


def hangs(directive: TextDirective, page: Page) -> bool:
    """True when the engine spins on this directive on this page.

    Measured in Chromium 156: a candidate that is not bounded as its term must be, and from whose second UTF-16
    unit on the search comes back to the same candidate: one that begins with a character outside the Basic
    Multilingual Plane, with a contraction, or with marks out of order.
    """
    if not page.engine.hangs_on_repeated_candidates or page.folded.is_plain:
        return False
    has_end, has_suffix = directive.text_end is not None, directive.suffix is not None
    wanted = (
        (directive.prefix, True, False),
        (directive.text_start, directive.prefix is None, has_end or not has_suffix),
        (directive.text_end, True, not has_suffix),
        (directive.suffix, False, True),
    )
    for term, left, right in wanted:
        if term is None:
            continue
        if page.remember(_hangs_on, term, left, right):
            return True
    return False


def _hangs_on(page: Page, term: str, left: bool, right: bool) -> bool:
    """True when a place of the term is such a candidate."""
    for span in page.occurrences(term):
        if not is_found_again(page.folded, span):
            continue
        ends_run = span.end == page.block_span(page.block_at(span.start)).end
        if not ends_run and not page.is_bounded(span, left=left, right=right):
            return True
    return False
