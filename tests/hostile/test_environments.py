"""Whatever surrounds a run, it says the same: no home folder, another locale, narrow limits, no folder at all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="limits, users and devices as POSIX has them")

PAGE = "# Café\n\nWords of the page that are long enough, “ünïcode” and 中文字 as well.\n"
GOOD = "long enough, “ünïcode” and 中文字 as well."
LOST = "ein Satz, der nirgends steht, 无中生有的句子"
PATIENCE = 120  # seconds; far more than any of this takes

LOCALES = (
    {"LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"LC_ALL": "de_DE.ISO-8859-1", "PYTHONUTF8": "0", "COLUMNS": "100000"},
    {"LC_ALL": "tr_TR.UTF-8", "PYTHONIOENCODING": "ascii", "TERM": "dumb", "COLUMNS": "1"},
    {"PYTHONIOENCODING": "latin-1:strict", "COLUMNS": "wide", "NO_COLOR": "1", "TZ": "Nowhere/Odd"},
)
PLACES = (
    {"HOME": ""},
    {"HOME": "/nonexistent/home", "TMPDIR": "/nonexistent/folder"},
    {"HOME": "/tmp/\udcff\udcfe", "PYTHONWARNINGS": "error"},
    {"XDG_CACHE_HOME": "content/a.md", "HOME": "content/a.md", "PYTHONOPTIMIZE": "2"},
    {"CITEGATE_CACHE": "/proc/1/nowhere", "PYTHONHASHSEED": "1", "SOURCE_DATE_EPOCH": "never"},
)
"""Places that a cache cannot be written to: a note may say so, and nothing else changes."""


NO_MEMORY = (
    b"error: there is not enough memory for this run\n",
    b"error: Python failed inside, as it does where there is not enough memory\n",
    b"error: one of the processes that share the work was ended from outside, or ran out of memory\n",
)
"""What is said where memory ends; which of them depends on the place where it does."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("place")
    (root / "content").mkdir()
    (root / "content" / "a.md").write_text(PAGE, "utf-8")
    entries = [{"docId": "a", "passage": words} for words in (GOOD, LOST)]
    (root / "content" / "m.citations.json").write_text(json.dumps(entries, ensure_ascii=False), "utf-8")
    return root


def ran(
    site: Path,
    *arguments: str,
    variables: dict[str, str] | None = None,
    first: Callable[[], object] | None = None,
    folder: Path | None = None,
) -> subprocess.CompletedProcess[bytes]:
    around = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    around |= {"PYTHONPATH": os.pathsep.join(sys.path), "HOME": str(site / "home"), "CITEGATE_CACHE": ""}
    around |= variables or {}
    if around["HOME"] == "":
        del around["HOME"]
    command = [sys.executable, "-m", "citegate", *(arguments or ("check", "--format", "json"))]
    done = subprocess.run(
        command, cwd=folder or site, env=around, capture_output=True, timeout=PATIENCE, check=False, preexec_fn=first
    )
    assert b"Traceback" not in done.stderr
    assert b"fault of its own" not in done.stderr
    return done


@pytest.fixture(scope="module")
def usual(site: Path) -> bytes:
    done = ran(site)
    assert (done.returncode, done.stderr) == (1, b"")
    report = json.loads(done.stdout)
    assert [each["status"] for each in report["citations"]] == ["verified", "missing"]
    return done.stdout


@pytest.mark.parametrize("variables", [*LOCALES, *PLACES], ids=" ".join)
def test_the_report_is_the_same(site: Path, usual: bytes, variables: dict[str, str]) -> None:
    done = ran(site, variables=variables)
    assert done.returncode == 1
    report, plain = json.loads(done.stdout), json.loads(usual)
    extra = [note for note in report.pop("notes") if note not in plain["notes"]]
    plain.pop("notes")
    assert report == plain
    assert not extra or (variables in PLACES and all("cache" in note for note in extra))


def test_the_report_for_people_is_the_same_in_any_locale(site: Path) -> None:
    plain = ran(site, "check")
    assert LOST.encode() in plain.stdout
    for variables in LOCALES:
        assert ran(site, "check", variables=variables).stdout == plain.stdout, variables


