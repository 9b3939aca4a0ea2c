"""Which piece of a page each citation of the HTML report lies over, and what stands where."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from citegate import gate
from citegate.config import load
from citegate.index.files import MemoryFiles
from citegate.model import BlockKind, Report, Span
from citegate.report import RENDERERS
from citegate.report.marks import ShownBlock, Stretch, cut, shown_blocks, stretches

STATES = {0: "good", 1: "failed", 2: "warned"}
PAGE = (
    "# Ferry\n\nThe *ferry* leaves at six in the morning.\n\n" + "Nobody cites this.\n\n" * 9 + "It returns at dusk.\n"
)
SITE = {
    "content/ferry.md": PAGE,
    "content/a.citations.json": json.dumps(
        [
            {"docId": "ferry", "passage": "The ferry leaves at six in the morning."},
            {"docId": "ferry", "passage": "The ferry leaves at seven in the evening."},
            {"docId": "ferry", "passage": "A bridge across the bay was never built"},
        ]
    ),
}


def report(files: dict[str, str] = SITE, **settings: object) -> Report:
    return gate.run(
        load(Path("/nowhere"), {"writes": False, "keeps_pages": True, **settings}), MemoryFiles(files)
    ).report


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ([], [("abcdef", (), "")]),
        ([(1, 3, 0)], [("a", (), ""), ("bc", (0,), "good"), ("def", (), "")]),
        ([(0, 6, 0), (2, 4, 1)], [("ab", (0,), "good"), ("cd", (0, 1), "failed"), ("ef", (0,), "good")]),
        ([(0, 3, 0), (2, 6, 2)], [("ab", (0,), "good"), ("c", (0, 2), "warned"), ("def", (2,), "warned")]),
        ([(1, 3, 0), (1, 3, 0)], [("a", (), ""), ("bc", (0,), "good"), ("def", (), "")]),
        ([(1, 3, 0), (3, 5, 1)], [("a", (), ""), ("bc", (0,), "good"), ("de", (1,), "failed"), ("f", (), "")]),
    ],
)
def test_a_text_is_cut_where_citations_begin_and_end(
    spans: list[tuple[int, int, int]], expected: list[tuple[str, tuple[int, ...], str]]
) -> None:
    found = cut("abcdef", [(Span(start, end), card) for start, end, card in spans], STATES)
    assert [(mark.text, mark.cards, mark.state) for mark in found] == expected


def test_what_is_far_from_a_citation_is_folded_away() -> None:
    (document,) = report().pages
    blocks = shown_blocks(document, {0: ((1, Span(4, 9)),), 1: ((11, Span(0, 2)),)}, STATES)
    assert [(each.is_folded, len(each.blocks)) for each in stretches(blocks)] == [(False, 4), (True, 5), (False, 3)]
    assert [len(row) for row in next(iter(stretches(blocks))).rows] == [1, 3]
    assert list(stretches([])) == []
    assert Stretch(False, (ShownBlock(BlockKind.OTHER, 0, "", (), ()),)).rows


def test_only_cited_pages_are_kept_and_only_when_asked_for() -> None:
    files = {**SITE, "content/other.md": "Nobody cites this page.\n"}
    assert [page.url for page in report(files).pages] == ["/ferry"]
    assert report(files, keeps_pages=False).pages == ()


def test_a_citation_stands_at_its_passage_or_at_the_closest_one() -> None:
    text = RENDERERS["html"](report())
    assert re.findall(r'<mark class="(\w+)" data-cards="([\d ]+)">([^<]+)', text) == [
        ("failed", "0 1", "The ferry leaves at six in the morning."),
    ]
    lost = text[text.index('<div class="lost">') : text.index('<div class="text')]
    assert "A bridge across the bay was never built" in lost
    assert text.count("<article ") == 3
    assert re.findall(r'<p class="where">content/a\.citations\.json:1:(\d+)</p>', text) == ["152", "2", "76"]


def test_pages_of_the_built_site_are_shown_where_they_are_decided_on() -> None:
    built = "<title>Ferry</title><p>The ferry leaves at six in the morning.<p>Only the page that ships says this.</p>"
    found = report({**SITE, "dist/ferry/index.html": built}, site="dist")
    assert [(page.url, page.source.path) for page in found.pages] == [("/ferry/", "dist/ferry/index.html")]
    assert "Only the page that ships says this." in RENDERERS["html"](found)


def test_nothing_is_fetched_and_nothing_but_the_own_script_runs() -> None:
    text = RENDERERS["html"](report())
    assert "default-src &#39;none&#39;" in text or "default-src 'none'" in text
    assert not re.search(r"<(?:link|img|iframe|base)\b|@import|url\(", text)
    assert len(re.findall("<script", text)) == 1
