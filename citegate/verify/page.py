"""CG5xx: does the page that ships say the same."""

from __future__ import annotations

from dataclasses import replace

from citegate import rules
from citegate.fragment.match import Page
from citegate.index.pages import Pages
from citegate.index.passages import source_of
from citegate.index.routes import Route
from citegate.model import Citation, Finding, Location, Rule, Severity, Span, Status, Verdict
from citegate.verify.absent import cause_of
from citegate.verify.counterpart import counterpart
from citegate.verify.directive import check_directive
from citegate.verify.passage import MAX_RELATED, Decision, check_passage
from citegate.verify.resolve import resolve_fragment
from citegate.verify.select import Selection, is_verbatim, select
from citegate.verify.target import Target
from citegate.verify.wording import WHOLE, brief, passage_finding, times

_CHANGED = frozenset({rules.PASSAGE_DRIFTED, rules.PASSAGE_CROSSES_BLOCK, rules.PASSAGE_NOT_WORD_BOUNDED})
"""Causes that say: the words are there, but not as the source has them."""
_MAY_BE_SCRIPTED = (rules.PASSAGE_NOT_FOUND, rules.DIRECTIVE_NOT_FOUND)
"""What is said of words that a script might write."""
_MAY_BE_SHOWN = (rules.PASSAGE_NOT_SEARCHABLE,)
"""What is said of words that a style sheet hides, and that a container query might show."""
_ABOUT_THE_SOURCE = frozenset({rules.PASSAGE_REPEATS.code, rules.PASSAGE_NOT_VERBATIM.code})
"""Remarks that are made of the source, where the author can see what they say."""


def check_on_page(citation: Citation, source: Target | None, built: Target, *, min_length: int) -> Decision:
    """Decide a citation on its built page, and compare the page with the source, where there is one.

    The place that is meant is chosen in the source; on the page it is the one with the same surroundings.
    """
    on_page = replace(citation, url=built.route.url)
    if citation.quote is None:
        return _check_link(on_page, source, built)
    if source is None:
        return _with_hint(check_passage(on_page, built, min_length=min_length), built)
    written = select(citation.quote, citation.occurrence, source.pages[0])
    shown = select(citation.quote, citation.occurrence, built.pages[0])
    if not shown.places:
        if not written.places:
            return _absent_from_both(citation, source, built, min_length)
        decision = check_passage(citation, source, min_length=min_length)
        if decision.verdict.status is not Status.VERIFIED:
            return decision
        return _absent(on_page, source, built, decision.verdict)
    if written.chosen is None:
        # the words, or the context that the author names, are the page's alone
        if shown.chosen is not None or not written.places:
            return check_passage(on_page, built, min_length=min_length)
        return check_passage(citation, source, min_length=min_length)
    return _compare(on_page, source, built, (written, shown), min_length)


def _compare(
    citation: Citation, source: Target, built: Target, selections: tuple[Selection, Selection], min_length: int
) -> Decision:
    """The passage is in both: decide it on the page, at the place that answers to the one in the source."""
    written, shown = selections
    assert written.chosen is not None and citation.quote is not None
    chosen = shown.places[counterpart(source.pages[0], written.chosen, written.places, built.pages[0], shown.places)]
    selection = Selection(shown.places, shown.places, chosen, is_pinned=False)
    decision = check_passage(citation, built, min_length=min_length, selection=selection)
    at_source = source_of(source.pages[0].document, written.chosen, "in the source")
    verdict, findings = decision.verdict, list(decision.findings)
    repeats = len(shown.places) > len(written.places)
    if verdict.status is not Status.VERIFIED:
        refused = any(finding.rule is rules.PASSAGE_NOT_DISTINGUISHABLE for finding in findings)
        if refused and repeats:
            findings = [_repeats(citation, built, shown, at_source, None)]
        return Decision(verdict, tuple(findings))
    before = check_passage(citation, source, min_length=min_length).findings
    kept = [finding for finding in findings if finding.rule.code not in _ABOUT_THE_SOURCE]
    kept += [finding for finding in before if finding.rule.code in _ABOUT_THE_SOURCE]
    if repeats:
        kept.append(_repeats(citation, built, shown, at_source, chosen))
    if not verdict.is_verbatim and is_verbatim(citation.quote.exact, _text(source.pages[0], written.chosen)):
        kept.append(_set_otherwise(citation, built, at_source, chosen))
    verdict = replace(verdict, source_path=at_source.path, source_span=at_source.span)
    return Decision(verdict, tuple(kept))


