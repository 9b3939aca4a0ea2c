"""What a project's folder may hold beside files, and how they are read."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from citegate.errors import UnreadableSource
from citegate.index.files import DiskFiles
from citegate.index.seen import state_at


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name on this system")
def test_a_pipe_is_no_file_that_could_be_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "guide.md")
    with pytest.raises(UnreadableSource) as caught:
        DiskFiles(tmp_path).read("guide.md")
    assert caught.value.message == "cannot read guide.md: not a regular file"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no file without end on this system")
def test_a_file_without_end_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "guide.md").symlink_to("/dev/zero")
    with pytest.raises(UnreadableSource):
        DiskFiles(tmp_path).read("guide.md")


@pytest.mark.parametrize(("target", "reason"), [("nowhere", "no such file or directory"), (".", "is a directory")])
def test_a_link_that_leads_to_no_file_says_so(tmp_path: Path, target: str, reason: str) -> None:
    (tmp_path / "guide.md").symlink_to(target)
    with pytest.raises(UnreadableSource, match=reason):
        DiskFiles(tmp_path).read("guide.md")


@pytest.mark.parametrize(
    ("link", "path"),
    [
        (None, "../secret.md"),
        (None, "folder/../../secret.md"),
        ("folder/a.md", "folder/a.md"),
        ("other", "other/../secret.md"),
        ("other", "other/secret.md"),
    ],
)
def test_nothing_outside_is_read_through_links_neither(tmp_path: Path, link: str | None, path: str) -> None:
    (tmp_path / "secret.md").write_text("secret")
    (tmp_path / "root" / "folder").mkdir(parents=True)
    if link:
        where = tmp_path / "root" / link
        where.symlink_to(tmp_path / ("secret.md" if link.endswith(".md") else ""))
    with pytest.raises(UnreadableSource):
        DiskFiles(tmp_path / "root").read(path)


def test_a_link_inside_the_project_is_followed(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "real.md").write_text("words")
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "c.md").symlink_to("b/real.md")
    files = DiskFiles(tmp_path)
    assert files.read("a/real.md") == files.read("c.md") == b"words"


def test_an_absolute_path_is_outside(tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    (tmp_path / "x.md").write_text("words")
    with pytest.raises(UnreadableSource, match="leads out of the project"):
        DiskFiles(tmp_path / "root").read(str(tmp_path / "x.md"))


def test_a_file_that_is_too_large_names_the_limit_and_the_setting(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"x" * 1001)
    with pytest.raises(UnreadableSource, match="it has 1,001 bytes, and the setting `max_bytes` is 1,000"):
        DiskFiles(tmp_path, 1000).read("a.md")


def test_a_file_that_is_as_it_was_counts_as_read_unless_it_is_too_large_now(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"x" * 1001)
    state = state_at(str(tmp_path / "a.md"))
    assert state is not None
    assert DiskFiles(tmp_path, 1001).is_still("a.md", state)
    assert not DiskFiles(tmp_path, 1000).is_still("a.md", state)
    (tmp_path / "a.md").write_bytes(b"x" * 1000)
    assert not DiskFiles(tmp_path, 1001).is_still("a.md", state)


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 5000])
def test_a_name_that_no_file_can_have_is_said(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnreadableSource):
        DiskFiles(tmp_path).read(name)


def test_a_folder_that_may_not_be_read_is_no_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "content" / "dark").mkdir(parents=True)
    (tmp_path / "content" / "guide.md").write_text("# Guide\n")
    look = os.scandir

    def refuse(place: str) -> object:
        if place.endswith("dark"):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), place)
        return look(place)

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(UnreadableSource) as caught:
        list(DiskFiles(tmp_path).walk("content"))
    assert caught.value.message == "cannot read content/dark: permission denied"
    assert list(DiskFiles(tmp_path).walk("nowhere")) == []
