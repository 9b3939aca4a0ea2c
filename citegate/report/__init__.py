"""RENDERERS maps a format to its renderer."""

from __future__ import annotations

from collections.abc import Callable

from citegate.model import Report
from citegate.report.json import render_json
from citegate.report.text import render_text

RENDERERS: dict[str, Callable[[Report], str]] = {"text": render_text, "json": render_json}
"""A report in, a string with its last line end out."""

__all__ = ["RENDERERS", "render_json", "render_text"]
