"""Fuzz targets of the answers: the token stream, what providers send, and the files that a reader brings along."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from citegate.answers.allowed import from_allowlist
from citegate.answers.providers import read_anthropic, read_google, read_openai, read_text_quote_selector
from citegate.answers.resolve import Resolver
from citegate.answers.sources import TurnSources
from citegate.answers.stream import AnswerStream, read_answer
from citegate.answers.tokens import HOLD_LIMIT
from citegate.errors import CitegateError
from citegate.model.answer import CitationEvent, EndEvent, TextEvent

PIECES = (
    "[1]", "[2, 1]", "[[1]]", "[^1]", "[1-3]", "[citation:1]", "[[cite:guide|Use items[0] first.]]",
    "[[cite:a1a1a1a1a1a1]]", "{a1a1a1a1a1a1}", "[the guide](kb:guide)", "[words]{https://x.test/a}", "【1】",
    "[[cite:", "|", "]]", "](", "]", "[", "`", "```\n", "\n", "\n\n", "    ", "- ", "> ", "<code>", "</code>",
    "<pre>", "</pre>", "<!--", "-->", "<a b='", "'>", "</a>", "<", ">", "!", "\\", "items", "word ", ". ", "。",
    "\ue200cite\ue202", "\ue201", "{{source:1}}", "##1$$", "{", "}", "guide", "https://", "\r", "\t", "\ufffe",
    "\uffff", "\U0001f600", "<<<citegate-sources n>>>\n", "\n<<<end n>>>\n",
)  # fmt: skip
SOURCES = [
    {"index": 1, "type": "document", "document_id": "guide", "title": "Guide", "snippet": "Use items[0] first.",
     "url": "/guide#:~:text=Use", "citation_id": "a1a1a1a1a1a1"},
    {"index": 2, "type": "web", "document_id": "https://x.test/a", "title": "X", "snippet": "Words of a page.",
     "url": "https://x.test/a"},
]  # fmt: skip
RESOLVER = Resolver(TurnSources.from_json(json.dumps(SOURCES)), "", {"guide": "/guide"})


def answer_of(data: bytes) -> str:
    """Half of the inputs are made of the pieces of the grammar, half are text as it comes."""
    if data[:1] < b"\x80":
        return "".join(PIECES[byte % len(PIECES)] for byte in data[1:])
    return data[1:].decode("utf-8", "replace")


def rows(events: list[Any]) -> list[Any]:
    """The events, neighbouring texts joined."""
    joined: list[Any] = []
    for event in events:
        if isinstance(event, TextEvent) and joined and isinstance(joined[-1], TextEvent):
            joined[-1] = TextEvent(joined[-1].text + event.text)
        else:
            joined.append(event)
    return joined


def tokens(data: bytes) -> None:
    """However the answer is cut, the events are the same; all of it comes out; what is held back is bounded."""
    answer = answer_of(data[2:])
    nonce = "n" if data[:1] and data[0] % 4 == 0 else None
    whole = rows(list(read_answer(answer, RESOLVER, nonce=nonce)))
    size = 1 + data[1] % 7 if len(data) > 1 else 1
    stream = AnswerStream(RESOLVER, nonce)
    events: list[Any] = []
    shown = 0
    for at in range(0, len(answer), size):
        new = stream.feed(answer[at : at + size])
        events += new
        shown += sum(len(e.text) for e in new if isinstance(e, TextEvent))
        shown += sum(e.token.span.length for e in new if isinstance(e, CitationEvent))
        assert nonce or at + size - shown <= HOLD_LIMIT + size, (answer, at, shown)
    assert rows([*events, *stream.end()]) == whole, answer
    end = whole[-1]
    assert isinstance(end, EndEvent)
    cited = [event for event in whole if isinstance(event, CitationEvent)]
    assert len(cited) == end.resolved + end.dropped + end.out_of_range + end.malformed
    urls = {record.url for record in RESOLVER.sources.records} | {"/guide"}
    assert all(record.url in urls for event in cited for record in event.records)
    if nonce is None:
        told = "".join(e.text if isinstance(e, TextEvent) else "" for e in whole if not isinstance(e, EndEvent))
        assert len(told) <= len(answer)


def providers(data: bytes) -> None:
    """A response is read, or refused by name; every place lies in its text."""
    text = data.decode("utf-8", "replace")
    for read in (read_anthropic, read_openai, read_google, read_text_quote_selector):
        try:
            made = read(text)
        except CitegateError as error:
            assert error.message
            continue
        for citation in made.citations:
            assert 0 <= citation.span.start <= citation.span.end <= len(made.text), (text, citation)


def brought(data: bytes) -> None:
    """Sources and allowlists: read, or refused by name; what was read is written and read again."""
    text = data.decode("utf-8", "replace")
    for read in (TurnSources.from_json, from_allowlist):
        try:
            made = read(text)
        except CitegateError as error:
            assert error.message
            continue
        if isinstance(made, TurnSources):
            assert TurnSources.from_json(made.to_json()).records == made.records


ANTHROPIC = '{"content":[{"type":"text","text":"a","citations":[{"type":"web_search_result_location","url":"https://x.test/","cited_text":"b"}]}]}'  # fmt: skip  # noqa: E501
OPENAI = '{"output":[{"content":[{"type":"output_text","text":"ab","annotations":[{"type":"url_citation","start_index":0,"end_index":1,"url":"https://x.test/"}]}]}]}'  # fmt: skip  # noqa: E501
GOOGLE = '{"candidates":[{"content":{"parts":[{"text":"ab"}]},"groundingMetadata":{"groundingChunks":[{"web":{"uri":"https://x.test/","title":"t"}}],"groundingSupports":[{"segment":{"startIndex":0,"endIndex":1,"text":"a"},"groundingChunkIndices":[0]}]}}]}'  # fmt: skip  # noqa: E501
W3C = '{"body":{"value":"a"},"target":{"source":"https://x.test/","selector":{"type":"TextQuoteSelector","exact":"b","prefix":"a"}}}'  # fmt: skip  # noqa: E501

ALLOWLIST = '{"a::b":{"href":"/a#:~:text=b","quote":"b","citation_id":"a1a1a1a1a1a1"}}'

TARGETS: dict[str, tuple[Callable[[bytes], None], tuple[str, ...]]] = {
    "tokens": (tokens, ("\x01\x01\x00\x00\x10\x06\x11", "\x04\x02\x01A [1] b `c` [[cite:guide|Use items[0] first.]].")),
    "providers": (providers, (ANTHROPIC, OPENAI, GOOGLE, W3C)),
    "sources": (
        brought,
        (json.dumps(SOURCES), '{"a::b":{"href":"/a#:~:text=b","quote":"b","citation_id":"a1a1a1a1a1a1"}}'),
    ),
}
"""As in targets.py."""
