"""citegate inside other tools: an npm script, a pre-commit hook, a GitHub action, a shell's completion."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from citegate.cli.main import COMMANDS

ROOT = Path(__file__).parents[2]
PAGE = "# Ferry\n\nThe ferry leaves the north pier at six in the morning.\n"
GOOD = {"docId": "ferry", "passage": "The ferry leaves the north pier"}
BAD = {"docId": "ferry", "passage": "A bridge across the bay was never built"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A sample project with a `citegate` command on its path."""
    (tmp_path / "content").mkdir()
    (tmp_path / "content/ferry.md").write_text(PAGE)
    command = tmp_path / "bin" / "citegate"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m citegate "$@"\n')
    command.chmod(0o755)
    return tmp_path


def environment(project: Path, **more: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("GITHUB_", "npm_"))}
    return {**kept, "PATH": f"{project / 'bin'}{os.pathsep}{kept['PATH']}", **more}


def cite(project: Path, *entries: object) -> None:
    (project / "content/a.citations.json").write_text(json.dumps(entries))


def ran(project: Path, *command: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=project, env=environment(project, **more), capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_an_npm_script_passes_and_fails_as_the_check_does(project: Path) -> None:
    (project / "package.json").write_text('{\n  "name": "sample",\n  "private": true\n}\n')
    assert ran(project, "citegate", "init", "--npm").returncode == 0
    quiet = {"npm_config_update_notifier": "false", "npm_config_cache": str(project / "cache")}
    found = ran(project, "npm", "run", "verify:citations", **quiet)
    assert found.returncode == 0, found.stderr
    assert "1 bound" in found.stdout
    assert (project / "allowlist.json").exists()
    cite(project, GOOD, BAD)
    found = ran(project, "npm", "run", "verify:citations", **quiet)
    assert found.returncode == 1
    assert "error[CG101]" in found.stdout


def test_a_hook_runs_the_check() -> None:
    hooks = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
    for hook in hooks.values():
        assert hook["language"] == "python"
        assert hook["entry"].split()[:2] == ["citegate", "check"]
        assert hook["pass_filenames"] is False


def action() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / ".github/actions/citegate/action.yml").read_text())
    return loaded


@pytest.mark.parametrize(
    ("entries", "inputs", "code"),
    [
        ((GOOD,), {"ARGUMENTS": ""}, 0),
        ((GOOD,), {"ARGUMENTS": "--frozen"}, 1),
        ((GOOD, BAD), {"ARGUMENTS": "", "SARIF": "out report.sarif"}, 1),
        ((GOOD,), {"ARGUMENTS": "--no-such-flag"}, 2),
        ((GOOD,), {"ARGUMENTS": "", "CHANGED": "true", "BASE": "main"}, 2),
        ((GOOD,), {"ARGUMENTS": "", "CHANGED": "true", "BASE": ""}, 0),
        ((GOOD,), {"ARGUMENTS": "$(touch hacked); touch hacked"}, 2),
    ],
)
def test_the_action_runs_the_check_and_hands_its_code_on(
    project: Path, entries: tuple[object, ...], inputs: dict[str, str], code: int
) -> None:
    cite(project, *entries)
    script = action()["runs"]["steps"][-1]["run"]
    output = project / "output"
    empty = {"ARGUMENTS": "", "SARIF": "", "CHANGED": "false", "BASE": ""}
    found = ran(project, "bash", "-e", "-c", script, **{**empty, **inputs, "GITHUB_OUTPUT": str(output)})
    assert found.returncode == code, found.stderr
    assert output.read_text() == f"exit-code={code}\n"
    assert (project / "out report.sarif").exists() is ("SARIF" in inputs)
    assert not (project / "hacked").exists()


def test_the_action_installs_this_checkout_and_takes_no_input_into_its_script() -> None:
    steps = action()["runs"]["steps"]
    assert (ROOT / ".github/actions/citegate/../../..").resolve() == ROOT
    assert any("$GITHUB_ACTION_PATH/../../.." in step.get("run", "") for step in steps)
    assert not any("${{" in step.get("run", "") for step in steps)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_complete(project: Path, shell: str) -> None:
    found = ran(project, "citegate", _CITEGATE_COMPLETE=f"source_{shell}")
    assert found.returncode == 0
    assert "_CITEGATE_COMPLETE" in found.stdout
    if shell != "bash":
        return
    found = ran(project, "citegate", _CITEGATE_COMPLETE="complete_bash", COMP_WORDS="citegate ch", COMP_CWORD="1")
    assert "check" in found.stdout
    assert "explain" not in found.stdout
    assert "check" in COMMANDS
