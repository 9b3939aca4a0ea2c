"""Renderer: a format of the report, its module imported when it is first used."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from citegate.model import Report


@dataclass(frozen=True, slots=True)
class Renderer:
    """One format; called with a report it gives a string with its last line end."""

    name: str
    """What `--format` calls it; `render_NAME` in the module of that name does the work."""

    def __call__(self, report: Report) -> str:
        """The report in this format."""
        module = import_module(f"citegate.report.{self.name}")
        rendered: str = getattr(module, f"render_{self.name}")(report)
        return rendered
