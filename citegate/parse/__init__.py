"""One file in, one Document out for each engine; PARSERS maps a suffix to its parser."""

from citegate.parse.dialects import DIALECTS
from citegate.parse.document import PARSERS, Parser, parse_document
from citegate.parse.markdown.dialect import Dialect
from citegate.parse.source import read_source

__all__ = ["DIALECTS", "PARSERS", "Dialect", "Parser", "parse_document", "read_source"]
