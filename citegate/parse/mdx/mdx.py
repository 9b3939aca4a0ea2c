"""render_mdx: an MDX file to HTML that carries its places."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from markdown_it.token import Token

from citegate.model import SourceText
from citegate.parse.html.tags import PATH_ATTRIBUTE
from citegate.parse.markdown import markdown
from citegate.parse.markdown.dialect import GFM, Dialect
from citegate.parse.markdown.markdown import Read, Rendered
from citegate.parse.markdown.parser import PlacedMarkdown
from citegate.parse.markdown.places import escape_attribute
from citegate.parse.markdown.render import Writing
from citegate.parse.mdx import elements, syntax, write
from citegate.parse.mdx.syntax import tag_fault

MAX_PARTIAL_DEPTH = 20  # files that include one another
MAX_PARTIALS = 1_000  # inclusions in one page; each may include the next one twice

_IMPORT = re.compile(
    r"""^import[ ]+([A-Z][\w$]*)[ ]+from[ ]+(["'])([^"'\n]+\.mdx?)\2[ \t]*;?[ \t]*(?://[^\n]*)?$""", re.MULTILINE
)


@lru_cache(maxsize=16)
def _parser(dialect: Dialect) -> PlacedMarkdown:
    md = PlacedMarkdown()
    markdown.install(md, dialect)
    syntax.install(md)
    md.core.ruler.after("inline", "mdx_partials", _find_partials)
    md.core.ruler.after("inline", "mdx_elements", elements.pair_tags)
    return md


def render_mdx(source: SourceText, dialect: Dialect = GFM, read: Read | None = None) -> Rendered:
    """The file as HTML. Raises MalformedMarkup where the MDX compiler would refuse it, or a partial is missing."""
    return _render(source, dialect, read, (source.path,), [0])


def _render(
    source: SourceText, dialect: Dialect, read: Read | None, chain: tuple[str, ...], count: list[int]
) -> Rendered:
    def include(writing: Writing, token: Token, partial: str) -> None:
        _include(writing, token, partial, dialect, read, chain, count)

    env: dict[str, Any] = {"read": read, "include": include, "components": dialect.components, "ends": []}
    env["default_component"] = dialect.default_component
    env["takes_comments"] = dialect.html_comments
    env["names"] = {}
    env["partials"] = {}
    return markdown.render(source, dialect, _parser(dialect), env)


def _find_partials(state: Any) -> None:
    """Core rule: note which components are Markdown files, and what names the front matter stands behind."""
    env = state.env
    env["names"].update(frontmatter=env["metadata"], frontMatter=env["metadata"])
    if env["read"] is None:
        return
    for token in state.tokens:
        if token.type == "mdx_esm":
            for match in _IMPORT.finditer(token.content):
                env["partials"][match[1]] = match[3]


def _include(
    writing: Writing,
    token: Token,
    partial: str,
    dialect: Dialect,
    read: Read | None,
    chain: tuple[str, ...],
    count: list[int],
) -> None:
    """Write an imported Markdown file in the place of its tag; opaque where only the bundler knows the file."""
    path = resolve(chain[-1], partial)
    count[0] += 1
    if count[0] > MAX_PARTIALS:
        raise tag_fault(writing.env, token, f"more than {MAX_PARTIALS} partials", "include fewer")
    if path in chain or len(chain) >= MAX_PARTIAL_DEPTH:
        raise tag_fault(writing.env, token, f"partial {partial!r} includes itself", "break the circle")
    found = read(path) if read is not None and path is not None else None
    if found is None or path is None:
        if path is not None and partial.startswith("."):
            raise tag_fault(writing.env, token, f"partial {partial!r} is not there", "correct the path in its import")
        write.write_opaque(writing, token)
        return
    rendered = _render(found, dialect, read, (*chain, path), count)
    writing.out.markup(f'<div style="display:contents" {PATH_ATTRIBUTE}="{escape_attribute(path)}">')
    writing.out.foreign(rendered.html, rendered.places)
    writing.out.markup("</div>\n")


def resolve(path: str, target: str) -> str | None:
    """The path under the content root that `target`, written in the file `path`, leads to; None outside of it."""
    if target.startswith("@site/"):
        target = "/" + target.removeprefix("@site/")
    parts: list[str] = [] if target.startswith("/") else path.split("/")[:-1]
    for part in target.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
