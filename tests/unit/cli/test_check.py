"""Flags of `citegate check` that change what is printed or when, and never the verdict."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from citegate.cli.main import run
from citegate.cli.watch import is_read, keep_checking, watched
from citegate.config import Config
from citegate.errors import ConfigError

PAGE = "The ferry leaves the north pier at six in the morning.\n"
GOOD = {"docId": "p", "passage": "The ferry leaves the north pier"}
BAD = {"docId": "p", "passage": "A bridge across the bay was never built"}
MARKED = {"docId": "p", "passage": "The **ferry** leaves the north pier"}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    (tmp_path / "content").mkdir()
    (tmp_path / "content/p.md").write_text(PAGE)
    return tmp_path


def cite(root: Path, *entries: object) -> None:
    (root / "content/a.citations.json").write_text(json.dumps(entries))


@pytest.mark.parametrize("entries", [(GOOD,), (GOOD, BAD), ({"docId": "p"},), ()])
def test_how_much_is_printed_changes_no_verdict(
    project: Path, entries: tuple[object, ...], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    cite(project, *entries)
    usual = run(["check"])
    findings = capfdbinary.readouterr().out.decode().partition("note: ")[0]
    assert run(["check", "-q"]) == usual
    assert capfdbinary.readouterr().out.decode() == findings
    assert run(["check", "--verbose"]) == usual
    assert capfdbinary.readouterr().out.decode().startswith(findings)


def test_verbose_says_what_became_of_each_citation(project: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    cite(project, GOOD, BAD)
    run(["check", "-v"])
    lines = capfdbinary.readouterr().out.decode().splitlines()
    good = (
        f"verified  content/a.citations.json  /p#:~:text=The%20ferry%20leaves%20the%20north%20pier  “{GOOD['passage']}”"
    )
    assert good in lines
    assert f"missing   content/a.citations.json  p  “{BAD['passage']}”" in lines


def test_check_can_mend_first(project: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    cite(project, MARKED)
    assert run(["check", "--fix", "--format", "json"]) == 0
    assert json.loads(capfdbinary.readouterr().out)["findings"] == []
    assert json.loads((project / "content/a.citations.json").read_text()) == [GOOD]
    cite(project, MARKED)
    assert run(["check", "--fix"]) == 0
    assert "fixed: CG102" in capfdbinary.readouterr().out.decode()


def test_a_list_of_known_faults_needs_a_name(project: Path) -> None:
    cite(project, BAD)
    assert run(["check", "--update-baseline"]) == 2
    assert run(["check", "--update-baseline", "--baseline", "known.json"]) == 0
    assert run(["check", "--baseline", "known.json"]) == 0
    (project / "citegate.toml").write_text('baseline = "known.json"\n')
    assert run(["check"]) == 0


def test_each_change_is_a_run_and_an_error_ends_nothing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    codes = [0, ConfigError("a setting is wrong", "mend it"), 1]

    def once() -> int:
        code = codes.pop(0)
        if isinstance(code, ConfigError):
            raise code
        assert isinstance(code, int)
        return code

    assert keep_checking(Config(project), once, ["saved", "saved"]) == 1
    assert codes == []
    assert "error: a setting is wrong\n  = help: mend it\n" in capsys.readouterr().err


def test_what_a_run_writes_does_not_start_another(project: Path) -> None:
    config = Config(project)
    written = {(project / "allowlist.json").resolve()}
    assert watched(config) == (project / "content",)
    assert is_read(config, project / "content/p.md", written)
    for path in ("allowlist.json", "content/.p.md.swp", "content/node_modules/x.md", "../p.md"):
        assert not is_read(config, project / path, written)


def test_a_saved_file_is_checked_again(project: Path) -> None:
    pytest.importorskip("watchfiles")
    cite(project, GOOD)
    command = [sys.executable, "-m", "citegate", "check", "--watch", "-v"]
    with (project / "out").open("wb") as out, subprocess.Popen(command, cwd=project, stdout=out) as watching:
        try:
            assert waited(project / "out", "verified ")
            time.sleep(1)  # so that the watch stands
            (project / "content/p.md").write_text("Other words.\n")
            assert waited(project / "out", "missing ")
        finally:
            watching.kill()


def waited(file: Path, text: str) -> bool:
    for _ in range(300):
        if text in file.read_text(encoding="utf-8"):
            return True
        time.sleep(0.1)
    return False
