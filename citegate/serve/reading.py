"""A document as a plain page with the same text, so that a link to a passage lands without a built site."""

from __future__ import annotations

from html import escape

from citegate.model import BlockKind
from citegate.serve.desk import Desk

READ = "/-/read"
"""The path below which documents are read at their own addresses."""

_PAGE = """<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="/-/page.css">
</head>
<body class="reading">
<main>
{blocks}
</main>
</body>
</html>
"""


def reading_page(desk: Desk, url: str) -> str | None:
    """The page as HTML, block by block; None when no document has this URL path."""
    document = desk.document_at(url)
    if document is None:
        return None
    lines = []
    for block in document.searchable:
        name = f"h{min(block.level, 6)}" if block.level else "pre" if block.kind is BlockKind.CODE_BLOCK else "p"
        lang = f' lang="{escape(block.lang)}"' if block.lang else ""
        lines.append(f"<{name}{lang}>{escape(block.text)}</{name}>")
    return _PAGE.format(title=escape(document.title), blocks="\n".join(lines))
