"""What real browsers are asked about the links of a site, and what their answers come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from turbohtml import Element, parse

from citegate import rules
from citegate.fragment.match import Page
from citegate.fragment.syntax import DELIMITER, TEXT_KEY, parse_fragment_directive
from citegate.index.passages import source_of
from citegate.model import Citation, Finding, Rule, Span, Status
from citegate.model.proof import Answer, Expected, Outcome, Question
from citegate.unicode.seen import seen
from citegate.verify.passage import Decision
from citegate.verify.resolve import resolve_directive
from citegate.verify.wording import brief, passage_finding

CONTEXT = 200  # code points of the page's text on each side of the place
MARKERS = range(0xE100, 0xF8FF)  # private use; put into the page to see where its text begins

_RULES: dict[Outcome, Rule] = {
    Outcome.NOTHING: rules.BROWSER_INDICATES_NOTHING,
    Outcome.NO_ANSWER: rules.BROWSER_INDICATES_NOTHING,
    Outcome.ELSEWHERE: rules.BROWSER_INDICATES_OTHER_PASSAGE,
    Outcome.UNEXPECTED: rules.BROWSER_INDICATES_OTHER_PASSAGE,
    Outcome.LOST: rules.INDICATION_LOST,
}


def questions(decisions: Iterable[Decision], page: Page, *, has_offsets: bool) -> Iterator[Question]:
    """What to ask about these decisions of one page: each directive of each link, in order.

    `has_offsets` says that the page is served as the document's source stands.
    """
    asked: list[tuple[Citation, str, Span | None]] = []
    for decision in decisions:
        verdict = decision.verdict
        fragment = verdict.citation.fragment
        if fragment is None:
            fragment = verdict.href.partition("#")[2] if verdict.status is Status.VERIFIED else ""
        for raw, span in _directives(fragment, page):
            asked.append((verdict.citation, raw, span))
    offsets = _offsets(page, [span for _, _, span in asked if span]) if has_offsets else {}
    for citation, raw, span in asked:
        expected = None if span is None else _expected(page, span, offsets.get(span.start))
        yield Question(page.document.url, raw, expected, citation)


def _directives(fragment: str, page: Page) -> Iterator[tuple[str, Span | None]]:
    """Each valid directive as it is written, and the place that the page's engine indicates for it."""
    for raw in fragment.partition(DELIMITER)[2].split("&"):
        parsed = parse_fragment_directive(DELIMITER + raw, page.engine).directives if raw.startswith(TEXT_KEY) else ()
        for directive in parsed:
            places = resolve_directive(directive, page).places
            yield raw, places[0] if places else None


def _expected(page: Page, span: Span, offset: int | None) -> Expected:
    text = page.text
    return Expected(
        text[span.start : span.end],
        text[max(0, span.start - CONTEXT) : span.start],
        text[span.end : span.end + CONTEXT],
        offset,
    )


def _offsets(page: Page, spans: Sequence[Span]) -> dict[int, int]:
    """For the starts of these places: how many seen characters of the body's text stand before them.

    Found by putting a marker into the source. Left out where the marker does not come out in the text, and on pages
    whose text a browser counts in another way (templates, declarative shadow trees).
    """
    source = page.document.source.text
    if "<template" in source.lower():
        return {}
    starts = {span.start: source_of(page.document, span).span.start for span in spans}
    marked: list[str] = []
    markers: dict[int, str] = {}
    at = 0
    for (start, place), code in zip(sorted(starts.items(), key=lambda item: item[1]), MARKERS, strict=False):
        markers[start] = chr(code)
        marked += [source[at:place], chr(code)]
        at = place
    tree = parse("".join([*marked, source[at:]]), scripting=True)
    body = next((each for each in tree.root or () if isinstance(each, Element) and each.tag == "body"), None)
    text = seen(body.text) if body is not None else ""
    places = {char: index for index, char in enumerate(text) if 0xE100 <= ord(char) < 0xF8FF}
    order = sorted(places.values())
    ranks = {index: rank for rank, index in enumerate(order)}
    return {start: places[marker] - ranks[places[marker]] for start, marker in markers.items() if marker in places}


def finding_of(answer: Answer, folder: str = "") -> Finding | None:
    """The finding for an answer; None when it is as expected. `folder` is where its picture is."""
    rule = _RULES.get(answer.outcome)
    if rule is None:
        return None
    question, citation = answer.question, answer.question.citation
    browser = answer.browser.partition(" ")[0]  # without its version, so that a report is the same everywhere
    wanted = brief(question.expected.text) if question.expected else ""
    message = {
        Outcome.NOTHING: f"{browser} indicates nothing on {question.url} for “{wanted}”",
        Outcome.NO_ANSWER: f"{browser} does not come to an end with this link to {question.url}",
        Outcome.ELSEWHERE: f"{browser} indicates “{brief(answer.text)}” on {question.url}, "
        + ("and not the passage" if _is_other(answer) else "but at another place"),
        Outcome.UNEXPECTED: f"{browser} indicates “{brief(answer.text)}” on {question.url}, where nothing should be",
        Outcome.LOST: f"{browser} indicates “{wanted}” on {question.url}, until a script replaces it",
    }[answer.outcome]
    help = (
        "look at what the page's scripts do to this passage, or cite another one"
        if answer.is_scripted
        else "citegate expects something else: please report this, with the page as --minimise cuts it down"
    )
    if answer.detail:
        help = f"the browser says: {answer.detail}"
    if answer.screenshot:
        help += f"; see {folder}/{answer.screenshot}"
    return passage_finding(rule, citation, message, "cited here", help)


def _is_other(answer: Answer) -> bool:
    expected = answer.question.expected
    return expected is not None and answer.text.split() != expected.text.split()
