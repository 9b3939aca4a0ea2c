"""What a page says before its text, and what of it may come later."""

from __future__ import annotations

import pytest

from citegate.parse.head import Head, Sheet, read_head

SHEET = Head(stylesheets=(Sheet("/a.css", ""),))


@pytest.mark.parametrize(
    ("markup", "head"),
    [
        ("<head><link rel=stylesheet href=/a.css></head><body>text", SHEET),
        ("<head></head><body><p>text<LINK REL=Stylesheet HREF=/a.css>", SHEET),
        ("<head></head><body><p>about a stylesheet, and how to refresh it", Head()),
        ("<head></head><body><a href=x>link</a> to a stylesheet <meta name=generator content=x>", Head()),
        ("<head><meta name=generator content=x></head><body>", Head(generator="x")),
        ("<head></head><body><meta http-equiv=Refresh content='0; url=/b'>", Head(refresh="/b")),
        ("<p>no head at all", Head()),
    ],
)
def test_head(markup: str, head: Head) -> None:
    assert read_head(markup) == head
