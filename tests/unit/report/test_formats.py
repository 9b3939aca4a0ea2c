"""The reports for other tools: they say the same as the text, and hostile text stays text."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from citegate.model import (
    Applicability,
    Citation,
    Edit,
    Finding,
    Fix,
    Location,
    Report,
    Severity,
    SourceText,
    Span,
    Status,
    TextQuoteSelector,
    Verdict,
)
from citegate.report import RENDERERS
from citegate.report.github import MAX_ROWS, job_summary
from citegate.rules import PASSAGE_DRIFTED, PASSAGE_NOT_FOUND, PASSAGE_REPEATS, RULES

HOSTILE = "]]>&amp;<script>alert(1)</script>\x1b[31m\u202e%0A::error::{0} [x](y) \ud800 | `\r\n2"
PATH = "content/a b,c:d%/é.json"
SOURCE = SourceText(PATH, '[\n  "one passage",\n  "another 全角 passage"\n]\n')


ANOTHER = Span(SOURCE.text.index("another"), SOURCE.text.index('"\n]'))


def citation(start: int, end: int, words: str) -> Citation:
    return Citation(PATH, Span(start, end), "doc", "/doc", TextQuoteSelector(words))


FINDINGS = (
    Finding(PASSAGE_NOT_FOUND, HOSTILE, Location(PATH, Span(5, 16), HOSTILE), quote="one passage"),
    Finding(
        PASSAGE_DRIFTED,
        "“another” drifted",
        Location(PATH, ANOTHER, "here"),
        (Location("content/none.md", Span(0, 0), "closest"),),
        "mend it",
        (Fix("cite it", Applicability.UNSAFE, (Edit(PATH, Span(ANOTHER.start, ANOTHER.start + 7), "other"),)),),
        quote="another",
    ),
    Finding(PASSAGE_REPEATS, "repeats", Location(PATH, ANOTHER, "here"), quote="another"),
    Finding(PASSAGE_NOT_FOUND, "elsewhere", Location("content", Span(0, 0), "nothing here")),
)
REPORT = Report(
    FINDINGS,
    (
        Verdict(citation(4, 17, HOSTILE), Status.MISSING),
        Verdict(citation(ANOTHER.start - 1, ANOTHER.end + 1, "another 全角 passage"), Status.DRIFTED),
        Verdict(citation(ANOTHER.end + 1, ANOTHER.end + 2, "good"), Status.VERIFIED),
        Verdict(citation(ANOTHER.end + 2, ANOTHER.end + 3, "other site"), Status.SKIPPED),
    ),
    (SOURCE,),
    "1.2.3",
    documents=1,
)
EMPTY = Report((), (), (), "1.2.3")
SCHEMA = json.loads((Path(__file__).parent / "data" / "sarif-subset.schema.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("form", RENDERERS)
@pytest.mark.parametrize("report", [REPORT, EMPTY], ids=["full", "empty"])
def test_a_report_can_be_printed_and_is_the_same_each_time(form: str, report: Report) -> None:
    text = RENDERERS[form](report)
    assert text == RENDERERS[form](report)
    text.encode("utf-8")
    assert text == "" or text.endswith("\n")


def test_sarif() -> None:
    log = json.loads(RENDERERS["sarif"](REPORT))
    jsonschema.Draft202012Validator(SCHEMA).validate(log)
    (run,) = log["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == list(RULES)
    for result, finding in zip(run["results"], FINDINGS, strict=True):
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == finding.rule.code
    place = run["results"][1]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "content/a%20b,c%3Ad%25/%C3%A9.json"
    assert place["region"] == {"startLine": 3, "startColumn": 4, "endLine": 3, "endColumn": 22}
    assert "region" not in run["results"][3]["locations"][0]["physicalLocation"]
    assert "{{0}} \\[x\\](y)" in run["results"][0]["message"]["text"]
    (change,) = run["results"][1]["fixes"][0]["artifactChanges"]
    assert change["replacements"][0]["deletedRegion"]["endColumn"] == 11


def test_sarif_names_a_file_by_its_bytes() -> None:
    finding = replace(FINDINGS[3], primary=replace(FINDINGS[3].primary, path="content/\udcff.md"))
    log = json.loads(RENDERERS["sarif"](replace(REPORT, findings=(finding,))))
    place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "content/%FF.md"


def test_junit_has_a_case_for_each_citation() -> None:
    root = ET.fromstring(RENDERERS["junit"](REPORT).encode())
    assert dict(root.attrib) == {"name": "citegate", "tests": "5", "failures": "3", "errors": "0", "skipped": "1"}
    suites = {suite.attrib["name"]: suite for suite in root}
    cases = list(suites[PATH])
    assert [[child.tag for child in case] for case in cases] == [
        ["failure"],
        ["failure", "system-out"],
        [],
        ["skipped"],
    ]
    assert cases[0][0].attrib["type"] == "CG101"
    assert "<script>alert(1)</script>" in cases[0][0].attrib["message"]
    assert [case.attrib["name"] for case in suites["content"]] == ["passage-not-found"]


def test_github_marks_lines_and_no_text_becomes_a_command() -> None:
    lines = RENDERERS["github"](REPORT).splitlines()
    assert len(lines) == len(FINDINGS)
    assert lines[1] == (
        "::error file=content/a b%2Cc%3Ad%25/é.json,line=3,endLine=3,col=4,endColumn=22,"
        "title=CG102 passage-drifted::“another” drifted%0Amend it"
    )
    assert "%250A::error::" in lines[0]
    assert lines[2].startswith("::warning file=")
    assert lines[3].startswith("::error file=content,title=")


def test_the_summary_of_a_job_is_a_table_and_is_cut() -> None:
    summary = job_summary(REPORT)
    rows = [line for line in summary.splitlines() if line.startswith("| ")]
    assert len(rows) == 1 + len(FINDINGS)
    assert "<script>" not in summary
    many = Report(FINDINGS * MAX_ROWS, (), (SOURCE,), "1")
    assert f"{3 * MAX_ROWS} more findings are in the log." in job_summary(many)


def test_gitlab_issues_have_fingerprints_of_their_own() -> None:
    issues = json.loads(RENDERERS["gitlab"](Report((*FINDINGS, *FINDINGS), (), (SOURCE,), "1")))
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)
    assert [issue["severity"] for issue in issues[:4]] == ["major", "major", "minor", "major"]
    assert issues[1]["location"] == {"path": PATH, "lines": {"begin": 3, "end": 3}}


def test_a_fingerprint_survives_moved_lines_and_white_space() -> None:
    first = Finding(PASSAGE_NOT_FOUND, "m", Location("a", Span(0, 3)), quote="One  passage")
    moved = Finding(PASSAGE_NOT_FOUND, "m", Location("a", Span(90, 93)), quote="one passage", severity=Severity.NOTE)
    other = Finding(PASSAGE_NOT_FOUND, "m", Location("a", Span(0, 3)), quote="two passages")
    assert first.fingerprint == moved.fingerprint != other.fingerprint
