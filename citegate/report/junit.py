"""The report as JUnit XML: one case for each citation, so that what passes counts too."""

from __future__ import annotations

import re
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

from citegate.model import Finding, Report, Severity, Status, Verdict
from citegate.report.places import by_verdict, region, regions

SHOWN = 80  # code points of a passage in the name of its case

_NOT_XML = re.compile(
    "[^\t\n\r\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"  # what XML 1.0 forbids or advises against
    "|[\u2028-\u202e\u2066-\u2069]"  # what turns a line where the file is looked at
)

Case = tuple[str, str, Verdict | None, tuple[Finding, ...]]
"""Suite, name, verdict, findings."""


def render_junit(report: Report) -> str:
    """A suite for each file that cites, a case for each citation, and one for each fault of no citation."""
    cases: list[Case] = []
    for verdict, findings in by_verdict(report):
        if verdict is None:
            cases.extend((finding.primary.path, finding.rule.name, None, (finding,)) for finding in findings)
        else:
            cases.append((verdict.citation.path, _name(verdict), verdict, findings))
    cases.sort(key=lambda case: case[0])
    suites = [(path, list(group)) for path, group in groupby(cases, key=lambda case: case[0])]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuites name="citegate"{_counts(cases)}>']
    for path, group in suites:
        lines.append(f"  <testsuite name={_attribute(path)}{_counts(group)}>")
        for case in group:
            lines.extend(_case(case, report))
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _case(case: Case, report: Report) -> list[str]:
    path, name, verdict, findings = case
    inside: list[str] = []
    failures = [finding for finding in findings if finding.level is Severity.ERROR]
    for finding in failures:
        head = f"<failure type={_attribute(finding.rule.code)} message={_attribute(finding.message)}>"
        inside.append(f"      {head}{_text(_detail(finding, report))}</failure>")
    if verdict is not None and verdict.status is Status.SKIPPED:
        inside.append('      <skipped message="not checked"/>')
    remarks = [_detail(finding, report) for finding in findings if finding.level is not Severity.ERROR]
    if remarks:
        inside.append(f"      <system-out>{_text(chr(10).join(remarks))}</system-out>")
    head = f"    <testcase classname={_attribute(path)} name={_attribute(name)}"
    return [f"{head}/>"] if not inside else [f"{head}>", *inside, "    </testcase>"]


def _counts(cases: list[Case]) -> str:
    failed = sum(1 for case in cases if any(finding.level is Severity.ERROR for finding in case[3]))
    skipped = sum(1 for case in cases if case[2] is not None and case[2].status is Status.SKIPPED)
    return f' tests="{len(cases)}" failures="{failed}" errors="0" skipped="{skipped}"'


def _name(verdict: Verdict) -> str:
    citation = verdict.citation
    words = citation.quote.exact if citation.quote else f"#{citation.fragment}"
    words = " ".join(words.split())
    shown = words if len(words) <= SHOWN else words[: SHOWN - 1] + "…"
    return f"{citation.document_id}: {shown}"


def _detail(finding: Finding, report: Report) -> str:
    where = region(finding.primary, regions(report))
    place = f"{finding.primary.path}:{where.start.line}:{where.start.column}" if where else finding.primary.path
    lines = [f"{finding.level}[{finding.rule.code}] {finding.rule.name}: {finding.message}", f"at {place}"]
    return "\n".join([*lines, f"help: {finding.help}"] if finding.help else lines)


def _text(text: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", text))


def _attribute(text: str) -> str:
    return quoteattr(_NOT_XML.sub("\ufffd", text))
