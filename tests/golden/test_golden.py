"""The whole program on small sites: each case is a folder with cmd, site/, and what must come out.

stdout and status are always there, stderr when it says something, allowlist.json when the run writes one, and
after/ with the files of the site that the run changes.
`pytest tests/golden --update-golden` records what comes out now; read the difference before committing it.
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from citegate.cli.main import run

CASES = Path(__file__).parent / "cases"
BROWSER = re.compile(rb"\b(Chromium|Firefox|WebKitGTK) \d[\d.]*")
"""A real browser's version, which is not the same everywhere."""
PICTURES = "citegate-proof/"
OUTPUTS = ("stdout", "stderr", "status", "allowlist.json")


@pytest.mark.parametrize("case", sorted(path.name for path in CASES.iterdir() if (path / "cmd").exists()))
def test_golden(
    case: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
    request: pytest.FixtureRequest,
) -> None:
    folder = CASES / case
    if (folder / "site").exists():
        shutil.copytree(folder / "site", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    program, *arguments = shlex.split((folder / "cmd").read_text(encoding="utf-8"))
    assert program == "citegate"
    if any(argument.startswith("--prove") for argument in arguments):
        request.getfixturevalue("a_chromium")
    status = run(arguments)
    printed = capfdbinary.readouterr()
    written = tmp_path / "allowlist.json"
    said = BROWSER.sub(rb"\1 VERSION", printed.out)
    found = {"stdout": said, "stderr": printed.err, "status": f"{status}\n".encode()}
    if written.exists():
        found["allowlist.json"] = written.read_bytes()
    changed = changed_files(folder / "site", tmp_path)
    if request.config.getoption("--update-golden"):
        record(folder, found, changed)
    expected = {name: (folder / name).read_bytes() for name in OUTPUTS if (folder / name).exists()}
    assert {name: data.decode() for name, data in found.items() if data or name == "stdout"} == {
        name: data.decode() for name, data in expected.items()
    }
    assert changed == contents(folder / "after")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def changed_files(site: Path, now: Path) -> dict[str, bytes]:
    before = contents(site)
    return {
        path: data
        for path, data in contents(now).items()
        if before.get(path) != data and path != "allowlist.json" and not path.startswith(PICTURES)
    }


def record(folder: Path, found: dict[str, bytes], changed: dict[str, bytes]) -> None:
    shutil.rmtree(folder / "after", ignore_errors=True)
    for name, data in changed.items():
        (folder / "after" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "after" / name).write_bytes(data)
    for name in OUTPUTS:
        (folder / name).unlink(missing_ok=True)
        if found.get(name) or name == "stdout":
            (folder / name).write_bytes(found[name])
