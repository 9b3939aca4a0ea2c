"""Which file becomes which page."""

from __future__ import annotations

import pytest

from citegate.index.files import DiskFiles, MemoryFiles
from citegate.index.routes import find_manifests, survey

FILES = MemoryFiles(
    dict.fromkeys(
        [
            "content/index.mdx",
            "content/work/experience-studio.mdx",
            "content/work/README.md",
            "content/notes/Größe & Gewicht.md",
            "content/built/page.html",
            "content/built/v1.2.md",
            "content/a.citations.json",
            "content/work/b.citations.yml",
            "content/work/picture.png",
            "elsewhere/c.citations.yaml",
        ],
        "",
    )
)


def test_ids_and_urls() -> None:
    routes, manifests = survey(FILES, ["content"])
    assert {route.id: (route.url, route.path) for route in routes.all} == {
        "index": ("/", "content/index.mdx"),
        "work": ("/work", "content/work/README.md"),
        "work/experience-studio": ("/work/experience-studio", "content/work/experience-studio.mdx"),
        "notes/Größe & Gewicht": ("/notes/Größe%20&%20Gewicht", "content/notes/Größe & Gewicht.md"),
        "built/page": ("/built/page", "content/built/page.html"),
        "built/v1.2": ("/built/v1.2", "content/built/v1.2.md"),
    }
    assert manifests == ("content/a.citations.json", "content/work/b.citations.yml")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("work", "work"),
        ("/work/", "work"),
        ("work/README", "work"),
        ("work/index", "work"),
        ("work/README.md", "work"),
        ("work/experience-studio.mdx", "work/experience-studio"),
        ("built/v1.2", "built/v1.2"),
        ("index", "index"),
        ("/", "index"),
        ("", "index"),
        ("Work", None),
        ("work/experience", None),
        ("content/work", None),
    ],
)
def test_an_id_may_be_written_as_a_path(name: str, found: str | None) -> None:
    route = survey(FILES, ["content"])[0].find(name)
    assert (route.id if route else None) == found


def test_the_project_itself_may_be_the_content() -> None:
    routes, _ = survey(MemoryFiles({"a.md": "", "b/index.md": ""}), ["."])
    assert [route.id for route in routes.all] == ["a", "b"]


def test_one_file_below_two_roots_is_one_document() -> None:
    routes, _ = survey(FILES, ["content", "content/work"])
    assert len(routes.all) == len({route.path for route in routes.all}) == 6


def test_manifests_elsewhere_are_found_by_name() -> None:
    assert find_manifests(FILES, ["elsewhere"]) == ("elsewhere/c.citations.yaml",)
    assert find_manifests(FILES, ["elsewhere/c.citations.yaml", "nowhere"]) == ("elsewhere/c.citations.yaml",)
    assert find_manifests(FILES, ["content/index.mdx"]) == ()


def test_other_peoples_folders_are_passed_by(tmp_path) -> None:  # type: ignore[no-untyped-def] # a fixture of pytest
    for path in ("content/a.md", "content/.git/b.md", "content/node_modules/c.md", "content/d/e.md"):
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x")
    (tmp_path / "content/d/loop").symlink_to(tmp_path / "content")
    assert sorted(DiskFiles(tmp_path).walk("content")) == ["content/a.md", "content/d/e.md"]