def _repeats(citation: Citation, built: Target, shown: Selection, at_source: Location, chosen: Span | None) -> Finding:
    """The finding for words that only the page repeats; a warning when the link goes to the right place."""
    document = built.pages[0].document
    assert citation.quote is not None
    message = f"“{brief(citation.quote.exact)}” stands {times(len(shown.places))} on the page {built.route.url}"
    related = [at_source]
    if chosen is None:
        message += ", and nothing tells the places apart"
        help = "cite a longer passage, or change the page so that the places differ"
    else:
        message += "; the link carries context to reach the one that is meant"
        help = "cite a longer passage, one that menus and tables of contents do not repeat"
        related.append(source_of(document, chosen, "meant, on the page"))
    others = [span for span in shown.places if span != chosen]
    related += [source_of(document, span, "on the page too") for span in others[:MAX_RELATED]]
    finding = passage_finding(rules.REPEATS_ON_PAGE, citation, message, "cited here", help, tuple(related))
    return finding if chosen is None else replace(finding, severity=Severity.WARNING)


def _set_otherwise(citation: Citation, built: Target, at_source: Location, chosen: Span) -> Finding:
    """A note: browsers find the passage, though the generator writes it otherwise."""
    page = built.pages[0]
    message = f"the page that ships writes “{brief(_text(page, chosen))}”"
    related = (at_source, source_of(page.document, chosen, "on the page"))
    help = "nothing, browsers take the two as equal; or quote the page's own words"
    finding = passage_finding(rules.CHANGED_ON_PAGE, citation, message, "cited here", help, related)
    return replace(finding, severity=Severity.NOTE)


def _absent(citation: Citation, source: Target, built: Target, verdict: Verdict) -> Decision:
    """The passage is in the source alone."""
    assert citation.quote is not None and verdict.source_span is not None
    at_source = Location(verdict.source_path, verdict.source_span, "in the source")
    status, finding = _absent_finding(citation, citation.quote.exact, built, at_source)
    return Decision(Verdict(citation, status), (finding,))


def _absent_finding(citation: Citation, words: str, built: Target, at_source: Location) -> tuple[Status, Finding]:
    cause = cause_of(words, built)
    is_changed = cause.rule in _CHANGED
    rule: Rule = rules.CHANGED_ON_PAGE if is_changed else rules.ABSENT_ON_PAGE
    where = f"the page that ships, {built.route.url}"
    if cause.rule is rules.PASSAGE_DRIFTED:
        message, help = f"“{brief(words)}” is not on {where}, but something close to it is", cause.help
    elif cause.rule is rules.PASSAGE_NOT_FOUND:
        message = f"“{brief(words)}” is in the source, but not on {where}"
        help = "build the site again; or cite words that the page shows" + _needs_browser(built)
    else:
        message, help = f"on {where}, {cause.message}", cause.help
        if built.has_container_queries:
            help = f"{help or ''}{_needs_browser(built)}"
    on_page = cause.related or (Location(built.route.path, Span(0, 0), "not on this page"),)
    related = (at_source, *(replace(place, label=f"on the page: {place.label}") for place in on_page))
    status = Status.DRIFTED if is_changed else Status.MISSING
    return status, passage_finding(rule, citation, message, "cited here", help, related)


def _absent_from_both(citation: Citation, source: Target, built: Target, min_length: int) -> Decision:
    """Neither has it: the source says why, unless it only knows that some content is not known yet."""
    decision = check_passage(citation, source, min_length=min_length)
    if any(finding.rule is rules.PASSAGE_NOT_SEARCHABLE for finding in decision.findings):
        on_page = replace(citation, url=built.route.url)
        return _with_hint(check_passage(on_page, built, min_length=min_length), built)
    return decision


