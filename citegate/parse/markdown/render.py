"""Tokens to HTML that carries its places: one writer for each type of token."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from markdown_it.token import Token

from citegate.parse.markdown.places import Cut, Placed, escape_attribute


@dataclass(slots=True)
class Writing:
    """What the writers share while one document is rendered."""

    out: Placed
    """The HTML made so far."""
    env: dict[str, Any]
    """The parser's environment: what the rules noted for the whole document."""
    cut: Cut = field(default_factory=lambda: Cut.at(0))
    """Of the block whose inline content is being written."""
    is_figure: bool = False
    """True while a paragraph of nothing but an image is written, in a dialect that prints its description."""
    in_cell: bool = False
    """True while the content of a table's cell is being written, where code has no `\\|`."""
    href_spans: list[tuple[int, int, int]] = field(default_factory=list)
    """For each link whose URL stands in the text: where the link starts, where its URL starts and ends."""


Writer = Callable[[Writing, Token], None]
WRITERS: dict[str, Writer] = {}
"""Type of token → writer; dialects and MDX add theirs. A type that is not here stands for its tag."""


def writes(*types: str) -> Callable[[Writer], Writer]:
    """Register the writer of some types of token."""

    def register(writer: Writer) -> Writer:
        for name in types:
            WRITERS[name] = writer
        return writer

    return register


_TABLE_PARTS = frozenset({"td", "th", "tr", "thead", "tbody"})


def write(writing: Writing, tokens: Sequence[Token]) -> None:
    """Add block tokens to the HTML."""
    find = WRITERS.get
    markup = writing.out.markup
    for token in tokens:
        writer = find(token.type)
        if writer is not None:
            writer(writing, token)
        elif token.hidden:
            if token.nesting < 0 and "is_gone" not in token.meta:
                markup("\n")
        elif token.nesting > 0:
            markup(open_tag(token))
        elif token.nesting < 0:
            markup(f"</{token.tag}>" if token.tag in _TABLE_PARTS else f"</{token.tag}>\n")
        elif token.tag:
            markup(f"<{token.tag}>")


def open_tag(token: Token) -> str:
    """The start tag with the token's attributes."""
    if not token.attrs:
        return f"<{token.tag}>"
    attributes = "".join(f' {name}="{escape_attribute(str(value))}"' for name, value in token.attrs.items())
    return f"<{token.tag}{attributes}>"


@writes("inline")
def write_inline(writing: Writing, token: Token) -> None:
    """The content of a block."""
    cut: Cut | None = token.meta.get("cut")
    if cut is None:
        cut = Cut.at(writing.out.at)
    writing.cut = cut
    writing.out.at = cut.source(0)
    task = token.meta.get("task")
    if task is not None:
        writing.out.piece('<input type="checkbox" disabled> ', *task)
    children = token.children or ()
    is_alone = len(children) == 1 and children[0].type == "image"
    writing.is_figure = is_alone and writing.env["dialect"].image_caption
    writing.in_cell = "is_cell" in token.meta
    write_children(writing, children)


def write_children(writing: Writing, tokens: Sequence[Token]) -> None:
    """Add inline tokens to the HTML."""
    out = writing.out
    cut = writing.cut
    text = out.text
    find = WRITERS.get
    for token in tokens:
        kind = token.type
        if kind == "text":
            start, end = token.map  # type: ignore[misc]
            if end < 0:
                text(token.content, start, cut)
            else:
                out.generated(token.content, cut.source(start), cut.end(end))
            continue
        writer = find(kind)
        if writer is not None:
            writer(writing, token)
        elif token.map is not None:
            write_mark(writing, token)


def write_mark(writing: Writing, token: Token) -> None:
    """A start or end tag that stands for its delimiter."""
    cut = writing.cut
    start, end = token.map  # type: ignore[misc]
    source = cut.source(start)
    source_end = source + len(token.markup) if end < 0 else cut.end(end)
    writing.out.piece(f"</{token.tag}>" if token.nesting < 0 else open_tag(token), source, source_end)


@writes("contents")
def write_contents(writing: Writing, token: Token) -> None:
    """The headings of the page once more, as a list."""
    writing.out.markup("<ul>")
    for heading in token.meta["headings"]:
        writing.out.markup("<li>")
        write_inline(writing, heading)
        writing.out.markup("</li>")
    writing.out.markup("</ul>")


@writes("text_special")
def write_special(writing: Writing, token: Token) -> None:
    """A character that is escaped or written as an entity."""
    start = token.map[0]  # type: ignore[index]
    if token.content == token.markup:
        writing.out.text(token.content, start, writing.cut)
        return
    cut = writing.cut
    writing.out.generated(token.content, cut.source(start), cut.end(start + len(token.markup)))


