"""render_markdown: a Markdown file to HTML that carries its places."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from citegate.errors import MalformedMarkup
from citegate.model import OffsetMap, SourceText, Span
from citegate.parse.frontmatter import read_front_matter
from citegate.parse.markdown import autolink, blocks, footnote, inline
from citegate.parse.markdown.dialect import GFM, Dialect
from citegate.parse.markdown.parser import PlacedMarkdown
from citegate.parse.markdown.places import Placed, normalize_line_ends, source_span
from citegate.parse.markdown.render import Writing, write

Read = Callable[[str], SourceText | None]
"""A path under the content root to its file; None when there is no such file."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A Markdown file as HTML."""

    html: str
    """The body of the page."""
    places: OffsetMap
    """From `html` to the file; inside an element that names another file (`PATH_ATTRIBUTE`), to that file."""
    metadata: dict[str, object]
    """Front matter."""
    href_spans: dict[int, Span]
    """Start of a link in the file → where its URL is written."""


@lru_cache(maxsize=16)
def _parser(dialect: Dialect) -> PlacedMarkdown:
    md = PlacedMarkdown()
    install(md, dialect)
    return md


def install(md: PlacedMarkdown, dialect: Dialect) -> None:
    """Teach the parser a dialect."""
    blocks.install(md)
    inline.install(md)
    if dialect.table:
        md.enable("table")
    if dialect.autolink_literal:
        autolink.install(md)
    if dialect.footnotes is not None:
        footnote.install(md, dialect.footnotes)
    md.options["task_list"] = dialect.task_list
    if dialect.strikethrough:
        md.enable("strikethrough")
        md.options["strikethrough_single_tilde"] = dialect.single_tilde


def render_markdown(source: SourceText, dialect: Dialect = GFM, read: Read | None = None) -> Rendered:
    """The file as HTML. Raises MalformedMarkup where its generator would refuse it."""
    return render(source, dialect, _parser(dialect), {"read": read})


def render(source: SourceText, dialect: Dialect, md: PlacedMarkdown, env: dict[str, Any]) -> Rendered:
    """The file as HTML, by a parser that knows the dialect; `env` is what its rules and writers share."""
    front = read_front_matter(source, dialect.front_matter)
    text, outer = normalize_line_ends(source.text[front.end :])

    def fault(start: int, end: int, message: str, hint: str) -> MalformedMarkup:
        span = source_span(outer, start, end, front.end)
        return MalformedMarkup(source.path, message, hint, start=span.start, end=span.end)

    env.update(source=source, fault=fault, metadata=front.metadata, footnote_style=dialect.footnotes)
    tokens = md.parse(text, env)
    writing = Writing(Placed(), env)
    write(writing, tokens)
    footnote.write_notes(writing)
    hrefs = {}
    for start, low, high in writing.href_spans:
        hrefs[source_span(outer, start, start, front.end).start] = source_span(outer, low, high, front.end)
    return Rendered(writing.out.html(), writing.out.places(outer, front.end), front.metadata, hrefs)
