"""CG1xx: is the quote there, once, in one block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from citegate import rules
from citegate.fragment.build import Built, Reason, Refusal
from citegate.fragment.match import Page
from citegate.index.passages import passage_id, source_of
from citegate.model import Citation, Finding, Match, Rule, Status, Verdict
from citegate.unicode.scripts import has_spaces_between_words
from citegate.verify.absent import why_absent
from citegate.verify.conditions import condition_after
from citegate.verify.select import Selection, bind, is_verbatim, select
from citegate.verify.target import Target
from citegate.verify.wording import brief, passage_finding, times

DENSE_SCRIPT_FACTOR = 3  # scripts without spaces say in one character what others say in about three
MAX_RELATED = 3  # other places that a finding points to
MAX_MATCHES = 100  # places that a verdict lists

_REFUSED: dict[Reason, Rule] = {
    Reason.NOT_WORD_BOUNDED: rules.PASSAGE_NOT_WORD_BOUNDED,
    Reason.CROSSES_BLOCK: rules.PASSAGE_CROSSES_BLOCK,
    Reason.NOT_SEARCHED: rules.PASSAGE_NOT_SEARCHABLE,
}


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided of one citation."""

    verdict: Verdict
    findings: tuple[Finding, ...] = ()


def check_passage(
    citation: Citation, target: Target, *, min_length: int, selection: Selection | None = None
) -> Decision:
    """Decide a quotation on its page, as the engines of `target` would. The first of them is the reference.

    `selection` says which of the equal places is meant, where that is known from elsewhere.
    """
    quote = citation.quote
    assert quote is not None
    page = target.pages[0]
    selection = selection or select(quote, citation.occurrence, page)
    if not selection.places:
        status, finding = why_absent(citation, target)
        return Decision(Verdict(citation, status), (finding,))
    short = too_short(citation, min_length)
    if short:
        return Decision(_failed(citation, selection, page), (short,))
    if selection.chosen is None:
        return Decision(_failed(citation, selection, page), (_not_that_one(citation, selection, page),))
    bound = bind(target.pages, selection, citation.occurrence)
    if isinstance(bound, Refusal):
        return Decision(_failed(citation, selection, page), (_refused(citation, bound, selection, page),))
    verdict = _verified(citation, selection, bound, page)
    return Decision(verdict, tuple(_remarks(citation, verdict, selection, bound, target.pages)))


def not_bound(citation: Citation, target: Target, selection: Selection, refusal: Refusal | None) -> Finding:
    """Why there is no link to a passage: it is absent, or not the one that is asked for, or cannot be singled out."""
    page = target.pages[0]
    if refusal is not None:
        return _refused(citation, refusal, selection, page)
    return _not_that_one(citation, selection, page) if selection.places else why_absent(citation, target)[1]


