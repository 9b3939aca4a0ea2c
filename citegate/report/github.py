"""The report as GitHub workflow commands, which mark the lines of a change; and as the summary of a job.

https://docs.github.com/actions/reference/workflow-commands-for-github-actions
"""

from __future__ import annotations

import re

from citegate.model import Finding, Report, Severity, SourceText
from citegate.report.counts import count
from citegate.report.places import region, regions
from citegate.report.snippet import printable
from citegate.report.text import sentence

MAX_ROWS = 100  # findings in the summary of a job; it is cut at a megabyte, and nobody reads as far

_COMMANDS = {Severity.NOTE: "notice", Severity.WARNING: "warning", Severity.ERROR: "error"}
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>()#+!|~&-])")


def render_github(report: Report) -> str:
    """One command for each finding."""
    sources = regions(report)
    return "".join(_command(finding, sources) for finding in report.findings)


def _command(finding: Finding, sources: dict[str, SourceText]) -> str:
    fields = [f"file={_property(finding.primary.path)}"]
    where = region(finding.primary, sources)
    if where:
        fields.append(f"line={where.start.line},endLine={where.end.line}")
        if where.start.line == where.end.line:
            fields.append(f"col={where.start.column},endColumn={where.end.column}")
    fields.append(f"title={_property(f'{finding.rule.code} {finding.rule.name}')}")
    text = finding.message if finding.help is None else f"{finding.message}\n{finding.help}"
    return f"::{_COMMANDS[finding.level]} {','.join(fields)}::{_escaped(text)}\n"


def _escaped(text: str) -> str:
    text = "\n".join(map(printable, text.splitlines()))  # a log is looked at in a terminal, too
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def job_summary(report: Report) -> str:
    """The report as Markdown: the counts, and a table of the findings."""
    counts = count(report)
    lines = ["## citegate", "", f"Checked {sentence(counts)}.", ""]
    if report.findings:
        sources = regions(report)
        lines += ["| | rule | where | what |", "|---|---|---|---|"]
        lines += [_row(finding, sources) for finding in report.findings[:MAX_ROWS]]
        if len(report.findings) > MAX_ROWS:
            lines.append(f"\n{len(report.findings) - MAX_ROWS} more findings are in the log.")
    lines += [f"\n{_plain(note)}" for note in report.notes]
    return "\n".join(lines) + "\n"


def _row(finding: Finding, sources: dict[str, SourceText]) -> str:
    where = region(finding.primary, sources)
    line = f":{where.start.line}" if where else ""
    rule = f"{finding.rule.code} {finding.rule.name}"
    return f"| {finding.level} | {rule} | {_plain(finding.primary.path)}{line} | {_plain(finding.message)} |"


def _plain(text: str) -> str:
    """The text with all Markdown in it taken literally, on one line."""
    return _MARKDOWN.sub(r"\\\1", printable(" ".join(text.split())))