@pytest.mark.parametrize("number", [0, 2])
def test_what_is_closed_is_not_missed(site: Path, usual: bytes, number: int) -> None:
    done = ran(site, first=lambda: os.close(number))
    assert (done.returncode, done.stdout) == (1, usual)


def test_closed_standard_output_is_said(site: Path) -> None:
    done = ran(site, first=lambda: os.close(1))
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: standard output is closed")


def test_few_open_files_are_enough(site: Path, usual: bytes) -> None:
    import resource

    done = ran(site, first=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16)))
    assert (done.returncode, done.stdout) == (1, usual)


def test_a_folder_that_is_gone_is_said(site: Path, tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    for arguments in (("check",), ("find", "words"), ("fix",), ("explain", "CG101")):
        folder.mkdir()
        done = ran(site, *arguments, folder=folder, first=folder.rmdir)
        assert not folder.exists()
        if arguments[0] == "explain":
            assert (done.returncode, done.stderr) == (0, b"")
            continue
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"the folder that citegate was started in is gone" in done.stderr


def test_a_folder_that_cannot_be_written_is_said(site: Path, tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root writes everywhere")
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "a.md").write_text(PAGE, "utf-8")
    entries = json.dumps([{"docId": "a", "passage": GOOD}], ensure_ascii=False)
    (tmp_path / "content" / "m.citations.json").write_text(entries, "utf-8")
    tmp_path.chmod(0o500)
    try:
        done = ran(site, "check", folder=tmp_path)
    finally:
        tmp_path.chmod(0o700)
    assert done.returncode == 2
    assert b"allowlist.json" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "--content", "C:\\content"), b"is outside the project"),
        (("check", "--site", "..\\dist"), b"is outside the project"),
        (("check", "--content", "content\\missing"), b""),
    ],
)
def test_paths_of_windows_never_lead_outside(site: Path, arguments: tuple[str, ...], said: bytes) -> None:
    done = ran(site, *arguments)
    assert done.returncode == 2
    assert said in done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere the limit is not kept")
@pytest.mark.parametrize("megabytes", [120, 180, 250])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_too_little_memory_is_said(site: Path, tmp_path: Path, jobs: str, megabytes: int) -> None:
    import resource

    (tmp_path / "content").mkdir()
    said = [f"Sentence number {number} of the long document stands here for long." for number in range(200_000)]
    (tmp_path / "content" / "a.md").write_text("\n\n".join(said), "utf-8")
    entries = [{"docId": "a", "passage": each} for each in said[:10]]
    (tmp_path / "content" / "m.citations.json").write_text(json.dumps(entries), "utf-8")
    limit = megabytes * 1024 * 1024
    done = ran(
        site,
        *("check", "--no-cache", "--jobs", jobs),
        folder=tmp_path,
        first=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(NO_MEMORY)
    assert done.stderr.count(b"\n") == 2
    assert not (tmp_path / "allowlist.json").exists()


def test_too_little_memory_to_begin_is_said(site: Path) -> None:
    blocker = site / "typer.py"
    blocker.write_text("raise ImportError('failed to map segment from shared object')\n", "utf-8")
    try:
        done = ran(site, "find", "words", variables={"PYTHONPATH": os.pathsep.join((str(site), *sys.path))})
    finally:
        blocker.unlink()
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"error: citegate cannot be loaded: failed to map segment from shared object\n"


def test_files_are_for_their_owner_alone_where_the_mask_says_so(site: Path, tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "a.md").write_text(PAGE, "utf-8")
    entries = json.dumps([{"docId": "a", "passage": GOOD}], ensure_ascii=False)
    (tmp_path / "content" / "m.citations.json").write_text(entries, "utf-8")
    variables = {"CITEGATE_CACHE": str(tmp_path / "cache")}
    done = ran(site, "check", folder=tmp_path, variables=variables, first=lambda: os.umask(0o077))
    assert done.returncode == 0
    written = [tmp_path / "allowlist.json", *filter(Path.is_file, (tmp_path / "cache").rglob("*"))]
    assert len(written) > 1
    assert [each.name for each in written if each.stat().st_mode & 0o077] == []
