"""Faults that people met with quotations and text fragment links, each with the right answer.

A row holds a document (`input.content`), and a directive, a citation, a manifest or a link in the document;
`outcome` is resolve, ambiguous, not_found or error.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from citegate import check
from citegate.fragment.match import Page, find_range_from_text_directive
from citegate.fragment.syntax import parse_fragment_directive
from citegate.model import CHROMIUM, Report, SourceText, Status
from citegate.parse import parse_document
from citegate.verify.resolve import resolve_fragment

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "reports" / "cases.jsonl").read_text("utf-8").split("\n")
    if line
]
WITH_DIRECTIVE = [row for row in ROWS if "directive" in row["input"]]
WITH_CITATION = [row for row in ROWS if "citation" in row["input"]]
WITH_MANIFEST = [row for row in ROWS if "manifest_raw" in row["input"]]
WITH_LINK = [row for row in ROWS if "parsed" in row]
WITH_BUILT = [row for row in ROWS if "built" in row["input"]]


def name(row: dict[str, Any]) -> str:
    return f"{row['case']}-{row['kind']}"


def page_of(row: dict[str, Any]) -> Page:
    given = row["input"]
    source = SourceText(f"a.{given['format']}", given["content"])
    return Page(parse_document(source, id="a", url="/a", engines=(CHROMIUM,))[0], CHROMIUM)


def checked(folder: Path, row: dict[str, Any], manifest: str | None) -> Report:
    given = row["input"]
    content = folder / "content"
    content.mkdir()
    (content / f"a.{given['format']}").write_bytes(given["content"].encode())
    for other, text in given.get("other_docs", {}).items():
        (content / f"{other}.{given['format']}").write_bytes(text.encode())
    if manifest is not None:
        (content / "a.citations.json").write_text(manifest, "utf-8")
    return check(folder, min_length=1)


def outcome(report: Report) -> str:
    codes = {finding.rule.code for finding in report.findings}
    if codes & {"CG004"}:
        return "error"
    (verdict,) = report.verdicts
    if codes & {"CG103", "CG104"}:
        return "ambiguous"
    return "resolve" if verdict.status is Status.VERIFIED else "not_found"


def test_every_row_is_looked_at() -> None:
    groups = [WITH_DIRECTIVE, WITH_CITATION, WITH_MANIFEST, WITH_LINK, WITH_BUILT]
    assert sorted(row["case"] for group in groups for row in group) == sorted(row["case"] for row in ROWS)


@pytest.mark.parametrize("row", WITH_DIRECTIVE, ids=name)
def test_directives(row: dict[str, Any]) -> None:
    resolved = resolve_fragment(row["input"]["directive"], page_of(row))
    if resolved.invalid:
        got = "error"
    else:
        (found,) = resolved.directives
        got = ("not_found", "resolve", "ambiguous")[min(2, len(found.places))]
    assert got == row["outcome"]
    if "fixed" in row:
        assert resolve_fragment(row["fixed"], page_of(row)).is_found


@pytest.mark.parametrize("row", WITH_CITATION, ids=name)
def test_citations(row: dict[str, Any], tmp_path: Path) -> None:
    manifest = json.dumps([{"docId": "a", **row["input"]["citation"]}])
    report = checked(tmp_path, row, manifest)
    assert outcome(report) == row["outcome"], [finding.message for finding in report.findings]
    if "directive_expected" in row:
        page = page_of(row)
        wanted = parse_fragment_directive(row["directive_expected"]).directives[0]
        found = find_range_from_text_directive(wanted, page)
        assert found is not None
        assert found.span == report.verdicts[0].matches[0].span


@pytest.mark.parametrize("row", WITH_MANIFEST, ids=name)
def test_manifests(row: dict[str, Any], tmp_path: Path) -> None:
    report = checked(tmp_path, row, row["input"]["manifest_raw"])
    assert outcome(report) == row["outcome"], [finding.message for finding in report.findings]


@pytest.mark.parametrize("row", WITH_LINK, ids=name)
def test_links_are_read_as_the_markdown_processor_reads_them(row: dict[str, Any], tmp_path: Path) -> None:
    source = SourceText("a.md", row["input"]["content"])
    links = [link.href for link in parse_document(source, id="a", url="/a")[0].links]
    assert [href.partition("#")[2] for href in links] == [row["parsed"]]
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "a.md").write_text(row["input"]["content"], "utf-8")
    (tmp_path / "content" / "p.html").write_text(row["input"]["page"], "utf-8")
    report = check(tmp_path, site_url="https://x.test")
    codes = {finding.rule.code for finding in report.findings}
    if row["outcome"] == "error":
        assert codes == {"CG201", "CG202"}
        assert any("%20terms.)" in finding.message + (finding.help or "") for finding in report.findings)
    else:
        assert not codes
        assert report.verdicts[0].status is Status.VERIFIED


@pytest.mark.parametrize("row", WITH_BUILT, ids=name)
@pytest.mark.parametrize("is_kept", [False, True])
def test_links_of_the_page_that_ships(tmp_path: Path, row: dict[str, Any], is_kept: bool) -> None:
    given = row["input"]
    fragment = given["source"].partition("#")[2].rpartition(")")[0]
    built = re.sub('#[^"]*', lambda _: f"#{fragment}", given["built"]) if is_kept else given["built"]
    for name_, text in (
        ("content/a.md", given["source"]),
        ("content/user.md", given["page"]),
        ("dist/a.html", f"<p>{built}</p>"),
        ("dist/user.html", given["page"]),
    ):
        path = tmp_path / name_
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    report = check(tmp_path, site="dist", min_length=1)
    assert [finding.rule.code for finding in report.findings] == ([] if is_kept else ["CG507"])
    assert row["outcome"] == "error"
