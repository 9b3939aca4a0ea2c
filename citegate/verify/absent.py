"""Why a quotation is not found: the most specific cause, and the closest passage."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from citegate import rules
from citegate.fragment.build import widened
from citegate.fragment.match import Page, find_quote
from citegate.index.passages import block_at, source_of
from citegate.model import Block, BlockKind, Citation, Document, Finding, Location, Match, Rule, Span, Status
from citegate.verify.target import Target
from citegate.verify.wording import WHOLE, brief, passage_finding

DRIFTED = 0.75  # similarity from which the closest passage is what was meant, when nothing else comes near
MAX_PARTS = 8  # parts around ellipses that are looked for one by one

_ELLIPSIS = re.compile(r"\s*(?:\[\s*(?:…|\.\.\.)\s*\]|\(\s*(?:…|\.\.\.)\s*\)|…|\.\.\.)\s*")


@dataclass(frozen=True, slots=True)
class Cause:
    """One reason, in words."""

    rule: Rule
    message: str
    help: str
    related: tuple[Location, ...] = ()
    status: Status = Status.MISSING


def why_absent(citation: Citation, target: Target) -> tuple[Status, Finding]:
    """What to say of a citation whose words no browser finds on the page."""
    assert citation.quote is not None
    cause = cause_of(citation.quote.exact, target)
    label = "not on the page" if cause.rule is rules.PASSAGE_NOT_FOUND else "cited here"
    finding = passage_finding(cause.rule, citation, cause.message, label, cause.help, cause.related)
    return cause.status, finding


def cause_of(quote: str, target: Target) -> Cause:
    """The most specific reason why the words are not found on the page."""
    for look in _CAUSES:
        cause = look(quote, target)
        if cause is not None:
            return cause
    return _not_found(quote, target)


def _inside_word(quote: str, target: Target) -> Cause | None:
    page = target.pages[0]
    found = next(find_quote(quote, page, bounded=False), None)
    if found is None:
        return None
    wide = widened(page, found.span)
    starts, ends = wide.start < found.span.start, wide.end > found.span.end
    edge = "starts and ends" if starts and ends else "starts" if starts else "ends"
    word = _edge_word(page, found.span, wide, at_start=starts)
    return Cause(
        rules.PASSAGE_NOT_WORD_BOUNDED,
        f"“{brief(quote)}” {edge} inside the word “{word}”",
        f"quote whole words: “{brief(page.text[wide.start : wide.end], WHOLE)}”",
        (source_of(page.document, wide, "the whole words"),),
    )


def _edge_word(page: Page, span: Span, wide: Span, *, at_start: bool) -> str:
    """The word that an edge of `span` cuts."""
    at = span.start if at_start else span.end
    block = page.block_span(page.block_at(span.start))
    start, end = at, at
    while start > block.start and not page.is_boundary(start):
        start -= 1
    while end < block.end and not page.is_boundary(end):
        end += 1
    return page.text[start:end]


def _crosses(quote: str, target: Target) -> Cause | None:
    document, pieces = target.pages[0].document, target.lookup.crossing(quote)
    if not pieces or (len(pieces) == 1 and "\n" not in document.text[pieces[0].start : pieces[0].end]):
        return None
    unknown = _unknown_between(document, pieces)
    if unknown:
        return _not_searched(quote, unknown, unknown.reason)
    if len(pieces) == 1:
        where, help = "runs over a line break", "quote the words on one side of the line break"
        related = [source_of(document, pieces[0], "a line break stands in here, and no term matches across it")]
    else:
        kinds = [block_at(document, piece.start).kind for piece in (pieces[0], pieces[-1])]
        where = f"runs over the end of a {_named(kinds[0])}" if len(pieces) == 2 else f"runs over {len(pieces)} blocks"
        help = "cite a passage of one block, or each part by itself"
        related = [
            source_of(document, pieces[0], f"starts in this {_named(kinds[0])}"),
            source_of(document, pieces[-1], f"ends in this {_named(kinds[1])}"),
        ]
    return Cause(rules.PASSAGE_CROSSES_BLOCK, f"“{brief(quote)}” {where}", help, tuple(related))


def _named(kind: BlockKind) -> str:
    return "block" if kind is BlockKind.OTHER else kind.value.replace("_", " ")


def _unsearched(quote: str, target: Target) -> Cause | None:
    hidden = target.lookup.hidden(quote)
    if hidden is None:
        return None
    return _not_searched(quote, hidden.block, hidden.reason)


def _unknown_between(document: Document, pieces: tuple[Span, ...]) -> Block | None:
    """The first block whose content is not known before the page is built, between the pieces of a quotation."""
    first, last = block_at(document, pieces[0].start).ordinal, block_at(document, pieces[-1].start).ordinal
    between = (block for block in document.blocks if first < block.ordinal < last)
    return next((block for block in between if block.kind is BlockKind.OPAQUE), None)


def _not_searched(quote: str, block: Block, reason: str) -> Cause:
    place = block.source.source_span(Span(0, len(block.text)))
    related = (Location(block.path, place, reason or "not searched"),)
    if block.kind is BlockKind.OPAQUE:
        message = f"“{brief(quote)}” needs content that is known only once the page is built"
        help = "cite words that stand in the source, or check the built page"
    else:
        message = f"“{brief(quote)}” stands only where a browser does not search: {reason or 'hidden text'}"
        help = "cite words that a reader sees"
    return Cause(rules.PASSAGE_NOT_SEARCHABLE, message, help, related)


def _stitched(quote: str, target: Target) -> Cause | None:
    parts = [part for part in _ELLIPSIS.split(quote) if part.strip()]
    if not 2 <= len(parts) <= MAX_PARTS:
        return None
    page = target.pages[0]
    found = [next(find_quote(part, page), None) for part in parts]
    places = [place.span for place in found if place is not None]
    if len(places) < len(parts):
        return None
    related = tuple(source_of(page.document, span, f"part {n}") for n, span in enumerate(places, 1))
    return Cause(
        rules.PASSAGE_STITCHED,
        f"“{brief(quote)}” joins {len(parts)} passages that stand apart",
        "cite each part by itself, or the whole passage",
        related,
    )


def _with_marks(quote: str, target: Target) -> Cause | None:
    from citegate.index.lookup import without_marks  # noqa: PLC0415 - only for a fault

    plain = without_marks(quote)
    if plain == quote.strip() or not plain:
        return None
    page = target.pages[0]
    found = next(find_quote(plain, page), None)
    if found is None:
        return None
    text = page.text[found.span.start : found.span.end]
    return Cause(
        rules.PASSAGE_DRIFTED,
        f"“{brief(quote)}” carries markup that a reader does not see",
        f"without it the passage is found: “{brief(text, WHOLE)}”",
        (source_of(page.document, found.span, "the passage"),),
        Status.DRIFTED,
    )


def _drifted(quote: str, target: Target) -> Cause | None:
    closest = target.lookup.closest(quote)
    if closest is None or closest.similarity < DRIFTED or not target.lookup.is_clearly_closest(quote, closest):
        return None
    return Cause(
        rules.PASSAGE_DRIFTED,
        f"“{brief(quote)}” is not on {target.route.url}, but something close to it is",
        f"cite “{_words(closest, target)}” if it still supports the claim, or remove the quotation",
        (_nearest(closest, target),),
        Status.DRIFTED,
    )


def _not_found(quote: str, target: Target) -> Cause:
    closest = target.lookup.closest(quote)
    return Cause(
        rules.PASSAGE_NOT_FOUND,
        f"“{brief(quote)}” is not on {target.route.url}",
        "cite words that the page has, or remove the quotation",
        (_nearest(closest, target),) if closest else (),
    )


def _words(closest: Match, target: Target) -> str:
    return brief(target.pages[0].text[closest.span.start : closest.span.end], WHOLE)


def _nearest(closest: Match, target: Target) -> Location:
    document = target.pages[0].document
    return source_of(document, closest.span, f"closest passage, {closest.similarity:.0%} alike")


_CAUSES: tuple[Callable[[str, Target], Cause | None], ...] = (
    _inside_word,
    _crosses,
    _unsearched,
    _stitched,
    _with_marks,
    _drifted,
)
"""From the most specific to the least."""
