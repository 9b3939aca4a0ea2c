"""A folder of pages as a static host serves it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citegate.index.built import BuiltSite, page_key
from citegate.index.files import MemoryFiles
from citegate.index.generators import GENERATORS, base_path, plain_base
from citegate.index.routes import Route

HTML = "<!doctype html><p>x"


def site(*paths: str, **files: str) -> BuiltSite:
    contents = {f"dist/{path}": HTML for path in paths} | {f"dist/{path}": text for path, text in files.items()}
    return BuiltSite(MemoryFiles(contents), "dist")


def route(built: BuiltSite, path: str) -> Route:
    return built.by_file[path]


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("index.html", ""),
        ("a/index.html", "a"),
        ("a/b.html", "a/b"),
        ("a.htm", "a"),
        ("/a/b/", "a/b"),
        ("a.b", "a.b"),
        ("v1.2/index.html", "v1.2"),
        ("indexes.html", "indexes"),
    ],
)
def test_key_of_a_page(path: str, key: str) -> None:
    assert page_key(path) == key


@pytest.mark.parametrize(
    ("url", "file"),
    [
        ("/", "index.html"),
        ("", "index.html"),
        ("/index.html", "index.html"),
        ("/guide", "guide/index.html"),
        ("/guide/", "guide/index.html"),
        ("/guide/index.html", "guide/index.html"),
        ("/pier", "pier.html"),
        ("/pier/", "pier.html"),
        ("/pier.html", "pier.html"),
        ("/pier?x=1", "pier.html"),
        ("/guide/../pier", "pier.html"),
        ("/../../pier", "pier.html"),
        ("/caf%C3%A9", "café.html"),
        ("/nowhere", None),
        ("/style.css", None),
    ],
)
def test_what_a_host_serves(url: str, file: str | None) -> None:
    built = site("index.html", "guide/index.html", "pier.html", "café.html", "style.css")
    found = built.find(url)
    assert (found.path if found else None) == (f"dist/{file}" if file else None)


def test_a_page_is_taken_before_the_folder_of_its_name() -> None:
    built = site("a.html", "a/index.html")
    assert [each.path for each in (built.find("/a"), built.find("/a/")) if each] == ["dist/a.html", "dist/a/index.html"]
    assert {each.id for each in built.routes.all} == {"a", "a/index"}


@pytest.mark.parametrize(
    ("generator", "path", "url"),
    [
        ("plain", "a/b.html", "/a/b.html"),
        ("plain", "a/index.html", "/a/"),
        ("docusaurus", "a/b.html", "/a/b"),
        ("next", "a.html", "/a"),
        ("sphinx", "a.html", "/a.html"),
        ("plain", "a b#c.html", "/a%20b%23c.html"),
    ],
)
def test_url_of_a_page(generator: str, path: str, url: str) -> None:
    built = BuiltSite(MemoryFiles({f"dist/{path}": HTML}), "dist", generator=generator)
    assert [each.url for each in built.routes.all] == [url]


def test_base_path_is_part_of_every_url() -> None:
    built = BuiltSite(MemoryFiles({"out/a/index.html": HTML}), "out", base="https://x.test/docs/")
    assert [each.url for each in built.routes.all] == ["/docs/a/"]
    assert built.find("/docs/a") == built.find("/a") == built.routes.all[0]


@pytest.mark.parametrize(
    ("href", "path"),
    [
        ("b", "/guide/b"),
        ("/b", "/b"),
        ("../b/", "/b/"),
        ("?x", "/guide/a.html?x"),
        ("https://harbour.test/b", "/b"),
        ("https://other.test/b", None),
        ("//other.test/b", None),
        ("mailto:a@b.test", None),
        ("http://[broken", None),
    ],
)
def test_address_on_a_page(href: str, path: str | None) -> None:
    built = BuiltSite(MemoryFiles({"dist/guide/a.html": HTML}), "dist", site_url="https://harbour.test")
    assert built.resolve(href, built.routes.all[0]) == path


def test_base_element_is_followed() -> None:
    built = site(**{"guide/a.html": '<base href="/other/">'})
    assert built.resolve("b", built.routes.all[0]) == "/other/b"


def test_forwards_are_followed_to_where_the_reader_rests() -> None:
    def to(url: str) -> str:
        return f'<meta http-equiv="refresh" content="0; url={url}">'

    built = site("d.html", **{"a.html": to("/b"), "b.html": to("c.html"), "c.html": to("/d"), "e.html": to("e.html")})
    assert built.landing(route(built, "a.html")) == route(built, "d.html")
    assert built.landing(route(built, "e.html")) == route(built, "e.html")


def test_redirects_of_the_host() -> None:
    built = site("new.html", _redirects="# old\n/old /new 301\n/blog/* /news/:splat\n/far https://x.test\n")
    assert built.find("/old") == route(built, "new.html")
    assert built.find("/blog/x") is None


@pytest.mark.parametrize(
    ("canonical", "url"),
    [
        ("https://harbour.test/a", "/a"),
        ("/a/", "/a/"),
        ("https://harbour.test/b", "/a.html"),
        ("", "/a.html"),
    ],
)
def test_a_page_is_called_as_it_calls_itself(canonical: str, url: str) -> None:
    built = site("b.html", **{"a.html": f'<link rel="canonical" href="{canonical}">'})
    assert built.as_canonical(route(built, "a.html")).url == url


@pytest.mark.parametrize(
    ("head", "files", "hidden"),
    [
        ('<link rel="stylesheet" href="/s.css">', {"s.css": ".x{display:none}"}, True),
        ('<link rel="stylesheet" href="s.css?v=1">', {"s.css": ".x{display:none}"}, True),
        ('<link rel="stylesheet" href="s.css" media="print">', {"s.css": ".x{display:none}"}, False),
        ('<link rel="stylesheet" href="s.css" media="(min-width: 600px)">', {"s.css": ".x{display:none}"}, True),
        (
            '<link rel="stylesheet" href="s.css" media="print" onload="this.media=\'all\'">',
            {"s.css": ".x{display:none}"},
            True,
        ),
        ('<link rel="alternate stylesheet" href="s.css">', {"s.css": ".x{display:none}"}, False),
        ('<link rel="stylesheet" href="s.css" disabled>', {"s.css": ".x{display:none}"}, False),
        ('<link rel="preload" as="style" href="s.css">', {"s.css": ".x{display:none}"}, False),
        ('<link rel="stylesheet" href="https://x.test/s.css">', {"s.css": ".x{display:none}"}, False),
        ('<link rel="stylesheet" href="/s.css">', {"s.css": '@import "t.css";', "t.css": ".x{display:none}"}, True),
        (
            '<link rel="stylesheet" href="/c/s.css">',
            {"c/s.css": "@import url('../t.css') screen;", "t.css": ".x{display:none}"},
            True,
        ),
        (
            '<link rel="stylesheet" href="/s.css">',
            {"s.css": '@import "t.css" print;', "t.css": ".x{display:none}"},
            False,
        ),
        (
            '<link rel="stylesheet" href="/s.css">',
            {"s.css": '@import "t.css" layer(a); .x{display:block}', "t.css": ".x{display:none}"},
            False,
        ),
        ('<link rel="stylesheet" href="/s.css">', {"s.css": '@import "s.css"; .x{display:none}'}, True),
        (
            '<link rel="stylesheet" href="/s.css">',
            {"s.css": '/* @import "t.css"; */', "t.css": ".x{display:none}"},
            False,
        ),
        ('<link rel="stylesheet" href="../../outside.css">', {}, False),
    ],
)
def test_linked_style_sheets_hide(head: str, files: dict[str, str], hidden: bool) -> None:
    page = f"<!doctype html><head>{head}</head><p class=x>words</p>"
    built = BuiltSite(
        MemoryFiles(
            {"dist/a.html": page, "outside.css": ".x{display:none}"} | {f"dist/{k}": v for k, v in files.items()}
        ),
        "dist",
    )
    text = built.pages(built.routes.all[0])[0].text
    assert ("words" not in text) is hidden


@pytest.mark.parametrize(
    ("files", "page", "name", "base"),
    [
        ({"docusaurus.config.js": "baseUrl: '/handbook/'"}, HTML, "docusaurus", "/handbook"),
        ({"astro.config.mjs": "base: '/docs',"}, HTML, "astro", "/docs"),
        (
            {"astro.config.mjs": "base: '/docs',"},
            '<meta name="generator" content="Starlight v0.3">',
            "starlight",
            "/docs",
        ),
        ({"mkdocs.yml": "site_url: https://x.test/manual/\n"}, HTML, "mkdocs", "/manual"),
        ({"hugo.toml": 'baseURL = "https://x.test/"\n'}, HTML, "hugo", ""),
        ({"_config.yml": 'baseurl: "/blog"\n'}, HTML, "jekyll", "/blog"),
        ({"next.config.mjs": "basePath: '/app'"}, HTML, "next", "/app"),
        ({"book.toml": '[output.html]\nsite-url = "/book/"\n'}, HTML, "mdbook", "/book"),
        ({".vitepress/config.mts": 'base: "/vp/"'}, HTML, "vitepress", "/vp"),
        ({"eleventy.config.js": ""}, HTML, "eleventy", ""),
        ({}, '<meta name="generator" content="Hugo 0.120">', "hugo", ""),
        ({}, HTML, "plain", ""),
        ({"dist/_next/x.js": ""}, HTML, "next", ""),
        ({"dist/objects.inv": ""}, HTML, "sphinx", ""),
    ],
)
def test_what_built_the_site(files: dict[str, str], page: str, name: str, base: str) -> None:
    built = BuiltSite(MemoryFiles(files | {"dist/index.html": page}), "dist")
    assert (built.generator.name, built.base) == (name, base)


def test_base_path_of_a_site_without_settings() -> None:
    assert base_path(MemoryFiles({}), GENERATORS["mkdocs"]) == ""
    assert [plain_base(each) for each in ("/", "", "a/", "/a/b", "https://x.test/a", "./")] == [
        "",
        "",
        "/a",
        "/a/b",
        "/a",
        "",
    ]


@given(
    st.sampled_from(["index.html", "a/b.html", "a/index.html", "a;b/c;d.html", "a/b%3Fc.html"]),
    st.text(alphabet="ab./?#;:%\\ é", max_size=8)
    | st.sampled_from(["", "..", "../..", "//x/y", "http://site.invalid/z"]),
)
def test_where_an_address_leads_is_worked_out_once_for_the_pages_of_a_folder(page: str, href: str) -> None:
    site = BuiltSite(MemoryFiles({page: "<p>words"}), "")
    (route,) = site.routes.all
    assert site.resolve(href, route) == site._resolve(route.url, href, None)
