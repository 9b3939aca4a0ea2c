"""citegate: a build gate that refuses a citation which a reader could not follow to the exact sentence."""

from __future__ import annotations

from citegate.version import __version__

TYPE_CHECKING = False  # as `typing` has it, which takes half of the time that `citegate --version` has
if TYPE_CHECKING:
    from typing import Any

    from citegate.api import check, link, read_document, resolve
    from citegate.errors import CitegateError
    from citegate.model import (
        Block,
        BlockKind,
        Citation,
        Document,
        Engine,
        Finding,
        FragmentDirective,
        Location,
        Match,
        Report,
        Rule,
        Severity,
        SourceText,
        Span,
        Status,
        TextDirective,
        TextQuoteSelector,
        Verdict,
    )
    from citegate.verify.resolve import Resolution, Resolved

__all__ = [
    "Block",
    "BlockKind",
    "Citation",
    "CitegateError",
    "Document",
    "Engine",
    "Finding",
    "FragmentDirective",
    "Location",
    "Match",
    "Report",
    "Resolution",
    "Resolved",
    "Rule",
    "Severity",
    "SourceText",
    "Span",
    "Status",
    "TextDirective",
    "TextQuoteSelector",
    "Verdict",
    "__version__",
    "check",
    "link",
    "read_document",
    "resolve",
]

_HOMES = {
    "CitegateError": "citegate.errors",
    "Resolution": "citegate.verify.resolve",
    "Resolved": "citegate.verify.resolve",
    **dict.fromkeys(("check", "link", "read_document", "resolve"), "citegate.api"),
}


def __getattr__(name: str) -> Any:
    """A public name, its module imported when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module 'citegate' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - see above

    return getattr(import_module(_HOMES.get(name, "citegate.model")), name)
