"""Files at a URL: the same report as from disk, and trouble on the way is no fault of the site."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from citegate import gate
from citegate.cli.main import run
from citegate.config import Config, load
from citegate.errors import ConfigError, MissingExtra, UnreadableSource
from citegate.index import remote
from citegate.index.remote import MountedFiles, UrlFiles, is_url, open_files

fsspec = pytest.importorskip("fsspec")

SITE = {
    "content/a.mdx": b'import Part from "./part.mdx"\n\n# Page\n\n<Part />\n\n[x](/b#:~:text=other%20page)\n',
    "content/part.mdx": b"A sentence that is part of another page.\n",
    "content/d.md": b"[x](./b.md#:~:text=other%20page) [y](../content/b.md#:~:text=says%20this)\n",
    "content/b.md": b"# Other\n\nThe other page says this.\n",
    "content/c.citations.json": b'[{"docId": "a", "passage": "A sentence that is part of another page."}]',
    "content/node_modules/x.md": b"[x](/b#:~:text=nowhere)\n",
    "content/.hidden/x.md": b"[x](/b#:~:text=nowhere)\n",
    "dist/a/index.html": b"<p>A sentence that is part of another page.<p><a href='/b/#:~:text=other%20page'>x</a>",
    "dist/b/index.html": b"<link rel=stylesheet href=/s.css><p>The other page says this.<p class=h>hidden",
    "dist/s.css": b".h { display: none }",
}


@pytest.fixture
def url() -> Iterator[str]:
    system = fsspec.filesystem("memory")
    for path, data in SITE.items():
        system.pipe(f"/remote-site/{path}", data)
    yield "memory://remote-site"
    system.rm("/remote-site", recursive=True)


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    for path, data in SITE.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    return tmp_path


@pytest.mark.parametrize("site", ["", "dist"])
def test_a_project_at_a_url_is_the_same(url: str, disk: Path, site: str, tmp_path: Path) -> None:
    expected = gate.run(Config(root=disk, site=site, writes=False))
    assert expected.exit_code == 0
    assert {verdict.status for verdict in expected.report.verdicts} == {"verified"}
    assert gate.run(Config(root=tmp_path, source=url, site=site, writes=False)) == expected
    assert gate.run(Config(root=tmp_path, source=url, site=site, writes=False, jobs=2)) == expected
    assert gate.run(Config(root=tmp_path, source=disk.as_uri(), site=site, writes=False)) == expected


def test_folders_at_urls_stand_beside_the_others(url: str, tmp_path: Path) -> None:
    config = load(tmp_path, {"content": [f"{url}/content"], "site": f"{url}/dist/", "writes": False})
    assert config.site == f"{url}/dist"
    found = gate.run(config)
    assert found.exit_code == 0, found.report.findings
    assert {verdict.status for verdict in found.report.verdicts} == {"verified"}
    assert {verdict.source_path for verdict in found.report.verdicts if verdict.citation.quote} == {
        f"{url}/content/part.mdx"
    }


def test_the_command_line(
    url: str, disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(disk)
    here = tmp_path / "elsewhere"
    here.mkdir()
    assert run(["check", "--no-cache", "--format", "json"]) == 0
    expected = capfdbinary.readouterr().out
    monkeypatch.chdir(here)
    for place in (url, str(disk)):
        assert run(["check", "--root", place, "--no-cache", "--format", "json"]) == 0
        assert capfdbinary.readouterr().out == expected
    assert json.loads((here / "allowlist.json").read_text())
    for number in (1, 2):
        assert run(["check", "--root", url, "--no-cache", "--shard", f"{number}/2"]) == 0
    capfdbinary.readouterr()
    assert run(["merge", ".", "--format", "json"]) == 0
    assert capfdbinary.readouterr().out == expected


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--root", "nothing"], "there is no folder nothing"),
        (["--root", "nowhere://bucket/site"], "cannot read nowhere://bucket/site"),
        (["--root", "memory://remote-site", "--fix"], "need files on this machine"),
        (["--root", "memory://remote-site", "--changed"], "need files on this machine"),
        (["--content", "nowhere://bucket"], "cannot read nowhere://bucket"),
    ],
)
def test_what_cannot_be_read_is_named(
    options: list[str],
    says: str,
    url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["check", "--no-cache", *options]) == 2
    assert says in capsys.readouterr().err


def test_files_are_read_ahead_where_they_are_read_in_order(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    files = UrlFiles(url)
    paths = sorted(files.walk(""))
    assert paths == sorted(path for path in SITE if "node_modules" not in path and ".hidden" not in path)
    fetched: list[int] = []
    cat = files._system.cat

    def counted(names: list[str], **options: object) -> object:
        fetched.append(len(names))
        return cat(names, **options)

    monkeypatch.setattr(files._system, "cat", counted)
    assert [files.read(path) for path in paths] == [SITE[path] for path in paths]
    assert sum(fetched) >= len(paths) - 1
    assert len(fetched) <= 2
    assert files.size("content/b.md") == len(SITE["content/b.md"])


def test_one_file_and_none(url: str) -> None:
    files = UrlFiles(url)
    assert list(files.walk("content/b.md")) == ["content/b.md"]
    assert list(files.walk("nothing")) == []
    with pytest.raises(UnreadableSource, match="no such file"):
        files.read("nothing.md")
    with pytest.raises(UnreadableSource, match="max_bytes"):
        small = UrlFiles(url, max_bytes=4)
        list(small.walk(""))
        small.read("content/b.md")


def test_trouble_on_the_way_is_no_fault_of_the_site(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    files = UrlFiles(url)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError("Access Denied")

    monkeypatch.setattr(files._system, "cat_file", refuse)
    with pytest.raises(ConfigError, match=r"cannot read memory://remote-site/content/b.md: Access Denied"):
        files.read("content/b.md")


def test_without_the_extra_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fsspec.core", None)
    with pytest.raises(MissingExtra, match="remote"):
        open_files(Path(), "s3://bucket", ())


@pytest.mark.parametrize(
    ("place", "is_one"),
    [("s3://b/x", True), ("gs://b", True), ("memory://", True), ("content", False), ("C:\\x", False), ("c://x", False)],
)
def test_urls_are_told_from_paths(place: str, is_one: bool) -> None:
    assert is_url(place) is is_one


def test_a_joined_path_still_leads_to_its_url(url: str, tmp_path: Path) -> None:
    files = open_files(tmp_path, "", (f"{url}/content",))
    assert isinstance(files, MountedFiles)
    assert files.read(f"{url}/content/b.md") == files.read(f"{url}/content/b.md".replace("://", ":/"))
    assert remote.is_only_here((f"{url}/content",))
