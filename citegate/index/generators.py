"""What the makers of static sites do alike and otherwise: one row each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from citegate.errors import UnreadableSource
from citegate.index.files import Files

_VALUE = r"""\s*["'`]([^"'`\n]*)["'`]"""


@dataclass(frozen=True, slots=True)
class Generator:
    """How one maker turns documents into pages."""

    name: str
    """What the setting `generator` calls it."""
    signs: tuple[str, ...] = ()
    """Files at the project's root, any of which says that it is used."""
    traces: tuple[str, ...] = ()
    """Files or folders of the built site, any of which says so."""
    meta: str = ""
    """How `<meta name=generator>` begins, in lower case."""
    mounts: tuple[str, ...] = ()
    """Places of the site, beside its top, below which it puts documents."""
    id_is_name: bool = False
    """The front matter's `id` stands for the file's name in the URL."""
    drops_suffix: bool = False
    """It links to the page `a/b.html` as `/a/b`."""
    base: str = ""
    """A pattern for the base path in a file of `signs`; its group is a path or a whole URL."""


GENERATORS: dict[str, Generator] = {
    generator.name: generator
    for generator in (
        Generator(
            "docusaurus",
            ("docusaurus.config.js", "docusaurus.config.ts", "docusaurus.config.mjs", "docusaurus.config.cjs"),
            meta="docusaurus",
            mounts=("docs", "blog"),
            id_is_name=True,
            drops_suffix=True,
            base=rf"\bbaseUrl['\"]?\s*:{_VALUE}",
        ),
        Generator(
            "vitepress",
            (".vitepress/config.js", ".vitepress/config.ts", ".vitepress/config.mts", ".vitepress/config.mjs",
             "docs/.vitepress/config.js", "docs/.vitepress/config.ts", "docs/.vitepress/config.mts"),
            ("vp-icons.css", "hashmap.json"),
            "vitepress",
            base=rf"\bbase['\"]?\s*:{_VALUE}",
        ),
        Generator(
            "fumadocs",
            ("source.config.ts", "source.config.mjs", "source.config.js"),
            mounts=("docs",),
            drops_suffix=True,
        ),
        Generator(
            "nextra",
            ("theme.config.tsx", "theme.config.jsx", "theme.config.js"),
            mounts=("docs",),
            drops_suffix=True,
        ),
        Generator(
            "next",
            ("next.config.js", "next.config.ts", "next.config.mjs", "next.config.cjs"),
            ("_next",),
            "next.js",
            drops_suffix=True,
            base=rf"\bbasePath['\"]?\s*:{_VALUE}",
        ),
        Generator(
            "astro",
            ("astro.config.mjs", "astro.config.ts", "astro.config.js", "astro.config.cjs"),
            ("_astro",),
            "astro",
            base=rf"\bbase['\"]?\s*:{_VALUE}",
        ),
        Generator("starlight", meta="starlight", base=rf"\bbase['\"]?\s*:{_VALUE}"),
        Generator("mkdocs", ("mkdocs.yml", "mkdocs.yaml"), ("search/search_index.json",), "mkdocs",
                  base=r"(?m)^site_url:\s*[\"']?([^\s\"'#]+)"),
        Generator(
            "hugo",
            ("hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json", "config/_default/hugo.toml"),
            meta="hugo",
            base=r"(?mi)^\s*[\"']?baseURL[\"']?\s*[=:]\s*[\"']?([^\s\"'#,]+)",
        ),
        Generator("jekyll", ("_config.yml", "_config.yaml"), meta="jekyll",
                  base=r"(?m)^baseurl:\s*[\"']?([^\s\"'#]+)"),
        Generator(
            "eleventy",
            (".eleventy.js", "eleventy.config.js", "eleventy.config.mjs", "eleventy.config.cjs", "eleventy.config.ts"),
            meta="eleventy",
            base=rf"\bpathPrefix['\"]?\s*:{_VALUE}",
        ),
        Generator("mdbook", ("book.toml",), ("book.js", "toc.js"), base=r"(?m)^site-url\s*=\s*[\"']([^\"']+)"),
        Generator(
            "sphinx", ("conf.py", "docs/conf.py", "doc/conf.py", "docs/source/conf.py"), ("objects.inv",), "sphinx"
        ),
        Generator("plain"),
    )
}  # fmt: skip
"""Every maker by its name; the first whose signs are there is taken."""

PLAIN = GENERATORS["plain"]


def find_generator(files: Files, is_page_file: Callable[[str], bool], meta: str) -> Generator:
    """What made the site: from its home page's `<meta name=generator>`, the project's files, or the site's own."""
    meta = meta.strip().lower()
    found = [row for row in GENERATORS.values() if row.meta and meta.startswith(row.meta)]
    if found:
        return found[0]
    for row in GENERATORS.values():
        if any(_is_there(files, sign) for sign in row.signs):
            return row
    return next((row for row in GENERATORS.values() if any(map(is_page_file, row.traces))), PLAIN)


def base_path(files: Files, generator: Generator) -> str:
    """The path under which the site is served, as the generator's settings say it: "" or "/docs"."""
    rows = (generator, GENERATORS["astro"]) if generator.name == "starlight" else (generator,)
    for row in rows:
        for sign in row.signs if row.base or generator.base else ():
            try:
                text = files.read(sign).decode("utf-8", "replace")
            except UnreadableSource:
                continue
            match = re.search(row.base or generator.base, text)
            if match:
                return plain_base(match[1])
    return ""


def plain_base(written: str) -> str:
    """A base path or a site's whole address as "" or "/docs"."""
    path = (urlsplit(written).path if "//" in written else written).strip("/")
    return f"/{path}" if path and path != "." else ""


def _is_there(files: Files, path: str) -> bool:
    return any(True for _ in _one(files.walk(path)))


def _one(paths: Iterable[str]) -> Iterable[str]:
    for path in paths:
        yield path
        return
