"""From a quotation to the link that finds it, first and alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from citegate.fragment.build import Built, Refusal, build_text_directive
from citegate.fragment.match import Page, find_range_from_text_directive
from citegate.fragment.syntax import format_fragment
from citegate.model import Span, TextDirective
from citegate.verify.select import Selection

MAX_TERM = 300  # code points of one term; longer passages are written as a range


@dataclass(frozen=True, slots=True)
class Bound:
    """A directive that was resolved again and leads to the place that is meant."""

    directive: TextDirective
    fragment: str
    """`:~:text=…`."""
    has_context: bool
    """True when the passage's own words were not enough."""
    engines: tuple[str, ...]
    """The engines in which it leads there."""
    is_alone: bool
    """False when it leads to the first of several places that nothing tells apart."""


def bind(pages: Sequence[Page], selection: Selection, *, asked_for_first: bool) -> Bound | Refusal:
    """The link to `selection.chosen`, which must not be None.

    When nothing can single out the first place, and the author asked for the first, the bare words will do:
    a browser goes to the first.
    """
    assert selection.chosen is not None
    built = build_text_directive(pages, selection.chosen, max_term=MAX_TERM, prefer_range_over=MAX_TERM)
    if isinstance(built, Built):
        found = find_range_from_text_directive(built.directive, pages[0])
        assert found is not None  # the builder resolves each directive before it gives it out
        return Bound(built.directive, built.fragment, built.has_context, built.engines, True)
    if asked_for_first and selection.rank == 0:
        return _first_of_all(pages, selection.chosen) or built
    return built


def _first_of_all(pages: Sequence[Page], target: Span) -> Bound | None:
    words = pages[0].text[target.start : target.end].strip()
    if len(words) > MAX_TERM or "\n" in words:
        return None
    directive = TextDirective(words)
    found = [find_range_from_text_directive(directive, page) for page in pages]
    if found[0] is None or found[0].span.start != target.start:
        return None
    engines = tuple(page.engine.name for page, place in zip(pages, found, strict=True) if place is not None)
    return Bound(directive, format_fragment((directive,)), False, engines, False)
