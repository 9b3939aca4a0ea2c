"""What a project is built with, and the files with which citegate begins in it. Nothing that is there is changed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from citegate.errors import CitegateError
from citegate.index.allowlist import write_atomically
from citegate.index.files import Files
from citegate.index.generators import GENERATORS, PLAIN, Generator, find_generator
from citegate.index.routes import is_document
from citegate.index.site import Site
from citegate.json_text import to_json
from citegate.model import ENGINES
from citegate.options import OPTIONS
from citegate.repair.suggest import suggestions
from citegate.settings import as_toml

EXAMPLE = "example.citations.json"
WORKFLOW = ".github/workflows/citations.yml"
HOOKS = ".pre-commit-config.yaml"
PACKAGE = "package.json"
SCRIPT = "verify:citations"
LOOKED_AT = 50  # documents in which an example is looked for
CITED = 2  # sentences of the example


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a maker of sites keeps its documents, and where it puts the pages."""

    content: tuple[str, ...]
    """Folders, those that are there and hold documents are taken."""
    site: str
    """The folder of the built site."""
    setting: str = ""
    """A pattern for the folder of documents in the maker's own settings; its group is the folder."""


_PLAIN = ("content", "docs", "pages", "posts", "src/content", "src")

LAYOUTS: dict[str, Layout] = {
    "docusaurus": Layout(("docs", "blog", "src/pages"), "build"),
    "vitepress": Layout(("docs", "src"), ".vitepress/dist"),
    "fumadocs": Layout(("content/docs", "content", "docs"), "out", r"""\bdir:\s*["']([^"']+)["']"""),
    "nextra": Layout(("content", "src/content", "pages", "src/pages"), "out"),
    "next": Layout(("content", "posts", "docs", "app", "src/app", "pages", "src/pages"), "out"),
    "astro": Layout(("src/content", "src/pages"), "dist"),
    "starlight": Layout(("src/content/docs",), "dist"),
    "mkdocs": Layout(("docs",), "site", r"""(?m)^docs_dir:\s*["']?([^"'\s#]+)"""),
    "hugo": Layout(("content",), "public", r"""(?mi)^\s*["']?contentDir["']?\s*[=:]\s*["']?([^"'\s,#]+)"""),
    "jekyll": Layout(("_posts", "_docs", "_pages", "docs", "pages"), "_site"),
    "eleventy": Layout(_PLAIN, "_site", r"""\binput["']?\s*:\s*["']([^"']+)["']"""),
    "mdbook": Layout(("src",), "book", r"""(?m)^src\s*=\s*["']([^"']+)["']"""),
    "sphinx": Layout(("docs/source", "docs", "doc", "source"), "_build/html"),
    "plain": Layout(_PLAIN, "dist"),
}
"""One for each generator, by its name."""

_NAMED_BY = (
    ("nextra", r'"nextra"\s*:'),
    ("fumadocs", r'"fumadocs-(?:mdx|core|ui)"\s*:'),
    ("starlight", r'"@astrojs/starlight"\s*:'),
    ("docusaurus", r'"@docusaurus/core"\s*:'),
    ("vitepress", r'"vitepress"\s*:'),
    ("astro", r'"astro"\s*:'),
    ("next", r'"next"\s*:'),
    ("eleventy", r'"@11ty/eleventy"\s*:'),
)
"""What a package.json depends on, and the maker that this means; the most specific first."""


@dataclass(frozen=True, slots=True)
class Project:
    """What was seen of a project."""

    generator: Generator
    content: tuple[str, ...]
    """The folders of its documents; `content` when there is none yet."""
    site: str
    """Where its built pages are, or will be."""
    has_package: bool
    """True when there is a package.json for an npm script."""


def look(files: Files) -> Project:
    """What the project is built with, and where its documents are."""
    generator = _generator(files)
    layout = LAYOUTS[generator.name]
    folders = [*_set_folders(files, generator, layout), *layout.content]
    content = _apart(folder for folder in folders if _has_documents(files, folder))
    nested = f"docs/{layout.site}"
    is_nested = layout.site.startswith(".") and any(sign.startswith("docs/") for sign in _signs(files, generator))
    site = nested if is_nested else layout.site
    if not content and _has_documents(files, ""):
        content = (".",)
    return Project(generator, content or OPTIONS["content"].default, site, _read(files, PACKAGE) is not None)


def _generator(files: Files) -> Generator:
    package = _read(files, PACKAGE) or ""
    named = next((GENERATORS[name] for name, pattern in _NAMED_BY if re.search(pattern, package)), None)
    found = find_generator(files, lambda _: False, "")
    if found is PLAIN or (named is not None and named.name in ("nextra", "fumadocs", "starlight")):
        return named or found
    settings = " ".join(_read(files, sign) or "" for sign in _signs(files, found))
    return GENERATORS["starlight"] if found.name == "astro" and "starlight" in settings else found


def _signs(files: Files, generator: Generator) -> list[str]:
    return [sign for sign in generator.signs if _read(files, sign) is not None]


