"""The fuzz targets with a fixed number of inputs: their seeds, inputs that once reached something new, and chance.

What is asserted stands in the targets, beside what they do: see bench/fuzz.

`fuzz_inputs.jsonl` has a line for each such input, its bytes in base64; what fuzzing finds is added there. The long
runs are there too.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bench.fuzz import answers, pairs, targets

TARGETS = {**targets.TARGETS, **answers.TARGETS, **pairs.TARGETS}
ROWS = [json.loads(line) for line in (Path(__file__).parent / "fuzz_inputs.jsonl").read_text("utf-8").splitlines()]
SLOW = {"whole-run": 5, "cached": 8, "shared": 8, "builder": 20, "mdx": 25, "markdown": 25}
"""How many random inputs of targets that take more than a millisecond or two; 60 of the others."""


def test_what_the_targets_stand_on_is_there() -> None:
    assert {row["target"] for row in ROWS} <= set(TARGETS)
    assert len(ROWS) > 300


def test_a_target_fails_where_a_law_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "HOLD_LIMIT", -9)
    with pytest.raises(AssertionError):
        answers.tokens(b"\x01\x01\x01[[cite:guide|Use")
    monkeypatch.setattr(targets, "find_range_from_text_directive", lambda *_: None)
    with pytest.raises(AssertionError):
        for row in ROWS:
            if row["target"] == "matcher":
                targets.matcher(base64.b64decode(row["data"]))


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_inputs_that_are_known(name: str) -> None:
    target, seeds = TARGETS[name]
    known = [base64.b64decode(row["data"]) for row in ROWS if row["target"] == name]
    for data in (*(seed.encode("utf-8") for seed in seeds), *known, b""):
        target(data)


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_inputs_by_chance(name: str) -> None:
    target, seeds = TARGETS[name]
    pieces = st.sampled_from([seed.encode("utf-8") for seed in seeds])
    of_seeds = st.tuples(pieces, st.integers(0, 200), st.binary(max_size=8), pieces)
    mixed = of_seeds.map(lambda made: made[0][: made[1]] + made[2] + made[3][made[1] // 2 :])

    @settings(max_examples=SLOW.get(name, 60), deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.one_of(mixed, st.binary(max_size=300)))
    def holds(data: bytes) -> None:
        target(data)

    holds()
