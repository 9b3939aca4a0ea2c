"""The guide as evidence: the golden set is found, and the labelled claims are judged as the benches say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citegate.evidence.dense import NgramEmbedder
from citegate.evidence.evaluate import evaluate, read_questions, unanswerable
from citegate.evidence.search import Searcher
from citegate.evidence.store import Store
from citegate.index.files import DiskFiles
from citegate.index.site import Site

ROOT = Path(__file__).parents[3]
BENCH = ROOT / "bench" / "evidence"
MIN_RECALL = 0.8  # of hybrid at 5; it was 0.9 when the set was made, and the guide is edited
MIN_FRESH = 0.85  # share of the golden set's sentences that the guide still has
MIN_PRECISION = (
    0.88  # of "supported", over the labelled claims about the copied guide; 0.92 when the thresholds were set
)


def searcher_of(root: Path, content: str) -> Searcher:
    store = Store()
    store.refresh(Site(DiskFiles(root), (content,)))
    return Searcher(store, NgramEmbedder())


@pytest.fixture(scope="module")
def guide() -> Searcher:
    return searcher_of(ROOT, "content")


def test_the_golden_set_is_found(guide: Searcher) -> None:
    questions = read_questions((BENCH / "golden.jsonl").read_text(encoding="utf-8"), "golden.jsonl")
    assert len(questions) >= 100
    assert len(unanswerable(guide, questions)) <= (1 - MIN_FRESH) * len(questions)
    assert evaluate(guide, questions, 5)[-1].recall >= MIN_RECALL


def test_every_passage_of_the_guide_has_a_link(guide: Searcher) -> None:
    assert all("#:~:text=" in passage.href for passage in guide.store.all())


def test_labelled_claims_are_judged(guide: Searcher) -> None:
    searcher = searcher_of(BENCH, "corpus")
    lines = (BENCH / "claims.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if row["half"] != "fresh"]
    assert len(rows) >= 150
    said = [row for row in rows if searcher.ask(row["claim"], 1).supported]
    right = sum(row["supported"] for row in said)
    assert right / len(said) >= MIN_PRECISION
    assert right >= 0.4 * sum(row["supported"] for row in rows)
    assert not any(row["kind"] == "outside" for row in said)
