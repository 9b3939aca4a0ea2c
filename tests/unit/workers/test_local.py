"""Work shared between processes: the same results in the same order, and a clear end when one goes."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from citegate import decide, gate
from citegate.config import Config
from citegate.errors import CitegateError, MalformedMarkup, UnreadableSource, WorkerLost
from citegate.workers import Work, chunked, cores, spread


def begin_adding(number: int) -> Work[int, int]:
    return lambda chunk: [number + each for each in chunk]


def begin_dying(number: int) -> Work[int, int]:
    def die(chunk: Sequence[int]) -> Sequence[int]:
        if number in chunk:
            os.kill(os.getpid(), signal.SIGKILL)
        return chunk

    return die


def begin_refusing(number: int) -> Work[int, int]:
    def refuse(chunk: Sequence[int]) -> Sequence[int]:
        raise UnreadableSource("a.md", "cannot read a.md", offset=number)

    return refuse


@pytest.mark.parametrize("processes", [1, 2, 5])
def test_results_come_in_order(processes: int) -> None:
    pieces = list(range(40))
    weights = [(number * 7) % 11 for number in pieces]
    assert list(spread(begin_adding, 100, pieces, weights, processes)) == [100 + each for each in pieces]


def test_nothing_to_do() -> None:
    assert list(spread(begin_adding, 1, [], [], 2)) == []


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_process_that_dies_is_said() -> None:
    with pytest.raises(WorkerLost, match="ended from outside"):
        list(spread(begin_dying, 7, list(range(12)), [1] * 12, 2))


def test_a_thread_that_cannot_be_started_does_not_let_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    from multiprocessing import active_children, queues

    def refuse(self: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(queues.Queue, "_start_thread", refuse)
    before, hook = set(active_children()), threading.excepthook
    with pytest.raises(WorkerLost, match="ran out of memory"):
        list(spread(begin_adding, 1, [1, 2, 3], [1, 1, 1], 2))
    assert set(active_children()) == before
    assert threading.excepthook is hook


def test_what_the_work_raises_arrives_whole() -> None:
    with pytest.raises(UnreadableSource) as caught:
        list(spread(begin_refusing, 3, [1], [1], 1))
    assert (caught.value.path, caught.value.offset, str(caught.value)) == ("a.md", 3, "cannot read a.md")


@pytest.mark.parametrize(
    "error",
    [
        UnreadableSource("p", "m", "h", offset=3),
        MalformedMarkup("p", "m", "h", start=1, end=4),
        CitegateError("m"),
        CitegateError("m", "h"),
    ],
)
def test_an_error_goes_from_process_to_process(error: CitegateError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert copy.__dict__ == error.__dict__
    assert str(copy) == str(error)


@pytest.mark.parametrize("count", [1, 3, 8, 100])
def test_chunks_hold_every_piece_once(count: int) -> None:
    pieces = [f"p{number}" for number in range(20)]
    weights = [1, 50, 3, 0, 9] * 4
    chunks = chunked(pieces, weights, count)
    assert [each for chunk in chunks for each in chunk] == pieces
    assert all(chunks)
    assert len(chunks) <= max(count, 1) + 1
    assert cores() >= 1


@pytest.mark.parametrize("site", ["", "content"])
@pytest.mark.parametrize("cache", ["", "cache"])
def test_a_run_in_several_processes_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, site: str, cache: str
) -> None:
    folder = tmp_path / "content"
    folder.mkdir()
    links = []
    for number in range(9):
        (folder / f"p{number}.html").write_text(f"<h1>Page {number}</h1><p>Sentence {number} of this page stands here.")
        links.append(f'<a href="/p{number}.html#:~:text=Sentence%20{number if number % 4 else 77}">x</a>')
    (folder / "links.html").write_text(" ".join(links))
    (folder / "broken.mdx").write_text("# Broken {\n\n[x](/p1#:~:text=Page)\n")
    (folder / "bad.citations.json").write_text(
        '[{"docId": "broken", "passage": "what is not known before it is built"}]'
    )
    plain = Config(root=tmp_path, site=site, writes=False)
    expected = gate.run(plain)
    assert {verdict.status for verdict in expected.report.verdicts} >= {"verified", "missing"}
    monkeypatch.setattr(decide, "WORTH_SHARING", 0)
    shared = Config(root=tmp_path, site=site, writes=False, jobs=2, cache=str(tmp_path / cache) if cache else "")
    assert gate.run(shared) == expected
    assert gate.run(shared) == expected
