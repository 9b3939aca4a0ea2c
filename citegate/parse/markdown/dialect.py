"""Dialect: what a site's generator adds to CommonMark, one profile for each generator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from citegate.parse.markdown.footnote import GFM_FOOTNOTES, FootnoteStyle
from citegate.parse.mdx.components import Component


@dataclass(frozen=True, slots=True, eq=False)
class Dialect:
    """The constructs in force. A field is named for the construct, and is off unless it says otherwise."""

    name: str
    """What the settings call it."""
    table: bool = True
    """GFM tables."""
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
    front_matter: frozenset[str] = frozenset({"yaml"})
    """Kinds of front matter: "yaml", "toml", "json"."""
    markdown_is_mdx: bool = False
    """`.md` files are MDX as well."""
    components: Mapping[str, Component] = field(default_factory=dict)
    """Settings of components, by name."""


GFM = Dialect("gfm")
COMMONMARK = Dialect(
    "commonmark",
    table=False,
    strikethrough=False,
    single_tilde=False,
    autolink_literal=False,
    task_list=False,
    footnotes=None,
    front_matter=frozenset(),
)

DIALECTS: dict[str, Dialect] = {dialect.name: dialect for dialect in (COMMONMARK, GFM)}
