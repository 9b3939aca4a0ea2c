"""The report as a GitLab code quality report.

https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
"""

from __future__ import annotations

import hashlib
from collections import Counter

from citegate.json_text import to_json
from citegate.model import Report, Severity
from citegate.report.places import region, regions

_SEVERITIES = {Severity.NOTE: "info", Severity.WARNING: "minor", Severity.ERROR: "major"}


def render_gitlab(report: Report) -> str:
    """One issue for each finding; GitLab drops those whose fingerprint it has met, so each has one of its own."""
    sources = regions(report)
    met: Counter[str] = Counter()
    issues = []
    for finding in report.findings:
        where = region(finding.primary, sources)
        met[finding.fingerprint] += 1
        key = f"{finding.fingerprint} {met[finding.fingerprint]}"
        issues.append(
            {
                "description": f"{finding.rule.code} {finding.rule.name}: {finding.message}",
                "check_name": finding.rule.code,
                "fingerprint": hashlib.sha256(key.encode()).hexdigest()[:32],
                "severity": _SEVERITIES[finding.level],
                "location": {
                    "path": finding.primary.path,
                    "lines": {
                        "begin": where.start.line if where else 1,
                        "end": where.end.line if where else 1,
                    },
                },
            }
        )
    return to_json(issues, indent=2) + "\n"
