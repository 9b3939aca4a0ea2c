"""Edits in files: the notation stays, and nothing but the edit changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from citegate import fix
from citegate.config import load
from citegate.index.files import DiskFiles, MemoryFiles
from citegate.model import Applicability, Edit, Fix, SourceText, Span
from citegate.repair.apply import diff, edited, write
from citegate.repair.quoting import replace_scalar

TEXTS = [
    "plain words",
    'He said "no"',
    "it's: a #test",
    "back\\slash",
    "é 全角 🙂",
    "- dash",
    "true",
    "12",
    " pad ",
    "a'b\"c",
]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(
    ("path", "before", "old", "after"),
    [
        ("a.json", '[{"passage": "', "old words", '"}]'),
        ("a.json", '[{"passage": "', "old \\u00e9", '"}]'),
        ("a.yaml", '- passage: "', "old words", '" # why\n  docId: x\n'),
        ("a.yaml", "- passage: '", "old words", "' # why\n  docId: x\n"),
        ("a.yaml", "- passage: ", "old words", " # why\n  docId: x\n"),
        ("a.yaml", "- {passage: ", "old words", ", docId: x} # why\n"),
    ],
)
def test_new_words_stand_in_the_notation_of_the_old(path: str, before: str, old: str, after: str, text: str) -> None:
    source = SourceText(path, before + old + after)
    edit = replace_scalar(source, Span(len(before), len(before) + len(old)), text)
    assert edit
    changed = source.text[: edit.span.start] + edit.replacement + source.text[edit.span.end :]
    read = json.loads(changed) if path.endswith(".json") else yaml.safe_load(changed)
    assert read[0]["passage"] == text
    assert changed.endswith(after)
    if "\\u" in old:
        assert edit.replacement.isascii()


def test_block_scalars_are_left_to_a_person() -> None:
    for text in ("- passage: >-\n    old words\n", "- passage: |\n    old words\n"):
        source = SourceText("a.yaml", text)
        assert replace_scalar(source, Span(11, len(text)), "new") is None


def one(path: str, start: int, end: int, text: str) -> Fix:
    return Fix("t", Applicability.SAFE, (Edit(path, Span(start, end), text),))


def test_edits_keep_every_other_byte() -> None:
    files = MemoryFiles({"a": b"\xef\xbb\xbfone\r\n\ttwo \xe5\x85\xa8\r\n", "b": b"\xff one"})
    fixes = [
        one("a", 6, 9, "zwei"),
        one("a", 0, 3, "eins"),
        one("a", 7, 8, "x"),
        one("b", 2, 5, "x"),
        one("c", 0, 0, ""),
    ]
    changed, made = edited(files, fixes)
    assert changed == {"a": b"\xef\xbb\xbfeins\r\n\tzwei \xe5\x85\xa8\r\n"}
    assert made == tuple(fixes[:2])


def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"now")
    (tmp_path / "b").write_bytes(b"old")
    files = DiskFiles(tmp_path)
    assert write(tmp_path, files, {"a": b"new", "b": b"new"}, {"a": b"old", "b": b"old"}) == ("b",)
    assert (tmp_path / "a").read_bytes() == b"now"
    assert (tmp_path / "b").read_bytes() == b"new"


def test_a_diff_says_when_a_last_line_end_is_missing() -> None:
    text = diff({"a": b"x\none"}, {"a": b"x\ntwo"})
    assert text.splitlines()[-4:] == ["-one", "\\ No newline at end of file", "+two", "\\ No newline at end of file"]


def test_a_fix_that_would_bring_something_new_is_taken_back(tmp_path: Path) -> None:
    page = "Boats sail to the island in summer only.\n\nBoats sail to the island in summer only.\n"
    (tmp_path / "content").mkdir()
    (tmp_path / "content/p.md").write_text(page + "\nTickets are sold on board of the ship.\n")
    entries = [
        {"docId": "p", "passage": "*Boats* sail to the island in summer only."},
        {"docId": "p", "passage": "*Tickets* are sold on board of the ship."},
    ]
    (tmp_path / "content/a.citations.json").write_text(json.dumps(entries))
    mended = fix.mend(load(tmp_path))
    assert [finding.quote for finding, _ in mended.made] == ["*Tickets* are sold on board of the ship."]
    assert [finding.rule.code for finding in mended.after.report.findings] == ["CG102"]


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("a b.md", "a/a b.md"),
        ("ü.md", "a/ü.md"),
        ("a\nb.md", '"a/a\\nb.md"'),
        ("a\x1b[2J.md", '"a/a\\033[2J.md"'),
        ('a"\\.md', '"a/a\\"\\\\.md"'),
        ("\u202ea.md", '"a/\\342\\200\\256a.md"'),
    ],
)
def test_odd_names_stand_in_a_diff_as_git_writes_them(path: str, named: str) -> None:
    assert diff({path: b"x\n"}, {path: b"y\n"}).splitlines()[0].rstrip() == f"--- {named}"
