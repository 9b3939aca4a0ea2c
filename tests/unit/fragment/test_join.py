"""Joining the places of terms finds what trying each candidate finds."""

from __future__ import annotations

import random

import pytest

from citegate.fragment import join
from citegate.fragment.match import find_all_ranges
from citegate.fragment.page import Page
from citegate.model import ENGINES, SourceText, TextDirective
from citegate.parse.html import parse_html_document

WORDS = ("red", "blue", "can't", "co-op", "stone", "(stone)", "é", "日本語", "x y", "red-", "stones")
TAGS = ("p", "li", "b", "details", "div hidden", "span style='visibility:hidden'", "pre", "summary", "input value=red")


def body(chance: random.Random) -> str:
    parts = []
    for _ in range(chance.randint(4, 30)):
        tag = chance.choice(TAGS)
        words = chance.choice(("", " ")) + " ".join(chance.choices(WORDS, k=chance.randint(1, 4)))
        parts.append(f"<{tag}>{words}{chance.choice(('', ' '))}</{tag.split()[0]}>")
    return "".join(parts)


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("seed", range(40))
def test_a_join_finds_what_a_walk_finds(seed: int, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    engine = ENGINES[name]
    (document,) = parse_html_document(SourceText("p.html", body(chance)), id="p", url="/p", engines=(engine,))
    for _ in range(12):
        prefix, suffix = (chance.choice((None, *WORDS, "red blue", "stone (")) for _ in range(2))
        directive = TextDirective(chance.choice((*WORDS, "stone red", "t")), None, prefix, suffix)
        found = []
        for few in (-1, 1 << 30):
            monkeypatch.setattr(join, "FEW", few)
            found.append(find_all_ranges(directive, Page(document, engine)))
        assert found[0] == found[1], directive


def test_a_join_takes_place_where_a_term_repeats() -> None:
    markup = "".join(f"<p>part {number}.</p><p>the same</p><p>end {number}</p>" for number in range(200))
    (document,) = parse_html_document(SourceText("p.html", markup), id="p", url="/p")
    page = Page(document, ENGINES["chromium"])
    joined = join.joined_ranges(TextDirective("the same", None, "part 7.", "end 7"), page)
    assert joined is not None and len(joined) == 1
    assert page.text[: joined[0].start].endswith("part 7.\n")
