"""The wheel: the same bytes from the same commit, the package alone in it, and bounds for what it needs."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SUFFIXES = frozenset({".py", ".json", ".css", ".html", ".js", ".dat", ".typed"})
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def built(folder: Path) -> Path:
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


def test_a_wheel_is_the_same_each_time_and_holds_the_package_alone(tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    first, second = built(tmp_path / "1"), built(tmp_path / "2")
    assert first.read_bytes() == second.read_bytes()
    for name in zipfile.ZipFile(first).namelist():
        top, _, rest = name.partition("/")
        assert top == "citegate" or top.endswith(".dist-info"), name
        assert top != "citegate" or Path(rest).suffix in SUFFIXES, name


EXTRAS = {name: needs for name, needs in PROJECT["optional-dependencies"].items() if name not in ("test", "bench")}


@pytest.mark.parametrize("needed", sorted({*PROJECT["dependencies"], *chain.from_iterable(EXTRAS.values())}))
def test_what_a_run_needs_has_a_bound(needed: str) -> None:
    assert ">=" in needed
    assert ",<" in needed
