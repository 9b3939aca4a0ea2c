"""Count by asking Chromium in how many places a directive could match, and compare with citegate's count.

    python -m bench.conformance.count IN.jsonl [--out COUNTS.jsonl] [--most N]

Asks; puts an unrelated letter of the same script in place of the first letter that matched; asks again, until nothing
is found. A page that scripting or serialising would change is left out. Each row's link is cut into its directives.
"""

from __future__ import annotations

import argparse
import asyncio
import time
import unicodedata
from itertools import islice
from typing import Any

from bench.conformance.ask import Witness
from bench.conformance.rows import Row, read_rows, split_row, write_rows
from bench.conformance.verdict import MARKER, body_text, document_of, seen
from citegate.fragment.match import Page, find_all_ranges
from citegate.fragment.syntax import parse_fragment_directive
from citegate.model import CHROMIUM

AT_ONCE = 24  # rows that are counted side by side
MOST = 12  # places after which counting stops
NEUTRAL = {
    "LATIN": "qxzjkvw",
    "CYRILLIC": "ъщыж",
    "GREEK": "ξψζ",
    "HEBREW": "טסק",
    "ARABIC": "ظثغ",
    "HIRAGANA": "ゑぬゆ",
    "KATAKANA": "ヱヌユ",
    "HANGUL": "뷁쀍",
    "CJK": "龘靐",
    "THAI": "ฬฆ",
    "DEVANAGARI": "ङञ",
    "DIGIT": "9876",
}
"""Letters that may stand in for one of the same script, by the first word of its Unicode name."""


def neutral(char: str, text: str) -> str | None:
    """A letter like `char` for word breaking, which is not in the text; None when there is none."""
    known = unicodedata.normalize("NFKD", text + char).casefold()
    category = unicodedata.category(char)
    if category == "Nd":
        pool = NEUTRAL["DIGIT"] if char.isascii() else ""
    elif category.startswith("L"):
        pool = NEUTRAL.get(unicodedata.name(char, "").split(" ")[0], "")
    else:
        pool = "§¤¶±" if category.startswith(("P", "S")) else ""
    return next((other for other in pool if other not in known), None)


async def count_places(row: Row, witness: Witness) -> int | None:
    """In how many places the row's one directive matches; None when that cannot be asked."""
    html = row["html"]
    if "shadowrootmode" in html or "<plaintext" in html:
        return None
    starts: set[int] = set()
    for _ in range(MOST):
        (answer,) = await witness.answers([{**row, "html": html}])
        if "error" in answer or len(answer["matched"]) != 1:
            return None
        if answer["matched"] == [None]:
            return len(starts)
        if answer["at"] == [None]:
            return None
        changed = _changed(html, answer, row["fragment"])
        if changed is None or answer["at"][0][0] in starts:
            return None
        starts.add(answer["at"][0][0])
        html = changed
    return None


def _changed(html: str, answer: Row, fragment: str) -> str | None:
    """The page with another letter where the match begins; None when the place in the source is not plain."""
    body = body_text(html)
    at = answer["at"][0][0]
    while at < len(body) and (not seen(body[at]) or unicodedata.combining(body[at])):
        at += 1
    if at == len(body):
        return None
    other = neutral(body[at], fragment + answer["matched"][0])
    source = _source_place(html, body, at)
    if other is None or source is None:
        return None
    changed = html[:source] + other + html[source + 1 :]
    return changed if body_text(changed) == body[:at] + other + body[at + 1 :] else None


def _source_place(html: str, body: str, at: int) -> int | None:
    """Where the character of the body's text is written, found by putting a marker before each like it."""
    wanted = body[:at] + MARKER + body[at:]
    place = html.find(body[at])
    while place >= 0:
        if body_text(html[:place] + MARKER + html[place:]) == wanted:
            return place
        place = html.find(body[at], place + 1)
    return None


def citegate_count(row: Row) -> int:
    """citegate's number of places for the row's one directive, none counted beyond MOST."""
    page = Page(document_of(row["html"]), CHROMIUM)
    (directive,) = parse_fragment_directive(row["fragment"]).directives
    return len(find_all_ranges(directive, page, MOST))


async def count_all(rows: list[Row], most: int) -> list[dict[str, Any]]:
    """A row with both counts for each directive that can be counted and is found."""

    async def counts(row: Row) -> Row:
        return {**row, "occurrences": await count_places(row, witness), "citegate": citegate_count(row)}

    counted: list[Row] = []
    async with Witness() as witness:
        countable = (row for row in rows if _is_single(row) and citegate_count(row))
        while len(counted) < most and (batch := list(islice(countable, AT_ONCE))):
            counted += [row for row in await asyncio.gather(*map(counts, batch)) if row["occurrences"] is not None]
    return counted


def _is_single(row: Row) -> bool:
    return len(parse_fragment_directive(row["fragment"]).directives) == 1


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("rows")
    parser.add_argument("--out")
    parser.add_argument("--most", type=int, default=500)
    options = parser.parse_args()
    rows = [single for row in read_rows(options.rows) for single in split_row(row)]
    began = time.monotonic()
    counted = asyncio.run(count_all(rows, options.most))
    different = [row for row in counted if row["occurrences"] != row["citegate"]]
    repeated = sum(row["occurrences"] > 1 for row in counted)
    print(f"{len(counted)} counted in {time.monotonic() - began:.0f} s, {repeated} repeat, {len(different)} differ")
    for row in different:
        print(f"{row['id']} {row['fragment']} browser {row['occurrences']} citegate {row['citegate']}")
    if options.out:
        write_rows(options.out, counted)


if __name__ == "__main__":
    main()
