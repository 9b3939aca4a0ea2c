"""The ledger: what is kept is kept, whoever else writes, whenever a run is killed, whatever the file is."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from citegate.answers import ledger as module
from citegate.answers.ledger import Kind, Ledger, answer_id
from citegate.answers.migrations import APPLICATION_ID, CURRENT, MIGRATIONS
from citegate.errors import LedgerUnusable
from citegate.model import Span
from citegate.model.answer import SourceRecord, SourceType

FERRY = SourceRecord(1, SourceType.DOCUMENT, "ferry", "Ferry", "The last ferry leaves at nine.", "/ferry#:~:text=The")
TIDES = SourceRecord(
    2, SourceType.DOCUMENT, "tides", "Tides 🌊", "The tide\tturns\nlater.", None, "0123456789ab", Span(3, 9), "a" * 64
)
WEB = SourceRecord(3, SourceType.WEB, "https://x.test/", "X", "", "https://x.test/")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "answers.db"


def answers(file: Path) -> list[tuple[str, str, int]]:
    with Ledger(file) as book:
        return [(kept.id, kept.text, len(kept.sources)) for kept in book.answers()]


def test_what_is_kept_comes_back(file: Path) -> None:
    with Ledger(file, is_made=True) as book:
        saved = book.save("An answer [1]. 你好 🚢", [FERRY, TIDES, WEB], [TIDES], turn="t", question="When?")
    with Ledger(file) as book:
        (kept,) = book.answers()
    assert (kept.id, kept.turn, kept.question, kept.text) == (saved.id, "t", "When?", "An answer [1]. 你好 🚢")
    assert kept.sources == (FERRY, TIDES, WEB)
    assert kept.cited == (TIDES,)


def test_an_id_is_that_of_the_content_or_of_the_turn(file: Path) -> None:
    with Ledger(file, is_made=True) as book:
        first = book.save("One.", [FERRY], [])
        again = book.save("One.", [FERRY], [])
        assert (first.kind, again.id, again.kind) == (Kind.ADDED, first.id, Kind.UNCHANGED)
        assert first.id == answer_id("One.", [FERRY], "")
        assert book.save("Two.", [FERRY], []).id != first.id
        assert book.save("Three.", [], [], turn="t").id == answer_id("whatever", [], "t")


def test_a_new_answer_of_a_turn_replaces_its_sources(file: Path) -> None:
    with Ledger(file, is_made=True) as book:
        first = book.save("One.", [FERRY, TIDES], [FERRY], turn="t", question="When?")
        book.save("Other.", [WEB], [])
        second = book.save("One, again.", [TIDES], [TIDES], turn="t")
        assert (first.id, second.kind) == (second.id, Kind.REPLACED)
        kept, _ = book.answers()
        assert (kept.text, kept.sources, kept.cited, kept.question) == ("One, again.", (TIDES,), (TIDES,), "When?")
        assert book.save("By id.", [], [], replaces=first.id).kind is Kind.REPLACED
        assert book.answers()[0].text == "By id."
        with pytest.raises(LedgerUnusable, match="no answer of the ledger has the id 000000000000"):
            book.save("x", [], [], replaces="000000000000")
        assert len(book.answers()) == 2


def test_half_a_character_is_kept_as_a_sign(file: Path) -> None:
    with Ledger(file, is_made=True) as book:
        book.save("a\ud800", [replace(FERRY, snippet="b\udfff")], [])
        (kept,) = book.answers()
    assert (kept.text, kept.sources[0].snippet) == ("a\ufffd", "b\ufffd")


def test_a_number_too_large_is_named(file: Path) -> None:
    with Ledger(file, is_made=True) as book, pytest.raises(LedgerUnusable, match="larger than"):
        book.save("a", [replace(FERRY, index=2**63)], [])


def old_file(file: Path, version: int) -> None:
    """A ledger as the first versions of its schema had it."""
    connection = sqlite3.connect(file)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    for steps in MIGRATIONS[:version]:
        for step in steps:
            assert isinstance(step, str)
            connection.execute(step)
    connection.execute(f"PRAGMA user_version = {version}")
    connection.execute("INSERT INTO answers (number, id, text) VALUES (1, 'aaaaaaaaaaaa', 'Old [1].')")
    connection.execute(
        "INSERT INTO sources (answer, place, number, type, document_id, title, snippet, span_start, span_end)"
        " VALUES (1, 0, 1, 'document', 'ferry', 'Ferry', 'The last ferry.', 4, 8)"
    )
    if version > 1:
        connection.execute("UPDATE answers SET turn = 't', question = 'When?'")
    connection.commit()
    connection.close()


@pytest.mark.parametrize("version", [1, 2])
def test_an_old_file_is_brought_up_to_date(file: Path, version: int) -> None:
    old_file(file, version)
    with Ledger(file) as book:
        (kept,) = book.answers()
        assert (kept.id, kept.text, kept.question) == ("aaaaaaaaaaaa", "Old [1].", "When?" if version > 1 else "")
        assert kept.cited == kept.sources
        assert kept.sources[0].source_span == Span(4, 8)
        book.save("New.", [TIDES], [TIDES])
    assert [text for _, text, _ in answers(file)] == ["Old [1].", "New."]
    connection = sqlite3.connect(file)
    assert connection.execute("PRAGMA user_version").fetchone() == (CURRENT,)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def test_a_migration_that_fails_leaves_the_file_as_it_was(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old_file(file, 1)
    from citegate.answers import migrations

    monkeypatch.setattr(migrations, "MIGRATIONS", (*MIGRATIONS[:2], (*MIGRATIONS[2][:2], "NO SQL AT ALL")))
    with pytest.raises(LedgerUnusable):
        Ledger(file)
    monkeypatch.undo()
    assert [text for _, text, _ in answers(file)] == ["Old [1]."]


def write_text(file: Path) -> None:
    file.write_text("not a database at all, but quite long enough to be one " * 20, encoding="utf-8")


def write_foreign(file: Path) -> None:
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE answers (a)")
    connection.commit()
    connection.close()


def write_newer(file: Path) -> None:
    Ledger(file, is_made=True).close()
    connection = sqlite3.connect(file)
    connection.execute(f"PRAGMA user_version = {CURRENT + 1}")
    connection.commit()
    connection.close()


def write_damaged(file: Path) -> None:
    with Ledger(file, is_made=True) as book:
        for number in range(50):
            book.save(f"Answer {number} " * 40, [FERRY, TIDES], [FERRY])
    data = bytearray(file.read_bytes())
    data[4096:] = bytes(byte ^ 0x5A for byte in data[4096:])
    file.write_bytes(data)


def write_changed(file: Path) -> None:
    with Ledger(file, is_made=True) as book:
        book.save("The fee is 12 crowns.", [FERRY], [FERRY])
    data = file.read_bytes()
    assert data.count(b"12 crowns") == 1
    file.write_bytes(data.replace(b"12 crowns", b"21 crowns"))


def write_short(file: Path) -> None:
    write_damaged(file)
    file.write_bytes(file.read_bytes()[:5000])


@pytest.mark.parametrize(
    ("write", "says"),
    [
        (write_text, "is not a ledger"),
        (write_foreign, "is another program's file"),
        (write_newer, "was written by a newer citegate"),
        (write_damaged, "is damaged"),
        (write_changed, "is damaged"),
        (write_short, "is damaged"),
        (Path.mkdir, "is not a file"),
    ],
)
def test_a_file_that_is_no_good_is_named_and_left_alone(file: Path, write: object, says: str) -> None:
    assert callable(write)
    write(file)
    before = file.read_bytes() if file.is_file() else b""
    with pytest.raises(LedgerUnusable, match=says), Ledger(file, is_made=True) as book:
        book.answers()
    assert (file.read_bytes() if file.is_file() else b"") == before
    assert not file.with_name(file.name + "-journal").exists()


def test_a_ledger_that_is_not_there_is_not_made_to_be_read(file: Path) -> None:
    with pytest.raises(LedgerUnusable, match="there is no ledger"):
        Ledger(file)
    assert not file.exists()


def test_an_empty_file_is_begun(file: Path) -> None:
    file.touch()
    with Ledger(file, is_made=True) as book:
        book.save("One.", [], [])
    assert len(answers(file)) == 1


def test_a_ledger_that_another_run_holds_is_named(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    with Ledger(file, is_made=True) as book:
        book.save("One.", [], [])
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LedgerUnusable, match="another run holds"):
            book.save("Two.", [], [])
        other.execute("ROLLBACK")
        other.close()
        assert book.save("Two.", [], []).kind is Kind.ADDED


SAVER = """
import sys
from pathlib import Path
from citegate.answers.ledger import Ledger
for number in range(10):
    with Ledger(Path(sys.argv[1]), is_made=True) as book:
        book.save(f"Answer {number} of {sys.argv[2]}.", [], [])
        book.save(f"Answer {number} of {sys.argv[2]}.", [], [], turn="shared")