def too_short(citation: Citation, min_length: int) -> Finding | None:
    """The finding for a passage under the limit, in code points, white space collapsed; None for a longer one."""
    quote = " ".join(citation.quote.exact.split()) if citation.quote else ""
    needed = min_length if has_spaces_between_words(quote) else -(-min_length // DENSE_SCRIPT_FACTOR)
    if len(quote) >= needed:
        return None
    return passage_finding(
        rules.PASSAGE_TOO_SHORT,
        citation,
        f"“{quote}” has {len(quote)} characters, and a passage needs {needed}",
        "too short to stand as evidence",
        "quote the whole sentence",
    )


def _failed(citation: Citation, selection: Selection, page: Page) -> Verdict:
    matches = tuple(Match(page.document.url, span) for span in selection.places[:MAX_MATCHES])
    return Verdict(citation, Status.AMBIGUOUS, matches)


def _verified(citation: Citation, selection: Selection, bound: Built, page: Page) -> Verdict:
    assert selection.chosen is not None and citation.quote is not None
    document, span = page.document, selection.chosen
    others = [place for place in selection.places if place != span]
    place = source_of(document, span)
    text = document.text[span.start : span.end]
    return Verdict(
        citation,
        Status.VERIFIED,
        tuple(Match(document.url, each) for each in [span, *others][:MAX_MATCHES]),
        href=f"{document.url}#{bound.fragment}",
        text=text,
        citation_id=passage_id(document.url, text, selection.rank),
        source_path=place.path,
        source_span=place.span,
        is_verbatim=is_verbatim(citation.quote.exact, text),
        has_context=bound.has_context,
        occurrence=selection.rank,
        places=len(selection.places),
    )


def _remarks(
    citation: Citation, verdict: Verdict, selection: Selection, bound: Built, pages: Sequence[Page]
) -> list[Finding]:
    """What is to be said of a citation that is verified."""
    assert citation.quote is not None and selection.chosen is not None
    found: list[Finding] = []
    page = pages[0]
    if selection.is_pinned or (not bound.is_alone and citation.occurrence is None):
        count = len(selection.admitted)
        message = f"“{brief(verdict.text)}” stands {times(count)} on {verdict.citation.url}; " + (
            "the first is taken" if bound.is_alone else "nothing tells them apart, and the link goes to the first"
        )
        help = f'say which is meant: "occurrence": 0 to {count - 1}, "prefix" or "suffix"'
        others = tuple(source_of(page.document, span, "also here") for span in selection.admitted[1 : 1 + MAX_RELATED])
        related = (source_of(page.document, selection.chosen, "this one is taken"), *others)
        help = help if bound.is_alone else "cite a longer passage, or change the page so that the places differ"
        found.append(passage_finding(rules.PASSAGE_REPEATS, citation, message, "cited here", help, related))
    missing = [page.engine.name for page in pages if page.engine.name not in bound.engines]
    if missing:
        message = f"{' and '.join(missing)} would not go to “{brief(verdict.text)}”"
        help = "cite words around which the engines agree"
        related = (source_of(page.document, selection.chosen, "the passage"),)
        found.append(passage_finding(rules.ENGINES_DIFFER, citation, message, "cited here", help, related))
    condition = condition_after(page, selection.chosen)
    if condition:
        message = f"the sentence goes on with “{condition.words}”, which the quotation leaves out"
        related = (source_of(page.document, condition.span, "left out"),)
        found.append(
            passage_finding(
                rules.PASSAGE_TRUNCATED, citation, message, "stops here", "quote the condition too", related
            )
        )
    if not verdict.is_verbatim:
        message = f"the page writes “{brief(verdict.text)}”"
        related = (source_of(page.document, selection.chosen, "as the page has it"),)
        found.append(
            passage_finding(
                rules.PASSAGE_NOT_VERBATIM, citation, message, "cited here", "quote it letter for letter", related
            )
        )
    return found


def _not_that_one(citation: Citation, selection: Selection, page: Page) -> Finding:
    assert citation.quote is not None
    related = tuple(source_of(page.document, span, "found here") for span in selection.places[:MAX_RELATED])
    text = brief(citation.quote.exact)
    if not selection.admitted:
        context = " and ".join(
            f"{side} “{words}”"
            for side, words in (("after", citation.quote.prefix), ("before", citation.quote.suffix))
            if words
        )
        message = f"“{text}” is on {citation.url}, but never right {context}"
        help = "correct the prefix or suffix, or leave it out"
        return passage_finding(rules.PASSAGE_NOT_FOUND, citation, message, "not in this context", help, related)
    count = len(selection.admitted)
    message = f"“{text}” stands {times(count)} on {citation.url}, and occurrence {citation.occurrence} is asked for"
    help = "leave the occurrence out" if count == 1 else f"occurrence counts from 0: write 0 to {count - 1}"
    return passage_finding(rules.OCCURRENCE_OUT_OF_RANGE, citation, message, "asked for here", help, related)


def _refused(citation: Citation, refusal: Refusal, selection: Selection, page: Page) -> Finding:
    assert citation.quote is not None
    rule = _REFUSED.get(refusal.reason, rules.PASSAGE_NOT_DISTINGUISHABLE)
    count = len(selection.places)
    stands = f"“{brief(citation.quote.exact)}” stands {times(count)} on {citation.url}"
    related = tuple(source_of(page.document, span, "one of the places") for span in selection.places[:MAX_RELATED])
    help = "cite a longer passage, or change the page so that the places differ"
    return passage_finding(rule, citation, f"{stands}, and {refusal.message}", "cited here", help, related)
