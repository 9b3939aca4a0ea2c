"""From documents to the pages that they become."""

from __future__ import annotations

import pytest

from citegate.index.built import BuiltSite
from citegate.index.files import MemoryFiles
from citegate.index.pages import Pages
from citegate.index.site import Site


def pages_of(
    documents: dict[str, str], pages: list[str], generator: str = "", root: str = "content", patterns: object = None
) -> dict[str, str | None]:
    files = MemoryFiles(
        {f"{root}/{path}": text for path, text in documents.items()} | {f"dist/{page}": "<p>x" for page in pages}
    )
    site = Site(files, (root,))
    found = Pages(site, BuiltSite(files, "dist", generator=generator), dict(patterns or {}))  # type: ignore[call-overload]
    return {
        route.path[len(root) + 1 :]: (page.path[5:] if (page := found.page_of(route)) else None)
        for route in site.routes.all
    }


@pytest.mark.parametrize(
    ("document", "page", "generator"),
    [
        ("a/b.md", "a/b.html", ""),
        ("a/b.md", "a/b/index.html", ""),
        ("a/b.mdx", "a/b.htm", ""),
        ("index.md", "index.html", ""),
        ("README.md", "index.html", "mkdocs"),
        ("a/README.md", "a/index.html", "mkdocs"),
        ("a/_index.md", "a/index.html", "hugo"),
        ("01-a/02-b.md", "a/b.html", "docusaurus"),
        ("01-a/02-b.md", "01-a/02-b.html", ""),
        ("2.0-release.md", "2.0-release.html", ""),
        ("(group)/a.mdx", "a.html", "next"),
        ("(group)/a/page.mdx", "a.html", "next"),
        ("a.md", "docs/a/index.html", "docusaurus"),
        ("a.mdx", "docs/a.html", "fumadocs"),
        ("Getting Started.md", "getting-started/index.html", "astro"),
        ("API/Pool.md", "api/pool/index.html", "starlight"),
        ("guide.zh.md", "zh/guide/index.html", "hugo"),
        ("index.fr.md", "fr/index.html", "hugo"),
        ("en/a.md", "a/index.html", "starlight"),
        ("fr/a.md", "fr/a/index.html", "starlight"),
        ("i18n/fr/docusaurus-plugin-content-docs/current/a.md", "fr/docs/a.html", "docusaurus"),
        ("_posts/2024-01-02-frost.md", "2024/01/02/frost.html", "jekyll"),
        ("posts/2024-01-02-frost.md", "posts/frost/index.html", "eleventy"),
        ("Guides/Index.md", "Guides/Index.html", "vitepress"),
        ("a.md", "b.html", ""),
        ("api.md", "index.html", ""),
        ("zh/a.md", "b/a.html", ""),
    ],
)
def test_page_of_a_path(document: str, page: str, generator: str) -> None:
    absent = {"a.md": "b.html", "api.md": "index.html", "zh/a.md": "b/a.html"}
    expected = None if absent.get(document) == page else page
    assert pages_of({document: "x"}, [page], generator) == {document: expected}


@pytest.mark.parametrize(
    ("document", "head", "page", "generator"),
    [
        ("a/b.md", "slug: c", "a/c.html", ""),
        ("a/b.md", "slug: /c/d", "c/d.html", ""),
        ("a/b.md", "slug: /", "docs/index.html", "docusaurus"),
        ("a/b.md", "slug: /c", "docs/c.html", "docusaurus"),
        ("a/b.md", "slug: c", "docs/a/c.html", "docusaurus"),
        ("a/b.md", "id: c", "docs/a/c.html", "docusaurus"),
        ("a/b.md", "permalink: /x/y/", "x/y/index.html", "eleventy"),
        ("a/b.md", "permalink: /x/y.html", "x/y.html", "jekyll"),
        ("a/b.md", "url: /x/", "x/index.html", "hugo"),
        ("a/b.md", "slug: start/c", "start/c/index.html", "starlight"),
        ("_posts/2024-01-02-frost.md", "permalink: /:categories/:title/\ncategories: [news, cold]",
         "news/cold/frost/index.html", "jekyll"),
        ("_posts/2024-01-02-frost.md", "permalink: /:year/:title.html", "2024/frost.html", "jekyll"),
        ("a/b.md", "slug: [broken", "a/b.html", ""),
        ("a/b.md", "slug: 7", "a/b.html", ""),
        ("a/b.md", "url: https://x.test/", "a/b.html", ""),
    ],
)  # fmt: skip
def test_page_of_front_matter(document: str, head: str, page: str, generator: str) -> None:
    assert pages_of({document: f"---\n{head}\n---\nx"}, [page], generator) == {document: page}


def test_places_are_learned_from_the_rest_of_the_site() -> None:
    documents = {f"manual/{name}.md": "x" for name in ("a", "b", "c")}
    assert pages_of(documents, ["v2/en/a.html", "v2/en/b.html", "v2/en/c.html"]) == {
        f"manual/{name}.md": f"v2/en/{name}.html" for name in ("a", "b", "c")
    }


def test_one_page_of_the_same_name_elsewhere_is_not_believed() -> None:
    assert pages_of({"guide/setup.md": "x", "guide/other.md": "x"}, ["api/setup.html"]) == {
        "guide/setup.md": None,
        "guide/other.md": None,
    }


def test_the_default_language_is_not_taken_for_another() -> None:
    assert pages_of({"a.md": "x", "zh/a.md": "x"}, ["a.html"]) == {"a.md": "a.html", "zh/a.md": None}


def test_patterns_come_first() -> None:
    documents = {"notes/frost.md": "---\nslug: cold\n---\nx", "notes/ice.md": "x", "a.md": "x"}
    pages = ["news/cold.html", "news/ice.html", "a.html", "notes/ice.html"]
    assert pages_of(documents, pages, patterns={"notes/*": "/news/{slug}.html"}) == {
        "notes/frost.md": "news/cold.html",
        "notes/ice.md": "news/ice.html",
        "a.md": "a.html",
    }


def test_error_pages_are_nobodys_page() -> None:
    assert pages_of({"404.md": "x"}, ["404.html"]) == {"404.md": None}


def test_a_guess_does_not_take_the_page_of_another_document() -> None:
    documents = {"intro.md": "x", "drafts/b.md": "---\nid: intro\n---\nx", "blog/c.md": "---\nslug: intro\n---\nx"}
    assert pages_of(documents, ["intro.html"]) == {"intro.md": "intro.html", "drafts/b.md": None, "blog/c.md": None}
