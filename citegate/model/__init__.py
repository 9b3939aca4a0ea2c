"""Frozen data that every other part makes or reads; standard library only."""

from citegate.model.citation import Citation, Match, Status, Verdict
from citegate.model.directive import FragmentDirective, InvalidDirective, TextDirective
from citegate.model.document import Block, BlockKind, Document, Link
from citegate.model.engine import CHROMIUM, ENGINES, FIREFOX, WEBKIT, Engine
from citegate.model.finding import Applicability, Edit, Finding, Fix, Location, Report, Rule, Severity
from citegate.model.offsets import OffsetMap
from citegate.model.selector import Passage, TextPositionSelector, TextQuoteSelector
from citegate.model.span import Point, SourceText, Span

__all__ = [
    "CHROMIUM",
    "ENGINES",
    "FIREFOX",
    "WEBKIT",
    "Applicability",
    "Block",
    "BlockKind",
    "Citation",
    "Document",
    "Edit",
    "Engine",
    "Finding",
    "Fix",
    "FragmentDirective",
    "InvalidDirective",
    "Link",
    "Location",
    "Match",
    "OffsetMap",
    "Passage",
    "Point",
    "Report",
    "Rule",
    "Severity",
    "SourceText",
    "Span",
    "Status",
    "TextDirective",
    "TextPositionSelector",
    "TextQuoteSelector",
    "Verdict",
]
