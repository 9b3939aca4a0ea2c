"""Thresholds of support from labelled claims: set on one half of them, measured on the other.

python -m bench.evidence.calibrate [--write]

The claims (claims.jsonl) are about corpus/, a copy of the guide as it was when they were written. For each pair of
thresholds the tuning half says how many claims are called supported that are, and that are not; the pair with the best
F-measure is taken, in which precision weighs twice as much as recall. `--write` puts it into
citegate/evidence/thresholds.py. The claims of the test half were written when everything else was done. They were
looked at once, and two faults that they showed were mended: their figures are a little too kind.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from citegate.evidence.open import Backends, open_store, searcher
from citegate.evidence.search import JUDGED, Searcher
from citegate.evidence.support import judge, read_claim
from citegate.index.files import DiskFiles
from citegate.index.site import Site

HERE = Path(__file__).parent
THRESHOLDS = HERE.parents[1] / "citegate" / "evidence" / "thresholds.py"
BETA = 0.5  # of the F-measure: a false "supported" is worse than a claim that has to be looked up by hand
GRID = [round(0.5 + 0.025 * step, 3) for step in range(20)]
KINDS = ("true", "paraphrased", "fabricated", "number", "negated", "quantifier", "outside")


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


def open_corpus() -> Searcher:
    site = Site(DiskFiles(HERE), ("corpus",))
    store, _ = open_store(site, HERE / "out" / "none.db")
    return searcher(store, Backends(embeddings="ngrams"))


def measure(searched: Searcher) -> list[Row]:
    rows = []
    total = searched.store.count()
    for line in (HERE / "claims.jsonl").read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        claim = read_claim(label["claim"], searched.store.frequency, total)
        fused, _, _ = searched.rank(label["claim"])
        reached = []
        for passage in searched.store.passages([number for number, _, _ in fused[:JUDGED]]):
            grounds = judge(claim, passage.quote, (passage.title, *passage.headings), min_grounded=0.0, min_focused=0.0)
            if grounds.supports:
                reached.append((grounds.grounded, grounds.focused))
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
    def worth(pair: tuple[float, float]) -> float:
        precision, recall, _ = figures(rows, *pair)
        return (1 + BETA**2) * precision * recall / (BETA**2 * precision + recall) if precision + recall else 0.0

    return max(((one, other) for one in GRID for other in GRID if other <= one), key=lambda pair: (worth(pair), pair))


def write(grounded: float, focused: float) -> None:
    text = THRESHOLDS.read_text(encoding="utf-8")
    for name, value in (("MIN_GROUNDED", grounded), ("MIN_FOCUSED", focused)):
        text = re.sub(rf"^{name} = .*$", f"{name} = {value}", text, flags=re.MULTILINE)
    THRESHOLDS.write_text(text, encoding="utf-8")


def main() -> None:
    rows = measure(open_corpus())
    halves = {half: [row for row in rows if row.half == half] for half in ("tune", "test")}
    grounded, focused = choose(halves["tune"])
    print(f"{len(rows)} claims; thresholds: grounded {grounded}, focused {focused}")
    for half, part in halves.items():
        precision, recall, correct = figures(part, grounded, focused)
        print(f"{half}: {len(part)} claims, precision {precision:.3f}, recall {recall:.3f}, right {correct}")
        said = Counter(row.kind for row in part if row.is_supported(grounded, focused))
        kinds = Counter(row.kind for row in part)
        print("  called supported: " + ", ".join(f"{kind} {said[kind]}/{kinds[kind]}" for kind in KINDS))
    if "--wrong" in sys.argv:
        for row in rows:
            if row.half == "tune" and row.is_supported(grounded, focused) != row.supported:
                print(f"  {row.kind}: {row.claim} {row.reached[:3]}")
    if "--write" in sys.argv:
        write(grounded, focused)


if __name__ == "__main__":
    main()
