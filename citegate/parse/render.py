"""rendered_html: a Markdown or MDX file as the HTML that its blocks are read from."""

from __future__ import annotations

from pathlib import PurePosixPath

from citegate.model import SourceText
from citegate.parse.document import Read
from citegate.parse.markdown.dialect import GFM, Dialect
from citegate.parse.markdown.markdown import render_markdown
from citegate.parse.mdx.mdx import render_mdx


def rendered_html(source: SourceText, dialect: Dialect | None = None, read: Read | None = None) -> str:
    """What stands in the page's body. Raises MalformedMarkup where the page's compiler would refuse the file."""
    dialect = dialect or GFM
    is_mdx = dialect.is_mdx or PurePosixPath(source.path).suffix.lower() == ".mdx"
    return (render_mdx if is_mdx else render_markdown)(source, dialect, read).html
