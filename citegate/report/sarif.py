"""The report as SARIF 2.1.0, for code scanning.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from citegate.json_text import to_json
from citegate.model import Edit, Finding, Fix, Location, Report, SourceText
from citegate.report.places import region, regions
from citegate.rules import RULES

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
BASE = "SRCROOT"  # what paths are relative to; whoever reads the file knows where that is
FINGERPRINT = "citegate/v1"

Json = dict[str, Any]


def render_sarif(report: Report) -> str:
    """One run with every rule, and a result for each finding."""
    sources = regions(report)
    numbers = {code: number for number, code in enumerate(RULES)}
    rules = [
        {
            "id": rule.code,
            "name": rule.name,
            "shortDescription": {"text": rule.summary},
            "fullDescription": {"text": rule.explanation},
            "defaultConfiguration": {"level": rule.severity.value},
        }
        for rule in RULES.values()
    ]
    run = {
        "tool": {"driver": {"name": "citegate", "version": report.version, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, numbers, sources) for finding in report.findings],
    }
    return to_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _result(finding: Finding, numbers: dict[str, int], sources: dict[str, SourceText]) -> Json:
    text = finding.message if finding.help is None else f"{finding.message}\n{finding.help}"
    result: Json = {
        "ruleId": finding.rule.code,
        "ruleIndex": numbers[finding.rule.code],
        "level": finding.level.value,
        "message": {"text": _message(text)},
        "locations": [_location(finding.primary, sources)],
        "partialFingerprints": {FINGERPRINT: finding.fingerprint},
    }
    if finding.related:
        result["relatedLocations"] = [
            {"id": number, **_location(place, sources)} for number, place in enumerate(finding.related)
        ]
    fixes = [_fix(fix, sources) for fix in finding.fixes if fix.edits]  # one for a person to make is no SARIF fix
    if fixes:
        result["fixes"] = fixes
    return result


def _message(text: str) -> str:
    """A message that is taken literally: braces would be placeholders, and brackets links (3.11.5, 3.11.6)."""
    text = text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
    return text.replace("{", "{{").replace("}", "}}")


def _location(place: Location, sources: dict[str, SourceText]) -> Json:
    physical: Json = {"artifactLocation": _artifact(place.path)}
    where = _region(place, sources)
    if where:
        physical["region"] = where
    found: Json = {"physicalLocation": physical}
    if place.label:
        found["message"] = {"text": _message(place.label)}
    return found


def _region(place: Location, sources: dict[str, SourceText]) -> Json | None:
    found = region(place, sources)
    if found is None:
        return None
    return {
        "startLine": found.start.line,
        "startColumn": found.start.column,
        "endLine": found.end.line,
        "endColumn": found.end.column,
    }


def _artifact(path: str) -> Json:
    # A name that is not UTF-8 has its bytes as surrogates.
    return {"uri": quote(path, safe="/~!$&'()*+,;=@", errors="surrogateescape"), "uriBaseId": BASE}


def _fix(fix: Fix, sources: dict[str, SourceText]) -> Json:
    """A fix; its edits are gathered by file."""
    by_path: dict[str, list[Edit]] = {}
    for edit in fix.edits:
        by_path.setdefault(edit.path, []).append(edit)
    return {
        "description": {"text": _message(f"{fix.title} ({fix.applicability.value})")},
        "artifactChanges": [
            {
                "artifactLocation": _artifact(path),
                "replacements": [
                    {
                        "deletedRegion": _region(Location(path, edit.span), sources) or {"startLine": 1},
                        "insertedContent": {"text": edit.replacement},
                    }
                    for edit in edits
                ],
            }
            for path, edits in by_path.items()
        ],
    }
