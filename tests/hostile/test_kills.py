"""Killed at any moment, and with each call that writes failing in turn: files are old or complete, never half."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile import killing

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes as POSIX has them")

KILLS = 4  # of each command; bench/kills does a thousand


@pytest.mark.parametrize("name", killing.WRITINGS)
def test_a_killed_run_leaves_what_was_there_or_what_should_be(tmp_path: Path, name: str) -> None:
    with killing.page_server() as server:
        _, wrong = killing.kill_some(tmp_path, name, KILLS, 1, server)
    assert wrong == []


@pytest.mark.parametrize("name", ["check", "check-fix", "fix", "known-faults", "reports", "init", "snapshot"])
def test_each_call_that_writes_may_fail(tmp_path: Path, name: str) -> None:
    writing = killing.WRITINGS[name]
    start, done = tmp_path / "start", tmp_path / "done"
    killing.project(start, is_faulty=writing.is_faulty)
    shutil.copytree(start, done)
    with killing.page_server() as server:
        command = tuple(part.replace("{server}", server) for part in writing.command)
        killing.finished(done, command)
        before, new = killing.contents(start, writing.owned), killing.contents(done, writing.owned)
        for turn in range(1, 200):
            root, old = tmp_path / f"turn-{turn}", before
            shutil.copytree(start, root)
            status = killing.finished(root, command, turn)
            said = root.with_suffix(".err").read_text()
            if status == killing.FEWER:  # it made fewer calls than this
                assert turn > 3
                break
            if status != 2:  # a folder that could not be made was there already
                assert (status, said) == (0, ""), turn
                old = new
            else:
                assert "no space left on device" in said, turn
            assert "Traceback" not in said
            for path, data in killing.contents(root, writing.owned).items():
                is_complete = killing.without_time(path, data) == killing.without_time(path, new[path])
                assert is_complete or data == old[path], (turn, path, data)
            left = [path.name for path in root.rglob(".*.*") if path.is_file() and path.name not in old]
            assert [each for each in left if not each.startswith(".pre-commit")] == [], turn
            shutil.rmtree(root)
        else:
            pytest.fail("the calls have no end")


def test_a_full_disk_is_said_and_costs_nothing(tmp_path: Path) -> None:
    killing.project(tmp_path, is_faulty=True)
    before = (tmp_path / "allowlist.json").read_bytes()
    program = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500));"
        "from citegate.cli.main import run; sys.exit(run(['check', '--no-cache', '--fix']))"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-c", program],
        cwd=tmp_path,
        capture_output=True,
        timeout=120,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 2
    assert os.strerror(errno.EFBIG).lower().encode() in done.stderr
    assert (tmp_path / "allowlist.json").read_bytes() == before
    assert [path.name for path in tmp_path.rglob("*.*") if path.name.count(".") > 2] == []
