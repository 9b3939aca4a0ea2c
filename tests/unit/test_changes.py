"""A run limited to a change decides the citations on either side of it, and no others."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from citegate import gate
from citegate.changes import changed_paths, touched_paths
from citegate.cli.main import named_browser, run
from citegate.config import load
from citegate.errors import ConfigError
from citegate.index.files import MemoryFiles
from citegate.index.routes import Route
from citegate.model import Status

FERRY = "The ferry leaves the north pier at six in the morning.\n"
TOWN = "The town lies at the mouth of the river, below the hill.\n"
FILES = {
    "content/ferry.md": FERRY,
    "content/town.md": TOWN,
    "content/one.citations.json": json.dumps([{"docId": "ferry", "passage": "leaves the north pier at six"}]),
    "content/two.citations.json": json.dumps(
        [{"docId": "town", "passage": "lies at the mouth of the river", "ignore": {"CG103": "no longer needed"}}]
    ),
    "content/links.md": "[a](/ferry#:~:text=north%20pier), [b](/town#:~:text=the%20hill)\n\n[c](/x#:~:text=c).\n",
}


def decided(*changed: str, files: dict[str, str] | None = None) -> list[str]:
    config = load(Path("/nowhere"), {"writes": False, "changed": changed})
    report = gate.run(config, MemoryFiles(files or FILES)).report
    assert all(finding.rule.code == "CG301" for finding in report.findings)
    assert all(each.status in (Status.VERIFIED, Status.MISSING) for each in report.verdicts)
    return [f"{each.citation.path.removeprefix('content/')} {each.citation.document_id}" for each in report.verdicts]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        (("content/ferry.md",), ["links.md ferry", "links.md /x", "one.citations.json ferry"]),
        (("content/one.citations.json",), ["links.md /x", "one.citations.json ferry"]),
        (("content/links.md",), ["links.md ferry", "links.md town", "links.md /x"]),
        (("package.json",), ["links.md /x"]),
        ((), ["links.md /x"]),
    ],
)
def test_citations_on_either_side_of_a_change(changed: tuple[str, ...], expected: list[str]) -> None:
    assert decided(*changed) == expected


def test_a_document_that_shows_a_changed_part_is_touched() -> None:
    files = MemoryFiles(
        {
            "content/a.mdx": "import Part from './_part.mdx'\n\n<Part />\n",
            "content/b.mdx": "See [the part](_part.mdx).\n",
            "content/_part.mdx": "Some words.\n",
        }
    )
    routes = [Route("a", "/a", "content/a.mdx"), Route("b", "/b", "content/b.mdx"), Route("c", "/c", "content/c.md")]
    assert touched_paths(["content/_part.mdx"], routes, files) == {"content/_part.mdx", "content/a.mdx"}


def git(root: Path, *arguments: str) -> None:
    author = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *author, *arguments], cwd=root, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A clone in which the project is a folder, with one commit."""
    root = tmp_path / "docs"
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "begin")
    return root


def test_what_git_says_has_changed(repository: Path) -> None:
    assert changed_paths(repository, "HEAD") == ()
    (repository / "content/ferry.md").write_text("Other words.\n")
    (repository / "content/town.md").unlink()
    (repository / "content/né w.md").write_text("New.\n")
    (repository.parent / "outside.md").write_text("Not ours.\n")
    assert changed_paths(repository, "HEAD") == ("content/ferry.md", "content/né w.md", "content/town.md")
    git(repository, "checkout", "-qb", "branch")
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "change")
    assert changed_paths(repository, "HEAD") == ()
    assert changed_paths(repository, "main") == ("content/ferry.md", "content/né w.md", "content/town.md")
    git(repository, "checkout", "-q", "main")
    (repository / "content/links.md").write_text("None.\n")
    git(repository, "commit", "-qam", "meanwhile")
    git(repository, "checkout", "-q", "branch")
    assert "content/links.md" not in changed_paths(repository, "main")


def test_a_revision_that_git_does_not_know_is_an_error(repository: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="git cannot say what changed"):
        changed_paths(repository, "nowhere")


def test_outside_a_repository_that_is_what_is_said(tmp_path_factory: pytest.TempPathFactory) -> None:
    with pytest.raises(ConfigError, match="not a git repository"):
        changed_paths(tmp_path_factory.mktemp("plain"), "HEAD")


def test_the_command_line_names_a_revision_or_none(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository)
    assert named_browser(["check", "--changed"]) == ["check", "--changed=HEAD"]
    assert named_browser(["check", "--changed", "-q"]) == ["check", "--changed=HEAD", "-q"]
    assert named_browser(["check", "--changed", "content"]) == ["check", "--changed=HEAD", "content"]
    assert named_browser(["check", "--changed", "main"]) == ["check", "--changed", "main"]
    (repository / "content/links.md").write_text("None.\n")
    git(repository, "commit", "-qam", "no links")
    (repository / "content/ferry.md").write_text("Other words.\n")
    assert run(["check"]) == 1
    assert run(["check", "--changed"]) == 1
    git(repository, "checkout", "-q", "content/ferry.md")
    (repository / "content/town.md").write_text(TOWN + "\nMore.\n")
    assert run(["check", "--changed", "--baseline", "none.json"]) == 2
    assert run(["check", "--changed"]) == 0
    assert not (repository / "allowlist.json").exists()


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        (("content/ferry.md",), ["links ferry", "one.citations.json ferry"]),
        (("content/one.citations.json",), ["one.citations.json ferry"]),
        (("dist/town/index.html",), ["links town"]),
        (("package.json",), []),
    ],
)
def test_a_change_of_a_document_touches_its_built_page(changed: tuple[str, ...], expected: list[str]) -> None:
    links = "<a href='/ferry#:~:text=north%20pier'>a</a>, <a href='/town#:~:text=the%20hill'>b</a>"
    files = {path: text for path, text in FILES.items() if not path.endswith("links.md")} | {
        "content/links.md": "[a](/ferry#:~:text=north%20pier), [b](/town#:~:text=the%20hill)\n",
        "dist/ferry/index.html": f"<title>Ferry</title><p>{FERRY}</p>",
        "dist/town/index.html": f"<title>Town</title><p>{TOWN}</p>",
        "dist/links/index.html": f"<title>Links</title><p>{links}</p>",
    }
    del files["content/two.citations.json"]
    config = load(Path("/nowhere"), {"writes": False, "changed": changed, "site": "dist"})
    report = gate.run(config, MemoryFiles(files)).report
    assert report.findings == ()
    found = [(each.citation.path, each.citation.document_id) for each in report.verdicts]
    names = [(path.removeprefix("content/").removesuffix(".md"), document) for path, document in found]
    assert [f"{path} {document}" for path, document in names] == expected
