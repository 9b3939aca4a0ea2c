"""The shortest directive that finds a passage, first and alone, in every engine asked for.

Shortest first: the bare text, then a suffix or a prefix of one word and more, then both, then start and end
of a range. Each candidate is proved by resolving it again before it is given out.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from citegate.fragment.context import MAX_TERM, boundaries_after, boundaries_before, term_of
from citegate.fragment.counterpart import counterpart, same_place
from citegate.fragment.hang import hangs
from citegate.fragment.match import find_all_ranges, find_range_from_text_directive
from citegate.fragment.narrow import Target, contexts
from citegate.fragment.page import Page
from citegate.fragment.syntax import format_fragment, format_text_directive
from citegate.model import Span, TextDirective

MAX_CANDIDATES = 48  # directives tried before the builder gives up; hostile pages are full of near misses
RANGE_WORDS = (1, 2, 3, 4, 6, 8, 12, 16, 24)  # words of a range's start and end that are tried, in order


class Reason(enum.StrEnum):
    """Why there is no directive."""

    EMPTY = "empty"
    NOT_WORD_BOUNDED = "not_word_bounded"
    CROSSES_BLOCK = "crosses_block"
    NOT_DISTINGUISHABLE = "not_distinguishable"
    NOT_SEARCHED = "not_searched"
    HANGS = "hangs"


@dataclass(frozen=True, slots=True)
class Built:
    """A directive that indicates the passage, and nothing before or behind it."""

    directive: TextDirective
    fragment: str
    """`:~:text=…`, ready to stand behind `#`."""
    has_context: bool
    """True when the passage's own words were not enough: it has a prefix or a suffix."""
    engines: tuple[str, ...]
    """The engines in which it was proved; the reference engine is always one of them."""
    is_alone: bool = True
    """False when the directive could match later places too, and only comes to the passage first."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """There is no directive for the passage."""

    reason: Reason
    message: str
    """In a few words, lower case, without a full stop."""


def build_text_directive(
    pages: Sequence[Page],
    target: Span,
    *,
    max_term: int = MAX_TERM,
    prefer_range_over: int = MAX_TERM,
    widen: bool = False,
    first_is_enough: bool = False,
) -> Built | Refusal:
    """The directive for `target`, a span of `pages[0].text` inside one block.

    `pages` hold one document for different engines, the reference first. What works in all of them is
    taken; failing that, what works in the reference, with `Built.engines` saying where. With `widen` an
    edge inside a word moves outwards to the word's end; without it such a target is refused. With
    `first_is_enough` a passage that nothing tells from its repeats gets its bare text if it comes first.
    """
    page = pages[0]
    target = _trimmed(page, target)
    if target.length == 0:
        return Refusal(Reason.EMPTY, "the passage is empty")
    block = page.block_span(page.block_at(target.start))
    if target.end > block.end:
        return Refusal(Reason.CROSSES_BLOCK, "the passage crosses the end of a block")
    if widen:
        target = widened(page, target)
    if not page.is_bounded(target, left=True, right=True):
        return Refusal(Reason.NOT_WORD_BOUNDED, _edge_message(page, target))
    targets, unsearched = _targets(pages, target)
    best: tuple[TextDirective, tuple[str, ...]] | None = None
    hung = False
    tried: set[TextDirective] = set()
    for directive in islice(_candidates(targets, max_term, prefer_range_over), MAX_CANDIDATES):
        if directive in tried:
            continue
        tried.add(directive)
        good = tuple(item.page.engine.name for item in targets if indicates(directive, item.page, item.span))
        if page.engine.name not in good:
            continue
        if any(hangs(directive, item.page) for item in targets):
            hung = True
            continue
        if best is None or len(good) > len(best[1]):
            best = (directive, good)
        if len(good) + len(unsearched) == len(pages):
            break
    if best is not None:
        return _built(*best)
    if first_is_enough and (first := _first(targets, max_term)):
        return first
    if hung:
        return Refusal(Reason.HANGS, "every directive for the passage makes a browser hang")
    return Refusal(Reason.NOT_DISTINGUISHABLE, "no prefix or suffix of one block tells the passage from its repeats")


def indicates(directive: TextDirective, page: Page, target: Span) -> bool:
    """True when the directive matches exactly the target, and no other place."""
    found = find_all_ranges(directive, page, 2)
    return len(found) == 1 and same_place(page.text, found[0].span, target)


def _first(targets: Sequence[Target], max_term: int) -> Built | None:
    """The bare text, when every engine comes to the target first."""
    page, target = targets[0].page, targets[0].span
    term = term_of(page.text[target.start : target.end])
    if not 0 < len(term) <= max_term:
        return None
    directive = TextDirective(term)
    for item in targets:
        found = find_range_from_text_directive(directive, item.page)
        if found is None or not same_place(item.page.text, found.span, item.span) or hangs(directive, item.page):
            return None
    names = tuple(item.page.engine.name for item in targets)
    return Built(directive, format_fragment((directive,)), False, names, is_alone=False)


def widened(page: Page, target: Span) -> Span:
    """The target with each edge that lies inside a word moved out to the word's end."""
    block = page.block_span(page.block_at(target.start))
    start, end = target.start, target.end
    if not page.is_boundary(start):
        start = next(iter(boundaries_before(page, Span(block.start, start))), block.start)
    if not page.is_boundary(end):
        end = next(iter(boundaries_after(page, Span(end, block.end))), block.end)
    return Span(start, end)


