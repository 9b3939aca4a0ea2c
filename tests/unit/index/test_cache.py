"""The cache file: kept, shared, damaged, foreign, too large."""

from __future__ import annotations

import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from citegate.index import cache as cache_module
from citegate.index.cache import FILE, Cache, _file_line, default_folder


def keep(folder: Path, **entries: bytes) -> list[str]:
    cache = Cache(folder)
    cache.keep({cache.key(name): value for name, value in entries.items()})
    cache.close()
    return cache.notes


def find(folder: Path, *names: str) -> list[bytes | None]:
    cache = Cache(folder)
    found = cache.find([cache.key(name) for name in names])
    cache.close()
    return [found.get(cache.key(name)) for name in names]


def test_what_is_kept_is_found_by_the_next_run(tmp_path: Path) -> None:
    assert keep(tmp_path / "a" / "b", one=b"1", two=b"2") == []
    assert find(tmp_path / "a" / "b", "one", "three", "two") == [b"1", None, b"2"]


def test_what_is_kept_is_found_by_the_same_run(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.keep({b"key": b"value"})
    assert cache.find([b"key", b"other"]) == {b"key": b"value"}


def test_more_keys_than_one_query_takes(tmp_path: Path) -> None:
    names = [f"n{number}" for number in range(1234)]
    keep(tmp_path, **{name: name.encode() for name in names})
    assert find(tmp_path, *names) == [name.encode() for name in names]


def test_the_parts_of_a_key_do_not_run_together(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    assert cache.key("ab", "c") != cache.key("a", "bc")
    assert cache.key("a\ud800") != cache.key("a")


def test_another_version_finds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(tmp_path, one=b"1")
    monkeypatch.setattr(cache_module, "__version__", "0.0.0")
    assert find(tmp_path, "one") == [None]


@pytest.mark.parametrize("damage", [b"not SQLite at all", b"SQLite format 3\0" + b"\1" * 5000])
def test_a_damaged_file_is_begun_anew(tmp_path: Path, damage: bytes) -> None:
    keep(tmp_path, one=b"1")
    (tmp_path / FILE).write_bytes(damage)
    assert keep(tmp_path, two=b"2") == ["the cache could not be read, and was begun anew"]
    assert find(tmp_path, "one", "two") == [None, b"2"]


def test_the_file_of_another_program_is_begun_anew(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute("CREATE TABLE entries (name TEXT)")
    connection.close()
    assert keep(tmp_path, one=b"1") == ["the cache could not be read, and was begun anew"]
    assert find(tmp_path, "one") == [b"1"]


def test_a_folder_that_cannot_be_made_is_a_note(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    (note,) = keep(tmp_path / "file" / "inside", one=b"1")
    assert note.startswith("no cache is used: ")


@pytest.mark.parametrize("damaged", [False, True])
def test_runs_at_the_same_time_lose_nothing(tmp_path: Path, damaged: bool) -> None:
    for round_ in range(30):
        folder = tmp_path / str(round_)
        if damaged:
            folder.mkdir()
            (folder / FILE).write_bytes(b"not SQLite at all")
        together = Barrier(8)

        def run(number: int, folder: Path = folder, together: Barrier = together) -> list[str]:
            together.wait()
            return keep(folder, **{f"n{number}": b"x"})

        with ThreadPoolExecutor(8) as pool:
            notes = list(pool.map(run, range(8)))
        assert [note for some in notes for note in some] == [
            "the cache could not be read, and was begun anew"
        ] * damaged
        assert find(folder, *(f"n{number}" for number in range(8))) == [b"x"] * 8


def test_a_value_that_is_not_what_was_kept_is_not_used(tmp_path: Path) -> None:
    keep(tmp_path, one=b"1" * 20, two=b"2")
    connection = sqlite3.connect(tmp_path / FILE)
    with connection:
        changed = connection.execute(
            "UPDATE entries SET value = CAST(substr(value, 1, 20) || x'31' AS BLOB) WHERE length(value) > 20"
        ).rowcount
    connection.close()
    assert changed == 1
    assert find(tmp_path, "one", "two") == [None, b"2"]


def test_the_entries_of_longest_ago_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = Cache(tmp_path)
    old._today -= 40
    old.keep({old.key(f"old{number}"): bytes(4000) for number in range(50)})
    old.close()
    assert find(tmp_path, "old7") == [bytes(4000)]  # used today
    monkeypatch.setattr(cache_module, "MAX_BYTES", 200_000)
    keep(tmp_path, new=b"1")
    assert find(tmp_path, "new", "old7", "old1") == [b"1", bytes(4000), None]
    assert (tmp_path / FILE).stat().st_size < 200_000


def test_the_folder_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CITEGATE_CACHE", str(tmp_path / "named"))
    assert default_folder() == tmp_path / "named"
    monkeypatch.delenv("CITEGATE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert default_folder() == tmp_path / "citegate"


def test_what_stands_for_a_file_changes_with_its_length_and_with_its_time(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    lines = set()
    for text, time in (("x", 1), ("xy", 1), ("x", 2)):
        file.write_text(text, encoding="utf-8")
        os.utime(file, (time, time))
        lines.add(_file_line("a.py", str(file)))
    assert len(lines) == 3
    os.utime(file, (9, 2))
    os.link(file, tmp_path / "b.py")  # another name, and another time of the entry, for the same content
    assert _file_line("a.py", str(file)) in lines
