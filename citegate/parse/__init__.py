"""One file in, one Document out for each engine; PARSERS maps a suffix to its parser."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from citegate.parse.document import PARSERS, Parser, parse_document
from citegate.parse.source import read_source

if TYPE_CHECKING:
    from citegate.parse.dialects import DIALECTS
    from citegate.parse.markdown.dialect import Dialect

__all__ = ["DIALECTS", "PARSERS", "Dialect", "Parser", "parse_document", "read_source"]

_HOMES = {"DIALECTS": "citegate.parse.dialects", "Dialect": "citegate.parse.markdown.dialect"}


def __getattr__(name: str) -> Any:
    """A name that needs the Markdown parser, imported when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'citegate.parse' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
