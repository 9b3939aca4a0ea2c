"""CG2xx: is the directive sound, does it find its passage, in each engine."""

from __future__ import annotations

from collections.abc import Iterator

from citegate import rules
from citegate.fragment.counterpart import counterpart, same_place
from citegate.fragment.hang import hangs
from citegate.fragment.match import Page, find_range_from_text_directive
from citegate.fragment.mend import encoded_directive
from citegate.fragment.syntax import format_fragment, percent_decode
from citegate.index.names import closest_name
from citegate.index.passages import passage_id, source_of
from citegate.model import (
    Citation,
    Finding,
    InvalidDirective,
    Location,
    Match,
    Rule,
    Status,
    TextDirective,
    Verdict,
)
from citegate.verify.absent import cause_of
from citegate.verify.passage import MAX_MATCHES, MAX_RELATED, Decision
from citegate.verify.resolve import Resolution, resolve_fragment
from citegate.verify.target import Target
from citegate.verify.wording import brief, passage_finding, times


def check_directive(citation: Citation, target: Target) -> Decision:
    """Decide a link on its page. The link is verified when a browser indicates the words of every directive."""
    assert citation.fragment is not None
    page = target.pages[0]
    resolved = resolve_fragment(citation.fragment, page)
    findings: list[Finding] = []
    if resolved.element_id and percent_decode(resolved.element_id) not in page.document.element_ids:
        findings.append(_no_such_id(citation, resolved.element_id, page))
    findings.extend(_invalid(citation, invalid, page) for invalid in resolved.invalid)
    if citation.leftover:
        findings.append(_cut(citation))
    for resolution in resolved.directives:
        findings.extend(_check_one(citation, resolution, target))
    if not resolved.directives and not resolved.invalid:
        findings.append(_no_directive(citation))
    is_whole = (
        not resolved.invalid
        and not citation.leftover
        and not any(hangs(each.directive, one) for each in resolved.directives for one in target.pages)
    )
    is_sound = is_whole and resolved.is_found and all(each.is_found for each in resolved.directives)
    if not is_sound:
        return Decision(Verdict(citation, Status.MISSING), tuple(findings))
    return Decision(_verified(citation, resolved.directives[0], page), tuple(findings))


def _cut(citation: Citation) -> Finding:
    """The finding for a URL that Markdown ended early."""
    message = f"the URL of the link is cut off, and “{brief(citation.leftover)}” is left behind in the text"
    help = "write each bracket of the URL as %28 or %29, and each space as %20"
    return passage_finding(rules.MALFORMED_DIRECTIVE, citation, message, "cut off here", help)


def _verified(citation: Citation, first: Resolution, page: Page) -> Verdict:
    place = source_of(page.document, first.places[0])
    return Verdict(
        citation,
        Status.VERIFIED,
        tuple(Match(page.document.url, span) for span in first.places[:MAX_MATCHES]),
        href=f"{page.document.url}#{citation.fragment}",
        text=first.text or "",
        citation_id=passage_id(page.document.url, first.text or "", 0),
        source_path=place.path,
        source_span=place.span,
        has_context=first.directive.prefix is not None or first.directive.suffix is not None,
        places=len(first.places),
    )


def _check_one(citation: Citation, resolution: Resolution, target: Target) -> Iterator[Finding]:
    page, directive = target.pages[0], resolution.directive
    hung = [each.engine.name for each in target.pages if hangs(directive, each)]
    if hung:
        yield _hangs(citation, directive, hung)
        return
    if not resolution.is_found:
        yield _not_found(citation, directive, target)
        return
    if len(resolution.places) > 1:
        count = len(resolution.places)
        yield passage_finding(
            rules.DIRECTIVE_REPEATS,
            citation,
            f"“{brief(resolution.text or '')}” stands {times(count)} on {target.route.url}; browsers go to the first",
            "cited here",
            "add the words right before it (`prefix-,`) or after it (`,-suffix`), or link to a longer passage",
            tuple(source_of(page.document, span, "found here") for span in resolution.places[:MAX_RELATED]),
        )
    without = [other.engine.name for other in target.pages[1:] if not goes_there(resolution, page, other)]
    if without:
        yield passage_finding(
            rules.ENGINES_DIFFER,
            citation,
            f"{' and '.join(without)} would not go to “{brief(resolution.text or '')}”",
            f"found by {page.engine.name}",
            "link to words on which the engines agree",
            (source_of(page.document, resolution.places[0], "the passage"),),
        )


