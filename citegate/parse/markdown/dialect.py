"""Dialect: what a site's generator adds to CommonMark, one profile for each generator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from citegate.parse.markdown.container import Containers
from citegate.parse.markdown.footnote import GFM_FOOTNOTES, FootnoteStyle
from citegate.parse.mdx.components import UNKNOWN, Component


@dataclass(frozen=True, slots=True, eq=False)
class Dialect:
    """The constructs in force. A field is named for the construct."""

    name: str
    """What the settings call it."""
    table: bool = True
    """GFM tables."""
    keeps_escaped_bar_in_code: bool = False
    """In code in a table, the backslash before a bar is text."""
    strikethrough: bool = True
    """`~~gone~~`."""
    single_tilde: bool = True
    """`~gone~` as well."""
    autolink_literal: bool = True
    """Bare URLs are links."""
    task_list: bool = True
    """`- [ ] to do`."""
    footnotes: FootnoteStyle | None = GFM_FOOTNOTES
    """Footnotes, and what their renderer adds; None where there are none."""
    front_matter: frozenset[str] = frozenset({"yaml", "toml"})
    """Kinds of front matter: "yaml", "toml", "json"."""
    smart: str = ""
    """The typographer: "smartypants", "dashes", "typographer", "symbols", or "" for none."""
    emoji: str = ""
    """What `:rocket:` becomes: "text", "picture", or "" for nothing else than it is."""
    containers: Containers | None = None
    """`:::note` boxes."""
    admonitions: bool = False
    """MkDocs' `!!!`, `???` and `===`."""
    alerts: Mapping[str, str] = field(default_factory=dict)
    """Word of a `> [!NOTE]` marker, in lower case → title; {} where they are quotations."""
    heading_ids: bool = False
    """`## Title {#id}`."""
    attributes: str = ""
    """`{.class}`: "curly", "colon", "both", or "" for none."""
    definition_lists: bool = False
    """A term, and lines that start with ":"."""
    abbreviations: bool = False
    """`*[HTML]: …` lines."""
    marks: tuple[str, ...] = ()
    """Of "==", "^^", "^", "~": marks around words."""
    contents: tuple[str, int, int] | None = None
    """A line, "[[toc]]" or "[TOC]", that lists the headings of these levels, first to last."""
    opaque: tuple[str, ...] = ()
    """Constructs that the generator fills in: names of `opaque.TEMPLATES` and `opaque.LINES`."""
    hard_breaks: bool = False
    """Every line end in a paragraph is a `<br>`."""
    list_indent: int = 0
    """Columns that an item's blocks are indented by, whatever its marker; 0 for CommonMark's rule."""
    image_caption: bool = False
    """The description of an image alone in its paragraph is printed below it."""
    html_blocks: str = "commonmark"
    """Where a block of HTML ends: "commonmark", "line" (after the line, as in pandoc) or "element" (at the closing
    tag: no Markdown is read inside)."""
    tag_filter: bool = False
    """GitHub's: `<script>`, `<style>`, `<title>` and the like are shown as they are written."""
    components_are_blocks: bool = False
    """Outside MDX, a line that starts with a component's tag starts a block of HTML."""
    fence_info: str = ""
    """A pattern that all that stands behind the marks of a code fence must match; "" for CommonMark's rule."""
    backslash_break: bool = True
    """A backslash at the end of a line is a `<br>`."""
    loose_emphasis: bool = False
    """`**` opens and closes next to any letter or sign, so in Chinese and Japanese too."""
    is_mdx: bool = False
    """`.md` files are MDX as well."""
    html_comments: bool = False
    """In MDX, `<!-- … -->` is taken away first."""
    components: Mapping[str, Component] = field(default_factory=dict)
    """Settings of components, by name."""
    default_component: Component = UNKNOWN
    """The setting of a component that is not in `components`."""


GFM = Dialect("gfm")
"""GitHub's Markdown, and MDX with the usual plug-in for it."""
