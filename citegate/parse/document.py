"""parse_document: one file to one Document for each engine, by the file's suffix."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Protocol

from citegate.model import CHROMIUM, Document, Engine, Link, SourceText, Span
from citegate.parse.headings import heading_ids

if TYPE_CHECKING:
    from citegate.parse.markdown.dialect import Dialect
    from citegate.parse.markdown.markdown import Rendered

Read = Callable[[str], SourceText | None]
"""A path under the content root to its file; None when there is no such file."""


class Parser(Protocol):
    """What stands in PARSERS."""

    def __call__(
        self,
        source: SourceText,
        *,
        id: str,
        url: str,
        engines: Sequence[Engine] = (CHROMIUM,),
        dialect: Dialect | None = None,
        read: Read | None = None,
    ) -> tuple[Document, ...]:
        """One Document for each engine. Raises MalformedMarkup where the page's compiler would refuse it."""


def parse_html(
    source: SourceText,
    *,
    id: str,
    url: str,
    engines: Sequence[Engine] = (CHROMIUM,),
    dialect: Dialect | None = None,
    read: Read | None = None,
) -> tuple[Document, ...]:
    """A built page."""
    from citegate.parse.html import parse_html_document  # noqa: PLC0415 - `citegate --help` parses nothing

    return parse_html_document(source, id=id, url=url, engines=engines)


def parse_markdown(
    source: SourceText,
    *,
    id: str,
    url: str,
    engines: Sequence[Engine] = (CHROMIUM,),
    dialect: Dialect | None = None,
    read: Read | None = None,
) -> tuple[Document, ...]:
    """A Markdown file."""
    from citegate.parse.markdown.dialect import GFM  # noqa: PLC0415 - a site of HTML needs no Markdown parser
    from citegate.parse.markdown.markdown import render_markdown  # noqa: PLC0415

    dialect = dialect or GFM
    if dialect.is_mdx:
        return parse_mdx(source, id=id, url=url, engines=engines, dialect=dialect, read=read)
    return _documents(source, render_markdown(source, dialect, read), id=id, url=url, engines=engines)


def parse_mdx(
    source: SourceText,
    *,
    id: str,
    url: str,
    engines: Sequence[Engine] = (CHROMIUM,),
    dialect: Dialect | None = None,
    read: Read | None = None,
) -> tuple[Document, ...]:
    """An MDX file."""
    from citegate.parse.markdown.dialect import GFM  # noqa: PLC0415 - as above
    from citegate.parse.mdx.mdx import render_mdx  # noqa: PLC0415

    return _documents(source, render_mdx(source, dialect or GFM, read), id=id, url=url, engines=engines)


PARSERS: dict[str, Parser] = {
    ".md": parse_markdown,
    ".markdown": parse_markdown,
    ".mdx": parse_mdx,
    ".html": parse_html,
    ".htm": parse_html,
}
"""Suffix → parser."""


def parse_document(
    source: SourceText,
    *,
    id: str,
    url: str,
    engines: Sequence[Engine] = (CHROMIUM,),
    dialect: Dialect | None = None,
    read: Read | None = None,
) -> tuple[Document, ...]:
    """The file as each engine's search sees it, in the order of `engines`.

    `read` finds the partials that the file imports or includes. Raises MalformedMarkup where the page's compiler
    would refuse the file, and KeyError when no parser knows its suffix.
    """
    parser = PARSERS[PurePosixPath(source.path).suffix.lower()]
    return parser(source, id=id, url=url, engines=engines, dialect=dialect, read=read)


def _documents(
    source: SourceText, rendered: Rendered, *, id: str, url: str, engines: Sequence[Engine]
) -> tuple[Document, ...]:
    from citegate.parse.html import read_html  # noqa: PLC0415 - as above

    contents = read_html(rendered.html, path=source.path, engines=engines, places=rendered.places)
    title = rendered.metadata.get("title")
    return tuple(
        Document(
            id=id,
            source=source,
            url=url,
            title=title if isinstance(title, str) and title else content.title or id,
            blocks=content.blocks,
            element_ids=content.element_ids | heading_ids(content.blocks),
            links=tuple(_with_href_span(link, source.path, rendered.href_spans) for link in content.links),
            metadata=rendered.metadata,
            base=content.base,
        )
        for content in contents
    )


def _with_href_span(link: Link, path: str, spans: dict[int, Span]) -> Link:
    span = spans.get(link.span.start) if link.path == path else None
    return link if span is None else replace(link, href_span=span)
