"""Known faults: counted, shrinking by themselves, never growing in silence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citegate import fix, gate
from citegate.config import Config, load
from citegate.errors import ConfigError
from citegate.outcome import Outcome

PAGE = "The ferry leaves the north pier at six in the morning.\n\nThe town lies at the mouth of the river.\n"
GOOD = {"docId": "p", "passage": "The ferry leaves the north pier at six"}
BAD = {"docId": "p", "passage": "A bridge across the bay was never built"}
WORSE = {"docId": "p", "passage": "Nobody has lived here since the mine closed"}
GONE = {"docId": "q", "passage": "Nobody has lived here since the mine closed"}


def cite(root: Path, *entries: object) -> None:
    (root / "content").mkdir(exist_ok=True)
    (root / "content/p.md").write_text(PAGE)
    (root / "content/a.citations.json").write_text(json.dumps(entries))


def check(root: Path, **settings: object) -> Outcome:
    return gate.run(load(root, {"baseline": "known.json", **settings}))


def counts(root: Path) -> dict[str, int]:
    faults = json.loads((root / "known.json").read_text())["faults"]
    return {fault["quote"]: fault["count"] for fault in faults.values()}


def test_a_list_is_begun_only_when_asked_for(tmp_path: Path) -> None:
    cite(tmp_path, GOOD, BAD)
    with pytest.raises(ConfigError, match=r"no list of known faults known\.json"):
        check(tmp_path)
    found = check(tmp_path, update_baseline=True)
    assert (found.exit_code, found.report.findings) == (0, ())
    assert "known.json holds 1 fault" in found.report.notes
    assert counts(tmp_path) == {BAD["passage"]: 1}


def test_known_faults_pass_and_new_ones_fail(tmp_path: Path) -> None:
    cite(tmp_path, GOOD, BAD, GONE)
    check(tmp_path, update_baseline=True)
    before = (tmp_path / "known.json").read_bytes()
    found = check(tmp_path)
    assert found.exit_code == 0
    assert "2 faults known from known.json" in found.report.notes
    assert (tmp_path / "allowlist.json").exists()
    cite(tmp_path, GOOD, WORSE, BAD, GONE)
    found = check(tmp_path)
    assert found.exit_code == 1
    assert [finding.quote for finding in found.report.findings] == [WORSE["passage"]]
    assert (tmp_path / "known.json").read_bytes() == before


def test_the_same_fault_once_more_is_new(tmp_path: Path) -> None:
    cite(tmp_path, BAD)
    check(tmp_path, update_baseline=True)
    cite(tmp_path, BAD, BAD)
    assert len(check(tmp_path).report.findings) == 1


def test_what_is_mended_is_no_longer_known(tmp_path: Path) -> None:
    cite(tmp_path, BAD, BAD, WORSE)
    check(tmp_path, update_baseline=True)
    assert counts(tmp_path) == {BAD["passage"]: 2, WORSE["passage"]: 1}
    cite(tmp_path, BAD)
    found = check(tmp_path, frozen=True)
    assert counts(tmp_path)[BAD["passage"]] == 2
    found = check(tmp_path)
    assert "1 fault known from known.json; 2 mended" in found.report.notes
    assert counts(tmp_path) == {BAD["passage"]: 1}
    cite(tmp_path, BAD, WORSE)
    assert check(tmp_path).exit_code == 1
    assert counts(tmp_path) == {BAD["passage"]: 1}


def test_a_run_that_did_not_look_at_everything_mends_nothing(tmp_path: Path) -> None:
    cite(tmp_path, BAD)
    check(tmp_path, update_baseline=True)
    cite(tmp_path, GOOD)
    (tmp_path / "content/b.citations.json").write_text("[{]")
    assert check(tmp_path).exit_code == 2
    assert counts(tmp_path) == {BAD["passage"]: 1}
    (tmp_path / "content/b.citations.json").unlink()
    assert check(tmp_path, paths=("content/p.md",), allow_empty=True).exit_code == 0
    assert check(tmp_path, changed=("content/p.md",)).exit_code == 0
    assert counts(tmp_path) == {BAD["passage"]: 1}
    check(tmp_path)
    assert counts(tmp_path) == {}


def test_what_means_that_nothing_was_looked_at_is_never_known(tmp_path: Path) -> None:
    cite(tmp_path)
    assert check(tmp_path, update_baseline=True).exit_code == 2
    assert counts(tmp_path) == {}
    cite(tmp_path, GOOD)
    assert check(tmp_path, frozen=True).report.findings[0].rule.code == "CG401"


def test_known_faults_are_mended_too(tmp_path: Path) -> None:
    cite(tmp_path, {**GOOD, "passage": "The **ferry** leaves the north pier"})
    check(tmp_path, update_baseline=True)
    config = load(tmp_path, {"baseline": "known.json"})
    after, _ = fix.apply(config, fix.mend(config))
    assert after.exit_code == 0
    assert counts(tmp_path) == {}


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"schema": 2, "faults": {}}', '{"schema": 1, "faults": {"a": {"code": "CG101"}}}']
)
def test_a_list_that_is_none_is_an_error(tmp_path: Path, text: str) -> None:
    cite(tmp_path, GOOD)
    (tmp_path / "known.json").write_text(text)
    with pytest.raises(ConfigError, match=r"known\.json"):
        check(tmp_path)
    assert Config(tmp_path).baseline == ""
