"""Markdown and MDX against their specifications and their real processors, row by row."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from citegate.errors import MalformedMarkup
from citegate.model import BlockKind, SourceText
from citegate.parse.dialects import DIALECTS
from citegate.parse.html import HtmlContent, read_html
from citegate.parse.markdown.markdown import render_markdown
from citegate.parse.mdx.mdx import render_mdx

DATA = Path(__file__).parent / "markup"
_QUOTES = str.maketrans("\u201c\u201d\u2018\u2019", "\"\"''")


def rows(name: str) -> list[Any]:
    lines = (DATA / name).read_text("utf-8").split("\n")
    return [pytest.param(row, id=row["id"]) for row in (json.loads(line) for line in lines if line)]


def searched(content: HtmlContent) -> list[tuple[BlockKind, str]]:
    return [(block.kind, block.text) for block in content.blocks if block.is_searchable]


@pytest.mark.parametrize("row", rows("commonmark-0.31.2.jsonl") + rows("gfm-0.29.jsonl"))
def test_specification(row: dict[str, Any]) -> None:
    rendered = render_markdown(SourceText("page.md", row["markdown"]), DIALECTS[row["dialect"]])
    (ours,) = read_html(rendered.html, path="page.md", places=rendered.places)
    (theirs,) = read_html(row["html"], path="page.html")
    assert searched(ours) == searched(theirs)


def words(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("\ufffc", "")).strip().replace(" .", ".").translate(_QUOTES)


@pytest.mark.parametrize("row", rows("constructs.jsonl"))
def test_construct(row: dict[str, Any]) -> None:
    render = render_mdx if row["mdx"] else render_markdown
    source = SourceText("page.mdx" if row["mdx"] else "page.md", row["source"])
    if row.get("is_error"):
        with pytest.raises(MalformedMarkup) as refused:
            render(source, DIALECTS[row["dialect"]])
        assert refused.value.hint
        return
    (content,) = read_html(render(source, DIALECTS[row["dialect"]]).html, path=source.path)
    assert [words(text) for _kind, text in searched(content) if words(text)] == [words(text) for text in row["texts"]]
    assert any(block.kind is BlockKind.OPAQUE for block in content.blocks) is row.get("is_opaque", False)


@pytest.mark.parametrize("row", rows("mdx.jsonl"))
def test_mdx(row: dict[str, Any]) -> None:
    source = SourceText("page.mdx", row["source"])
    if row.get("is_error"):
        with pytest.raises(MalformedMarkup) as refused:
            render_mdx(source)
        assert 0 <= refused.value.start <= len(source.text)
        assert refused.value.hint
        return
    (ours,) = read_html(render_mdx(source).html, path=source.path)
    (theirs,) = read_html(row["html"], path="page.html")
    kinds = (BlockKind.OPAQUE,)
    assert [(block.kind, block.text) for block in ours.blocks if block.is_searchable or block.kind in kinds] == [
        (block.kind, block.text) for block in theirs.blocks if block.is_searchable or block.kind in kinds
    ]
