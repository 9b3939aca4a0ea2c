"""Laws of `citation_id`: what an edit of a page may change, and what it may not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citegate.evidence import cut as module
from citegate.evidence.cut import Piece, cut, quote_of
from citegate.evidence.ids import citation_ids
from citegate.evidence.pack import MAX_PASSAGE, MIN_PASSAGE
from citegate.index.files import MemoryFiles
from citegate.index.site import Site

NUMBER = re.compile(r"\bn(\d+)n\b")
LENGTHS = st.one_of(st.integers(1, 60), st.integers(61, 119), st.integers(120, 300), st.integers(701, 1500))


@dataclass(frozen=True)
class Written:
    """A block of a page: a name that stands in it, its Markdown kind, and about how long it is."""

    number: int
    kind: str
    length: int

    def markdown(self) -> str:
        words = f"n{self.number}n"
        at = 0
        while len(words) < self.length:
            at += 1
            words += f" word{self.number * 7919 % 997}x{at}" + (". So" if at % 9 == 0 and self.length > 300 else "")
        if self.kind == "heading":
            return f"## {words[:40]}"
        return f"- {words}" if self.kind == "item" else words


KINDS = st.sampled_from(("paragraph", "paragraph", "item", "item", "item", "heading"))
ROWS = st.one_of(
    st.lists(st.tuples(KINDS, LENGTHS), min_size=1, max_size=40),
    st.lists(st.tuples(st.just("item"), st.integers(1, 80)), min_size=20, max_size=60),
)
PAGES = ROWS.map(lambda rows: [Written(number, kind, length) for number, (kind, length) in enumerate(rows)])


def passages(blocks: Sequence[str]) -> list[tuple[Piece, str, str]]:
    """Piece, quote and id of every piece of a page, those that are too short to be evidence included."""
    site = Site(MemoryFiles({"content/a.md": "# Title\n\n" + "\n\n".join(blocks) + "\n"}), ("content",))
    document = site.document(site.routes.all[0])
    pieces = cut(document)
    quotes = [quote_of(document, piece.span) for piece in pieces]
    return list(zip(pieces, quotes, citation_ids(document, pieces, quotes), strict=True))


@pytest.fixture(autouse=True, scope="module")
def nothing_is_too_short() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MIN_EVIDENCE", 1)
        yield


@given(PAGES, st.data())
@settings(max_examples=200, deadline=None)
def test_an_edit_changes_the_passage_that_it_falls_in_and_at_most_the_two_beside_it(
    page: list[Written], data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(page)), label="place")
    kind, length = data.draw(st.tuples(KINDS, LENGTHS), label="new block")
    new = Written(len(page), kind, length)
    edit = data.draw(st.sampled_from(("insert", "delete", "replace")), label="edit")
    edited = page[:at] + ([] if edit == "delete" else [new]) + page[at + (edit != "insert") :]
    before = passages([block.markdown() for block in page])
    after = {id for _, _, id in passages([block.markdown() for block in edited])}
    near = {page[place].number for place in (at - 1, at, at + (edit != "insert")) if 0 <= place < len(page)}
    touched = {place for place, (_, quote, _) in enumerate(before) if near & {int(n) for n in NUMBER.findall(quote)}}
    if edit != "insert" and at < len(page):
        touched |= {place for place, (_, quote, _) in enumerate(before) if is_of(page[at], quote)}
    for place, (_, quote, id) in enumerate(before):
        if touched.isdisjoint(range(place - 1, place + 2)):
            assert id in after, quote
        if is_of_one_block(quote, page) and (edit == "insert" or at >= len(page) or not is_of(page[at], quote)):
            assert id in after, quote


def is_of(block: Written, quote: str) -> bool:
    return f"word{block.number * 7919 % 997}x" in quote or f"n{block.number}n" in quote


def is_of_one_block(quote: str, page: list[Written]) -> bool:
    """True for a passage that is one block, or sentences of one: nothing beside it may change it."""
    return len(quote) >= MIN_PASSAGE and sum(is_of(block, quote) for block in page) == 1 and "\n" not in quote


@given(PAGES)
@settings(max_examples=100, deadline=None)
def test_passages_are_whole_blocks_of_one_section_and_have_a_size(page: list[Written]) -> None:
    held = passages([block.markdown() for block in page])
    assert len({id for _, _, id in held}) == len(held)
    for _, quote, _ in held:
        assert len(quote) <= MAX_PASSAGE
        for number in map(int, NUMBER.findall(quote)):
            text = page[number].markdown().removeprefix("- ")
            assert text in quote or (len(text) > MAX_PASSAGE and text.startswith(quote))
    assert [n for _, quote, _ in held for n in NUMBER.findall(quote)] == [
        str(block.number) for block in page if block.kind != "heading"
    ]


EQUAL = "The price is twelve crowns a day, children pay half of it, and dogs travel free when they are kept on a lead."
EQUAL_LONG = EQUAL + " Tickets are sold on board."
OTHERS = [
    f"Paragraph {number} is about something else that takes up more than a line or even two, and goes on."
    for number in range(6)
]


@given(st.lists(st.sampled_from(range(6)), min_size=1, max_size=6, unique=True), st.integers(0, 13))
@settings(max_examples=100, deadline=None)
def test_an_equal_passage_that_is_put_in_leaves_the_others_their_ids(order: list[int], at: int) -> None:
    """But for the first of them, whose id the new one has when it stands above it: the same words, the same page."""
    blocks = [block for number in order for block in (f"## Section {number}\n\n{OTHERS[number]} So.", EQUAL_LONG)]
    at = min(at, len(blocks))
    edited = [*blocks[:at], EQUAL_LONG, *blocks[at:]]

    def named(rows: list[str]) -> dict[tuple[str, ...], list[str]]:
        found: dict[tuple[str, ...], list[str]] = {}
        for piece, quote, id in passages(rows):
            found.setdefault((*piece.headings, quote), []).append(id)
        return found

    before, after = named(blocks), named(edited)
    assert {id for ids in before.values() for id in ids} <= {id for ids in after.values() for id in ids}
    first = next(ids for key, ids in before.items() if key[-1] == EQUAL_LONG)
    for key, ids in before.items():
        if ids != first:
            assert set(ids) <= set(after[key])
