"""What a project's folder may hold beside files, and how they are read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from citegate.errors import UnreadableSource
from citegate.index.files import DiskFiles


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
