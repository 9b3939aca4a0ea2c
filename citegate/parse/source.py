"""read_source: a file's bytes to text."""

from __future__ import annotations

from citegate.errors import UnreadableSource
from citegate.model import SourceText
from citegate.parse.html import decode_html

_HTML_SUFFIXES = (".html", ".htm", ".xhtml")


def is_html(path: str) -> bool:
    """True when the file's name says that it is HTML."""
    return path.lower().endswith(_HTML_SUFFIXES)


def read_source(path: str, data: bytes) -> SourceText:
    """The text of a file; a byte order mark is dropped, line ends are kept.

    HTML is decoded as its standard says, all else as UTF-8. Raises UnreadableSource where it is not UTF-8.
    """
    if is_html(path):
        return SourceText(path, decode_html(data))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableSource(
            path,
            f"not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}",
            "save the file as UTF-8",
            offset=error.start,
        ) from error
    return SourceText(path, text.removeprefix("\ufeff"))
