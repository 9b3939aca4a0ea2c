"""Run a command that writes, in a process of its own, and end it at some moment: what it owns is old or complete."""

from __future__ import annotations

import contextlib
import errno
import http.server
import io
import json
import os
import random
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import citegate.cli.check
import citegate.cli.config
import citegate.cli.find
import citegate.cli.fix
import citegate.cli.index
import citegate.cli.init
import citegate.cli.link
import citegate.cli.resolve
import citegate.cli.snapshot
import citegate.cli.suggest  # noqa: F401 - a process that begins here has all of them
from citegate.cli.main import run

SENTENCES = [f"Sentence number {number} of this page stands here for a while." for number in range(30)]
FEWER = 100
URL = "{server}/page"
"""Stands for the address of a server that the test keeps."""


@dataclass(frozen=True)
class Writing:
    """A command, and the files that it owns."""

    command: tuple[str, ...]
    owned: tuple[str, ...]
    """Files that are old or complete after any end."""
    data_bases: tuple[str, ...] = ()
    """Files with a journal of their own: the next run gets along with them, and says the same as ever."""
    is_faulty: bool = False
    """True when the site has a citation that can be mended."""


WRITINGS = {
    "check": Writing(("check", "--no-cache"), ("allowlist.json",)),
    "check-fix": Writing(
        ("check", "--no-cache", "--fix"), ("allowlist.json", "content/c.citations.json"), is_faulty=True
    ),
    "fix": Writing(("fix",), ("allowlist.json", "content/c.citations.json"), is_faulty=True),
    "known-faults": Writing(
        ("check", "--no-cache", "--baseline", "known.json", "--update-baseline"), ("known.json",), is_faulty=True
    ),
    "reports": Writing(
        (
            "check",
            "--no-cache",
            "--output",
            "json=out/r.json",
            "--output",
            "html=out/r.html",
            "--output",
            "junit=out/r.xml",
        ),
        ("out/r.json", "out/r.html", "out/r.xml", "allowlist.json"),
    ),
    "init": Writing(
        ("init", "--npm", "--github", "--pre-commit"),
        ("citegate.toml", "package.json", ".github/workflows/citations.yml", ".pre-commit-config.yaml"),
    ),
    "snapshot": Writing(("snapshot", URL, "--folder", "kept"), ("kept/index.json",)),
    "cache": Writing(("check", "--cache", "cache"), ("allowlist.json",), ("cache",)),
    "index": Writing(("index", "--embeddings", "none"), (), (".citegate",)),
}


