"""Directives on which a browser hangs for ever."""

from __future__ import annotations

from citegate.fragment.page import Page
from citegate.model import TextDirective

BMP_END = "\uffff"


def hangs(directive: TextDirective, page: Page) -> bool:
    """True when the engine spins on this directive on this page.

    Measured in Chromium 156: a candidate that begins with a character outside the Basic Multilingual Plane
    and is not bounded as its term must be.
    """
    if not page.engine.hangs_outside_bmp or page.is_bmp_only:
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
        for span in page.occurrences(term):
            if page.text[span.start] > BMP_END and not page.is_bounded(span, left=left, right=right):
                return True
    return False
