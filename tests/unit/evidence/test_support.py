"""Support: each row is a passage, a claim, and whether the passage carries it."""

from __future__ import annotations

import pytest

from citegate.evidence.claim import read_claim
from citegate.evidence.support import MAX_SENTENCE, judge

LIMIT = "Of the 412 wells that were sampled, some met the limit for nitrate, and 387 met the limit for arsenic."
FERRY = "The last ferry leaves at half past nine from the north pier. Dogs travel free when they are kept on a lead."
GATE = "A run that fails does not change allowlist.json. Every citation must have a passage of 24 characters."
FLAG = "A flag on the command line wins over the settings file."

ROWS = [
    (FERRY, "The last ferry leaves at half past nine", True),
    (FERRY, "The last ferry leaves from the north pier at half past nine", True),
    (FERRY, "The last ferry leaves at half past ten", False),
    (FERRY, "The last ferry leaves from the south pier", False),
    (FERRY, "The last ferry does not leave from the north pier", False),
    (FERRY, "Dogs travel free when kept on a lead", True),
    (FERRY, "All dogs travel free when kept on a lead", False),
    (FERRY, "The last ferry leaves from Hamburg", False),
    (LIMIT, "387 wells met the limit for arsenic", True),
    (LIMIT, "378 wells met the limit for arsenic", False),
    (LIMIT, "All wells met the limit for nitrate", False),
    (LIMIT, "Some wells met the limit for nitrate", True),
    (GATE, "A run that fails does not change allowlist.json", True),
    (GATE, "A run that fails changes allowlist.json", False),
    (GATE, "A failing run never changes allowlist.json", True),
    (GATE, "Every citation must have a passage of 24 characters", True),
    (GATE, "Every citation must have a passage of twenty-five characters", False),
    (GATE, "Citations must have a passage of 24 words", False),
    (
        "A flag on the command line wins over the settings file.",
        "The settings file wins over a flag on the command line",
        False,
    ),
    ("中文引文至少要有八个字。", "中文引文至少要有八个字", True),
    ("中文引文至少要有八个字。", "中文引文至少要有十个字", False),
    ("跨段的引文，任何浏览器都找不到。", "跨段的引文，浏览器找得到", False),
    (GATE, "A run that fails changes nothing", False),
    ("With --prove, each link is opened in a real browser.", "Each link is opened in a real browser", False),
    (
        "With --prove, each link is opened in a real browser.",
        "With --prove each link is opened in a real browser",
        True,
    ),
    ("Lockers are emptied at eight unless a ship is late.", "Lockers are emptied at eight", False),
    ("The hyphen is written %2D, the comma %2C.", "The comma is written %2D", False),
    ("The hyphen is written %2D, the comma %2C.", "The comma is written %2C", True),
    ("A hyphen is an edge, and an underscore is not.", "An underscore is an edge", False),
    (
        "The code is required, and a reason is good manners.",
        "The reason is required and the code is good manners",
        False,
    ),
    ("Not all engines accept a newline in a term.", "All engines accept a newline in a term", False),
    ("The lamps burn first, and then the bell rings.", "The bell rings before the lamps burn", False),
    ("citegate refuses the citation instead of guessing.", "citegate guesses the citation", False),
    ("A term must have at least 24 characters.", "A term must have at most 24 characters", False),
    ("Programs show the closest passage.", "Programs print the nearest passage", False),
    ("Programs show the closest passage to a reader.", "Programs display the closest passage to a reader", True),
    (FERRY, "ferry", False),
    (FERRY, "", False),
]


@pytest.mark.parametrize(("passage", "claim", "expected"), ROWS)
def test_support(passage: str, claim: str, expected: bool) -> None:
    grounds = judge(read_claim(claim, lambda term: 1, 100), passage)
    assert grounds.supports is expected, grounds
    assert bool(grounds.faults) is not expected


TABLE = "placeholders\tsearched\tnot searched\tnot searched\nruby annotations\ttext\tskipped\ttext"
COLUMNS = ("Chromium", "Firefox", "WebKit")


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Ruby annotations are skipped in Firefox", True),
        ("Ruby annotations are skipped in WebKit", False),
        ("Placeholders are searched in Chromium", True),
        ("Placeholders are searched in Firefox", False),
        ("Placeholders are not searched in WebKit", True),
    ],
)
def test_a_table_says_of_each_column_what_its_cell_says(claim: str, expected: bool) -> None:
    grounds = judge(read_claim(claim, lambda term: 1, 100), TABLE, ("Engines",), COLUMNS)
    assert grounds.supports is expected, grounds


SYLLABLES = [f"{one}{two}" for one in "bdfgklmnprstv" for two in "aeo"]
WORDS = [f"{one}{two}" for one in SYLLABLES[::2] for two in SYLLABLES]
LONG = {
    "denials": ("not word nothing " * 240, "not word nothing. " * 2000),
    "numbers": (" ".join(f"{n} w{n}" for n in range(400)), " ".join(f"{n} v{n}" for n in range(800))),
    "names": (" ".join(f"Ab.c{word}" for word in WORDS), ", ".join(f"{word} Ab.c{word}" for word in WORDS * 3)),
    "conditions": (" ".join(WORDS), " ".join(f"if {word}" for word in WORDS * 3)),
    "other-way": (" ".join(WORDS), " ".join(reversed(WORDS))),
    "sentences": (" ".join(WORDS), " ".join(f"{word.capitalize()}." for word in WORDS * 5)),
    "cells": (" ".join(WORDS), "\n".join("\t".join(WORDS[at : at + 3]) for at in range(140)) * 5),
    "forms": (" ".join(f"abcde{word}" for word in WORDS), " ".join(f"abcde{word}er" for word in WORDS * 5)),
    "cjk-numbers": ("十" * 4000, "一二" * 50_000),
    "topics": ("ferry dock " * 360, "The ferry leaves from the dock."),
    "quantities": ("all " * 900, "all x " * 20_000),
}


@pytest.mark.parametrize("name", LONG)
def test_what_is_long_is_judged_in_time(name: str) -> None:
    claim, passage = LONG[name]
    assert not judge(read_claim(claim, lambda term: 3, 1000), passage, ("Ferry pier",)).supports


@pytest.mark.parametrize(("length", "is_judged"), [(MAX_SENTENCE, True), (MAX_SENTENCE + 1, False)])
def test_a_sentence_without_end_supports_nothing(length: int, is_judged: bool) -> None:
    begin = "The last ferry leaves at half past nine, "
    passage = (begin + "and it rains " * MAX_SENTENCE)[: length - 1] + "."
    grounds = judge(read_claim("The last ferry leaves at half past nine", lambda term: 3, 1000), passage)
    assert grounds.supports is is_judged
    assert is_judged or grounds.faults == ("a sentence has more than 4000 characters",)
