from __future__ import annotations

import json
from typing import Any

import pytest

from citegate.answers.offsets import NotPlaced, Offsets, Placed, Unit
from citegate.answers.provided import ProvidedAnswer
from citegate.answers.providers import (
    PROVIDERS,
    read_anthropic,
    read_google,
    read_openai,
    read_text_quote_selector,
)
from citegate.errors import UnreadableSource
from citegate.model.answer import CitationEvent, EndEvent, Outcome, TextEvent
from citegate.model.span import Span

TEXT = "Ünï 😀 fact. 中文事实。 Fact."


def cited(answer: ProvidedAnswer) -> list[tuple[str, int, bool, bool]]:
    return [
        (answer.text[c.span.start : c.span.end], c.record.index, c.is_verified, c.is_moved) for c in answer.citations
    ]


@pytest.mark.parametrize("unit", list(Unit))
def test_every_boundary_in_every_unit(unit: Unit) -> None:
    offsets = Offsets(TEXT)
    encodings = {Unit.UTF_8: ("utf-8", 1), Unit.UTF_16: ("utf-16-le", 2)}
    seen = set()
    for place in range(len(TEXT) + 1):
        encoding, size = encodings.get(unit, ("utf-32-le", 4))
        offset = len(TEXT[:place].encode(encoding)) // size
        assert offsets.code_points(offset, unit) == place
        seen.add(offset)
    for offset in range(-2, max(seen) + 3):
        if offset not in seen:
            assert offsets.code_points(offset, unit) is None


@pytest.mark.parametrize(
    ("start", "end", "quote", "unit", "expected"),
    [
        (4, 5, "😀", Unit.CODE_POINTS, Placed(Span(4, 5), True)),
        (4, 6, "😀", Unit.UTF_16, Placed(Span(4, 5), True)),
        (6, 10, "😀", Unit.UTF_8, Placed(Span(4, 5), True)),
        (0, 1, "😀", Unit.UTF_8, Placed(Span(4, 5), True, is_moved=True)),
        (5, 6, "", Unit.UTF_16, NotPlaced("5..6 is no place in the text (UTF-16 code units)")),
        (7, 10, "", Unit.UTF_8, NotPlaced("7..10 is no place in the text (UTF-8 bytes)")),
        (9, 2, "", Unit.CODE_POINTS, NotPlaced("9..2 is no place in the text (code points)")),
        (0, 4, "nowhere", Unit.CODE_POINTS, NotPlaced("the quoted words are not in the text")),
        (
            0,
            4,
            "act",
            Unit.CODE_POINTS,
            NotPlaced("the quoted words are not at 0..4, and stand more than once elsewhere"),
        ),
        (0, 3, "", Unit.CODE_POINTS, Placed(Span(0, 3), False)),
    ],
)
def test_place(start: int, end: int, quote: str, unit: Unit, expected: Placed | NotPlaced) -> None:
    assert Offsets(TEXT).place(start, end, quote, unit) == expected


def google(*supports: dict[str, Any], text: str = TEXT) -> dict[str, Any]:
    return {
        "candidates": [
            {
                "content": {"parts": [{"text": text}]},
                "groundingMetadata": {
                    "groundingChunks": [
                        {"web": {"uri": "https://x.test/a?utm_source=g", "title": "X"}},
                        {"retrievedContext": {"uri": "gs://b/c.pdf", "title": "C", "text": "words"}},
                    ],
                    "groundingSupports": list(supports),
                },
            }
        ]
    }


def support(text: str, *, shift: int = 0, chunks: tuple[int, ...] = (0,), of: str = TEXT) -> dict[str, Any]:
    start = len(of[: of.index(text)].encode()) + shift
    segment: dict[str, Any] = {"endIndex": start + len(text.encode()), "text": text}
    if start:
        segment["startIndex"] = start
    return {"segment": segment, "groundingChunkIndices": list(chunks)}


def test_google_counts_bytes() -> None:
    answer = read_google(google(support("中文事实。"), support("Ünï 😀 fact.", chunks=(1, 0))))
    assert answer.text == TEXT
    assert cited(answer) == [
        ("Ünï 😀 fact.", 1, True, False),
        ("Ünï 😀 fact.", 2, True, False),
        ("中文事实。", 2, True, False),
    ]
    assert [record.document_id for record in answer.sources.records] == ["gs://b/c.pdf", "https://x.test/a"]
    assert answer.dropped == ()


def test_google_is_moved_or_dropped_when_the_words_stand_elsewhere() -> None:
    answer = read_google(google(support("中文事实。", shift=-1)))
    assert cited(answer) == [("中文事实。", 1, True, True)]
    wrong = support("fact")
    wrong["segment"]["text"] = "act"
    answer = read_google(google(wrong, support("Fact.", chunks=(9,))))
    assert answer.citations == ()
    assert [dropped.place for dropped in answer.dropped] == [
        "google.candidates[0].groundingMetadata.groundingSupports[0]",
        "google.candidates[0].groundingMetadata.groundingSupports[1].groundingChunkIndices[0]",
    ]