def _hangs(citation: Citation, directive: TextDirective, engines: list[str]) -> Finding:
    """The finding for a link on which a browser searches for ever."""
    message = f"{' and '.join(engines)} would hang on “{brief(directive.text_start)}”, which also begins inside a word"
    help = "link to more words around it, so that no place where they begin is inside a word"
    return passage_finding(rules.DIRECTIVE_NOT_FOUND, citation, message, "hangs the browser", help)


def goes_there(resolution: Resolution, page: Page, other: Page) -> bool:
    """True when the other engine indicates the same first place."""
    found = find_range_from_text_directive(resolution.directive, other)
    same = counterpart(page, resolution.places[0], other)
    return found is not None and same is not None and same_place(other.text, found.span, same)


def _not_found(citation: Citation, directive: TextDirective, target: Target) -> Finding:
    """The finding for a directive that finds nothing: which of its terms is to blame."""
    page = target.pages[0]
    for name, term, _, _ in edges(directive):
        if page.places(term, left=False, right=False):
            continue
        cause = cause_of(term, target)
        message = f"the {name} “{brief(term)}” of the link is not on {target.route.url}"
        if cause.rule in (rules.PASSAGE_CROSSES_BLOCK, rules.PASSAGE_NOT_SEARCHABLE):
            message = f"the {name} of the link, {cause.message}"
        return passage_finding(
            rules.DIRECTIVE_NOT_FOUND, citation, message, "cited here", _help(cause.rule), cause.related
        )
    for name, term, left, right in edges(directive):
        if page.places(term, left=left, right=right):
            continue
        cause = cause_of(term, target)
        message = f"the {name} of the link, {cause.message}"
        return passage_finding(
            rules.DIRECTIVE_NOT_WORD_BOUNDED, citation, message, "cited here", cause.help, cause.related
        )
    *terms, last = (name for name, _, _, _ in edges(directive))
    message = f"the {', '.join(terms)} and {last} of the link are on {target.route.url}, but not one after the other"
    help = "only white space may stand between a prefix or suffix and the passage; an end follows its start"
    related = tuple(
        source_of(page.document, span, "the start is here")
        for span in page.places(directive.text_start, left=False, right=False)[:MAX_RELATED]
    )
    return passage_finding(rules.DIRECTIVE_NOT_FOUND, citation, message, "cited here", help, related)


def edges(directive: TextDirective) -> tuple[tuple[str, str, bool, bool], ...]:
    """Each term with its name, and whether its left and its right edge have to be word boundaries."""
    has_end, has_suffix = directive.text_end is not None, directive.suffix is not None
    terms = (
        ("prefix", directive.prefix, True, False),
        ("start", directive.text_start, directive.prefix is None, has_end or not has_suffix),
        ("end", directive.text_end, True, not has_suffix),
        ("suffix", directive.suffix, False, True),
    )
    return tuple((name, term, left, right) for name, term, left, right in terms if term is not None)


def _help(rule: Rule) -> str:
    if rule is rules.PASSAGE_CROSSES_BLOCK:
        return "link to the words of one block, or to a range: text=first%20words,last%20words"
    return "link to words that the page has"


def _invalid(citation: Citation, invalid: InvalidDirective, page: Page) -> Finding:
    """A directive that is ignored: one that only needs encoding, or one that is beyond that."""
    mended = encoded_directive(invalid.raw, page)
    message = f"browsers ignore “{brief(invalid.raw)}”: {invalid.problem}"
    found = find_range_from_text_directive(mended, page) if mended else None
    if mended is None or found is None:
        return passage_finding(rules.MALFORMED_DIRECTIVE, citation, message, "ignored", invalid.help)
    place = source_of(page.document, found.span, "the passage")
    help = f"write {format_fragment((mended,))}"
    return passage_finding(rules.DIRECTIVE_NEEDS_ENCODING, citation, message, "not encoded", help, (place,))


def _no_directive(citation: Citation) -> Finding:
    message = f"there is no text directive in “{brief('#' + (citation.fragment or ''))}”"
    help = "write #:~:text= and the quoted words"
    return passage_finding(rules.MALFORMED_DIRECTIVE, citation, message, "ignored", help)


def _no_such_id(citation: Citation, element_id: str, page: Page) -> Finding:
    close = closest_name(element_id, page.document.element_ids)
    help = f"write “{close}”, the closest id on the page" if close else "remove the id, or add it to the page"
    message = f"no element of {page.document.url} has the id “{brief(element_id)}”"
    where = Location(citation.path, citation.quote_span or citation.span, "cited here")
    return Finding(rules.ELEMENT_ID_NOT_FOUND, message, where, (), help, quote=element_id)
