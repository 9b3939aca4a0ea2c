"""Where a link in a document leads."""

from __future__ import annotations

import pytest

from citegate.index.files import MemoryFiles
from citegate.index.site import Site
from citegate.verify.links import external_links, find_links

FILES = MemoryFiles(
    {
        "content/index.md": "# Home\n",
        "content/guide/index.mdx": "# Guide\n",
        "content/guide/start.md": "# Start\n",
        "content/guide/a b.md": "# Spaces\n",
        "content/start.html": "<h1>Other start</h1>",
        "content/größe.md": "# Size\n",
    }
)
FRAGMENT = "#:~:text=Start"


@pytest.mark.parametrize(
    ("path", "href", "found"),
    [
        ("content/index.md", "/guide/start", "guide/start"),
        ("content/index.md", "/guide/start/", "guide/start"),
        ("content/index.md", "/guide/start.md", "guide/start"),
        ("content/index.md", "/guide/start.html", "guide/start"),
        ("content/index.md", "/guide/", "guide"),
        ("content/index.md", "/guide/index.html", "guide"),
        ("content/index.md", "guide/start?x=1", "guide/start"),
        ("content/index.md", "./guide/start.md", "guide/start"),
        ("content/index.md", "/guide/a%20b", "guide/a b"),
        ("content/index.md", "/gr%C3%B6%C3%9Fe", "größe"),
        ("content/index.md", "/größe", "größe"),
        ("content/index.md", "/nowhere", None),
        ("content/index.md", "", "index"),
        ("content/index.md", "/", "index"),
        ("content/guide/start.md", "", "guide/start"),
        ("content/guide/start.md", "start", "guide/start"),
        ("content/guide/start.md", "../start", "start"),
        ("content/guide/start.md", "../start.html", "start"),
        ("content/guide/start.md", "./", "guide"),
        ("content/guide/start.md", "..", "index"),
        ("content/guide/start.md", "../../../start", "start"),
        ("content/guide/index.mdx", "start", "guide/start"),
        ("content/guide/index.mdx", "start.md", "guide/start"),
        ("content/guide/index.mdx", "../start", "start"),
        ("content/guide/index.mdx", "https://docs.test/guide/start", "guide/start"),
        ("content/guide/index.mdx", "https://docs.test", "index"),
    ],
)
def test_a_link_leads_to_a_document(path: str, href: str, found: str | None) -> None:
    files = MemoryFiles({**FILES.contents, path: f'<p><a href="{href}{FRAGMENT}">x</a></p>\n'})
    site = Site(files, ["content"])
    route = site.routes.by_path[path]
    (link,) = find_links(site.document(route), route, site.routes, site_url="https://docs.test/")
    assert (link.route.id if link.route else None) == found
    assert not link.is_external
    assert link.citation.fragment == ":~:text=Start"


@pytest.mark.parametrize(
    "href", ["https://other.test/guide", "//docs.test/guide", "https://docs.testing/x", "mailto:a@b.c"]
)
def test_other_sites_are_not_checked(href: str) -> None:
    site = Site(MemoryFiles({"content/a.md": f"[x]({href}{FRAGMENT}) [y](/b#top)\n"}), ["content"])
    route = site.routes.all[0]
    links = find_links(site.document(route), route, site.routes, site_url="https://docs.test")
    assert [link.is_external for link in links] == [True]
    note = external_links(links)
    assert note
    assert note.message == "1 link with a text directive leads to another site, and was not checked"


def test_a_base_element_counts() -> None:
    page = '<base href="/guide/"><p><a href="start#:~:text=Start">x</a> <a href="https://a.test/#:~:text=x">y</a></p>'
    site = Site(MemoryFiles({**FILES.contents, "content/p.html": page}), ["content"])
    route = site.routes.by_path["content/p.html"]
    links = find_links(site.document(route), route, site.routes)
    assert [(link.route.id if link.route else None, link.is_external) for link in links] == [
        ("guide/start", False),
        (None, True),
    ]
