"""Errors that mean that the machine has no more to give, told from all others."""

from __future__ import annotations

import errno

import pytest

from citegate.cli.lack import INSIDE, MEMORY, THREADS, Lack, lacking
from citegate.cli.main import run


@pytest.mark.parametrize(
    ("error", "lack"),
    [
        (MemoryError(), MEMORY),
        (OSError(errno.ENOMEM, "Cannot allocate memory", "a"), MEMORY),
        (ImportError("lib.so: failed to map segment from shared object"), MEMORY),
        (ImportError("lib.so: cannot allocate memory in static TLS block"), MEMORY),
        (SystemError("error return without exception set"), INSIDE),
        (RuntimeError("can't start new thread"), THREADS),
        (OSError(errno.EACCES, "Permission denied", "a"), None),
        (ImportError("No module named 'numpy'"), None),
        (RuntimeError("generator raised StopIteration"), None),
        (ValueError("can't start new thread"), None),
    ],
    ids=repr,
)
def test_what_is_lacking(error: Exception, lack: Lack | None) -> None:
    assert lacking(error) == lack


def test_a_frame_without_room_is_not_a_fault_of_citegate(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(arguments: object) -> int:
        raise SystemError("error return without exception set")

    monkeypatch.setattr("citegate.cli.main._run", fail)
    assert run(["check"]) == 2
    assert capsys.readouterr().err == f"error: {INSIDE.message}\n  = help: {INSIDE.hint}\n"
