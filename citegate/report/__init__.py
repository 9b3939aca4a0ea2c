"""RENDERERS maps a format to its renderer."""

from __future__ import annotations

from collections.abc import Callable

from citegate.model import Report
from citegate.report.github import render_github
from citegate.report.gitlab import render_gitlab
from citegate.report.json import render_json
from citegate.report.junit import render_junit
from citegate.report.sarif import render_sarif
from citegate.report.text import render_text

RENDERERS: dict[str, Callable[[Report], str]] = {
    "text": render_text,
    "json": render_json,
    "sarif": render_sarif,
    "junit": render_junit,
    "github": render_github,
    "gitlab": render_gitlab,
}
"""A report in, a string with its last line end out."""

__all__ = ["RENDERERS"]
