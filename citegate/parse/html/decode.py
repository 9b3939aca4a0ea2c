"""decode_html: the bytes of an HTML file to text, as the HTML standard sniffs them."""

from __future__ import annotations

import codecs
import re

_PRESCAN = 1024  # bytes in which a <meta> may name the encoding
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
)
_COMMENT = re.compile(rb"<!--(?:-?>|.*?(?:-->|\Z))", re.DOTALL)
_META = re.compile(rb"<meta[\s/]([^>]*)", re.IGNORECASE)
_CHARSET_ATTRIBUTE = re.compile(rb"""(?:^|[\s/"'])charset\s*=\s*["']?\s*([^\s"'/>;]+)""", re.IGNORECASE)
_CONTENT_CHARSET = re.compile(rb"""charset\s*=\s*["']?\s*([^\s"';>]+)""", re.IGNORECASE)

# Labels that the Encoding standard reads otherwise than Python does.
_LABELS = {
    "ascii": "cp1252",
    "us-ascii": "cp1252",
    "iso-8859-1": "cp1252",
    "iso8859-1": "cp1252",
    "latin1": "cp1252",
    "l1": "cp1252",
    "iso-8859-9": "cp1254",
    "latin5": "cp1254",
    "iso-8859-11": "cp874",
    "tis-620": "cp874",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "x-sjis": "cp932",
    "windows-31j": "cp932",
    "ks_c_5601-1987": "cp949",
    "euc-kr": "cp949",
    "ksc5601": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "big5": "big5hkscs",
    "utf-16": "utf-8",
    "utf-16le": "utf-8",
    "utf-16be": "utf-8",
    "unicode": "utf-8",
    "utf8": "utf-8",
    "x-user-defined": "cp1252",
}


def decode_html(data: bytes) -> str:
    """The text of an HTML file; line ends are kept, a byte order mark is not. Never fails.

    The encoding is that of the byte order mark, else of a `<meta>` in the first 1024 bytes, else UTF-8 when the
    bytes are UTF-8, else windows-1252. Bytes that the encoding does not know become U+FFFD.
    https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
    """
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    named = _named_encoding(data[:_PRESCAN])
    if named == "cp1252":
        return _decode_windows_1252(data)
    if named is not None:
        return data.decode(named, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _decode_windows_1252(data)


def _named_encoding(head: bytes) -> str | None:
    """The Python codec that a `<meta>` names, or None."""
    for meta in _META.finditer(_COMMENT.sub(b"", head)):
        attributes = meta.group(1)
        found = _CHARSET_ATTRIBUTE.search(attributes)
        if found is None and re.search(rb"http-equiv", attributes, re.IGNORECASE):
            found = _CONTENT_CHARSET.search(attributes)
        if found is None:
            continue
        label = found.group(1).decode("ascii", "replace").strip().lower()
        name = _LABELS.get(label, label)
        try:
            codec = codecs.lookup(name)
        except (LookupError, ValueError):
            continue
        if getattr(codec, "_is_text_encoding", True):
            return name
    return None


def _decode_windows_1252(data: bytes) -> str:
    """As the Encoding standard has it: the five unassigned bytes stand for themselves."""
    return data.decode("cp1252", "citegate-c1")


def _keep_byte(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return "".join(map(chr, error.object[error.start : error.end])), error.end


codecs.register_error("citegate-c1", _keep_byte)
