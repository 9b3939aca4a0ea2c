"""What a fragment finds on a page, directive by directive."""

from __future__ import annotations

from dataclasses import dataclass

from citegate.fragment.match import Page, explain, find_all_ranges
from citegate.fragment.syntax import parse_fragment_directive
from citegate.index.passages import block_at, source_of
from citegate.model import Block, Document, InvalidDirective, Span, TextDirective
from citegate.parse.html.text_content import text_content

MASK = "\u2022"  # what `-webkit-text-security` shows for each character


@dataclass(frozen=True, slots=True)
class Resolution:
    """What one valid directive finds."""

    directive: TextDirective
    places: tuple[Span, ...]
    """Every place that it could match, in `Document.text`; a browser goes to the first."""
    text: str | None
    """The words that a browser indicates, or None."""
    block: Block | None
    """The block in which they start, or None."""
    steps: tuple[str, ...] = ()
    """The search step by step, for people."""

    @property
    def is_found(self) -> bool:
        """True when a browser indicates something."""
        return bool(self.places)


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a whole fragment finds."""

    element_id: str
    """What stands before `:~:`."""
    directives: tuple[Resolution, ...]
    """The valid directives, in URL order."""
    invalid: tuple[InvalidDirective, ...]
    """The text directives that a browser ignores."""
    has_delimiter: bool
    """True when there is a `:~:` at all."""

    @property
    def is_found(self) -> bool:
        """True when a browser indicates the text of any directive."""
        return any(resolution.is_found for resolution in self.directives)


def resolve_fragment(fragment: str, page: Page, *, with_steps: bool = False) -> Resolved:
    """What stands behind "#" (the "#" itself may be there), looked up as the page's engine does."""
    parsed = parse_fragment_directive(fragment.removeprefix("#"), page.engine)
    resolutions = tuple(resolve_directive(directive, page, with_steps=with_steps) for directive in parsed.directives)
    return Resolved(parsed.element_id, resolutions, parsed.invalid, parsed.has_delimiter)


def resolve_directive(directive: TextDirective, page: Page, *, with_steps: bool = False) -> Resolution:
    """Every place of one directive on the page."""
    places = tuple(found.span for found in find_all_ranges(directive, page))
    steps = explain(directive, page) if with_steps else ()
    if not places:
        return Resolution(directive, (), None, None, steps)
    text = page.text[places[0].start : places[0].end]
    return Resolution(directive, places, text, block_at(page.document, places[0].start), steps)


def dom_text(document: Document, span: Span) -> str:
    """The text of a match as the browser's own range would give it: hidden text and scripts inside it included.

    Where nothing is hidden that is the text as rendered.
    """
    rendered = document.text[span.start : span.end]
    place = source_of(document, span)
    if place.path != document.source.path:
        return rendered
    markup = document.source.text[place.span.start : place.span.end]
    whole = text_content(markup)
    shown, held = "".join(rendered.split()), "".join(whole.split())
    has_more = len(held) >= len(shown) and _is_subsequence(shown, held)
    has_less = "<template" in document.source.text and _is_subsequence(held, shown)
    return whole if shown != held and (has_more or has_less) else rendered


def _is_subsequence(short: str, long: str) -> bool:
    """True when the characters of `short` stand in `long` in order; a bullet may hide any one character."""
    rest = iter(long)
    return all(any(char in (other, MASK) for other in rest) for char in short)
