"""Answers of models, made for the purpose, and what is found in each.

A row of corpus/answers.jsonl has the answer, the name of its sources (corpus/sources/NAME.json, whose passages stand in
corpus/documents/), the options of the check, and every finding: its rule, the text at issue, and where that stands.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from citegate import rules
from citegate.answers.audit import SENTENCE, Turn, audit
from citegate.answers.resolve import Resolver
from citegate.answers.sources import TurnSources
from citegate.cli.main import run
from citegate.model import Report, SourceText
from citegate.parse import parse_document

CORPUS = Path(__file__).parent / "corpus"
ROWS = [json.loads(line) for line in (CORPUS / "answers.jsonl").read_text(encoding="utf-8").split("\n") if line]
SOURCES = sorted((CORPUS / "sources").glob("*.json"))
OF_ANSWERS = {code for code in rules.RULES if code.startswith("CG6")} | {"CG402", "CG101"}


def checked(row: dict[str, Any]) -> Report:
    file = CORPUS / "sources" / f"{row['sources']}.json"
    given = SourceText(file.name, file.read_text(encoding="utf-8"))
    resolver = Resolver(TurnSources.from_json(given.text, given.path), "", {})
    turn = Turn(resolver, given, row.get("expects"), row.get("nonce"))
    return audit(SourceText("answer.md", row["answer"]), turn, coverage=row.get("coverage", SENTENCE))


def found(report: Report) -> list[tuple[str, str, str, int, int]]:
    (answer,) = (source for source in report.sources if source.path == "answer.md")
    rows = []
    for finding in report.findings:
        span = finding.primary.span
        point = answer.point(span.start)
        text = answer.text[span.start : span.end]
        rows.append((finding.rule.code, finding.level.value, text, point.line, point.column))
    return sorted(rows)


def expected(row: dict[str, Any]) -> list[tuple[str, str, str, int, int]]:
    return sorted(
        (
            each["code"],
            each.get("level", rules.RULES[each["code"]].severity.value),
            each["text"],
            each["line"],
            each["column"],
        )
        for each in row["findings"]
    )


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_an_answer_has_these_findings(row: dict[str, Any]) -> None:
    assert found(checked(row)) == expected(row)


def test_the_corpus_has_every_rule_in_both_languages() -> None:
    assert len(ROWS) >= 60
    assert len({row["id"] for row in ROWS}) == len(ROWS)
    codes = {finding["code"] for row in ROWS for finding in row["findings"]}
    assert codes == OF_ANSWERS
    chinese = {finding["code"] for row in ROWS if row["id"].startswith("zh-") for finding in row["findings"]}
    assert chinese >= {"CG101", "CG601", "CG602", "CG603", "CG604", "CG605", "CG606", "CG608"}
    assert sum(not row["findings"] for row in ROWS) >= 30


@pytest.mark.parametrize("file", SOURCES, ids=[file.stem for file in SOURCES])
def test_the_passages_stand_in_the_documents(file: Path) -> None:
    for record in TurnSources.from_json(file.read_text(encoding="utf-8"), file.name).records:
        if record.type.value != "document":
            continue
        path = CORPUS / "documents" / f"{record.document_id}.md"
        source = SourceText(path.name, path.read_text(encoding="utf-8"))
        document = parse_document(source, id=record.document_id, url=f"/{record.document_id}")[0]
        assert " ".join(record.snippet.split()) in " ".join(document.text.split())


@pytest.mark.parametrize("id", ["clean-paraphrase", "number-unit", "zh-number", "hostile-many-faults"])
def test_the_command_finds_the_same(id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row = next(row for row in ROWS if row["id"] == id)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "answer.md").write_bytes(row["answer"].encode())
    sources = CORPUS / "sources" / f"{row['sources']}.json"
    status = run(["answer", "check", "answer.md", "--sources", str(sources), "--output", "json=report.json", "-q"])
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    rows = sorted(
        (each["code"], each["level"], each["location"]["text"], *each["location"]["start"].values())
        for each in report["findings"]
    )
    assert rows == expected(row)
    assert status == int(any(level == "error" for _, level, *_ in rows))