"""
KILLED = """
import os, sys
from pathlib import Path
from citegate.answers import ledger
from citegate.answers.ledger import Ledger
with Ledger(Path(sys.argv[1]), is_made=True) as book:
    book.save("Kept.", [], [])
    ledger.seal_of = lambda *_: os._exit(9)  # before the commit, with the rows written
    book.save("Not kept.", [], [])
"""


def test_runs_at_the_same_time_lose_nothing(file: Path) -> None:
    runs = [subprocess.Popen([sys.executable, "-c", SAVER, str(file), name]) for name in "abc"]
    assert [run.wait(timeout=120) for run in runs] == [0, 0, 0]
    texts = [text for _, text, _ in answers(file)]
    assert len(texts) == 31
    assert {f"Answer {number} of {name}." for number in range(10) for name in "abc"} <= set(texts)


def test_a_run_that_is_killed_loses_nothing_that_was_committed(file: Path) -> None:
    assert subprocess.run([sys.executable, "-c", KILLED, str(file)], check=False).returncode == 9
    assert [text for _, text, _ in answers(file)] == ["Kept."]


@pytest.mark.parametrize("at", range(8))
def test_a_run_that_is_killed_while_the_ledger_begins(file: Path, at: int) -> None:
    program = (
        "import os, sys, sqlite3\nfrom pathlib import Path\nfrom citegate.answers import ledger\ncount = 0\n"
        "class Connection(sqlite3.Connection):\n    def execute(self, *given):\n        global count\n"
        f"        if count == {at}:\n            os._exit(9)\n"
        "        count += 1\n        return super().execute(*given)\n"
        "real = sqlite3.connect\n"
        "ledger.sqlite3.connect = lambda *given, **named: real(*given, factory=Connection, **named)\n"
        "ledger.Ledger(Path(sys.argv[1]), is_made=True)\n"
    )
    assert subprocess.run([sys.executable, "-c", program, str(file)], check=False).returncode == 9
    with Ledger(file, is_made=True) as book:
        book.save("Kept.", [], [])
    assert len(answers(file)) == 1
