"""The directive that lands on a passage: on all of it, or failing that on a sentence of it; proved by resolving it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from citegate.evidence.cut import MIN_EVIDENCE, sentences
from citegate.fragment.build import RANGE_WORDS, Built, build_text_directive, indicates
from citegate.fragment.context import MAX_TERM, boundaries_after, boundaries_before, term_of
from citegate.fragment.counterpart import counterpart, same_place
from citegate.fragment.hang import hangs
from citegate.fragment.match import find_range_from_text_directive
from citegate.fragment.narrow import Target, contexts
from citegate.fragment.page import Page
from citegate.fragment.syntax import format_fragment
from citegate.model import Span, TextDirective

RANGE_FROM = 80  # code points; a longer passage gets `start,end`, which makes a link that people can read
FEWEST = 2  # of RANGE_WORDS that are passed over: one or two words at either end are soon somewhere else, too
MAX_CANDIDATES = 24  # directives that are tried for a passage of several blocks


def fragment_for(pages: Sequence[Page], span: Span) -> str | None:
    """`:~:text=…` that every engine resolves to the passage; None when there is nothing like that.

    `pages` hold one document for different engines, and `span` counts in the text of the first. Of a passage that no
    directive can name as a whole, the longest block or sentence that one can name is taken. Where the page repeats all
    of it, the first of the repeats gets a directive that comes to it first, and the others get none.
    """
    page = pages[0]
    first: str | None = None
    if span.length > RANGE_FROM or page.block_at(span.start) != page.block_at(span.end - 1):
        alone, first = _range(pages, span)
        if alone is not None:
            return alone
    parts = tuple(_parts(page, span))
    for part in parts:
        built = build_text_directive(pages, part, prefer_range_over=RANGE_FROM, widen=True)
        if isinstance(built, Built) and len(built.engines) == len(pages):
            return built.fragment
    if first is None:
        for part in parts:
            built = build_text_directive(pages, part, widen=True, first_is_enough=True)
            if isinstance(built, Built) and len(built.engines) == len(pages):
                return built.fragment
    return first


def _range(pages: Sequence[Page], span: Span) -> tuple[str | None, str | None]:
    """A range from the first words of the passage to its last.

    One that finds the passage alone; and one that finds it first, though it could match further down too.
    """
    targets = []
    for page in pages:
        place = span if page is pages[0] else counterpart(pages[0], span, page)
        if place is None:
            return None, None
        targets.append(Target(page, place))
    first: str | None = None
    for directive in islice(_ranges(targets, span), MAX_CANDIDATES):
        if any(hangs(directive, item.page) for item in targets):
            continue
        if all(indicates(directive, item.page, item.span) for item in targets):
            return format_fragment((directive,)), first
        if first is None and all(_comes_first(directive, item) for item in targets):
            first = format_fragment((directive,))
    return None, first


def _comes_first(directive: TextDirective, target: Target) -> bool:
    found = find_range_from_text_directive(directive, target.page)
    return found is not None and same_place(target.page.text, found.span, target.span)


def _ranges(targets: Sequence[Target], span: Span) -> Iterator[TextDirective]:
    page = targets[0].page
    head, tail = page.block_span(page.block_at(span.start)), page.block_span(page.block_at(span.end - 1))
    ends = boundaries_after(page, Span(span.start, min(head.end, span.start + MAX_TERM)))
    starts = boundaries_before(page, Span(max(tail.start, span.end - MAX_TERM), span.end))
    if not ends or not starts:
        return
    pairs = []
    for count in RANGE_WORDS:
        if ends[min(count, len(ends)) - 1] > starts[min(count, len(starts)) - 1]:
            break
        first = term_of(page.text[span.start : ends[min(count, len(ends)) - 1]]).strip()
        last = term_of(page.text[starts[min(count, len(starts)) - 1] : span.end]).strip()
        if first and last and "\n" not in first + last and (first, last) not in pairs:
            pairs.append((first, last))
    pairs = pairs[FEWEST:] or pairs
    for first, last in pairs:
        yield TextDirective(first, last)
    for first, last in pairs[:4:3]:
        for prefix, suffix in contexts(targets, first, last):
            yield TextDirective(first, last, prefix, suffix)


def _parts(page: Page, span: Span) -> Iterator[Span]:
    """The parts of the passage inside one block, the longest first; then the sentences of those."""
    first, last = page.block_at(span.start), page.block_at(span.end - 1)
    parts = []
    for index in range(first, last + 1):
        block = page.block_span(index)
        parts.append(Span(max(block.start, span.start), min(block.end, span.end)))
    parts.sort(key=lambda part: -part.length)
    yield from parts
    for part in parts:
        for local in sentences(page.text[part.start : part.end]):
            if MIN_EVIDENCE <= local.length < part.length:
                yield local.shifted(part.start)
