"""DIALECTS: the profile of each generator, as measured with its real processor."""

from __future__ import annotations

from citegate.parse.markdown.container import Containers
from citegate.parse.markdown.dialect import GFM, Dialect
from citegate.parse.markdown.footnote import FootnoteStyle
from citegate.parse.mdx import presets

_DOCUSAURUS_BOXES = {
    name: name.capitalize()
    for name in ("note", "tip", "info", "warning", "danger", "caution", "secondary", "important", "success", "details")
}
_STARLIGHT_BOXES = {"note": "Note", "tip": "Tip", "caution": "Caution", "danger": "Danger"}
_VITEPRESS_BOXES = {
    "tip": "TIP",
    "info": "INFO",
    "warning": "WARNING",
    "danger": "DANGER",
    "details": "Details",
    "code-group": "",
    "raw": "",
    "v-pre": "",
}
_YAML = frozenset({"yaml"})
_GITHUB_ALERTS = {name: name.upper() for name in ("note", "tip", "important", "warning", "caution")}

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
GITHUB = Dialect("github", tag_filter=True, alerts={name: name.capitalize() for name in _GITHUB_ALERTS}, emoji="text")
DOCUSAURUS = Dialect(
    "docusaurus",
    containers=Containers(_DOCUSAURUS_BOXES, has_label=True, has_line=True),
    heading_ids=True,
    is_mdx=True,
    html_comments=True,
    components=presets.DOCUSAURUS,
)
STARLIGHT = Dialect(
    "starlight",
    smart="smartypants",
    containers=Containers(_STARLIGHT_BOXES, has_label=True),
    components=presets.STARLIGHT,
)
ASTRO = Dialect("astro", smart="smartypants", front_matter=_YAML)
NEXTRA = Dialect("nextra", alerts=_GITHUB_ALERTS, is_mdx=True, components=presets.NEXTRA)
FUMADOCS = Dialect("fumadocs", components=presets.FUMADOCS)
MINTLIFY = Dialect("mintlify", is_mdx=True, components=presets.MINTLIFY)
VITEPRESS = Dialect(
    "vitepress",
    single_tilde=False,
    task_list=False,
    footnotes=None,
    front_matter=_YAML,
    emoji="text",
    containers=Containers(_VITEPRESS_BOXES, has_line=True, details=frozenset({"details"})),
    alerts=_GITHUB_ALERTS,
    heading_ids=True,
    attributes="both",
    components_are_blocks=True,
    contents=("[[toc]]", 2, 3),
    opaque=("mustache", "code_import", "include_comment"),
    components=presets.VITEPRESS,
)
MKDOCS = Dialect(
    "mkdocs",
    front_matter=_YAML,
    keeps_escaped_bar_in_code=True,
    single_tilde=False,
    footnotes=FootnoteStyle(),
    smart="symbols",
    emoji="picture",
    admonitions=True,
    heading_ids=True,
    attributes="both",
    definition_lists=True,
    abbreviations=True,
    marks=("==", "^^", "^", "~"),
    contents=("[TOC]", 1, 6),
    opaque=("snippet", "math"),
    list_indent=4,
    html_blocks="element",
    fence_info=r"(?:[\w#.+-]*|\{[^{}]*\})(?:[ \t]+[\w-]+=(?:\"[^\"]*\"|'[^']*'))*",
    backslash_break=False,
    loose_emphasis=True,
)
JEKYLL = Dialect(
    "jekyll",
    front_matter=_YAML,
    keeps_escaped_bar_in_code=True,
    single_tilde=False,
    footnotes=FootnoteStyle(),
    smart="dashes",
    heading_ids=True,
    attributes="colon",
    definition_lists=True,
    abbreviations=True,
    opaque=("liquid", "kramdown_math"),
    html_blocks="element",
    fence_info=r"\S*",
    loose_emphasis=True,
)
HUGO = Dialect(
    "hugo",
    single_tilde=False,
    footnotes=FootnoteStyle(back=" \u21a9\ufe0e"),
    front_matter=frozenset({"yaml", "toml", "json"}),
    smart="dashes",
    emoji="text",
    heading_ids=True,
    definition_lists=True,
    opaque=("hugo",),
)
QUARTO = Dialect(
    "quarto",
    front_matter=_YAML,
    keeps_escaped_bar_in_code=True,
    single_tilde=False,
    footnotes=FootnoteStyle(back="\u21a9\ufe0e", is_inline=True),
    smart="dashes",
    emoji="text",
    containers=Containers(takes_unknown=True),
    heading_ids=True,
    definition_lists=True,
    marks=("^", "~"),
    opaque=("math", "hugo"),
    image_caption=True,
    html_blocks="line",
    fence_info=r"[^\s{}]*|\{[^{}]*\}",
    loose_emphasis=True,
)
MYST = Dialect(
    "myst",
    front_matter=_YAML,
    single_tilde=False,
    autolink_literal=True,
    footnotes=FootnoteStyle(call="[{}]", back=""),
    smart="typographer",
    definition_lists=True,
    opaque=("dollarmath", "role", "substitution", "colon_fence"),
)
ELEVENTY = Dialect("eleventy", single_tilde=False, footnotes=None, task_list=False, opaque=("liquid",))

DIALECTS: dict[str, Dialect] = {
    dialect.name: dialect
    for dialect in (
        COMMONMARK,
        GFM,
        GITHUB,
        DOCUSAURUS,
        STARLIGHT,
        ASTRO,
        NEXTRA,
        FUMADOCS,
        MINTLIFY,
        VITEPRESS,
        MKDOCS,
        JEKYLL,
        HUGO,
        QUARTO,
        MYST,
        ELEVENTY,
    )
}
"""Name → dialect; what the `dialect` setting may say."""
