"""The commands about answers: what they print, what they keep, and how they end."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from citegate.cli.main import run

FERRY = "The last ferry leaves at half past nine from the north pier."
TIDES = "The tide turns about fifty minutes later each day."
LAMPS = "All lamps on the pier burn from dusk until two in the morning."
ANSWER = "It goes at half past nine [1]. The tide turns later each day [2], and lamps burn until two [3].\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    content = tmp_path / "content"
    content.mkdir()
    (content / "ferry.md").write_text(f"# Ferry\n\n{FERRY} Bring a coat.\n", encoding="utf-8")
    (content / "tides.md").write_text(f"# Tides\n\n{TIDES}\n", encoding="utf-8")
    (content / "lamps.md").write_text(f"# Lamps\n\n{LAMPS}\n", encoding="utf-8")
    records = [
        {"index": number, "type": "document", "document_id": id, "title": id.title(), "snippet": snippet}
        for number, (id, snippet) in enumerate([("ferry", FERRY), ("tides", TIDES), ("lamps", LAMPS)], 1)
    ]
    records.append({"index": 4, "type": "web", "document_id": "https://x.test/", "title": "X", "snippet": "Wind."})
    (tmp_path / "sources.json").write_text(json.dumps(records), encoding="utf-8")
    (tmp_path / "answer.md").write_text(ANSWER, encoding="utf-8")
    return tmp_path


Say = Any


@pytest.fixture
def say(capfdbinary: pytest.CaptureFixture[bytes]) -> Say:
    """Runs a command and gives its status and what it printed."""

    def ask(*arguments: str) -> tuple[int, str, str]:
        status = run(["answer", *arguments])
        printed = capfdbinary.readouterr()
        return status, printed.out.decode(), printed.err.decode()

    return ask


def test_what_is_saved_is_listed_and_still_there(project: Path, say: Say) -> None:
    status, out, _ = say("save", "answer.md", "--sources", "sources.json", "--question", "When does it go?")
    assert (status, out.split(" ")[0], out.split(": ")[1]) == (0, "added", "3 cited of 4 given\n")
    id = out.split(" ")[1].rstrip(":")
    assert say("save", "answer.md", "--sources", "sources.json")[1].startswith(f"unchanged {id}")
    assert say("list")[1] == f"{id}  3 cited of 4  When does it go?\n1 answer\n"
    status, out, _ = say("recheck")
    assert (status, out.splitlines()[-1]) == (0, "checked 1 answer, 3 citations: 3 there")
    assert say("list", "--format", "json") == say("list", "--format", "json")
    (kept,) = json.loads(say("list", "--format", "json")[1])["answers"]
    first = kept["sources"][0]
    source = (project / "content" / "ferry.md").read_text(encoding="utf-8")
    assert source[first["source_span"]["start"] : first["source_span"]["end"]] == FERRY
    assert len(first["sha256"]) == 64


def test_after_an_edit_each_citation_says_what_became_of_it(project: Path, say: Say) -> None:
    say("save", "answer.md", "--sources", "sources.json")
    (project / "content" / "ferry.md").write_text(f"# Ferry\n\nNew words.\n\n{FERRY}\n", encoding="utf-8")
    (project / "content" / "tides.md").write_text(f"# Tides\n\n{TIDES.replace('fifty', 'sixty')}\n", encoding="utf-8")
    (project / "content" / "lamps.md").write_text("# Lamps\n\nNothing to see in here any more.\n", encoding="utf-8")
    status, out, _ = say("recheck")
    assert status == 1
    assert [line.split(" ")[0] for line in out.splitlines() if line[0] != " "] == [
        "moved",
        "changed",
        "gone",
        "checked",
    ]
    assert "  = now at content/ferry.md[21:81]\n" in out
    assert "sixty minutes later" in out
    (moved, changed, gone) = json.loads(say("recheck", "--format", "json")[1])["citations"]
    assert (moved["status"], moved["source_span"]) == ("moved", {"start": 21, "end": 81})
    assert (changed["status"], changed["nearest"]) == ("changed", TIDES.replace("fifty", "sixty"))
    assert (gone["status"], gone["nearest"], gone["source"]) == ("gone", None, None)
    (project / "content" / "lamps.md").unlink()
    assert "  = there is no document “lamps”\n" in say("recheck")[1]


def test_a_passage_that_moved_is_no_fault(project: Path, say: Say) -> None:
    (project / "answer.md").write_text("It goes at half past nine [1].\n", encoding="utf-8")
    say("save", "answer.md", "--sources", "sources.json")
    (project / "content" / "ferry.md").write_text(f"# Ferry\n\nNew words.\n\n{FERRY}\n", encoding="utf-8")
    assert say("recheck")[0] == 0


def test_a_source_of_another_site_is_not_checked_and_is_named(project: Path, say: Say) -> None:
    (project / "answer.md").write_text("Wind is expected [4].\n", encoding="utf-8")
    say("save", "answer.md", "--sources", "sources.json")
    status, out, _ = say("recheck")
    assert status == 0
    assert out.splitlines()[1:] == ["  = it is a source of type web", "checked 1 answer, 1 citation: 1 unchecked"]


def test_a_turn_and_an_id_are_replaced(project: Path, say: Say) -> None:
    id = say("save", "answer.md", "--sources", "sources.json", "--turn", "q1")[1].split(" ")[1].rstrip(":")
    (project / "answer.md").write_text("It goes at half past nine [1].\n", encoding="utf-8")
    assert say("save", "answer.md", "--sources", "sources.json", "--turn", "q1")[1].startswith(
        f"replaced {id}: 1 cited"
    )
    (project / "answer.md").write_text("The tide turns later each day [2].\n", encoding="utf-8")
    assert say("save", "answer.md", "--replace", id, "--sources", "sources.json")[1].startswith(
        f"replaced {id}: 1 cited"
    )
    assert say("list")[1].endswith("1 answer\n")
    assert say("recheck", id)[1].endswith("checked 1 answer, 1 citation: 1 there\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["list"], "there is no ledger answers.db"),
        (["recheck"], "there is no ledger answers.db"),
        (["recheck", "--ledger", "sources.json"], "sources.json is not a ledger"),
        (["save", "answer.md", "--ledger", "sources.json"], "sources.json is not a ledger"),
        (["save", "answer.md", "--replace", "000000000000"], "no answer of the ledger has the id 000000000000"),
        (["save", "answer.md", "--turn", "a", "--replace", "b"], "--turn or --replace"),
        (["save", "answer.md", "--sources", "answer.md"], "answer.md: line 1, column 1"),
        (["check", "missing.md"], "cannot read missing.md"),
        (["check", "content"], "cannot read content"),
        (["check", "answer.md", "--sources", "missing.json"], "cannot read missing.json"),
        (["check", "answer.md", "--allowlist", "missing.json"], "there is no file missing.json"),
        (["check", "answer.md", "--expects", "(N)"], "'(N)' is not one of"),
        (["check", "answer.md", "--coverage", "page"], "'page' is not one of"),
        (["check", "answer.md", "--nonce", "a b"], "a nonce is a word of letters and digits"),
        (["check", "answer.md", "--format", "xml"], "'xml' is not one of"),
        (["check", "answer.md", "--fail-on", "never"], "fail_on"),
        (["list", "--format", "xml"], "the formats are text and json"),
        (["nothing"], "nothing"),
    ],
)
def test_what_cannot_be_done_is_named(project: Path, say: Say, arguments: list[str], says: str) -> None:
    before = sorted(project.rglob("*"))
    status, _, err = say(*arguments)
    assert status == 2
    assert says in err.replace("\n", " ").replace("│", "") or says in err
    assert "Traceback" not in err
    assert [path for path in sorted(project.rglob("*")) if ".citegate" not in path.parts] == before


def test_an_unknown_id_is_named(project: Path, say: Say) -> None:
    say("save", "answer.md", "--sources", "sources.json")
    status, _, err = say("recheck", "aaaaaaaaaaaa")
    assert (status, err.splitlines()[0]) == (2, "error: no answer of the ledger has the id aaaaaaaaaaaa")


def test_a_ledger_in_use_is_read(project: Path, say: Say) -> None:
    say("save", "answer.md", "--sources", "sources.json")
    other = sqlite3.connect(project / ".citegate" / "answers.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert say("list")[1].endswith("1 answer\n")
    other.execute("ROLLBACK")
    other.close()


def test_an_answer_may_come_from_standard_input(
    project: Path, monkeypatch: pytest.MonkeyPatch, say: Say, tmp_path: Path
) -> None:
    given = tmp_path / "given"
    given.write_bytes(b"It goes at half past ten [1].\n")
    with given.open(encoding="utf-8") as stream:
        monkeypatch.setattr("sys.stdin", stream)
        status, out, _ = say("check", "-", "--sources", "sources.json")
    assert status == 1
    assert " --> answer.md:1:12\n" in out


@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit", "github", "gitlab", "html"])
def test_every_format_is_written(project: Path, say: Say, form: str) -> None:
    (project / "answer.md").write_text("It goes at half past ten [1].\n", encoding="utf-8")
    status, out, err = say("check", "answer.md", "--sources", "sources.json", "--format", form)
    assert (status, err) == (1, "")
    assert "CG603" in out


def test_a_frame_carries_the_sources(project: Path, say: Say) -> None:
    sources = (project / "sources.json").read_text(encoding="utf-8")
    text = f"It goes at half past nine [1].\n\n<<<citegate-sources 4711>>>\n{sources}\n<<<end 4711>>>\n"
    (project / "answer.md").write_text(text, encoding="utf-8")
    status, out, _ = say("check", "answer.md", "--nonce", "4711")
    assert (status, out.splitlines()[0]) == (0, "note: 1 statement, 1 cited (100 %)")
    (project / "answer.md").write_text(text.partition("<<<end")[0], encoding="utf-8")
    status, out, _ = say("check", "answer.md", "--nonce", "4711", "--sources", "sources.json")
    assert status == 1
    assert out.startswith("error[CG608] answer-cut-off: the mark that ends the answer is missing")
