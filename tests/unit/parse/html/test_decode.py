"""Bytes to text as the HTML standard sniffs them."""

from __future__ import annotations

import pytest

from citegate.parse.html import decode_html

ROWS: list[tuple[str, bytes, str]] = [
    ("utf-8", "é".encode(), "é"),
    ("utf-8-mark", b"\xef\xbb\xbf\xc3\xa9", "é"),
    ("utf-16-le-mark", b"\xff\xfe" + "é".encode("utf-16-le"), "é"),
    ("utf-16-be-mark", b"\xfe\xff" + "é".encode("utf-16-be"), "é"),
    ("no-utf-8", b"caf\xe9", "café"),
    ("windows-1252", b"\x93x\x94 \x81", "“x” \x81"),
    ("meta", b"<meta charset=iso-8859-2>\xb1", "<meta charset=iso-8859-2>ą"),
    ("meta-quoted", b'<META CHARSET="windows-1251">\xe6', '<META CHARSET="windows-1251">ж'),
    ("latin-1-is-windows-1252", b"<meta charset=latin1>\x80", "<meta charset=latin1>€"),
    ("content", b"<meta http-equiv=content-type content='text/html; charset=koi8-r'>\xd6", "*ж"),
    ("commented", b"<!-- <meta charset=koi8-r> -->\xe9", "*é"),
    ("utf-16-named", b"<meta charset=utf-16>\xc3\xa9", "<meta charset=utf-16>é"),
    ("shift-jis", b"<meta charset=Shift_JIS>\x93\xfa", "<meta charset=Shift_JIS>日"),
    ("gb2312", b"<meta charset=gb2312>\xc8\xd5", "<meta charset=gb2312>日"),
    ("unknown", b"<meta charset=nonsense>\xc3\xa9", "<meta charset=nonsense>é"),
    ("not-text", b"<meta charset=base64>\xc3\xa9", "<meta charset=base64>é"),
    ("too-far", b" " * 1100 + b"<meta charset=koi8-r>\xc3\xa9", "*é"),
    ("bad-bytes", b"<meta charset=utf-8>a\xffb", "<meta charset=utf-8>a\ufffdb"),
    ("line-ends", b"a\r\nb\rc", "a\r\nb\rc"),
]


@pytest.mark.parametrize(("name", "data", "text"), ROWS, ids=[row[0] for row in ROWS])
def test_decode(name: str, data: bytes, text: str) -> None:
    found = decode_html(data)
    assert found.endswith(text[1:]) if text.startswith("*") else found == text
