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
    """End a process and all of its group."""
    for way in (signal.SIGTERM, signal.SIGKILL):
        _signal(process, way)
        try:
            process.wait(ENDING)
        except subprocess.TimeoutExpired:
            continue
        break
    _signal(process, signal.SIGKILL)  # what the first one left behind


def _signal(process: subprocess.Popen[bytes], way: signal.Signals) -> None:
    try:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, way)
        else:
            process.kill()
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