def _check_link(citation: Citation, source: Target | None, built: Target) -> Decision:
    """Decide a link on the built page; where the source has its words, they must be the ones that a browser reaches."""
    decision = _with_hint(check_directive(citation, built), built)
    if source is None or citation.fragment is None:
        return decision
    in_source = resolve_fragment(citation.fragment, source.pages[0])
    on_page = resolve_fragment(citation.fragment, built.pages[0])
    findings = list(decision.findings)
    for written, shown in zip(in_source.directives, on_page.directives, strict=True):
        if not written.places:
            continue
        at_source = source_of(source.pages[0].document, written.places[0], "in the source")
        if not shown.places:
            _, finding = _absent_finding(citation, written.text or "", built, at_source)
            blamed = (rules.DIRECTIVE_NOT_FOUND, rules.DIRECTIVE_NOT_WORD_BOUNDED)
            findings = [each for each in findings if each.rule not in blamed] + [finding]
            continue
        index = counterpart(source.pages[0], written.places[0], written.places, built.pages[0], shown.places)
        if index:
            findings = [each for each in findings if each.rule is not rules.DIRECTIVE_REPEATS]
            findings.append(_leads_elsewhere(citation, built, shown.places, index, at_source))
    return Decision(decision.verdict, tuple(findings))


def _leads_elsewhere(
    citation: Citation, built: Target, places: tuple[Span, ...], index: int, at_source: Location
) -> Finding:
    document = built.pages[0].document
    words = brief(_text(built.pages[0], places[0]))
    message = (
        f"“{words}” stands {times(len(places))} on the page {built.route.url}, and the link leads to another place"
    )
    related = (
        at_source,
        source_of(document, places[0], "browsers go here"),
        source_of(document, places[index], "meant, on the page"),
    )
    help = "add the words right before it (`prefix-,`) or after it (`,-suffix`), or link to a longer passage"
    return passage_finding(rules.REPEATS_ON_PAGE, citation, message, "cited here", help, related)


def _text(page: Page, span: Span) -> str:
    return page.text[span.start : span.end]


def _with_hint(decision: Decision, built: Target) -> Decision:
    """The decision; where words are missing that a script or a container query may show, its help names the browser."""
    hint = _needs_browser(built)
    if not hint:
        return decision
    undecided = _MAY_BE_SCRIPTED + (_MAY_BE_SHOWN if built.has_container_queries else ())
    findings = (
        replace(each, help=f"{each.help or ''}{hint}") if each.rule in undecided else each for each in decision.findings
    )
    return replace(decision, findings=tuple(findings))


def _needs_browser(built: Target) -> str:
    if "<script" in built.pages[0].document.source.text.lower():
        return "; or, where scripts write it, ask a browser: --prove"
    return "; or, where a container query shows it, ask a browser: --prove" if built.has_container_queries else ""


def page_not_built(citation: Citation, route: Route, pages: Pages) -> Finding:
    """The finding for a citation whose document has become no page; it lists the likely ones."""
    tried = [f"/{key}" for key in pages.candidates(route)[:3]]
    named = pages.nearest(route)
    message = f"{route.path} has no page in {pages.built.folder or 'the site'}: there is none at {' or '.join(tried)}"
    help = "build the site again, or name the page's address in the setting `pages`"
    if named:
        help = (
            f"if it is {' or '.join(page.url for page in named)}, name it in the setting `pages`; else build the site"
        )
    related = tuple(Location(page.path, Span(0, 0), "a page like it") for page in named)
    span = citation.document_span or citation.quote_span or citation.span
    where = Location(citation.path, span, "no page to lead to")
    return Finding(rules.PAGE_NOT_BUILT, brief(message, WHOLE), where, related, help, quote=citation.document_id)


def shared_page(page: Route, documents: tuple[Route, ...]) -> Finding:
    """The finding for documents that have become one page, at the second of them."""
    first, second, *_ = documents
    message = f"{first.path} and {second.path} are both the page {page.url}"
    related = (Location(first.path, Span(0, 0), "as this file"), Location(page.path, Span(0, 0), "the page"))
    place = Location(second.path, Span(0, 0), "has the same page")
    help = "rename or remove one of the two, or name the addresses in the setting `pages`"
    return Finding(rules.DUPLICATE_DOCUMENT, message, place, related, help, quote=page.id)


def forwards(citation: Citation, stub: Route, page: Route) -> Finding:
    """The finding for a link to a page that forwards its reader by meta refresh: the directive does not go along."""
    message = f"{stub.url} forwards to {page.url}, and browsers drop the text directive on the way"
    help = f"link to {page.url}#{citation.fragment}"
    related = (Location(stub.path, Span(0, 0), "forwards from here"),)
    return passage_finding(rules.DIRECTIVE_NOT_FOUND, citation, message, "cited here", brief(help, WHOLE), related)