def test_google_parts_count_for_themselves_and_snake_case_is_read() -> None:
    data = {
        "candidates": [
            {
                "content": {"parts": [{"text": "Eins 😀. "}, {"text": "Zwei. Zwei."}]},
                "grounding_metadata": {
                    "grounding_chunks": [{"web": {"uri": "https://x.test/", "title": "X"}}],
                    "grounding_supports": [
                        {
                            "segment": {"part_index": 1, "start_index": 6, "end_index": 11, "text": "Zwei."},
                            "grounding_chunk_indices": [0],
                        }
                    ],
                },
            }
        ]
    }
    answer = read_google(data)
    assert [(c.span.start, c.span.end) for c in answer.citations] == [(14, 19)]


def test_anthropic() -> None:
    document = "Ein 😀 Satz. Noch einer."
    data = {
        "content": [
            {"type": "thinking", "thinking": "hm"},
            {"type": "text", "text": "It says "},
            {
                "type": "text",
                "text": "there is one",
                "citations": [
                    {
                        "type": "char_location", "cited_text": "Noch einer.", "document_index": 0,
                        "document_title": "D", "start_char_index": 12, "end_char_index": 23,
                    },
                    {
                        "type": "web_search_result_location", "url": "https://x.test/", "title": "X",
                        "cited_text": "w", "encrypted_index": "e",
                    },
                ],
            },
            {"type": "text", "text": "."},
        ]
    }  # fmt: skip
    answer = read_anthropic(json.dumps(data), [document])
    assert answer.text == "It says there is one."
    assert cited(answer) == [("there is one", 1, True, False), ("there is one", 2, True, False)]
    assert answer.sources.records[0].source_span == Span(12, 23)
    assert answer.sources.records[0].snippet == "Noch einer."
    data["content"][2]["citations"][0]["start_char_index"] = 13  # type: ignore[index]
    assert cited(read_anthropic(data, [document]))[0] == ("there is one", 1, True, True)
    data["content"][2]["citations"][0]["cited_text"] = "Noch eine."  # type: ignore[index]
    answer = read_anthropic(data, [document])
    assert [dropped.place for dropped in answer.dropped] == ["anthropic.content[2].citations[0]"]
    assert len(answer.citations) == 1


def chat(text: str, *annotations: dict[str, Any]) -> dict[str, Any]:
    return {"choices": [{"message": {"content": text, "annotations": list(annotations)}}]}


def url_citation(start: int, end: int, url: str = "https://x.test/a") -> dict[str, Any]:
    return {"type": "url_citation", "url_citation": {"start_index": start, "end_index": end, "url": url, "title": "X"}}


LINKED = "😀 Fact ([X](https://x.test/a)). 😀 End."
MARK = "([X](https://x.test/a))"
AT = LINKED.index(MARK)


@pytest.mark.parametrize("shift", [0, 1, 3], ids=["code points", "UTF-16", "UTF-8"])
def test_openai_chat_in_whatever_unit_the_link_stands(shift: int) -> None:
    answer = read_openai(chat(LINKED, url_citation(AT + shift, AT + len(MARK) + shift)))
    words, _, is_verified, is_moved = cited(answer)[0]
    assert "https://x.test/a" in words
    assert is_verified
    assert not is_moved


def test_openai_chat_moves_to_the_link_or_believes_what_it_cannot_compare() -> None:
    answer = read_openai(chat(LINKED, url_citation(0, 3)))
    assert cited(answer) == [("https://x.test/a", 1, True, True)]
    answer = read_openai(chat("Plain words.", url_citation(0, 5)))
    assert cited(answer) == [("Plain", 1, False, False)]
    answer = read_openai(chat("Plain words.", url_citation(0, 50)))
    assert answer.citations == ()
    assert answer.dropped[0].place == "openai.choices[0].message.annotations[0]"


def test_openai_responses() -> None:
    data = {
        "output": [
            {"type": "reasoning", "summary": []},
            {
                "type": "message",
                "content": [
                    {
                        "type": "output_text",
                        "text": "One fact. Two.",
                        "annotations": [
                            {"type": "file_citation", "index": 9, "file_id": "file-1", "filename": "a.pdf"},
                            {"type": "url_citation", "start_index": 10, "end_index": 14,
                             "url": "https://x.test/", "title": "X"},
                            {"type": "container_file_citation", "start_index": 0, "end_index": 3, "file_id": "file-2",
                             "filename": "b.csv", "container_id": "c"},
                            {"type": "file_path", "file_id": "file-3", "index": 1},
                            {"type": "file_citation", "index": 99, "file_id": "file-1", "filename": "a.pdf"},
                        ],
                    }
                ],
            },
        ]
    }  # fmt: skip
    answer = read_openai(data)
    assert [(c.span, c.record.document_id, c.record.title) for c in answer.citations] == [
        (Span(0, 3), "file-2", "b.csv"),
        (Span(9, 9), "file-1", "a.pdf"),
        (Span(10, 14), "https://x.test/", "X"),
    ]
    assert len(answer.dropped) == 1


