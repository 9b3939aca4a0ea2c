"""A stored span: verbatim, moved or gone; and golden sets."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping

import pytest

from citegate.errors import ConfigError
from citegate.evidence.evaluate import evaluate, read_questions, unanswerable
from citegate.evidence.search import Searcher
from citegate.evidence.spans import SpanStatus, SpanVerdict, verify_span
from citegate.index.site import Site
from citegate.model import Span
from citegate.model.evidence import EvidencePassage

MakeSite = Callable[[Mapping[str, str]], Site]


def asked(files: Mapping[str, str], passage: EvidencePassage, make_site: MakeSite) -> SpanVerdict:
    site = make_site(files)
    route = site.routes.by_path[passage.path]
    data = site.files.read(route.path)
    return verify_span(site.document(route), data, passage.source_span, passage.quote, passage.sha256)


def test_what_stands_there_is_verbatim(files: dict[str, str], searcher: Searcher, make_site: MakeSite) -> None:
    for passage in searcher.store.all():
        verdict = asked(files, passage, make_site)
        assert verdict.status is SpanStatus.VERBATIM, passage
        assert verdict.is_changed is False
        assert verdict.place is not None
        assert verdict.place.span == passage.source_span


def test_what_was_pushed_down_has_moved(files: dict[str, str], searcher: Searcher, make_site: MakeSite) -> None:
    edited = files | {"content/tides.md": "Something new.\r\n\r\n" + files["content/tides.md"]}
    for passage in searcher.store.all():
        if passage.doc_id == "tides":
            verdict = asked(edited, passage, make_site)
            assert verdict.status is SpanStatus.MOVED
            assert verdict.is_changed
            assert verdict.place is not None
            assert verdict.place.span == passage.source_span.shifted(len("Something new.\r\n\r\n"))


def test_what_was_changed_is_gone(files: dict[str, str], searcher: Searcher, make_site: MakeSite) -> None:
    edited = files | {"content/tides.md": files["content/tides.md"].replace("until two", "until three")}
    (passage,) = [each for each in searcher.store.all() if "until two" in each.quote]
    verdict = asked(edited, passage, make_site)
    assert verdict.status is SpanStatus.GONE
    assert verdict.place is None
    assert verdict.closest is not None
    assert verdict.closest.similarity > 0.9


def test_of_several_places_the_one_at_the_span_counts(make_site: MakeSite) -> None:
    text = "The same words.\n\nOther words.\n\nThe same words.\n"
    site = make_site({"content/a.md": text})
    document = site.document(site.routes.all[0])
    start = text.rindex("The same")
    verdict = verify_span(document, text.encode(), Span(start, start + 15), "The same words.")
    assert verdict.status is SpanStatus.VERBATIM
    assert verdict.is_changed is None
    moved = verify_span(document, text.encode(), Span(start - 1, start + 14), "The same words.", "0" * 64)
    assert moved.status is SpanStatus.MOVED
    assert moved.place is not None
    assert moved.place.span.start == start
    assert moved.is_changed


def test_source_text_counts_as_well(make_site: MakeSite) -> None:
    text = "Some **bold** words.\n"
    document = make_site({"content/a.md": text}).document(make_site({"content/a.md": text}).routes.all[0])
    verdict = verify_span(document, text.encode(), Span(0, 20), "Some **bold** words.", hashlib.sha256(b"").hexdigest())
    assert verdict.status is SpanStatus.VERBATIM


GOLDEN = """
{"question": "How long do the lamps burn?", "document": "tides", "sentence": "burn from dusk until two"}
{"question": "末班船几点开？", "document": "zh/pier", "sentence": "末班船晚上九点半"}
{"question": "What does a day ticket cost?", "document": "harbour", "sentence": "a day ticket twelve crowns"}
{"question": "Who owns the cinema?", "document": "harbour", "sentence": "The cinema belongs to nobody"}
"""


def test_a_golden_set(searcher: Searcher) -> None:
    questions = read_questions(GOLDEN, "golden.jsonl")
    assert [question.text for question in unanswerable(searcher, questions)] == ["Who owns the cinema?"]
    lexical, dense, hybrid = evaluate(searcher, questions, 5)
    assert (lexical.leg, dense.leg, hybrid.leg) == ("lexical", "dense", "hybrid")
    assert hybrid.recall == 0.75
    assert hybrid.misses == (questions[3],)
    assert 0.5 < hybrid.mrr <= 0.75
    assert hybrid.mrr <= hybrid.ndcg <= hybrid.recall


@pytest.mark.parametrize(
    "row",
    [
        "",
        "[]",
        "[" * 100_000,
        '{"question": " ", "document": "a"}',
        "{",
        '{"question": "x"}',
        '{"question": 1, "document": "a", "sentence": "b"}',
    ],
)
def test_a_row_that_is_no_question(row: str) -> None:
    with pytest.raises(ConfigError):
        read_questions(row, "golden.jsonl")


def test_a_golden_set_may_begin_with_a_byte_order_mark() -> None:
    (question,) = read_questions('\ufeff{"question": "x", "document": "a"}\r\n', "golden.jsonl")
    assert question.document == "a"
