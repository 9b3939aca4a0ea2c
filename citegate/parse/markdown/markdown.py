"""render_markdown: a Markdown file to HTML that carries its places."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from citegate.errors import MalformedMarkup
from citegate.model import OffsetMap, SourceText, Span
from citegate.parse.frontmatter import read_front_matter
from citegate.parse.markdown import (
    attributes,
    autolink,
    blocks,
    container,
    deflist,
    emoji,
    footnote,
    html_blocks,
    inline,
    marks,
    opaque,
    smart,
    substitute,
)
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
    md.options.update(
        task_list=dialect.task_list,
        list_indent=dialect.list_indent,
        strikethrough_single_tilde=dialect.single_tilde,
        loose_emphasis=dialect.loose_emphasis,
    )
    html_blocks.install(md, dialect)
    if dialect.fence_info:
        blocks.install_fence_info(md, dialect.fence_info)
    if not dialect.backslash_break:
        md.inline.ruler.at("escape", inline.escape_but_break)
    if dialect.table:
        md.enable("table")
    if dialect.strikethrough:
        md.enable("strikethrough")
    if dialect.autolink_literal:
        autolink.install(md)
    if dialect.footnotes is not None:
        footnote.install(md, dialect.footnotes)
    if dialect.definition_lists:
        deflist.install(md)
    if dialect.marks:
        marks.install(md, dialect.marks)
    _install_boxes(md, dialect)
    _install_attributes(md, dialect)
    opaque.install(md, dialect.opaque)
    substitutions = []
    if dialect.emoji:
        substitutions.append(emoji.substitution(is_picture=dialect.emoji == "picture"))
    if dialect.smart:
        substitutions.append(smart.substitution(dialect.smart))
    if substitutions:
        md.core.ruler.after("inline", "substitute", substitute.core_rule(substitutions))


def _install_boxes(md: PlacedMarkdown, dialect: Dialect) -> None:
    if dialect.containers is not None:
        container.install_containers(md, dialect.containers)
    if dialect.admonitions:
        container.install_admonitions(md)
    if dialect.alerts:
        container.install_alerts(md, dialect.alerts)


def _install_attributes(md: PlacedMarkdown, dialect: Dialect) -> None:
    if dialect.abbreviations:
        attributes.install_abbreviations(md)
    if dialect.heading_ids:
        attributes.install_heading_ids(md)
    if dialect.attributes:
        attributes.install_attributes(md, dialect.attributes)
    if dialect.contents is not None:
        attributes.install_contents(md, *dialect.contents)


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

    env.update(source=source, fault=fault, metadata=front.metadata, dialect=dialect)
    tokens = md.parse(text, env)
    writing = Writing(Placed(), env)
    write(writing, tokens)
    footnote.write_notes(writing)
    hrefs = {}
    for start, low, high in writing.href_spans:
        hrefs[source_span(outer, start, start, front.end).start] = source_span(outer, low, high, front.end)
    return Rendered(writing.out.html(), writing.out.places(outer, front.end), front.metadata, hrefs)
