"""Links may name headings of Markdown by the ids that generators give them."""

from __future__ import annotations

import pytest

from citegate import read_document

CASES: tuple[tuple[str, set[str]], ...] = (
    ("# The Winch", {"the-winch"}),
    ("## What's *new* in `v2.0`?", {"whats-new-in-v20"}),
    ("# One\n\n# One\n\n# One 1\n\n# One", {"one", "one-1", "one-1-1", "one-2"}),
    ("# 安装 指南", {"安装-指南"}),
    ("# ...", set()),
    ("Text\n\n<h2 id=own>Own words</h2>", {"own", "own-words"}),
)


@pytest.mark.parametrize(("text", "ids"), CASES)
def test_heading_ids(text: str, ids: set[str]) -> None:
    assert read_document("page.md", text).element_ids == ids


def test_html_has_the_ids_that_it_has() -> None:
    assert read_document("page.html", "<h1>The Winch</h1>").element_ids == frozenset()