def _set_folders(files: Files, generator: Generator, layout: Layout) -> Iterator[str]:
    """The folders of documents that the maker's own settings name."""
    for sign in _signs(files, generator) if layout.setting else ():
        for match in re.finditer(layout.setting, _read(files, sign) or ""):
            folder = match[1].removeprefix("./").strip("/")
            if folder not in ("", ".") and ".." not in folder:
                yield folder


def _apart(folders: Iterator[str]) -> tuple[str, ...]:
    """Each folder once, without those inside, or around, another that was named before."""
    kept: list[str] = []
    for folder in folders:
        if not any((folder + "/").startswith(other + "/") or other.startswith(folder + "/") for other in kept):
            kept.append(folder)
    return tuple(kept)


def _has_documents(files: Files, folder: str) -> bool:
    return any(is_document(path) for path in files.walk(folder))


def _read(files: Files, path: str) -> str | None:
    try:
        return files.read(path).decode("utf-8", "replace")
    except CitegateError:
        return None  # what is not there, or cannot be read, says nothing about the project


def settings_text(project: Project) -> str:
    """A commented citegate.toml: what is known is set, all else stands as a comment with its default."""
    name = project.generator.name
    lines = [
        "# Settings of citegate; `citegate config` prints those in force.",
        f"# Built with: {name if project.generator is not PLAIN else 'nothing that citegate knows'}.",
    ]
    known: dict[str, object] = {"content": list(project.content)}
    for key, option in OPTIONS.items():
        choices = f" ({', '.join(option.choices)})" if option.choices else ""
        is_table = option.kind in ("patterns", "table")
        lines += ["", f"# {option.help}{choices}"]
        if key == "site":
            lines.append(f"# site = {as_toml(project.site)}  # build first; then the pages that ship are checked")
        elif key in known:
            lines.append(f"{key} = {as_toml(known[key])}")
        elif is_table:
            lines.append(f"# [{key}]")
        else:
            default = option.default
            lines.append(f"# {key} = {as_toml(list(default) if isinstance(default, tuple) else default)}")
    return "\n".join(lines) + "\n"


def example(files: Files, project: Project) -> tuple[str, str] | None:
    """Path and text of a manifest that cites two sentences of the project; None when no sentence lends itself."""
    site = Site(files, project.content, tuple(ENGINES.values()))
    for route in islice(site.routes.all, LOOKED_AT):
        try:
            found = suggestions(site.pages(route), min_length=OPTIONS["min_length"].default, limit=CITED)
        except CitegateError:
            continue  # `citegate check` says what is wrong with it
        if found:
            entries = [{"docId": route.id, "passage": passage} for passage in found]
            folder = "" if project.content[0] == "." else project.content[0] + "/"
            return folder + EXAMPLE, to_json(entries, indent=2) + "\n"
    return None


def with_script(package: str) -> str | None:
    """A package.json with the script `verify:citations`, all else as it was; None when that cannot be, or is so."""
    try:
        scripts = json.loads(package).get("scripts", {})
    except (ValueError, AttributeError, RecursionError):
        return None
    if not isinstance(scripts, dict) or SCRIPT in scripts:
        return None
    line = f'"{SCRIPT}": "citegate check"'
    indent = (re.search(r"\n([ \t]+)\"", package) or [None, "  "])[1] or "  "
    if scripts or '"scripts"' in package:
        text = re.sub(
            r"(\"scripts\"\s*:\s*\{)(\s*)(\}?)",
            lambda m: f"{m[1]}\n{indent * 2}{line}" + (f"\n{indent}}}" if m[3] else f",{m[2]}"),
            package,
            count=1,
        )
    else:
        text = re.sub(
            r"^\s*\{", lambda m: f'{m[0]}\n{indent}"scripts": {{\n{indent * 2}{line}\n{indent}}},', package, count=1
        )
    try:
        return text if json.loads(text)["scripts"][SCRIPT] else None
    except (ValueError, KeyError, TypeError):
        return None


WORKFLOW_TEXT = """\
name: citations
on: [push, pull_request]
permissions:
  contents: read
jobs:
  citations:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      # citegate-site is not on PyPI: name a checkout or a wheel of it
      - run: pip install "$CITEGATE"
        env:
          CITEGATE: ./vendor/citegate
      - run: citegate check --frozen
"""

HOOKS_TEXT = """\
repos:
  - repo: local
    hooks:
      - id: citegate
        name: citegate
        entry: citegate check --frozen
        language: system
        pass_filenames: false
        files: \\.(?:mdx?|html?|citations\\.(?:json|ya?ml))$|^allowlist\\.json$|^citegate\\.toml$
"""


def write_new(root: Path, path: str, text: str) -> bool:
    """Write a file that is not there yet; False, and nothing done, when it is. Raises OutputError."""
    target = root / path
    if target.exists() or target.is_symlink():
        return False
    write_atomically(target, text)
    return True