def _built(directive: TextDirective, engines: tuple[str, ...]) -> Built:
    has_context = directive.prefix is not None or directive.suffix is not None
    return Built(directive, format_fragment((directive,)), has_context, engines)


def _trimmed(page: Page, target: Span) -> Span:
    text = page.text[target.start : target.end]
    lead = len(text) - len(text.lstrip())
    return Span(target.start + lead, max(target.start + lead, target.start + len(text.rstrip())))


def _edge_message(page: Page, target: Span) -> str:
    side, at = ("begins", target.start) if not page.is_boundary(target.start) else ("ends", target.end)
    block = page.block_span(page.block_at(at))
    before = page.text[max(block.start, at - 12) : at].split(" ")[-1]
    after = page.text[at : min(block.end, at + 12)].split(" ")[0]
    return f"the passage {side} inside a word: “{before}|{after}”"


def _targets(pages: Sequence[Page], target: Span) -> tuple[list[Target], list[str]]:
    """The target in each engine that searches it, and the names of those that do not."""
    targets, unsearched = [], []
    for page in pages:
        span = target if page is pages[0] else counterpart(pages[0], target, page)
        if span is None:
            unsearched.append(page.engine.name)
        else:
            targets.append(Target(page, span))
    return targets, unsearched


def _candidates(targets: Sequence[Target], max_term: int, prefer_range_over: int) -> Iterator[TextDirective]:
    page, target = targets[0].page, targets[0].span
    text = page.text[target.start : target.end]
    exact, ranges = _exact(targets, text, max_term), _ranges(targets, max_term)
    parts = (ranges, exact) if target.length > prefer_range_over else (exact, ranges)
    for part in parts:
        yield from part


def _exact(targets: Sequence[Target], text: str, max_term: int) -> Iterator[TextDirective]:
    for term in dict.fromkeys((term_of(text), text)):
        if not 0 < len(term) <= max_term:
            continue
        yield TextDirective(term)
        found = [TextDirective(term, None, prefix, suffix) for prefix, suffix in contexts(targets, term, term)]
        yield from found


def _ranges(targets: Sequence[Target], max_term: int) -> Iterator[TextDirective]:
    """`start,end` with as few words as tell the passage apart, then with context around them."""
    page, target = targets[0].page, targets[0].span
    ends = [at for at in boundaries_after(page, target) if at - target.start <= max_term]
    starts = [at for at in boundaries_before(page, target) if target.end - at <= max_term]
    pairs: list[tuple[str, str]] = []
    for count in RANGE_WORDS:
        if count > min(len(ends), len(starts)):
            break
        if ends[count - 1] > starts[count - 1]:
            break
        first = term_of(page.text[target.start : ends[count - 1]]).strip()
        last = term_of(page.text[starts[count - 1] : target.end]).strip()
        if first and last and "\n" not in first and "\n" not in last:
            pairs.append((first, last))
    for first, last in pairs:
        if _is_fit_range(targets[0], first, last):
            yield from _shortened(targets[0], TextDirective(first, last))
            yield TextDirective(first, last)
    for first, last in pairs[1:5:2]:
        for prefix, suffix in contexts(targets, first, last):
            yield TextDirective(first, last, prefix, suffix)


def _is_fit_range(target: Target, first: str, last: str) -> bool:
    return indicates(TextDirective(first, last), target.page, target.span)


def _shortened(target: Target, directive: TextDirective) -> Iterator[TextDirective]:
    """The range with words taken from its end, then from its start, while it still fits."""
    page, span = target.page, target.span
    best = directive
    length = len(format_text_directive(directive))
    for end in reversed(boundaries_before(page, span)):
        last = term_of(page.text[end : span.end]).strip()
        if last and len(last) < len(directive.text_end or "") and _is_fit_range(target, directive.text_start, last):
            candidate = TextDirective(directive.text_start, last)
            if len(format_text_directive(candidate)) < length:
                best, length = candidate, len(format_text_directive(candidate))
    if best is not directive:
        yield best
