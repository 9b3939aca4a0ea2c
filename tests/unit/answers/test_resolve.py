from __future__ import annotations

import json
from typing import Any

import pytest

from citegate.answers.allowed import from_allowlist
from citegate.answers.passages import edges_are_free, fold, key
from citegate.answers.resolve import Resolver
from citegate.answers.sources import TurnSources
from citegate.answers.stream import AnswerStream, read_answer
from citegate.answers.trailer import TRAILER_LIMIT, trailer
from citegate.errors import UnreadableSource
from citegate.model.answer import EndEvent, SourceRecord, SourcesEvent, SourceType, TextEvent

ENTRY: dict[str, Any] = {
    "href": "/a#:~:text=x", "quote": "The limit is 40.", "ambiguous": False, "citation_id": "0" * 12, "occurrence": 0,
    "places": 2, "verbatim": True, "source": "a.md", "source_span": {"start": 1, "end": 17},
}  # fmt: skip


def test_a_further_place_is_named_by_its_id_alone() -> None:
    second = {**ENTRY, "citation_id": "1" * 12, "occurrence": 1, "href": "/a#:~:text=y-,x"}
    allowed = from_allowlist(json.dumps({"a::The limit is 40.": ENTRY, "a::The limit is 40.::1": second}))
    by_words, by_id = allowed.by_passage("a", "The limit is 40."), allowed.by_citation_id("1" * 12)
    assert by_words is not None and by_words.url == "/a#:~:text=x"
    assert by_id is not None and by_id.url == "/a#:~:text=y-,x"
    assert allowed.by_passage("a", "The limit is 40.::1") is None


def test_a_passage_that_ends_like_a_further_place_is_one() -> None:
    entry = {**ENTRY, "quote": "Call a::1"}
    found = from_allowlist(json.dumps({"a::Call a::1": entry})).by_passage("a", "Call a::1")
    assert found is not None and found.snippet == "Call a::1"


def test_words_as_authored_and_as_rendered_both_name_it() -> None:
    allowed = from_allowlist(json.dumps({"a::the LIMIT is 40": {**ENTRY, "quote": "The limit is 40."}}))
    assert allowed.by_passage("a", "the LIMIT is 40") == allowed.by_passage("a", "The limit is 40.") is not None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "line 1, column 2"),
        ("[]", "is not an object"),
        ('{"a": {}}', "the key 'a' has no '::'"),
        ('{"a::b": 1}', "'a::b' is not an object"),
        ('{"a::b": {"href": "/a"}}', "'a::b' has no quote"),
        ('{"a::b": {"href": 1}}', "'a::b' has no href"),
        (json.dumps({"a::b": {**ENTRY, "href": "javascript:x"}}), "leads nowhere"),
        ('{"a":' * 100_000, "nested too deeply"),
    ],
)
def test_a_malformed_allowlist_is_an_error(text: str, says: str) -> None:
    with pytest.raises(UnreadableSource) as caught:
        from_allowlist(text)
    assert says in caught.value.message


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The limit is 40.", "the  limit\nis 40"),
        ("“Quoted” it’s", '"Quoted" it\'s'),
        ("A\u00a0b", "a b"),
        ("Zu\u0308rich", "Z\u00fcrich!"),
        ("限制为四十项。", "限制为四十项"),
        ("soft\u00adhyphen", "softhyphen"),
        ("Really?!", "Really"),
    ],
)
def test_what_may_differ(one: str, other: str) -> None:
    assert key(one) == key(other)
    assert fold(fold(one)) == fold(one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("40", "400"),
        ("is", "is not"),
        ("a b", "ab"),
        ("a, b", "a b"),
        ("Zürich", "Zurich"),
        ("1.5", "15"),
        ("a-b", "a b"),
    ],
)
def test_what_may_not_differ(one: str, other: str) -> None:
    assert key(one) != key(other)


def test_a_piece_of_a_passage_ends_where_words_do() -> None:
    assert edges_are_free("xa b. a b", "a b")
    assert not edges_are_free("xa b. a bc", "a b")


RECORD = SourceRecord(1, SourceType.DOCUMENT, "a", "A", "Words.", "/a", "0" * 12)


def end_of(text: str) -> EndEvent:
    events = read_answer(text, Resolver([RECORD]), nonce="k7")
    assert isinstance(events[-1], EndEvent)
    return events[-1]


def test_a_trailer_that_citegate_writes_is_read() -> None:
    events = read_answer("Words." + trailer((RECORD,), "k7"), Resolver(), nonce="k7")
    assert events[0] == TextEvent("Words.\n")
    assert events[-2] == SourcesEvent((RECORD,))
    assert isinstance(events[-1], EndEvent)
    assert events[-1].is_complete


def test_every_answer_that_is_cut_off_is_told() -> None:
    text = "Words [1]." + trailer((RECORD,), "k7")
    end = text.rindex(">>>") + 3
    assert [place for place in range(len(text) + 1) if end_of(text[:place]).is_complete] == [end, end + 1]


def test_a_trailer_without_end_is_not_kept() -> None:
    stream = AnswerStream(Resolver(), "k7")
    stream.feed("Words.\n<<<citegate-sources k7>>>\n")
    for _ in range(TRAILER_LIMIT // 1_000_000 + 2):
        stream.feed("x" * 999_999 + "\n")
    stream.feed("\n<<<end k7>>>\n")
    end = stream.end()[-1]
    assert isinstance(end, EndEvent)
    assert not end.is_complete


def test_a_nonce_must_be_a_word() -> None:
    with pytest.raises(ValueError, match="nonce"):
        AnswerStream(Resolver(), "a b")


def test_the_sources_of_a_turn_may_come_as_records_or_as_they_were_numbered() -> None:
    assert Resolver([RECORD]).sources.records == Resolver(TurnSources([RECORD])).sources.records
