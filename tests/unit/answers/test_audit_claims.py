"""A statement against the passage that it cites: each row is a passage, a statement, and what does not agree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from citegate.answers.claims import Cited, Kind, compare, sentences_of
from citegate.evidence.cut import cut, quote_of
from citegate.model import SourceText
from citegate.parse import parse_document

FERRY = (
    "The last ferry leaves at half past nine from the north pier. Dogs travel free when they are kept on a lead."
    " The ferry runs every hour from April to October."
)
WELLS = "Of the 412 wells that were sampled, 387 met the limit for arsenic. Some wells met the limit for nitrate."
OFFICE = (
    "The office is the yellow house beside the slip; it is open from seven until the last ferry has left. Lockers stand"
    " behind the office and are emptied every evening at eight. Finds are kept for one month."
)
FEES = "a day ticket\ttwelve crowns\tmidnight\na week ticket\tsixty crowns\tSunday evening"
UPLOAD = (
    "Uploads are limited to 5 MB. A request that takes longer than 30 seconds is cancelled. Version 3.10 is required."
)
RULES = (
    "Divers must have a permit from the harbour office. Visitors may bring dogs, but cats are not allowed. Children"
    " under six need no ticket. Smoking is forbidden on the ferry."
)
PIER = "末班船晚上九点半从北码头开出，遇到大风时改从西码头开出。船票价格是十二元，有效期到当天午夜为止，不能退换。"
QUOTE = "中文引文至少要有八个字。跨段的引文，任何浏览器都找不到。每年约有百分之五的链接失效。"
COUNT = "同一句话在页面上出现多次时，浏览器会跳到第一处。用 `occurrence` 指明是第几处，从零开始数。"
PROVE = "A browser that --prove starts runs the scripts of your pages. Do not prove pages that you would not open."
FILE = "A run that passes writes one file. It lists the citations that were verified, each with its link."

FINE: list[tuple[str, str]] = [
    (FERRY, "The last ferry leaves at half past nine."),
    (FERRY, "The final boat departs from the north pier at 9:30 pm."),
    (FERRY, "The last ferry leaves at 21:30."),
    (FERRY, "Dogs ride for free if they are on a leash."),
    (FERRY, "Dogs travel free as long as they are kept on a lead."),
    (FERRY, "Dogs: Dogs can travel for free provided they're on a lead."),
    (FERRY, "From April to October there is a ferry every hour."),
    (FERRY, "Between April and October the ferry runs hourly."),
    (WELLS, "387 wells met the limit for arsenic."),
    (WELLS, "Of 412 sampled wells, 387 met the limit for arsenic."),
    (WELLS, "About 390 of the 412 wells met the limit for arsenic."),
    (WELLS, "More than 400 wells were sampled."),
    (WELLS, "Some of the wells met the nitrate limit."),
    (WELLS, "Not all wells met the limit for nitrate."),
    (OFFICE, "The office opens at 7 and closes after the last ferry."),
    (OFFICE, "Lockers are emptied each evening at eight."),
    (OFFICE, "The lockers are emptied daily at 8 pm."),
    (OFFICE, "Lost items are kept for a month."),
    (OFFICE, "You can find the lockers behind the office."),
    (FEES, "A day ticket costs 12 crowns and is valid until midnight."),
    (FEES, "A week ticket costs 60 crowns."),
    (FEES, "Tickets cost twelve crowns a day or sixty crowns a week."),
    (UPLOAD, "Uploads may be at most 5 MB."),
    (QUOTE, "中文引文不能少于八个字。"),
    (QUOTE, "中文引文不得少于 8 个字。"),
    (PROVE, "Do not prove pages that you would not open!"),
    (COUNT, "`occurrence` 从 0 开始计数。"),
    (FILE, "A passing run writes a single file."),
    (FILE, "A passing run writes one file."),
    (UPLOAD, "Files can be up to 5,000 kB in size."),
    (UPLOAD, "Requests longer than half a minute, 30 s, are cancelled."),
    (UPLOAD, "You need version 3.10."),
    (RULES, "A permit from the harbour office is required for divers."),
    (RULES, "Divers need a permit from the harbour office."),
    (RULES, "All divers must have a permit from the harbour office."),
    (RULES, "Dogs are allowed, cats are not."),
    (RULES, "Cats are forbidden."),
    (RULES, "Smoking is not allowed on the ferry."),
    (RULES, "Children below the age of six do not need a ticket."),
    (PIER, "末班船晚上9:30从北码头开出。"),
    (PIER, "船票十二元，不能退换。"),
    (PIER, "船票价格为12元。"),
    (PIER, "遇到大风时，末班船改从西码头开出。"),
    (QUOTE, "中文引文至少要有8个字。"),
    (QUOTE, "每年大约5%的链接会失效。"),
    (QUOTE, "跨段的引文在任何浏览器里都找不到。"),
    ("The cable is 1 km long.", "The cable is 1000 m long."),
    ("Version 1.2 was released on 1 May 2024.", "Version 1.2 came out on May 1, 2024."),
    ("The temperature must not fall below 5 °C.", "The temperature must stay above 5 °C."),
    ("Population: 1 200 people in 2020.", "In 2020 it had 1,200 people."),
    ("There is a north pier and a south pier.", "There are two piers: a north pier and a south pier."),
]

WRONG: list[tuple[str, str, Kind]] = [
    (FERRY, "The last ferry leaves at half past ten.", Kind.NUMBER),
    (FERRY, "The last ferry leaves at 22:30.", Kind.NUMBER),
    (FERRY, "The ferry runs every two hours from April to October.", Kind.NUMBER),
    (FERRY, "The last ferry leaves from the south pier.", Kind.SUPPORT),
    (FERRY, "The last ferry does not leave from the north pier.", Kind.LOGIC),
    (FERRY, "Cats travel free when they are kept on a lead.", Kind.SUPPORT),
    (FERRY, "All dogs travel free when kept on a lead.", Kind.LOGIC),
    (FERRY, "Only dogs travel free when kept on a lead.", Kind.LOGIC),
    (FERRY, "The ferry runs every hour from May to October.", Kind.SUPPORT),
    (FERRY, "The ferry never runs from April to October.", Kind.LOGIC),
    (FERRY, "The harbour museum was founded by a fishing family.", Kind.SUPPORT),
    (WELLS, "378 wells met the limit for arsenic.", Kind.NUMBER),
    (WELLS, "412 wells met the limit for arsenic.", Kind.NUMBER),
    (WELLS, "All wells met the limit for nitrate.", Kind.LOGIC),
    (WELLS, "Most wells met the limit for nitrate.", Kind.LOGIC),
    (WELLS, "No wells met the limit for nitrate.", Kind.LOGIC),
    (WELLS, "387 wells met the limit for mercury.", Kind.SUPPORT),
    (OFFICE, "The office is the blue house beside the slip.", Kind.SUPPORT),
    (OFFICE, "Lockers are emptied every morning at eight.", Kind.SUPPORT),
    (OFFICE, "Finds are kept for three months.", Kind.NUMBER),
    (OFFICE, "Lockers are not emptied in the evening.", Kind.LOGIC),
    (FEES, "A day ticket costs 15 crowns.", Kind.NUMBER),
    (FEES, "A day ticket costs 60 crowns.", Kind.NUMBER),
    (FEES, "A day ticket costs twelve euros.", Kind.NUMBER),
    (UPLOAD, "Uploads are limited to 5 GB.", Kind.NUMBER),
    (UPLOAD, "A request that takes longer than 30 ms is cancelled.", Kind.NUMBER),
    (UPLOAD, "Uploads must be at least 5 MB.", Kind.LOGIC),
    (COUNT, "`occurrence` 从一开始数。", Kind.NUMBER),
    (FILE, "A run that passes writes two files.", Kind.NUMBER),
    (FILE, "A run that passes writes three files.", Kind.NUMBER),
    (UPLOAD, "Version 3.1 is required.", Kind.NUMBER),
    (UPLOAD, "Uploads are unlimited.", Kind.LOGIC),
    (RULES, "Divers may have a permit from the harbour office.", Kind.LOGIC),
    (RULES, "Divers need no permit from the harbour office.", Kind.LOGIC),
    (RULES, "Dogs are not allowed.", Kind.LOGIC),
    (RULES, "Visitors may bring cats.", Kind.SUPPORT),
    (RULES, "Smoking is allowed on the ferry.", Kind.LOGIC),
    (RULES, "Children under six need a ticket.", Kind.LOGIC),
    (RULES, "Children under sixteen need no ticket.", Kind.NUMBER),
    (PIER, "末班船晚上十点半从北码头开出。", Kind.NUMBER),
    (PIER, "末班船晚上九点半从南码头开出。", Kind.SUPPORT),
    (PIER, "船票价格是二十元。", Kind.NUMBER),
    (PIER, "船票可以退换。", Kind.LOGIC),
    (PIER, "博物馆由一个渔民家庭创办。", Kind.SUPPORT),
    (QUOTE, "中文引文至少要有十个字。", Kind.NUMBER),
    (QUOTE, "中文引文最多八个字。", Kind.LOGIC),
    (QUOTE, "跨段的引文，浏览器找得到。", Kind.LOGIC),
    (QUOTE, "每年约有百分之十五的链接失效。", Kind.NUMBER),
    ("Turnover rose by 3 %.", "Turnover rose by 3 percentage points.", Kind.NUMBER),
    ("Turnover rose by 3 %.", "Turnover fell by 3 %.", Kind.LOGIC),
    ("The pump runs at 20 °C.", "The pump runs at 20 °F.", Kind.NUMBER),
    (
        "A flag on the command line wins over the settings file.",
        "The settings file wins over a flag on the command line.",
        Kind.SUPPORT,
    ),
    ("The gate is open before noon.", "The gate is open after noon.", Kind.LOGIC),
    ("Some files may be deleted.", "Files are deleted.", Kind.LOGIC),
]


@pytest.mark.parametrize(("passage", "statement"), FINE)
def test_what_agrees(passage: str, statement: str) -> None:
    assert [each for each in compare(statement, [Cited(passage)]) if each.kind is not Kind.DOUBT] == []


@pytest.mark.parametrize(("passage", "statement", "kind"), WRONG)
def test_what_does_not(passage: str, statement: str, kind: Kind) -> None:
    found = compare(statement, [Cited(passage)])
    assert {each.kind for each in found} == {kind}, found


GUIDE = sorted((Path(__file__).parents[3] / "content").rglob("*.mdx"))
NUMBER = re.compile(r"(?<![\w.,:/#-])(?:[4-9]|[1-9]\d)(?![\w.,:/-])")


def sentences(path: Path) -> Iterator[tuple[str, str]]:
    """Every sentence of a page, with the passage that it stands in."""
    document = parse_document(SourceText(path.name, path.read_text(encoding="utf-8")), id="a", url="/a")[0]
    for piece in cut(document):
        quote = quote_of(document, piece.span)
        yield from ((sentence, quote) for sentence in sentences_of(quote))


def test_what_a_passage_says_itself_agrees_with_it() -> None:
    pairs = [pair for path in GUIDE for pair in sentences(path) if " | " not in pair[0]]
    assert len(pairs) > 400
    assert [pair for pair in pairs if compare(pair[0].rstrip(".") + " !", [Cited(pair[1])])] == []


def test_a_number_that_is_changed_is_found() -> None:
    missed = []
    changed = 0
    for path in GUIDE:
        for sentence, quote in sentences(path):
            match = NUMBER.search(sentence)
            if match is None or len(sentence) > 400:
                continue
            other = str(int(match[0]) + 13)
            if other in quote:
                continue
            changed += 1
            found = compare(sentence[: match.start()] + other + sentence[match.end() :], [Cited(quote)])
            if not any(each.kind in (Kind.NUMBER, Kind.SUPPORT) for each in found):
                missed.append(sentence)
    assert changed > 10
    assert missed == []
