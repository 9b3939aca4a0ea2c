"""Thresholds of support from labelled claims: set on one part of them, measured on the others.

python -m bench.evidence.calibrate [--write] [--wrong] [--fresh]

The claims (claims.jsonl) are in three parts. "tune" and "test" are about corpus/, a copy of the guide as it was when
they were written; "fresh" is about fresh/, a later copy. For each pair of thresholds the tuning part says how many
claims are called supported that are, and that are not. Of the pairs with a precision of `PRECISION` or more, the one
with the best recall is taken; `--write` puts it into citegate/evidence/thresholds.py. The fresh part was written before
the rules of the verdict were made stricter, and is run with `--fresh` alone, so that nobody tunes on it.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from citegate.evidence.claim import read_claim
from citegate.evidence.open import Backends, open_store, searcher
from citegate.evidence.search import JUDGED, Searcher, judge_passage
from citegate.index.files import DiskFiles
from citegate.index.site import Site

HERE = Path(__file__).parent
THRESHOLDS = HERE.parents[1] / "citegate" / "evidence" / "thresholds.py"
PRECISION = 0.9  # of "supported", on the tuning part, two thirds of which are made to look supported and are not
GRID = [round(0.5 + 0.025 * step, 3) for step in range(20)]
KINDS = ("true", "paraphrased", "fabricated", "number", "negated", "quantifier", "condition", "outside")


@dataclass(frozen=True, slots=True)
class Row:
    claim: str
    kind: str
    supported: bool
    half: str
    reached: tuple[tuple[float, float], ...]
    """Grounded and focused of each passage that nothing else speaks against."""

    def is_supported(self, grounded: float, focused: float) -> bool:
        return any(one >= grounded and other >= focused for one, other in self.reached)


def open_corpus(folder: str = "corpus") -> Searcher:
    site = Site(DiskFiles(HERE), (folder,))
    store, _ = open_store(site, HERE / "out" / "none.db")
    return searcher(store, Backends(embeddings="ngrams"))


def measure(searched: Searcher, halves: tuple[str, ...]) -> list[Row]:
    rows = []
    total = searched.store.count()
    for line in (HERE / "claims.jsonl").read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        if label["half"] not in halves:
            continue
        claim = read_claim(label["claim"], searched.store.frequency, total)
        fused, _, _ = searched.rank(label["claim"])
        passages = searched.store.passages([number for number, _, _ in fused[:JUDGED]])
        grounds = [judge_passage(claim, passage, min_grounded=0.0, min_focused=0.0) for passage in passages]
        against = max((each.focused for each in grounds if each.contradicts), default=0.0)
        reached = [(each.grounded, each.focused) for each in grounds if each.supports and each.focused > against]
        rows.append(Row(label["claim"], label["kind"], label["supported"], label["half"], tuple(reached)))
    return rows


def figures(rows: list[Row], grounded: float, focused: float) -> tuple[float, float, int]:
    """Precision, recall and right answers."""
    said = [row for row in rows if row.is_supported(grounded, focused)]
    right = sum(row.supported for row in said)
    wanted = sum(row.supported for row in rows)
    correct = sum(row.is_supported(grounded, focused) == row.supported for row in rows)
    return right / len(said) if said else 1.0, right / wanted, correct


def choose(rows: list[Row]) -> tuple[float, float]:
    pairs = [(one, other) for one in GRID for other in GRID if other <= one]
    good = [pair for pair in pairs if figures(rows, *pair)[0] >= PRECISION]
    return max(good, key=lambda pair: (figures(rows, *pair)[1], pair))


def write(grounded: float, focused: float) -> None:
    text = THRESHOLDS.read_text(encoding="utf-8")
    for name, value in (("MIN_GROUNDED", grounded), ("MIN_FOCUSED", focused)):
        text = re.sub(rf"^{name} = .*$", f"{name} = {value}", text, flags=re.MULTILINE)
    THRESHOLDS.write_text(text, encoding="utf-8")


def main() -> None:
    rows = measure(open_corpus(), ("tune", "test"))
    if "--fresh" in sys.argv:
        rows += measure(open_corpus("fresh"), ("fresh",))
    parts = {half: [row for row in rows if row.half == half] for half in ("tune", "test", "fresh")}
    grounded, focused = choose(parts["tune"])
    print(f"{len(rows)} claims; thresholds: grounded {grounded}, focused {focused}")
    for half, part in parts.items():
        if not part:
            continue
        precision, recall, correct = figures(part, grounded, focused)
        print(f"{half}: {len(part)} claims, precision {precision:.3f}, recall {recall:.3f}, right {correct}")
        said = Counter(row.kind for row in part if row.is_supported(grounded, focused))
        kinds = Counter(row.kind for row in part)
        print("  called supported: " + ", ".join(f"{kind} {said[kind]}/{kinds[kind]}" for kind in KINDS if kinds[kind]))
    if "--wrong" in sys.argv:
        for row in parts["tune"]:
            if row.is_supported(grounded, focused) != row.supported:
                print(f"  {row.kind}: {row.claim} {row.reached[:3]}")
    if "--write" in sys.argv:
        write(grounded, focused)


if __name__ == "__main__":
    main()
