"""allowlist.json: keys that never collide, bytes that never change, a file that is never half there."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citegate.errors import OutputError
from citegate.index.allowlist import allowlist_text, read_allowlist, write_atomically
from citegate.model import Citation, Span, Status, TextQuoteSelector, Verdict


def verdict(passage: str, occurrence: int = 0, document: str = "a") -> Verdict:
    return Verdict(
        Citation("c.json", Span(0, 1), document, "/" + document, TextQuoteSelector(passage)),
        Status.VERIFIED,
        href=f"/{document}#:~:text=x{occurrence}",
        text=passage,
        citation_id=f"{occurrence:012x}",
        source_path="a.md",
        source_span=Span(3, 9),
        occurrence=occurrence,
        places=occurrence + 1,
    )


def keys(*verdicts: Verdict) -> dict[str, str]:
    return {key: entry["citation_id"] for key, entry in json.loads(allowlist_text(verdicts)).items()}


def test_the_first_place_that_is_cited_has_the_plain_key() -> None:
    assert keys(verdict("p", 3), verdict("p", 1), verdict("p", 3)) == {"a::p": f"{1:012x}", "a::p::3": f"{3:012x}"}
    assert keys(verdict("p", 3)) == {"a::p": f"{3:012x}"}


def test_a_passage_that_looks_like_an_extended_key_loses_nothing() -> None:
    found = keys(verdict("p", 0), verdict("p", 1), verdict("p::1", 0))
    assert found == {"a::p": f"{0:012x}", "a::p::1": f"{0:012x}", "a::p::1::1": f"{1:012x}"}


@given(
    st.lists(st.tuples(st.sampled_from(["p", "p::1", "p::1::1", "q"]), st.integers(0, 3)), max_size=12), st.randoms()
)
def test_the_order_does_not_matter_and_nothing_is_lost(pairs, random) -> None:  # type: ignore[no-untyped-def]
    verdicts = [verdict(passage, occurrence) for passage, occurrence in pairs]
    text = allowlist_text(verdicts)
    random.shuffle(verdicts)
    assert allowlist_text(verdicts) == text
    assert len(json.loads(text)) == len(set(pairs))


def test_links_and_failures_are_not_listed() -> None:
    good = verdict("p")
    link = replace(good, citation=replace(good.citation, quote=None, fragment=":~:text=p"))
    assert allowlist_text([link, replace(good, status=Status.MISSING)]) == "{}\n"


def test_ambiguous_means_repeated_and_told_apart_by_context() -> None:
    good = verdict("p", 1)
    for has_context, places, expected in ((True, 2, True), (False, 2, False), (True, 1, False)):
        text = allowlist_text([replace(good, has_context=has_context, places=places)])
        assert json.loads(text)["a::p"]["ambiguous"] is expected


def test_writing_replaces_the_file_at_once_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "out" / "allowlist.json"
    assert read_allowlist(path) is None
    write_atomically(path, "é\n")
    write_atomically(path, "ü\n")
    assert path.read_bytes() == "ü\n".encode()
    assert read_allowlist(path) == "ü\n"
    assert [each.name for each in path.parent.iterdir()] == ["allowlist.json"]


def test_what_cannot_be_written_or_read_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(OutputError, match="cannot write"):
        write_atomically(tmp_path / "file" / "allowlist.json", "x")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OutputError, match="cannot write"):
        write_atomically(tmp_path / "folder", "x")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file", "folder"]
    (tmp_path / "bad").write_bytes(b"\xff")
    with pytest.raises(OutputError, match="cannot read"):
        read_allowlist(tmp_path / "bad")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name on this system")
def test_a_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_atomically(pipe, "é\n")
        assert os.read(reader, 100) == "é\n".encode()
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_a_link_keeps_leading_to_the_file_that_is_written(tmp_path: Path) -> None:
    (tmp_path / "kept.json").write_text("old")
    (tmp_path / "link.json").symlink_to("kept.json")
    write_atomically(tmp_path / "link.json", "new")
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "kept.json").read_text() == "new"


def test_a_name_that_no_file_can_have_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="cannot write"):
        write_atomically(tmp_path / "a\0b", "x")


def test_a_link_out_of_the_project_is_not_written_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "project"
    (project / "static").mkdir(parents=True)
    (tmp_path / "outside.json").write_text("theirs")
    (project / "away.json").symlink_to("../outside.json")
    (project / "static" / "up.json").symlink_to("../kept.json")
    monkeypatch.chdir(project)
    with pytest.raises(OutputError, match="a link to a file outside the project"):
        write_atomically(project / "away.json", "ours")
    assert (tmp_path / "outside.json").read_text() == "theirs"
    write_atomically(project / "static" / "up.json", "ours")
    assert (project / "kept.json").read_text() == "ours"
