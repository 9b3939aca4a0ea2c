"""The command line: errors without tracebacks, answers without imports, reports that fit their schema."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from citegate import gate
from citegate.cli import main

GOLDEN = Path(__file__).parents[2] / "golden" / "cases"


def schema(package: str, name: str) -> dict[str, object]:
    loaded: dict[str, object] = json.loads((files(package) / "schemas" / name).read_text(encoding="utf-8"))
    return loaded


def test_version_imports_next_to_nothing() -> None:
    program = (
        "import sys; sys.argv = ['citegate', '--version']; before = set(sys.modules)\n"
        "from citegate.__main__ import main; main()\n"
        "print(sorted(name for name in set(sys.modules) - before if not name.startswith('citegate')))"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    version, modules = found.stdout.splitlines()
    assert version.startswith("citegate ")
    assert "typer" not in modules
    assert "rich" not in modules


LOADED = """
import atexit, sys
from citegate.__main__ import main
sys.argv = ["citegate", *sys.argv[1:]]
atexit.register(lambda: print(*sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr))
main()
"""
PARSERS = {"turbohtml", "markdown_it", "yaml", "frontmatter", "lxml", "sqlite3"}
HEAVY = {"pydantic", "asyncio", "playwright", "starlette", "mcp", "nh3", "numpy", "rich", "jinja2"}


@pytest.mark.parametrize(
    ("line", "parses"),
    [("--help", False), ("explain CG101", False), ("check --jobs 2 --no-cache", True), ("find words --limit 3", True)],
)
def test_what_is_not_needed_is_not_imported(tmp_path: Path, line: str, parses: bool) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "a.md").write_text("Some words.\n", encoding="utf-8")
    (tmp_path / "content" / "a.citations.json").write_text('[{"docId": "a", "passage": "Some words."}]', "utf-8")
    command = [sys.executable, "-c", LOADED, *line.split()]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found.returncode in (0, 1)
    loaded = set(found.stderr.split())
    assert loaded & (HEAVY if parses else HEAVY | PARSERS) == set()
    assert "citegate" in loaded


@pytest.mark.parametrize(
    ("written", "said"), [("0", "greater than or equal to 1"), ("-1", "greater than"), ("x", "a valid integer")]
)
def test_a_number_out_of_bounds_is_refused(written: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["check", "--jobs", written]) == 2
    assert f"Invalid value for '--jobs' / '-j': Input should be {said}" in capsys.readouterr().err


BUSY = """
import sys, threading, time
from citegate.__main__ import main
sys.argv = ["citegate", "explain", "CG101"]
threading.Thread(target=lambda: (time.sleep(0.3), print("written late", file=sys.stderr))).start()
main()
"""


def test_what_is_still_at_work_is_waited_for() -> None:
    found = subprocess.run([sys.executable, "-c", BUSY], capture_output=True, text=True, check=True)
    assert found.stderr == "written late\n"
    assert "CG101" in found.stdout


def test_the_program_runs_as_a_module(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "citegate", "check", "--demo"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert found.stderr == ""
    assert found.stdout.encode() == (GOLDEN / "demo" / "stdout").read_bytes()
    assert list(tmp_path.iterdir()) == []


def test_a_fault_of_our_own_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a\nb")

    monkeypatch.setattr(gate, "run", broken)
    assert main.run(["check"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: citegate met a fault of its own: RuntimeError: a b (test_main.py:")
    assert "Traceback" not in error


def test_an_interrupt_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(gate, "run", interrupted)
    assert main.run(["check"]) == 130
    assert capsys.readouterr().err == ""


def test_a_reader_that_leaves_early_is_no_fault() -> None:
    command = f"{sys.executable} -m citegate explain | head -n 1"
    found = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert found.stderr == ""


def test_output_is_utf_8_whatever_the_locale(tmp_path: Path) -> None:
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "citegate", "check", "--demo"]
    found = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert found.stdout == (GOLDEN / "demo" / "stdout").read_bytes()


@pytest.mark.parametrize("case", sorted(path.name for path in GOLDEN.iterdir() if (path / "site").exists()))
def test_reports_and_allowlists_fit_their_schemas(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    import shutil

    shutil.copytree(GOLDEN / case / "site", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    main.run(["check", "--format", "json", "--allow-empty"])
    out = capfdbinary.readouterr().out
    if out:
        report = json.loads(out)
        jsonschema.validate(report, schema("citegate.report", "report.schema.json"))
        assert str(tmp_path) not in out.decode()
    if (tmp_path / "allowlist.json").exists():
        allowlist = json.loads((tmp_path / "allowlist.json").read_text(encoding="utf-8"))
        jsonschema.validate(allowlist, schema("citegate.index", "allowlist.schema.json"))


@pytest.mark.parametrize(
    ("entries", "is_sound"),
    [
        ([], True),
        ([{"docId": "a", "passage": "b"}], True),
        ({"citations": [{"docId": "a", "passage": "b", "occurrence": 0, "ignore": {"CG103": "why"}}]}, True),
        ([{"docId": "a"}], False),
        ([{"docId": "a", "passage": " "}], False),
        ([{"docId": "a", "passage": "b", "occurrence": -1}], False),
        ([{"docId": "a", "passage": "b", "occurence": 1}], False),
        ({"citation": []}, False),
        ("a", False),
    ],
)
def test_the_schema_of_a_manifest_says_what_the_reader_says(entries: object, is_sound: bool) -> None:
    from citegate.model import SourceText
    from citegate.verify.manifests import read_manifest

    validator = jsonschema.Draft202012Validator(schema("citegate.index", "manifest.schema.json"))
    assert validator.is_valid(entries) is is_sound
    assert (read_manifest(SourceText("a.json", json.dumps(entries))).findings == ()) is is_sound


def test_a_name_in_an_error_does_not_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["check", "no\x1b[31m\u202esuch"]) == 2
    assert capsys.readouterr().err.startswith("error: there is nothing at no\ufffd[31m\ufffdsuch\n")


def test_a_closed_standard_output_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout", None)
    assert main.run(["explain"]) == 2
    assert capsys.readouterr().err.startswith("error: standard output is closed\n")


def test_an_error_without_standard_error_is_not_written_to_the_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr", None)
    assert main.run(["explain", "CG999"]) == 2
    assert capsys.readouterr().out == ""


def test_a_row_without_end_is_an_error_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "rows.jsonl").write_text('{"id":' + "[" * 100_000)
    assert main.run(["resolve", "--batch", str(tmp_path / "rows.jsonl")]) == 2
    assert capsys.readouterr().err == "error: line 1 cannot be read: values are nested too deep\n"
