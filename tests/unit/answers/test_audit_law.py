"""Whatever a model writes, the audit ends, and its findings stand inside the answer."""

from __future__ import annotations

import random

import pytest

from citegate.answers.audit import COVERAGES, Turn, audit
from citegate.answers.resolve import Resolver
from citegate.model import SourceText
from citegate.model.answer import SourceRecord, SourceType
from citegate.report.text import render_text

RECORDS = [
    SourceRecord(1, SourceType.DOCUMENT, "ferry", "Ferry", "The last ferry leaves at half past nine. 船票十二元。")
]
MARKS = [
    "[1]",
    "[2]",
    "[^1]",
    "【1】",
    "[[cite:ferry|",
    "]]",
    "{0123456789ab}",
    "[x](kb:ferry)",
    "##0$$",
    "{{source:1}}",
]
MARKUP = [
    "\n",
    "\r\n",
    "\n\n",
    "- ",
    "1. ",
    "> ",
    "# ",
    "---\n",
    "| a | b |\n",
    "|---|---|\n",
    "```\n",
    "`",
    "**",
    "\\",
]
LINKS = [
    "[y](http://a.test)",
    "![z](q)",
    "<a href=x>",
    "</a>",
    "<div>",
    "[^1]: note\n",
    "<!-- citegate: ignore[CG602] -->",
]
WORDS = [
    "The ferry leaves at 9:30 pm",
    "5 MB",
    "Dr. ",
    "all",
    "not",
    "only",
    "。",
    "二十元",
    "不能",
    "“",
    "”",
    '"',
    "-3",
    "½",
]
STRANGE = ["\0", "\ud800", "\ufdd1", "🚢", "e\u0301", "\u200b", "٣", "①", "\ue200cite\ue202x", "\ue201", "&amp;", "\t"]
PARTS = [*MARKS, *MARKUP, *LINKS, *WORDS, *STRANGE, " ", ".", "?", ":"]


@pytest.mark.parametrize("seed", range(40))
def test_any_text_has_a_report(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(10):
        text = "".join(chance.choice(PARTS) for _ in range(chance.randint(1, 60)))
        turn = Turn(Resolver(RECORDS), None, chance.choice([None, "[^N]"]))
        coverage = chance.choice(COVERAGES)
        report = audit(SourceText("a.md", text), turn, coverage=coverage)
        assert report == audit(SourceText("a.md", text), turn, coverage=coverage)
        assert all(finding.primary.span.end <= len(text) for finding in report.findings)
        assert render_text(report).endswith("\n")