def test_openai_assistants_quote_their_mark() -> None:
    text = "😀 Fact【4:0†a.pdf】."
    data = {
        "content": [
            {
                "type": "text",
                "text": {
                    "value": text,
                    "annotations": [
                        {
                            "type": "file_citation", "text": "【4:0†a.pdf】", "start_index": 7, "end_index": 18,
                            "file_citation": {"file_id": "file-1", "quote": "Words."},
                        }
                    ],
                },
            }
        ]
    }  # fmt: skip
    answer = read_openai(data)
    assert cited(answer) == [("【4:0†a.pdf】", 1, True, True)]
    assert answer.sources.records[0].snippet == "Words."


PAGE = "The key is green. Press the key. The key is red."


def annotation(**selector: Any) -> dict[str, Any]:
    return {
        "type": "Annotation",
        "body": {"type": "TextualBody", "value": "It is red."},
        "target": {"source": "https://x.test/a", "selector": {"type": "TextQuoteSelector", **selector}},
    }


@pytest.mark.parametrize(
    ("selector", "span"),
    [
        ({"exact": "Press the key."}, Span(18, 32)),
        ({"exact": "The key is", "suffix": " red"}, Span(33, 43)),
        ({"exact": "The key is", "prefix": "Press the key. "}, Span(33, 43)),
        ({"exact": "The key is"}, None),
        ({"exact": "the door"}, None),
        ({"exact": ""}, None),
    ],
)
def test_w3c(selector: dict[str, Any], span: Span | None) -> None:
    answer = read_text_quote_selector(annotation(**selector), {"https://x.test/a": PAGE})
    assert answer.text == "It is red."
    assert [c.record.source_span for c in answer.citations] == ([span] if span else [])
    assert len(answer.dropped) == (0 if span else 1)


def test_w3c_position_chooses_among_several_places() -> None:
    data = annotation(exact="The key is")
    data["target"]["selector"] = [data["target"]["selector"], {"type": "TextPositionSelector", "start": 33, "end": 43}]
    answer = read_text_quote_selector(data, {"https://x.test/a": PAGE})
    assert [c.record.source_span for c in answer.citations] == [Span(33, 43)]
    assert not read_text_quote_selector(data).citations[0].is_verified


def test_events_put_each_citation_behind_its_words() -> None:
    answer = read_google(google(support("Ünï 😀 fact."), support("中文事实。"), support("Fact.", chunks=(9,))))
    events = answer.events()
    assert [event.text for event in events if isinstance(event, TextEvent)] == [
        "Ünï 😀 fact.",
        " 中文事实。",
        " Fact.",
    ]
    outcomes = [event.outcome for event in events if isinstance(event, CitationEvent)]
    assert outcomes == [Outcome.RESOLVED, Outcome.RESOLVED, Outcome.DROPPED]
    assert isinstance(events[1], CitationEvent)
    assert isinstance(events[-1], EndEvent)
    assert (events[-1].resolved, events[-1].dropped) == (2, 1)


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("data", ["{", "[]", "7", "null", "{}", '{"x": 1}', "[" * 100_000])
def test_what_is_no_response_is_an_error(provider: str, data: str) -> None:
    with pytest.raises(UnreadableSource):
        PROVIDERS[provider](data)


@pytest.mark.parametrize(
    ("provider", "data", "place"),
    [
        ("anthropic", {"content": 1}, "anthropic.content is not an array"),
        ("anthropic", {"content": [{"type": "text", "text": 1}]}, "anthropic.content[0].text is not a text"),
        ("anthropic", {"content": ["x"]}, "anthropic.content[0] is not an object"),
        ("openai", chat("x", {"type": 1}), "openai.choices[0].message.annotations[0].type is not a text"),
        ("openai", chat("x", {"type": "url_citation", "url": "https://a.test/"}), "start_index is not a whole number"),
        ("google", google({"segment": {"endIndex": "3"}}), "segment.endIndex is not a whole number"),
        ("w3c", {"target": {"selector": []}}, "annotation.target.source is not a text"),
    ],
)
def test_an_error_names_the_place(provider: str, data: dict[str, Any], place: str) -> None:
    with pytest.raises(UnreadableSource) as caught:
        PROVIDERS[provider](data)
    assert place in caught.value.message
