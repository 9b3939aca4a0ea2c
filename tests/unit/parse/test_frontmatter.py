"""Metadata before the text."""

from __future__ import annotations

import pytest

from citegate.errors import MalformedMarkup
from citegate.model import SourceText
from citegate.parse import DIALECTS, parse_document
from citegate.parse.frontmatter import read_front_matter

ALL = frozenset({"yaml", "toml", "json"})
READ = [
    ("---\ntitle: A\n---\nb", {"title": "A"}, "b"),
    ("---\r\ntitle: A\r\n---\r\nb", {"title": "A"}, "b"),
    ("---\n---\nb", {}, "b"),
    ("---\nb", {}, "---\nb"),
    ("a\n---\n", {}, "a\n---\n"),
    (" ---\ntitle: A\n---\n", {}, " ---\ntitle: A\n---\n"),
    ('+++\ntitle = "A"\n+++\nb', {"title": "A"}, "b"),
    ('{"title": "A"}\nb', {"title": "A"}, "\nb"),
]
MALFORMED = [
    ("---\na: b: c\n---\n", 2),
    ("---\n\ta: b\n---\n", 2),
    ("---\n- a\n---\n", 2),
    ("+++\na = \n+++\n", 2),
    ('{"a" 1}', 1),
]


@pytest.mark.parametrize(("text", "metadata", "rest"), READ)
def test_front_matter_is_read(text: str, metadata: dict[str, object], rest: str) -> None:
    front = read_front_matter(SourceText("page.md", text), ALL)
    assert (front.metadata, text[front.end :]) == (metadata, rest)


@pytest.mark.parametrize(("text", "line"), MALFORMED)
def test_malformed_front_matter_has_its_line(text: str, line: int) -> None:
    source = SourceText("page.md", text)
    with pytest.raises(MalformedMarkup) as refused:
        read_front_matter(source, ALL)
    assert source.point(refused.value.start).line == line
    assert refused.value.hint


def test_the_title_is_that_of_the_front_matter_then_the_heading_then_the_id() -> None:
    for text, title in (("---\ntitle: A\n---\n# B", "A"), ("# B *c*", "B c"), ("d", "page")):
        (document,) = parse_document(SourceText("page.md", text), id="page", url="/page", dialect=DIALECTS["hugo"])
        assert document.title == title
