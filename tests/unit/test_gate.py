"""The pipeline: what decides the exit code, and what must not change a report."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from citegate import gate
from citegate.config import Config, load
from citegate.index.files import DiskFiles, MemoryFiles
from citegate.model import Severity, Status
from citegate.outcome import Outcome, exit_code
from citegate.report import RENDERERS
from citegate.rules import MALFORMED_MANIFEST, PASSAGE_NOT_FOUND, PASSAGE_REPEATS

PAGE = "The ferry leaves the north pier at six in the morning.\n\nThe town lies at the mouth of the river.\n"
GOOD = {"docId": "p", "passage": "The ferry leaves the north pier at six"}
BAD = {"docId": "p", "passage": "The ferry never leaves the pier at all"}


def outcome(files: Mapping[str, str | bytes], **settings: object) -> Outcome:
    return gate.run(load(Path("/nowhere"), {"writes": False, **settings}), MemoryFiles(files))


def site(*entries: object, **more: str) -> dict[str, str | bytes]:
    return {"content/p.md": PAGE, "content/a.citations.json": json.dumps(entries), **more}


@pytest.mark.parametrize(
    ("files", "settings", "code"),
    [
        (site(GOOD), {}, 0),
        (site(BAD), {}, 1),
        (site(GOOD, BAD), {}, 1),
        (site(BAD, {"docId": "p"}), {}, 2),
        (site(), {}, 2),
        (site(), {"allow_empty": True}, 0),
        ({}, {}, 2),
        ({}, {"allow_empty": True}, 0),
        ({"content/p.md": "[x](https://other.test/#:~:text=far)\n"}, {}, 2),
        ({"content/p.md": b"\xff", "content/a.citations.json": json.dumps([GOOD])}, {}, 2),
        (site({**GOOD, "passage": "The ferry LEAVES the north pier at six"}), {}, 0),
        (site({**GOOD, "passage": "The ferry LEAVES the north pier at six"}), {"fail_on": "note"}, 1),
        (site(BAD), {"severity": {"CG101": "warning", "CG102": "warning"}}, 0),
        (site(BAD), {"severity": {"CG101": "off", "CG102": "off"}}, 0),
    ],
)
def test_exit_codes(files: dict[str, str | bytes], settings: dict[str, object], code: int) -> None:
    assert outcome(files, **settings).exit_code == code


def test_a_rule_that_says_that_nothing_was_decided_wins() -> None:
    from citegate.model import Finding, Location, Span

    place = Location("a", Span(0, 0))
    findings = [Finding(rule, "m", place) for rule in (PASSAGE_REPEATS, PASSAGE_NOT_FOUND, MALFORMED_MANIFEST)]
    assert exit_code(findings, Severity.ERROR) == 2
    assert exit_code(findings[:2], Severity.ERROR) == 1
    assert exit_code(findings[:1], Severity.ERROR) == 0
    assert exit_code(findings[:1], Severity.WARNING) == 1
    assert exit_code([], Severity.NOTE) == 0


class Shuffled(MemoryFiles):
    """Files that come in another order each time."""

    def walk(self, folder: str):  # type: ignore[no-untyped-def]
        found = list(super().walk(folder))
        random.shuffle(found)
        yield from found


@pytest.mark.parametrize("form", RENDERERS)
def test_the_order_in_which_files_are_read_changes_nothing(form: str) -> None:
    files: dict[str, str | bytes] = {f"content/{name}.md": PAGE + f"\n[x](/{name}#:~:text=never)\n" for name in "pqrs"}
    for name in "pqrs":
        files[f"content/{name}.citations.json"] = json.dumps([{**GOOD, "docId": name}, {**BAD, "docId": name}])
    config = Config(Path("/nowhere"), writes=False)
    found = {RENDERERS[form](gate.run(config, Shuffled(files)).report) for _ in range(4)}
    assert len(found) == 1


def test_a_citation_id_does_not_change_with_edits_elsewhere() -> None:
    def id_of(page: str, **entry: object) -> str:
        files = {"content/p.md": page, "content/a.citations.json": json.dumps([{**GOOD, **entry}])}
        (verdict,) = outcome(files).report.verdicts
        assert verdict.status is Status.VERIFIED
        return str(verdict.citation_id)

    first = id_of(PAGE)
    assert id_of("# A new heading\n\n" + PAGE + "\nAnd a new end.\n") == first
    assert id_of(PAGE.replace("The ferry leaves", "The *ferry*   leaves")) == first
    assert id_of(PAGE, passage="the ferry leaves the NORTH pier at six") == first
    assert id_of(PAGE + "\nThe ferry leaves the north pier at six.\n", occurrence=0) == first
    assert id_of(PAGE + "\nThe ferry leaves the north pier at six.\n", occurrence=1) != first


def test_the_source_span_is_the_quoted_source() -> None:
    page = "# T\r\n\r\nThe **ferry** leaves the\r\nnorth pier at six.\r\n"
    (verdict,) = outcome({"content/p.md": page, "content/a.citations.json": json.dumps([GOOD])}).report.verdicts
    assert verdict.source_span
    assert page[verdict.source_span.start : verdict.source_span.end] in (
        "The **ferry** leaves the\r\nnorth pier at six",
    )


def test_a_failing_run_leaves_the_old_file_and_a_clean_one_replaces_it(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "content/p.md").write_text(PAGE)
    manifest = tmp_path / "content/a.citations.json"
    manifest.write_text(json.dumps([BAD]))
    (tmp_path / "allowlist.json").write_text("old")
    config = load(tmp_path)
    assert gate.run(config).exit_code == 1
    assert (tmp_path / "allowlist.json").read_text() == "old"
    manifest.write_text(json.dumps([GOOD]))
    assert gate.run(config, DiskFiles(tmp_path)).exit_code == 0
    first = (tmp_path / "allowlist.json").read_bytes()
    assert gate.run(config).exit_code == 0
    assert (tmp_path / "allowlist.json").read_bytes() == first
    assert sorted(path.name for path in tmp_path.iterdir()) == ["allowlist.json", "content"]


def test_only_what_is_cited_is_parsed() -> None:
    read: list[str] = []

    class Counted(MemoryFiles):
        def read(self, path: str) -> bytes:
            read.append(path)
            return super().read(path)

    files = {**site(GOOD), **{f"content/other/{n}.mdx": "<Broken\n" for n in range(20)}}
    found = gate.run(Config(Path("/nowhere"), writes=False), Counted(files))
    assert found.exit_code == 0
    assert found.report.documents == 21
