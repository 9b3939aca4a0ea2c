"""Compare citegate with answers of a browser, by kind of page and by kind of cut; make disagreements small.

    python -m bench.conformance.compare ANSWERS.jsonl [--engine firefox] [--out DISAGREEMENTS.jsonl] [--minimise N]

ANSWERS.jsonl is what `ask`, `firefox` or `webkit` wrote; of WebKit only whether something was found is known. Each
disagreement is written as one row with one directive, both answers and, for the first N of each kind of page, a page
made as small as the difference allows (asks Chromium some hundred times each).
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Sequence

from bench.conformance.ask import Witness
from bench.conformance.minimise import minimised
from bench.conformance.rows import Row, read_rows, split_row, write_rows
from bench.conformance.verdict import (
    Answer,
    browser_answers,
    citegate_answers,
    is_same,
    kind_of_difference,
)
from citegate.fragment.syntax import parse_fragment_directive
from citegate.model import CHROMIUM, ENGINES, Engine


class Tally:
    """Counts of directives and of those that agree."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.agreed: Counter[str] = Counter()

    def count(self, names: Sequence[str], agrees: bool) -> None:
        """Count one directive under each of the names."""
        for name in names:
            self.asked[name] += 1
            self.agreed[name] += agrees

    def lines(self) -> list[str]:
        """A line for each name, the worst first."""
        order = sorted(self.asked, key=lambda name: (self.agreed[name] / self.asked[name], name))
        return [
            f"{name:24} {self.agreed[name]:6} of {self.asked[name]:6}  {self.agreed[name] / self.asked[name]:8.3%}"
            for name in order
        ]


def compare(rows: Sequence[Row], engine: Engine = CHROMIUM) -> tuple[Tally, list[Row]]:
    """The counts, and one row with one directive for each disagreement."""
    tally = Tally()
    disagreements: list[Row] = []
    for row in rows:
        if "error" in row:
            tally.count(["(no answer)"], agrees=False)
            continue
        ours, theirs = citegate_answers(row["html"], row["fragment"], engine), browser_answers(row)
        if not ours and not any(theirs):  # a link of one directive, which both ignore
            tally.count(["all", f"page {row['kind']}", f"cut {row['cut']}"], agrees=True)
            continue
        if len(ours) != len(theirs):
            tally.count(["all", f"page {row['kind']}", "number of directives"], agrees=False)
            disagreements.append({**row, "difference": "number of directives", "valid": [len(ours), len(theirs)]})
            continue
        singles = _valid_singles(row, engine)
        for mine, other, single in zip(ours, theirs, singles, strict=True):
            agrees = is_same(mine, other)
            tally.count(["all", f"page {row['kind']}", f"cut {single['cut']}"], agrees)
            if not agrees:
                single["difference"] = kind_of_difference(mine, other)
                single["citegate"], single["browser"] = _told(mine), _told(other)
                disagreements.append(single)
    return tally, disagreements


def _valid_singles(row: Row, engine: Engine) -> list[Row]:
    """A row for each directive of the link that counts."""
    valid: list[Row] = []
    link = ":~:"
    for single in split_row(row):
        longer = f"{link}&{single['fragment'].partition(':~:')[2]}"
        if len(parse_fragment_directive(longer + "&", engine).directives) > len(
            valid
        ):  # "&": spaces before it are no end
            valid.append(single)
            link = longer
    return valid


def _told(answer: Answer | None) -> list[object] | None:
    return None if answer is None else [answer.text, answer.at]


async def minimise_some(rows: Sequence[Row], most: int) -> list[Row]:
    """The first disagreements of each kind of page and difference, made small."""
    taken: defaultdict[tuple[str, str], int] = defaultdict(int)
    small: list[Row] = []
    async with Witness() as witness:
        for row in rows:
            key = (row["kind"], row["difference"])
            if taken[key] >= most or row["difference"] == "number of directives":
                continue
            taken[key] += 1
            less = await minimised({name: row[name] for name in ("id", "kind", "html", "fragment")}, witness)
            if less is not None:
                small.append(less)
                print(f"{less['id']} {less['difference']}: {less['fragment']}")
                print(f"    {less['html']!r}\n    {less['matched']}", flush=True)
    return small


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("answers")
    parser.add_argument("--engine", choices=sorted(ENGINES), default=CHROMIUM.name)
    parser.add_argument("--out")
    parser.add_argument("--minimise", type=int, default=0, metavar="N")
    options = parser.parse_args()
    rows = read_rows(options.answers)
    began = time.monotonic()
    tally, disagreements = compare(rows, ENGINES[options.engine])
    print(*tally.lines(), sep="\n")
    print(f"{len(disagreements)} disagreements; compared in {time.monotonic() - began:.1f} s")
    if options.minimise:
        disagreements = asyncio.run(minimise_some(disagreements, options.minimise))
    if options.out:
        write_rows(options.out, disagreements)


if __name__ == "__main__":
    main()
