"""`citegate assets`: what it writes, what it leaves alone, and how large it is."""

from __future__ import annotations

from pathlib import Path

import brotli  # type: ignore[import-untyped]
import pytest

from citegate.cli.main import run
from citegate.serve.bundle import MODULE, STYLE, answer_module, answer_style, is_ours, is_up_to_date

LARGEST = 6_000  # bytes of both together, brotli at quality 11


def test_the_small_module_is_made_of_the_sources_as_they_are() -> None:
    """When this fails: `npm install && node build.mjs` in bench/payload."""
    assert is_up_to_date()


def test_both_together_do_not_grow() -> None:
    assert sum(len(brotli.compress(text.encode(), quality=11)) for text in (answer_module(), answer_style())) <= LARGEST


def test_two_files_are_written(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert run(["assets", str(tmp_path / "static" / "citegate")]) == 0
        assert capfd.readouterr().out.count("wrote ") == 2
    folder = tmp_path / "static" / "citegate"
    assert sorted(path.name for path in folder.iterdir()) == [STYLE, MODULE]
    assert (folder / MODULE).read_text("utf-8") == answer_module()
    assert (folder / STYLE).read_text("utf-8") == answer_style()
    assert all(is_ours(path.read_bytes()) for path in folder.iterdir())
    for text in (answer_module(), answer_style()):
        assert "import " not in text.split("\n", 1)[1][:200]
        assert "innerHTML" not in text
        assert "http://" not in text


@pytest.mark.parametrize("name", [MODULE, STYLE])
def test_files_of_others_are_left_alone(tmp_path: Path, name: str, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / name).write_text("mine", encoding="utf-8")
    assert run(["assets", str(tmp_path)]) == 2
    assert "citegate did not write it" in capfd.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text("utf-8") == "mine"
    assert run(["assets", str(tmp_path), "--force"]) == 0
    assert is_ours((tmp_path / name).read_bytes())


def test_a_folder_that_cannot_be(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert run(["assets", str(tmp_path / "file")]) == 2
    assert (tmp_path / "static").exists() is False
    (tmp_path / MODULE).mkdir()
    assert run(["assets", str(tmp_path)]) == 2
    assert "Traceback" not in capfd.readouterr().err
