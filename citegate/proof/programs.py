"""Browsers as processes of their own: started with a free port, and ended with all that they started."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence

STARTING = 60  # seconds for a browser to come up
ENDING = 10  # seconds for it to go, before it is killed


def first_program(*names: str | None) -> str | None:
    """The path of the first of these programs that is there; None and "" are passed by."""
    return next((path for name in names if name and (path := shutil.which(name))), None)


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """A process in a group of its own, without any output."""
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process and all that it started, in whatever group."""
    family = descendants(process.pid)
    for way in (signal.SIGTERM, signal.SIGKILL):
        if hasattr(os, "killpg"):
            _signal(os.killpg, process.pid, way)
        else:
            process.kill()
        try:
            process.wait(ENDING)
        except subprocess.TimeoutExpired:
            continue
        break
    for pid in family:
        _signal(os.kill, pid, signal.SIGKILL)  # what has left the group: displays, pages that hang


def descendants(pid: int) -> tuple[int, ...]:
    """The processes that a process has started, directly or not; () where the system does not tell."""
    listing = first_program("ps")
    if listing is None:
        return ()
    lines = subprocess.run([listing, "-eo", "pid=,ppid="], capture_output=True, text=True, check=False).stdout
    children: dict[int, list[int]] = {}
    for line in lines.splitlines():
        child, parent = map(int, line.split())
        children.setdefault(parent, []).append(child)
    found: list[int] = []
    waiting = [pid]
    while waiting:
        started = children.get(waiting.pop(), [])
        found += started
        waiting += started
    return tuple(found)


def _signal(send: Callable[[int, int], None], pid: int, way: signal.Signals) -> None:
    try:
        send(pid, way)
    except ProcessLookupError:
        return  # gone already


def wait_until(is_up: Callable[[], bool], process: subprocess.Popen[bytes]) -> bool:
    """True once the program answers; False when it ends or takes too long."""
    until = time.monotonic() + STARTING
    while time.monotonic() < until:
        if is_up():
            return True
        if process.poll() is not None:
            return False
        time.sleep(0.1)
    return False
