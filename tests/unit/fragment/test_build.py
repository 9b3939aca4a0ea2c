"""The builder: what it writes for a passage, what it refuses, and the law that what it builds is found."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citegate.fragment.build import Built, Reason, Refusal, build_text_directive
from citegate.fragment.hang import hangs
from citegate.fragment.match import Page, find_all_ranges, find_quote
from citegate.model import CHROMIUM, ENGINES, Engine, SourceText, Span, TextDirective
from citegate.parse.html import parse_html_document


def pages_of(html: str, *engines: Engine) -> list[Page]:
    engines = engines or tuple(ENGINES.values())
    documents = parse_html_document(SourceText("p.html", html), id="p", url="/p", engines=engines)
    return [Page(document, engine) for document, engine in zip(documents, engines, strict=True)]


def build(html: str, quote: str, occurrence: int = 0, **options: bool) -> Built | Refusal:
    pages = pages_of(html)
    found = list(find_quote(quote, pages[0], bounded=False))
    return build_text_directive(pages, found[occurrence].span, **options)


LIST = "<ul><li>Guild hall (A1)</li><li>Buy the Guild hall for 50</li><li>Buy the Guild hall for 28</li></ul>"
LONG = " ".join(f"word{number}" for number in range(120))


@pytest.mark.parametrize(
    ("html", "quote", "occurrence", "fragment"),
    [
        ("<p>Alone on the page.</p>", "Alone on the page.", 0, ":~:text=Alone%20on%20the%20page."),
        ("<p>A high-contrast, R&amp;D line.</p>", "high-contrast, R&D", 0, ":~:text=high%2Dcontrast%2C%20R%26D"),
        ("<p>target suffix prefix target</p>", "target", 1, ":~:text=prefix-,target"),
        (LIST, "Guild hall", 2, ":~:text=Guild%20hall,-for%2028"),
        ("<p>🤔🤔 think once, think twice</p>", "think", 1, ":~:text=think,-twice"),
        ("<p>Po&shy;tas&shy;sium is <i>light<wbr>weight</i>.</p>", "Potassium", 0, ":~:text=Potassium"),
        ("<p>It’s&nbsp;the choice.</p>", "It's the choice.", 0, ":~:text=It%E2%80%99s%20the%20choice."),
        ("<h2>Old</h2><p>Same words.</p><h2>New</h2><p>Same words.</p>", "Same words.", 1,
         ":~:text=New-,Same%20words."),
        ("<p>a b c a b d a c c</p>", "a", 0, ":~:text=a,-b%20c"),
        (f"<p>{LONG}</p>", LONG, 0, ":~:text=word0,word119"),
    ],
)  # fmt: skip
def test_the_shortest_directive(html: str, quote: str, occurrence: int, fragment: str) -> None:
    built = build(html, quote, occurrence)
    assert isinstance(built, Built), built
    assert built.fragment == fragment
    assert built.engines == tuple(ENGINES)
    assert built.is_alone


PAIRS = "<ul><li>Same</li><li>Parts here</li><li>Next</li></ul>" * 2


@pytest.mark.parametrize(
    ("html", "quote", "occurrence", "reason"),
    [
        (PAIRS, "Parts here", 1, Reason.NOT_DISTINGUISHABLE),
        (PAIRS, "Parts here", 0, Reason.NOT_DISTINGUISHABLE),
        ("<p>An unbreakable wall</p>", "breakable", 0, Reason.NOT_WORD_BOUNDED),
        ("<p>An unbreakable wall</p>", "unbreak", 0, Reason.NOT_WORD_BOUNDED),
    ],
)
def test_refusals(html: str, quote: str, occurrence: int, reason: Reason) -> None:
    refused = build(html, quote, occurrence)
    assert isinstance(refused, Refusal), refused
    assert refused.reason is reason
    assert refused.message


def test_the_first_of_equals_can_be_had_on_request() -> None:
    built = build(PAIRS, "Parts here", 0, first_is_enough=True)
    assert isinstance(built, Built)
    assert (built.fragment, built.is_alone) == (":~:text=Parts%20here", False)
    assert isinstance(build(PAIRS, "Parts here", 1, first_is_enough=True), Refusal)


def test_edges_inside_a_word_are_widened_on_request() -> None:
    built = build("<p>An unbreakable wall stands</p>", "breakable wa", widen=True)
    assert isinstance(built, Built)
    assert built.fragment == ":~:text=unbreakable%20wall"


def test_a_target_over_two_blocks_is_refused() -> None:
    (page,) = pages_of("<p>one</p><p>two</p>", CHROMIUM)
    refused = build_text_directive([page], Span(0, 7))
    assert isinstance(refused, Refusal)
    assert refused.reason is Reason.CROSSES_BLOCK


@pytest.mark.parametrize(
    ("html", "term", "hung"),
    [
        ("<p>good 👍 here, and 👍🏽 there</p>", "👍", True),
        ("<p>good 👍 here</p>", "👍", False),
        ("<p>𝓈𝒸𝓇𝒾𝓅𝓉 is written</p>", "s", True),
        ("<p>йх и так далее</p>", "й", True),
        ("<p>so х й</p>", "й", False),
        ("<p>plain words</p>", "plai", False),
    ],
)
def test_links_that_hang_the_browser_are_known(html: str, term: str, hung: bool) -> None:
    (page,) = pages_of(html, CHROMIUM)
    assert hangs(TextDirective(term), page) is hung


def test_a_link_that_hangs_the_browser_is_never_given_out() -> None:
    html = "<p>good 👍 here, and 👍🏽 there</p>"
    built = build(html, "👍")
    if isinstance(built, Built):
        assert not hangs(built.directive, pages_of(html, CHROMIUM)[0])
    else:
        assert built.reason is Reason.HANGS


def test_ten_thousand_equal_paragraphs_are_answered() -> None:
    html = "<p>the same words again</p>" * 10_000
    (page,) = pages_of(html, CHROMIUM)
    refused = build_text_directive([page], Span(4, 8))
    assert isinstance(refused, Refusal)
    assert refused.reason is Reason.NOT_DISTINGUISHABLE


ALIKE = " ".join(f"like{number}" for number in range(40))


@pytest.mark.parametrize(("side", "occurrence"), [("prefix", 3), ("suffix", 5), ("prefix", 0), ("suffix", 7)])
def test_a_difference_far_away_is_still_found(side: str, occurrence: int) -> None:
    """Forty words alike stand between the passage and what tells it apart."""
    parts = (f"own{{}} {ALIKE} same words" if side == "prefix" else f"same words {ALIKE} own{{}}",) * 8
    html = "".join(f"<p>Between.</p><p>{part.format(number)}</p><p>Between.</p>" for number, part in enumerate(parts))
    built = build(html, "same words", occurrence)
    assert isinstance(built, Built)
    context = getattr(built.directive, side)
    assert context is not None
    assert f"own{occurrence}" in context


@pytest.mark.parametrize("both", [False, True])
def test_what_only_both_sides_tell_apart_is_found(both: bool) -> None:
    html = "".join(f"<p>{one} same words {other}</p>" for one in "abc" for other in "xyz")
    built = build(html if both else html + "<p>b same words y</p>", "same words", 4)
    assert isinstance(built, Built) is both
    if isinstance(built, Built):
        assert (built.directive.prefix, built.directive.suffix) == ("b", "y")


words = st.lists(st.sampled_from(["alpha", "beta", "Béta", "gamma.", "it’s", "3.14", "語学", "<br>", "</p><p>"]))


@settings(max_examples=150, deadline=None)
@given(words, st.integers(0, 40), st.integers(1, 4))
def test_what_is_built_is_found_first_and_alone(parts: list[str], start: int, length: int) -> None:
    pages = pages_of(f"<p>{' '.join(parts)}</p>")
    page = pages[0]
    if not page.document.searchable:
        return
    block = page.block_span(start % len(page.document.searchable))
    at = [m for m in range(block.start, block.end + 1) if page.is_boundary(m)]
    low = at[start % len(at)]
    high = min(block.end, low + 3 * length)
    built = build_text_directive(pages, Span(low, high))
    if isinstance(built, Refusal):
        assert built.message
        return
    for page in pages:
        if page.engine.name in built.engines:
            found = find_all_ranges(built.directive, page)
            assert len(found) == 1
