"""A cluster says what one process says, though a worker is killed; what does not answer is named."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from citegate import gate
from citegate.cli.main import run
from citegate.config import Config
from citegate.errors import ConfigError, UnreadableSource, WorkerLost
from citegate.workers import Work
from citegate.workers.dask import spread_on_cluster

distributed = pytest.importorskip("distributed")

PAGES = 30


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    options = {"processes": True, "dashboard_address": None, "silence_logs": 60}
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, **options) as made:
        yield made


@pytest.fixture
def project(tmp_path: Path) -> Config:
    content = tmp_path / "content"
    content.mkdir()
    links = []
    for number in range(PAGES):
        (content / f"p{number}.html").write_text(f"<h1>Page {number}</h1><p>Sentence {number} of it stands here.")
        links.append(f'<a href="/p{number}.html#:~:text=Sentence%20{number if number % 7 else 99}%20of">x</a>')
    (content / "links.html").write_text(" ".join(links))
    (content / "broken.mdx").write_text("# Broken {\n")
    (content / "a.citations.json").write_text(
        '[{"docId": "broken", "passage": "what is not known before it is built"}]'
    )
    return Config(root=tmp_path, writes=False)


def on(cluster: Any, config: Config, **more: Any) -> Config:
    values = {name: getattr(config, name) for name in config.__slots__}
    return Config(**{**values, "engine": "dask", "scheduler": cluster.scheduler_address, **more})


@pytest.mark.parametrize("site", ["", "content"])
def test_a_cluster_says_what_one_process_says(cluster: Any, project: Config, site: str) -> None:
    plain = Config(root=project.root, writes=False, site=site)
    expected = gate.run(plain)
    assert {verdict.status for verdict in expected.report.verdicts} >= {"verified", "missing"}
    assert gate.run(on(cluster, plain)) == expected
    cached = on(cluster, plain, cache=str(project.root / "cache"))
    assert gate.run(cached) == expected
    assert gate.run(cached) == expected


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_worker_that_is_killed_in_mid_run_changes_nothing(cluster: Any, project: Config) -> None:
    expected = gate.run(project)
    killed: list[int] = []

    def kill_one(done: int, total: int) -> None:
        if not killed:
            killed.append(next(iter(cluster.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL)

    assert gate.run(on(cluster, project), progress=kill_one) == expected
    assert killed


def test_the_command_line(
    cluster: Any, project: Config, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(project.root)
    kinds: tuple[list[str], ...] = (
        [],
        ["--engine", "dask", "--scheduler", cluster.scheduler_address],
        ["--engine", "local"],
    )
    found = [
        (run(["check", "--no-cache", "--format", "json", *options]), capfdbinary.readouterr().out) for options in kinds
    ]
    assert found[0] == found[1] == found[2]
    assert found[0][0] == 1


def test_files_in_memory_are_sent_along(cluster: Any) -> None:
    fsspec = pytest.importorskip("fsspec")
    system = fsspec.filesystem("memory")
    system.pipe("/dask-site/content/p.md", b"# Page\n\nA sentence that stands here.\n")
    system.pipe("/dask-site/content/links.md", b"[x](/p#:~:text=sentence%20that) [y](/p#:~:text=nowhere)\n")
    config = Config(root=Path("/nowhere"), source="memory://dask-site", writes=False)
    expected = gate.run(config)
    assert len(expected.report.verdicts) == 2
    assert gate.run(on(cluster, config)) == expected


def test_workers_that_see_other_files_are_told_apart(cluster: Any, project: Config) -> None:
    from citegate.decide import Decider

    expected = Decider.seen

    def other(decider: Decider) -> str:
        return expected(decider)[::-1]

    with pytest.MonkeyPatch.context() as patch, pytest.raises(ConfigError, match="does not see the same files"):
        patch.setattr(Decider, "seen", other)
        gate.run(on(cluster, project))


def test_results_come_in_order_and_errors_arrive_whole(cluster: Any) -> None:
    def begin(number: int) -> Work[int, int]:
        return lambda chunk: [number + each for each in chunk]

    def refuse(number: int) -> Work[int, int]:
        def refused(chunk: Sequence[int]) -> Sequence[int]:
            raise UnreadableSource("a.md", "cannot read a.md", offset=number)

        return refused

    pieces, address = list(range(40)), cluster.scheduler_address
    found = list(spread_on_cluster(begin, 100, pieces, [each % 5 for each in pieces], address))
    assert found == [100 + each for each in pieces]
    assert list(spread_on_cluster(begin, 1, [], [], address)) == []
    with pytest.raises(UnreadableSource) as caught:
        list(spread_on_cluster(refuse, 3, [1], [1], address))
    assert (caught.value.path, caught.value.offset) == ("a.md", 3)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_work_that_ends_every_worker_is_given_up() -> None:
    def begin(number: int) -> Work[int, int]:
        def die(chunk: Sequence[int]) -> Sequence[int]:
            os.kill(os.getpid(), number)
            return chunk

        return die

    import dask

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs=60) as fragile,
        pytest.raises(WorkerLost, match="ended from outside"),
    ):
        list(spread_on_cluster(begin, signal.SIGKILL, [1], [1], fragile.scheduler_address))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--engine", "dask", "--scheduler", "tcp://127.0.0.1:9"], "no scheduler answers at tcp://127.0.0.1:9"),
        (["--engine", "dask", "--scheduler", "nonsense::"], "is no address"),
        (["--engine", "dask"], "name the scheduler too"),
        (["--engine", "ray", "--scheduler", "tcp://127.0.0.1:9"], "'ray' is not one of local, dask"),
        (["--scheduler", "tcp://127.0.0.1:9"], "it is for --engine dask"),
    ],
)
def test_what_does_not_answer_is_named(
    options: list[str],
    says: str,
    project: Config,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("citegate.workers.dask.PATIENCE", 0.5)
    monkeypatch.chdir(project.root)
    assert run(["check", "--no-cache", *options]) == 2
    assert says in capsys.readouterr().err


def test_a_cluster_without_workers_is_named(project: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citegate.workers.dask.PATIENCE", 0.5)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=None, silence_logs=60) as empty,
        pytest.raises(ConfigError, match="has no worker"),
    ):
        gate.run(on(empty, project))


def test_a_worker_of_another_version_is_named(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def begin(number: int) -> Work[int, int]:
        return lambda chunk: chunk

    monkeypatch.setattr("citegate.workers.dask.__version__", "0.0.0")
    with pytest.raises(ConfigError, match=r"a worker has citegate .*, and this is 0\.0\.0"):
        list(spread_on_cluster(begin, 1, [1], [1], cluster.scheduler_address))
