"""The closest passage, and other ways to mend a citation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from citegate import rules
from citegate.fragment.build import widened
from citegate.fragment.match import Page, find_quote
from citegate.fragment.mend import encoded_directive
from citegate.fragment.syntax import format_text_directive, parse_fragment_directive
from citegate.index.lookup import Lookup, without_marks
from citegate.model import (
    Applicability,
    Citation,
    Edit,
    Finding,
    Fix,
    Location,
    SourceText,
    Span,
)
from citegate.repair.elsewhere import Sighting
from citegate.repair.guard import forbidden, word_diff
from citegate.repair.quoting import replace_scalar

UNSAFE_FROM = 0.75  # similarity from which the closest passage may be what was meant

_TYPOGRAPHY = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
        **dict.fromkeys("“”„‟«»″〝〞", '"'),
        **dict.fromkeys("‘’‚‛‹›′ʼ`´", "'"),
        "…": "...",
        "\u00ad": None,
        "\u200b": None,
        "\u2060": None,
        "\ufeff": None,
    }
)


def with_fixes(
    finding: Finding, citation: Citation, pages: Sequence[Page], lookup: Lookup, source: SourceText
) -> Finding:
    """The finding with the ways to mend it. `source` is the file that holds the citation."""
    if finding.fixes:
        return finding
    if citation.quote is None:
        fix = _encode(finding, citation, pages[0], source)
    else:
        fix = _requote(finding, citation, citation.quote.exact, pages[0], lookup, source)
    return replace(finding, fixes=(fix,)) if fix else finding


def _requote(
    finding: Finding, citation: Citation, quote: str, page: Page, lookup: Lookup, source: SourceText
) -> Fix | None:
    """The page's own words in the place of the quotation."""
    if finding.rule is rules.PASSAGE_NOT_VERBATIM:
        found = next(find_quote(quote, page), None)
        return _fix(citation, source, quote, _text(page, found.span), Applicability.SAFE) if found else None
    if finding.rule is rules.PASSAGE_NOT_WORD_BOUNDED:
        cut = next(find_quote(quote, page, bounded=False), None)
        return (
            _fix(citation, source, quote, _text(page, widened(page, cut.span)), Applicability.UNSAFE) if cut else None
        )
    if finding.rule not in (rules.PASSAGE_NOT_FOUND, rules.PASSAGE_DRIFTED):
        return None
    plain = without_marks(quote)
    found = next(find_quote(plain, page), None) if plain != quote else None
    if found:
        return _fix(citation, source, quote, _text(page, found.span), Applicability.SAFE)
    closest = lookup.closest(quote)
    if closest is None or closest.similarity < UNSAFE_FROM or not lookup.is_clearly_closest(quote, closest):
        return None
    words = _text(page, closest.span)
    if same_but_typography(quote, words):
        return _fix(citation, source, quote, words, Applicability.SAFE)
    return _fix(citation, source, quote, words, Applicability.UNSAFE)


def same_but_typography(one: str, other: str) -> bool:
    """True when two texts differ only in dashes, quotation marks, ellipses and white space."""
    return _typed(one) == _typed(other)


def _typed(text: str) -> str:
    return "".join(text.translate(_TYPOGRAPHY).split())


def _fix(citation: Citation, source: SourceText, old: str, new: str, applicability: Applicability) -> Fix | None:
    """The fix that cites `new`; one that a person has to make where it would change what is claimed."""
    new = " ".join(new.split())
    if citation.quote_span is None or new == old:
        return None
    edit = replace_scalar(source, citation.quote_span, new)
    kept = forbidden(old, new) if applicability is Applicability.UNSAFE else None
    title = f"cite the page's words: {word_diff(old, new)}"
    if kept:
        return Fix(f"{title} (by hand: {kept} changes)", Applicability.DISPLAY_ONLY, ())
    if edit is None:
        return Fix(f"{title} (by hand: a block scalar)", Applicability.DISPLAY_ONLY, ())
    return Fix(title, applicability, (edit,))


def stands_elsewhere(finding: Finding, citation: Citation, places: Sequence[Sighting], source: SourceText) -> Finding:
    """The finding of a citation whose words, or nearly these, stand in other documents.

    Words that stand in one other document, and nowhere else, are a citation that did not move with them.
    """
    first, *others = places
    if first.similarity < 1:
        words = " ".join(first.text.split())
        label = f"closest passage of the site, in “{first.route.id}”, {first.similarity:.0%} alike"
        quote = citation.quote.exact if citation.quote else ""
        title = f"cite “{first.route.id}”: {word_diff(quote, words)} (by hand)"
        help = f"cite “{first.route.id}” if its words support the claim, or remove the quotation"
        return _told(finding, (replace(first.place, label=label),), help, Fix(title, Applicability.DISPLAY_ONLY, ()))
    related = tuple(
        replace(place.place, label=f"the words stand here, in “{place.route.id}”") for place in (first, *others)
    )
    if others:
        names = [f"“{place.route.id}”" for place in places]
        return _told(finding, related, f"cite {', '.join(names[:-1])} or {names[-1]}", None)
    span = citation.document_span
    edit = replace_scalar(source, span, first.route.id) if span else None
    fix = Fix(f"cite “{first.route.id}”", Applicability.SAFE, (edit,)) if edit else None
    return _told(finding, related, f"cite “{first.route.id}”", fix)


def _told(finding: Finding, related: tuple[Location, ...], help: str, fix: Fix | None) -> Finding:
    return replace(finding, related=(*finding.related, *related), help=help, fixes=(fix,) if fix else ())


def _encode(finding: Finding, citation: Citation, page: Page, source: SourceText) -> Fix | None:
    """The directives of a link with their text percent-encoded, where the link is written."""
    if finding.rule is not rules.DIRECTIVE_NEEDS_ENCODING or citation.quote_span is None:
        return None
    written = source.text[citation.quote_span.start : citation.quote_span.end]
    for invalid in parse_fragment_directive(citation.fragment or "", page.engine).invalid:
        mended, at = encoded_directive(invalid.raw, page), written.find(invalid.raw)
        if mended is None or at < 0:
            continue
        start = citation.quote_span.start + at
        edit = Edit(source.path, Span(start, start + len(invalid.raw)), format_text_directive(mended))
        return Fix("encode the text of the link", Applicability.SAFE, (edit,))
    return None


def _text(page: Page, span: Span) -> str:
    return page.text[span.start : span.end]
