"""The matcher finds what the specification's own steps find, and nothing else."""

from __future__ import annotations

import random

import pytest

from citegate.fragment.match import Page, find_all_ranges, find_range_from_text_directive
from citegate.model import CHROMIUM, Span, TextDirective
from citegate.parse import read_source
from citegate.parse.document import parse_document
from tests.hostile import specification

PAGES = 60  # of a round; each is asked DIRECTIVES times
DIRECTIVES = 40
WORDS = ("a", "b", "A", "é", "ab", "aa", "ba", "1", "12", "a1")
MARKS = (" ", " ", " ", ". ", ".", " ", "'", ", ", ",", " - ")


def some_text(chance: random.Random) -> str:
    return "".join(chance.choice(WORDS) + chance.choice(MARKS) for _ in range(chance.randint(1, 8))).strip()


def some_term(chance: random.Random, blocks: list[str]) -> str:
    """A piece of a block that begins and ends with a letter or digit.

    A mark by itself is left out: whether it joins the words beside it depends on where an engine begins to read.
    """
    while True:
        block = chance.choice(blocks)
        start = chance.randrange(len(block))
        term = block[start : start + chance.randint(1, 6)].strip()
        if term and term[0].isalnum() and term[-1].isalnum():
            return term


@pytest.mark.parametrize("seed", range(8))
def test_the_matcher_finds_what_the_specification_finds(seed: int) -> None:
    chance = random.Random(seed)
    found = 0
    for _ in range(PAGES):
        blocks = [some_text(chance) for _ in range(chance.randint(1, 4))]
        source = read_source("x.html", "".join(f"<p>{block}</p>" for block in blocks).encode())
        (document,) = parse_document(source, id="x", url="/x", engines=(CHROMIUM,))
        assert [block.text for block in document.searchable] == blocks
        page = Page(document, CHROMIUM)
        for _ in range(DIRECTIVES):
            end, prefix, suffix = (some_term(chance, blocks) if chance.random() < 0.4 else None for _ in range(3))
            asked = TextDirective(some_term(chance, blocks), end, prefix, suffix)
            wanted = specification.find_range(asked, blocks)
            match = find_range_from_text_directive(asked, page)
            assert (match.span if match else None) == in_text(wanted, document.starts), (blocks, asked)
            assert find_all_ranges(asked, page)[:1] == ((match,) if match else ())
            found += match is not None
    assert found > PAGES * DIRECTIVES / 10  # the law is about matches, too


def in_text(found: specification.Range | None, starts: tuple[int, ...]) -> Span | None:
    if found is None:
        return None
    return Span(starts[found.start.block] + found.start.offset, starts[found.end.block] + found.end.offset)
