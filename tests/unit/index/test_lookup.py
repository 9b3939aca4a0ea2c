"""Approximate look-up: the closest passage is the one that a person would point to."""

from __future__ import annotations

import pytest

from citegate.api import read_document
from citegate.index.lookup import Lookup
from citegate.index.names import closest_name
from citegate.model import BlockKind

PAGE = """\
The ferry leaves the north pier at six in the morning and returns at dusk.

Tickets are sold on board, and children under six travel free of charge.
The crossing takes forty minutes in calm weather.

- First item of a list
- Second item of a list

船は北の桟橋を朝六時に出て、夕方に戻ります。切符は船内で買えます。
"""
LOOKUP = Lookup(read_document("page.md", PAGE))


@pytest.mark.parametrize(
    ("quote", "closest"),
    [
        (
            "The ferry leaves the south pier at six in the morning",
            "The ferry leaves the north pier at six in the morning",
        ),
        ("The leaves the north pier at six in the morning", "The ferry leaves the north pier at six in the morning"),
        ("children under seven travel free", "children under six travel free"),
        (
            "Tickets are sold on the quay, and children under six travel free of charge.",
            "Tickets are sold on board, and children under six travel free of charge.",
        ),
        (
            "The crossing always takes about forty minutes in calm weather",
            "The crossing takes forty minutes in calm weather",
        ),
        ("the crossing takes minutes in calm weather.", "The crossing takes forty minutes in calm weather."),
        ("船は南の桟橋を朝六時に出て", "船は北の桟橋を朝六時に出て"),
        ("ferry  leaves\nthe nort pier", "ferry leaves the north pier"),
    ],
)
def test_the_closest_passage(quote: str, closest: str) -> None:
    match = LOOKUP.closest(quote)
    assert match
    assert LOOKUP.document.text[match.span.start : match.span.end] == closest
    assert 0.5 <= match.similarity < 1


@pytest.mark.parametrize("quote", ["", " ", "Quarterly revenue grew by twelve per cent", "xyz" * 2000])
def test_nothing_is_close_to_this(quote: str) -> None:
    assert LOOKUP.closest(quote) is None


def test_a_worse_quote_never_scores_higher() -> None:
    words = ["The", "ferry", "leaves", "the", "north", "pier", "at", "six", "in", "the", "morning"]
    scores = []
    for wrong in range(0, len(words), 2):
        quote = " ".join(["qqqq"] * wrong + words[wrong:])
        match = LOOKUP.closest(quote)
        scores.append(match.similarity if match else 0.0)
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == 1.0


def test_one_of_two_alike_is_not_clearly_closest() -> None:
    lookup = Lookup(read_document("p.md", "Boats sail in the month of June.\n\nBoats sail in the month of July.\n"))
    quote = "Boats sail in the month of Juny."
    best = lookup.closest(quote)
    assert best
    assert not lookup.is_clearly_closest(quote, best)
    drifted = LOOKUP.closest("The ferry leaves the south pier at six in the morning")
    assert drifted
    assert LOOKUP.is_clearly_closest("The ferry leaves the south pier at six in the morning", drifted)


@pytest.mark.parametrize(
    ("quote", "pieces"),
    [
        ("returns at dusk. Tickets are sold", ["returns at dusk.", "Tickets are sold"]),
        ("First item of a list Second item of a list", ["First item of a list", "Second item of a list"]),
        ("weather. First item of a list Second", ["weather.", "First item of a list", "Second"]),
        ("forty minutes", ["forty minutes"]),
        ("calm weather.First item", ["calm weather.", "First item"]),
        ("no such words. Tickets are sold", []),
        ("", []),
    ],
)
def test_a_quotation_over_the_end_of_a_block(quote: str, pieces: list[str]) -> None:
    text = LOOKUP.document.text
    assert [text[span.start : span.end] for span in LOOKUP.crossing(quote)] == pieces


def test_hidden_text_is_found_with_its_reason() -> None:
    page = '<p>Seen.</p><p hidden>Nobody sees these words.</p><img alt="a drawing of boats">'
    lookup = Lookup(read_document("p.html", page))
    found = lookup.hidden("nobody sees these words")
    assert found
    assert found.reason
    alt = lookup.hidden("a drawing of boats")
    assert alt
    assert alt.block.kind is BlockKind.ATTRIBUTE
    assert lookup.hidden("Seen") is None


def test_content_that_is_not_known_is_named_as_the_cause() -> None:
    lookup = Lookup(read_document("p.mdx", "There are currently {count} boats in the harbour tonight.\n"))
    found = lookup.hidden("There are currently 12 boats in the harbour tonight")
    assert found
    assert found.block.kind is BlockKind.OPAQUE
    assert lookup.hidden("There were once many ships at sea") is None


@pytest.mark.parametrize(
    ("name", "closest"),
    [
        ("passge", "passage"),
        ("PASSAGE", "passage"),
        ("doc_id", "docId"),
        ("occurance", "occurrence"),
        ("zebra", None),
        ("", None),
    ],
)
def test_the_closest_name(name: str, closest: str | None) -> None:
    assert closest_name(name, ["docId", "passage", "occurrence", "prefix"]) == closest
