"""The commands about evidence: their answers, their exit codes, and that they write nothing they should not."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from citegate.cli.main import run

PAGE = "# Ferry\r\n\r\nThe **last** ferry leaves at half past nine from the north pier, and dogs travel free.\r\n"
CLAIM = "The last ferry leaves at half past nine"


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "ferry.md").write_bytes(PAGE.encode())
    (tmp_path / "citegate.toml").write_text('embeddings = "ngrams"\n', encoding="utf-8")
    return tmp_path


def printed(capfdbinary: pytest.CaptureFixture[bytes]) -> tuple[str, str]:
    out, err = capfdbinary.readouterr()
    return out.decode(), err.decode()


def test_a_claim_and_its_passage_again(project: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["evidence", CLAIM, "--format", "json"]) == 0
    answer = json.loads(printed(capfdbinary)[0])
    (passage,) = answer["passages"]
    assert answer["supported"] is True
    assert passage["supports"] is True
    assert {row["leg"] for row in passage["provenance"]} == {"lexical", "dense"}
    assert run(["evidence", "--id", passage["citation_id"], "--format", "json"]) == 0
    again = json.loads(printed(capfdbinary)[0])
    assert again["href"] == passage["href"]
    span = passage["source_span"]
    assert PAGE[span["start"] : span["end"]].startswith("The **last** ferry")
    arguments = ["verify-span", "ferry", str(span["start"]), str(span["end"]), "--quote", passage["quote"]]
    assert run([*arguments, "--sha256", passage["sha256"], "--format", "json"]) == 0
    assert json.loads(printed(capfdbinary)[0])["status"] == "verbatim"
    (project / "content" / "ferry.md").write_bytes(b"New.\r\n\r\n" + PAGE.encode())
    assert run([*arguments, "--sha256", passage["sha256"]]) == 1
    assert printed(capfdbinary)[0].startswith("moved content/ferry.md[")
    (project / "content" / "ferry.md").write_bytes(PAGE.replace("nine", "ten").encode())
    assert run(arguments) == 1
    assert printed(capfdbinary)[0].startswith("gone\n  = closest, 9")
    assert not (project / ".citegate").exists()


def test_no_support_is_exit_code_1(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["evidence", CLAIM.replace("nine", "ten")]) == 1
    out, err = printed(capfdbinary)
    assert out.startswith("nothing here supports this\n")
    assert "the passage does not have the number 10" in out
    assert "what is covered:\n  Ferry\n" in out
    assert "not semantic" in out
    assert err == ""


def test_the_index_is_written_and_kept_up_to_date(project: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["index"]) == 0
    assert printed(capfdbinary)[0].startswith("1 document, 1 passage; 1 read; vectors: ngrams")
    assert (project / ".citegate" / ".gitignore").read_text(encoding="utf-8") == "*\n"
    assert run(["index"]) == 0
    assert "; 0 read;" in printed(capfdbinary)[0]
    before = (project / ".citegate" / "evidence.db").read_bytes()
    assert run(["evidence", CLAIM]) == 0
    (project / "content" / "ferry.md").write_text("# Ferry\n\nThere is no ferry in winter, and none on Sundays.\n")
    assert run(["evidence", CLAIM]) == 1
    assert (project / ".citegate" / "evidence.db").read_bytes() == before
    printed(capfdbinary)
    assert run(["index", "--format", "jsonl"]) == 0
    (line,) = printed(capfdbinary)[0].splitlines()
    assert json.loads(line)["quote"] == "There is no ferry in winter, and none on Sundays."


def test_an_index_that_is_none(project: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    (project / "index.db").write_text("this is not a data base, and it is long enough to be looked at")
    assert run(["evidence", CLAIM, "--index", "index.db"]) == 2
    assert printed(capfdbinary)[1].startswith("error: cannot use the index index.db: ")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["evidence"], 2),
        (["evidence", " "], 2),
        (["evidence", CLAIM, "--id", "abc"], 2),
        (["evidence", "--id", "abc"], 1),
        (["evidence", CLAIM, "-k", "0"], 2),
        (["evidence", CLAIM, "--format", "xml"], 2),
        (["evidence", CLAIM, "--leg", "psychic"], 2),
        (["evidence", CLAIM, "--embeddings", "psychic"], 2),
        (["evidence", CLAIM, "--embeddings", "endpoint"], 2),
        (["evidence", CLAIM, "--content", "nowhere"], 2),
        (["evidence", CLAIM, "--embeddings", "none"], 0),
        (["evidence", CLAIM, "--leg", "dense"], 0),
        (["verify-span", "ferry", "9", "3", "--quote", "x"], 2),
        (["verify-span", "ferry", "3", "9", "--quote", " "], 2),
        (["verify-span", "nowhere", "3", "9", "--quote", "x"], 2),
        (["verify-span", "ferry", "3", "99999", "--quote", "dogs travel free"], 1),
        (["verify-span", "content/ferry.md", "3", "9", "--quote", "dogs travel free"], 1),
        (["eval", "nowhere.jsonl"], 2),
        (["mcp", "--http", "nowhere"], 2),
    ],
)
def test_exit_codes(arguments: list[str], status: int, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(arguments) == status
    assert "Traceback" not in printed(capfdbinary)[1]


def test_eval(project: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    rows = [
        {"question": "When does the last ferry leave?", "document": "ferry", "sentence": "leaves at half past nine"},
        {"question": "Who is the captain?", "document": "crew", "sentence": "The captain is Ada"},
    ]
    (project / "golden.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert run(["eval", "golden.jsonl", "--min-recall", "0.5"]) == 0
    out = printed(capfdbinary)[0]
    assert "hybrid       0.500  0.500   0.500" in out
    assert "hybrid misses:\n  Who is the captain? (crew)" in out
    assert run(["eval", "golden.jsonl", "--min-recall", "0.6", "--format", "json"]) == 1
    data = json.loads(printed(capfdbinary)[0])
    assert data["hybrid"]["recall"] == 0.5
    assert data["stale"] == ["Who is the captain?"]


def test_without_the_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setitem(sys.modules, "wordllama", None)
    assert run(["evidence", CLAIM, "--embeddings", "wordllama"]) == 2
    assert "the extra 'dense'" in printed(capfdbinary)[1]
    monkeypatch.delitem(sys.modules, "citegate.serve.tools", raising=False)
    for name in {"mcp", *(name for name in sys.modules if name.partition(".")[0] == "mcp")}:
        monkeypatch.setitem(sys.modules, name, None)
    assert run(["mcp"]) == 2
    assert "the extra 'mcp'" in printed(capfdbinary)[1]
