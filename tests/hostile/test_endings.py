"""However a run is ended, it ends at once, quietly, and with all that it has started."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from citegate.cli.ending import ending_in_order

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and pipes as POSIX has them")

PATIENCE = 60  # seconds; far more than any of this takes


@pytest.fixture(scope="module", autouse=True)
def signals() -> Iterator[None]:
    """What is started here heeds the signals that this process may have been told to ignore (`nohup`, `&`)."""
    ignored = [each for each in (signal.SIGINT, signal.SIGHUP) if signal.getsignal(each) is signal.SIG_IGN]
    for each in ignored:
        signal.signal(each, signal.SIG_DFL)
    yield
    for each in ignored:
        signal.signal(each, signal.SIG_IGN)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site whose check takes a while, and is worth sharing between processes."""
    root = tmp_path_factory.mktemp("site")
    content = root / "content"
    content.mkdir()
    entries = []
    for number in range(300):
        sentences = [f"Sentence number {each} of document {number} stands here for long." for each in range(200)]
        (content / f"d{number}.md").write_text("\n\n".join(sentences))
        entries += [{"docId": f"d{number}", "passage": sentence} for sentence in sentences[::20]]
    (content / "all.citations.json").write_text(json.dumps(entries))
    return root


def started(site: Path, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "citegate", *arguments],
        cwd=site,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "CITEGATE_CACHE": str(site / "cache")},
        start_new_session=True,
    )


def children(pid: int) -> list[int]:
    lines = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    return [int(line.split()[0]) for line in lines.splitlines() if line.split()[1] == str(pid)]


def is_there(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def is_at_work(pid: int, jobs: str) -> bool:
    """True once a run has begun to parse, or has its workers and what tracks them."""
    return len(children(pid)) > 2 if jobs != "1" else "turbohtml" in Path(f"/proc/{pid}/maps").read_text()


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="looks at what a process has loaded")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    ("way", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGKILL, -9)]
)
@pytest.mark.parametrize("is_group", [False, True])
def test_a_signal_ends_the_run_and_what_it_has_started(
    site: Path, way: signal.Signals, status: int, jobs: str, is_group: bool
) -> None:
    (site / "allowlist.json").unlink(missing_ok=True)
    run = started(site, "check", "--no-cache", "--jobs", jobs)
    until = time.monotonic() + PATIENCE
    while not is_at_work(run.pid, jobs) and run.poll() is None and time.monotonic() < until:
        time.sleep(0.05)
    family = children(run.pid)
    assert run.poll() is None, "the run ended before it was asked to"
    (os.killpg if is_group else os.kill)(run.pid, way)
    out, err = run.communicate(timeout=PATIENCE)  # waits for whoever still holds the pipes
    by_itself = -way if way is signal.SIGINT else status  # Python ends itself so where it met Ctrl-C in an import
    assert run.returncode in (status, by_itself)
    assert out == b""
    if way is not signal.SIGKILL:  # a worker that is being started then has nobody to start it, and says so
        assert err == b""
    until = time.monotonic() + PATIENCE
    while any(map(is_there, family)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(map(is_there, family))
    assert not (site / "allowlist.json").exists()


IMPORTS = """
import os, signal, sys
from citegate.cli.ending import ending_in_order
with ending_in_order():
    try:
        sys.path.insert(0, sys.argv[1])
        import asked_while_loaded
    finally:
        print("loaded" if "asked_while_loaded" in sys.modules else "broken off")
    while True:
        pass
"""
ASKED = """
import os, signal
class Field:
    def __set_name__(self, owner, name):  # what is raised here becomes another error
        os.kill(os.getpid(), signal.{})
        for _ in range(1000):
            pass
class Holder:
    field = Field()
"""


@pytest.mark.parametrize(("name", "status"), [("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_that_comes_while_a_module_is_loaded_is_not_lost(tmp_path: Path, name: str, status: int) -> None:
    (tmp_path / "asked_while_loaded.py").write_text(ASKED.format(name))
    around = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", IMPORTS, str(tmp_path)]
    done = subprocess.run(command, env=around, capture_output=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (status, b"loaded\n", b"")


def test_a_signal_that_was_ignored_before_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with ending_in_order():
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
            assert callable(signal.getsignal(signal.SIGTERM))
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize(
    "command",
    [
        "find 'Sentence number' --limit 100000",
        "check --no-cache --format json",
        "check --no-cache --verbose",
        "explain CG101",
        "resolve --batch rows.jsonl",
        "config",
        "--help",
    ],
)
def test_a_reader_who_leaves_is_no_fault(site: Path, command: str) -> None:
    row = json.dumps({"id": 1, "html": "<p>x y" * 100, "fragment": ":~:text=x"}) + "\n"
    (site / "rows.jsonl").write_text(row * 3000)
    line = f"{sys.executable} -m citegate {command} | head -c 1 >/dev/null; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", line],
        cwd=site,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.stderr == b""
    assert done.returncode in (0, 2)  # 0 when all was written before the reader left


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize("command", [["check", "--no-cache"], ["explain", "CG101"], ["--help"], ["config"]])
def test_a_report_that_cannot_be_written_is_said(site: Path, command: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "citegate", *command],
            cwd=site,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=PATIENCE,
            check=False,
        )
    assert done.returncode == 2
    assert b"no space left on device" in done.stderr
    assert b"Traceback" not in done.stderr
    assert b"fault of its own" not in done.stderr
