"""Severity, Rule, Location, Edit, Applicability, Fix, Finding, Report: what a run says about the user's text."""

from __future__ import annotations

import enum
import hashlib
from dataclasses import dataclass

from citegate.model.citation import Verdict
from citegate.model.document import Document
from citegate.model.span import SourceText, Span


class Severity(enum.StrEnum):
    """SARIF's levels; the order is `NOTE` < `WARNING` < `ERROR`."""

    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"

    @property
    def rank(self) -> int:
        """0 for a note, 2 for an error."""
        return list(Severity).index(self)


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of fault. A code is never reused."""

    code: str
    name: str
    """States the fault, in kebab case."""
    severity: Severity
    summary: str
    """One line."""
    explanation: str
    """Why it is a fault and what to do, in a paragraph."""


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a file; the label says what stands there."""

    path: str
    span: Span
    label: str = ""


class Applicability(enum.StrEnum):
    """How far a fix can be trusted."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    DISPLAY_ONLY = "display_only"


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of one file."""

    path: str
    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Fix:
    """One choice; two alternatives are two fixes."""

    title: str
    applicability: Applicability
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault at exactly one primary location."""

    rule: Rule
    message: str
    """One line, lower case, no full stop; quotes the text at issue."""
    primary: Location
    related: tuple[Location, ...] = ()
    help: str | None = None
    """An order: "cite the closest passage, or remove the quotation"."""
    fixes: tuple[Fix, ...] = ()
    quote: str = ""
    """The normalized quote that the fingerprint is made of."""
    severity: Severity | None = None
    """Set when the settings change the rule's own severity."""

    @property
    def level(self) -> Severity:
        """The severity in force."""
        return self.severity or self.rule.severity

    @property
    def fingerprint(self) -> str:
        """16 hexadecimal digits of code, path and normalized quote; moving a line does not change it."""
        key = "\0".join((self.rule.code, self.primary.path, " ".join(self.quote.split()).casefold()))
        return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Report:
    """All that a run found; made once, rendered by report/."""

    findings: tuple[Finding, ...]
    """Sorted by path, start, code."""
    verdicts: tuple[Verdict, ...]
    """One for each citation, sorted by path and start."""
    sources: tuple[SourceText, ...]
    """The files that a location names, sorted by path."""
    version: str
    """citegate's version."""
    documents: int = 0
    """How many documents were known."""
    notes: tuple[str, ...] = ()
    """What the run has to say beside its findings, one line each."""
    pages: tuple[Document, ...] = ()
    """The pages that are cited, sorted by URL, when the report is to show them."""
    site_url: str = ""
    """Address of the site, "" when it is not known."""

    @property
    def worst(self) -> Severity | None:
        """The highest level among the findings, or None."""
        return max((finding.level for finding in self.findings), key=lambda level: level.rank, default=None)