def project(root: Path, *, is_faulty: bool = False) -> None:
    """A small site, and older files in the place of those that are written."""
    (root / "content").mkdir(parents=True)
    (root / "content" / "a.md").write_text("# A\n\n" + "\n\n".join(SENTENCES))
    entries = [{"docId": "a", "passage": passage} for passage in SENTENCES[:10]]
    entries.append({"docId": "elsewhere" if is_faulty else "a", "passage": SENTENCES[10]})
    (root / "content" / "c.citations.json").write_text(json.dumps(entries, indent=1))
    (root / "package.json").write_text('{\n  "name": "x"\n}\n')
    for name in ("allowlist.json", "out/r.json", "out/r.html", "out/r.xml"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text("{}\n")
    (root / "known.json").write_text('{"schema": 1, "faults": {}}\n')


@contextlib.contextmanager
def page_server() -> Iterator[str]:
    """The address of a server on this machine that answers every request with one page."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = ("<p>" + "<p>".join(SENTENCES) * 20).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            return

    class Server(http.server.ThreadingHTTPServer):
        def handle_error(self, request: object, client_address: object) -> None:
            return  # those who ask are killed in the middle of it

    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def begun(root: Path, command: Sequence[str], turn: int = 0) -> int:
    """The process that runs the command in this folder; what was imported already costs it nothing.

    What it says goes to files beside the folder. Of its calls that write, the one of number `turn` fails; its exit
    code is `FEWER` when there was none of that number.
    """
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        code = 70
        with contextlib.suppress(BaseException):
            os.chdir(root)
            sys.stdout = out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
            sys.stderr = err = io.StringIO()
            made = [0]
            with failing_at(turn, made):
                code = run(command)
            out.flush()
            root.with_suffix(".out").write_bytes(out.buffer.getvalue())
            root.with_suffix(".err").write_text(err.getvalue())
            code = FEWER if made[0] < turn else code
        os._exit(code)
    return child


@contextlib.contextmanager
def failing_at(turn: int, made: list[int]) -> Iterator[None]:
    """Count the calls that write; the one of number `turn` finds the disk full."""

    def counted(call: Any, is_meant: Callable[..., bool] = lambda *given: True) -> Any:
        def called(*given: Any, **named: Any) -> Any:
            if is_meant(*given):
                made[0] += 1
                if made[0] == turn:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return call(*given, **named)

        return called

    class Stream:
        def __init__(self, stream: Any) -> None:
            self.stream = stream
            self.write, self.flush = counted(stream.write), counted(stream.flush)

        def __getattr__(self, name: str) -> Any:
            return getattr(self.stream, name)

        def __enter__(self) -> Stream:
            return self

        def __exit__(self, *given: object) -> None:
            self.stream.close()

    if not turn:
        yield
        return
    kept = {name: getattr(os, name) for name in ("fsync", "replace", "chmod", "mkdir", "open", "fdopen")}
    for name in ("fsync", "replace", "chmod", "mkdir"):
        setattr(os, name, counted(kept[name]))
    os.open = counted(kept["open"], lambda path, flags, *more: bool(flags & os.O_CREAT))
    patches: dict[str, Any] = {"fdopen": lambda *given, **named: Stream(kept["fdopen"](*given, **named))}
    for name, patch in patches.items():
        setattr(os, name, patch)
    try:
        yield
    finally:
        for name, call in kept.items():
            setattr(os, name, call)


def finished(root: Path, command: Sequence[str], turn: int = 0) -> int:
    """The exit code of the command, which is left to end by itself."""
    return os.waitstatus_to_exitcode(os.waitpid(begun(root, command, turn), 0)[1])


def contents(root: Path, names: tuple[str, ...]) -> dict[str, bytes | None]:
    return {name: (root / name).read_bytes() if (root / name).exists() else None for name in names}


def without_time(name: str, data: bytes | None) -> bytes | None:
    """The index of snapshots has the time in it, which differs from run to run."""
    if data is None or name != "kept/index.json":
        return data
    index = json.loads(data)
    for page in index["pages"].values():
        page["date"] = ""
    return json.dumps(index).encode()


def kill_some(folder: Path, name: str, count: int, seed: int, server: str) -> tuple[int, list[str]]:
    """End the command `count` times at random moments; how often it was still at work, and what was found wrong."""
    writing = WRITINGS[name]
    command = tuple(part.replace("{server}", server) for part in writing.command)
    chance = random.Random(f"{name} {seed}")
    start, done = folder / f"{name}-start", folder / f"{name}-done"
    project(start, is_faulty=writing.is_faulty)
    shutil.copytree(start, done)
    begin = time.monotonic()
    status = finished(done, command)
    took = time.monotonic() - begin
    old, new = contents(start, writing.owned), contents(done, writing.owned)
    killed, wrong = 0, []
    for number in range(count):
        root = folder / f"{name}-{number}"
        shutil.copytree(start, root)
        child = begun(root, command)
        time.sleep(chance.random() * took * 1.1)
        os.kill(child, signal.SIGKILL)
        killed += os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
        for path, data in contents(root, writing.owned).items():
            if data != old[path] and without_time(path, data) != without_time(path, new[path]):
                wrong.append(f"{name}: {path} is neither old nor complete")
        if name != "init" and finished(root, command) != status:
            wrong.append(f"{name}: the next run ends otherwise")
        elif name not in ("init", "fix", "check-fix"):
            for path, data in contents(root, writing.owned).items():
                if without_time(path, data) != without_time(path, new[path]):
                    wrong.append(f"{name}: the next run does not mend {path}")
        shutil.rmtree(root)
    return killed, wrong