@writes("softbreak")
def write_softbreak(writing: Writing, token: Token) -> None:
    """A line feed in the source; rendered as one, which CSS collapses."""
    source = writing.cut.source(token.map[0])  # type: ignore[index]
    writing.out.piece("<br>\n" if writing.env["dialect"].hard_breaks else "\n", source, source + 1)


@writes("hardbreak")
def write_hardbreak(writing: Writing, token: Token) -> None:
    """`<br>`, for the backslash or the spaces before the line feed, and the line feed."""
    source = writing.cut.source(token.map[0])  # type: ignore[index]
    writing.out.piece("<br>\n", source, source + 1)


@writes("code_inline")
def write_code_inline(writing: Writing, token: Token) -> None:
    """A code span."""
    out, cut = writing.out, writing.cut
    start, end = token.map  # type: ignore[misc]
    first, last = token.meta["whole"]
    out.piece("<code>", cut.source(first), cut.source(start))
    if writing.in_cell and "\\|" in token.content and not writing.env["dialect"].keeps_escaped_bar_in_code:
        _write_cell_code(writing, token.content, start)
    else:
        out.text(token.content, start, cut)
    out.piece("</code>", cut.end(end), cut.end(last))


def _write_cell_code(writing: Writing, content: str, start: int) -> None:
    """Code in a table, whose bars are escaped so that they do not end the cell."""
    cut = writing.cut
    for index, part in enumerate(content.split("\\|")):
        if index:
            writing.out.piece("|", cut.source(start), cut.end(start + 2))
            start += 2
        writing.out.text(part, start, cut)
        start += len(part)


@writes("link_open")
def write_link_open(writing: Writing, token: Token) -> None:
    """The start tag of a link, and a note of where its URL stands."""
    cut = writing.cut
    start, end = token.map  # type: ignore[misc]
    source = cut.source(start)
    where = token.meta.get("href")
    if where is not None:
        writing.href_spans.append((source, cut.source(where[0]), cut.end(where[1])))
    writing.out.piece(open_tag(token), source, max(source, cut.end(end)))


@writes("image")
def write_image(writing: Writing, token: Token) -> None:
    """An image with its description, which is no text."""
    cut = writing.cut
    start, end = token.map  # type: ignore[misc]
    attributes = f'src="{escape_attribute(str(token.attrs["src"]))}" alt="{escape_attribute(plain_text(token))}"'
    if "title" in token.attrs:
        attributes += f' title="{escape_attribute(str(token.attrs["title"]))}"'
    writing.out.piece(f"<img {attributes}>", cut.source(start), cut.end(end))
    if writing.is_figure and plain_text(token):
        writing.out.markup("<figcaption>")
        writing.out.generated(plain_text(token), cut.source(start), cut.end(end))
        writing.out.markup("</figcaption>")


def plain_text(token: Token) -> str:
    """The text of an image's description, markup taken away."""
    parts: list[str] = []
    for child in token.children or ():
        if child.type in ("text", "text_special", "code_inline"):
            parts.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            parts.append("\n")
        elif child.type == "image":
            parts.append(plain_text(child))
    return "".join(parts)


@writes("html_inline")
def write_html_inline(writing: Writing, token: Token) -> None:
    """A tag or comment in raw HTML."""
    _write_raw(writing, token.content, token.map[0], writing.cut)  # type: ignore[index]


@writes("html_block")
def write_html_block(writing: Writing, token: Token) -> None:
    """Raw HTML."""
    _write_raw(writing, token.content, 0, token.meta["cut"])


_FILTERED = re.compile(
    r"<(?=/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)(?:[\s/>]|\Z))", re.IGNORECASE
)


def _write_raw(writing: Writing, html: str, start: int, cut: Cut) -> None:
    out = writing.out
    if not writing.env["dialect"].tag_filter:
        out.raw(html, start, cut)
        return
    done = 0
    for match in _FILTERED.finditer(html):
        at = match.start()
        out.raw(html[done:at], start + done, cut)
        out.piece("&lt;", cut.source(start + at), cut.source(start + at) + 1)
        done = at + 1
    out.raw(html[done:], start + done, cut)


@writes("fence", "code_block")
def write_code(writing: Writing, token: Token) -> None:
    """A code block."""
    out = writing.out
    cut: Cut = token.meta["cut"]
    out.at = cut.source(0)
    out.markup("<pre><code>")
    content = token.content
    body = content[:-1] if content.endswith("\n") else content
    out.text(body, 0, cut)
    if body:
        out.markup("\n")
    out.markup("</code></pre>\n")
