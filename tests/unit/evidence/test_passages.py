"""Passages: what they hold, where they are written, what names them, and that their links land on them."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from citegate.errors import IndexUnusable
from citegate.evidence.cut import MIN_EVIDENCE, cut, sentences
from citegate.evidence.open import write_index
from citegate.evidence.pack import MAX_PASSAGE
from citegate.evidence.recall import recall
from citegate.evidence.search import Searcher
from citegate.evidence.store import Store
from citegate.index.site import Site
from citegate.model import BlockKind
from citegate.model.evidence import EvidencePassage
from citegate.verify.resolve import resolve_fragment

MakeSite = Callable[[Mapping[str, str]], Site]
MakeSearcher = Callable[[Mapping[str, str]], Searcher]


def passages(searcher: Searcher) -> list[EvidencePassage]:
    return list(searcher.store.all())


def words(text: str) -> list[str]:
    """The letters and digits of a text, its markup aside."""
    return re.findall(r"[^\W_]+", re.sub(r"\[\^\d+\]|[|*]|^-+$", " ", text))


def test_the_source_span_is_the_source_of_the_quote(files: dict[str, str], searcher: Searcher) -> None:
    for passage in passages(searcher):
        source = files[passage.path][passage.source_span.start : passage.source_span.end]
        shown = [word for word in words(passage.quote) if word != "1"]  # the mark of a footnote is generated
        assert [word for word in words(source) if word != "1"] == shown
        assert source == source.strip()


def test_the_hash_is_that_of_the_file(files: dict[str, str], searcher: Searcher) -> None:
    for passage in passages(searcher):
        assert passage.sha256 == hashlib.sha256(files[passage.path].encode()).hexdigest()


def test_every_link_lands_on_its_passage_in_every_engine(
    files: dict[str, str], searcher: Searcher, make_site: MakeSite
) -> None:
    site = make_site(files)
    for passage in passages(searcher):
        route = site.routes.by_path[passage.path]
        url, _, fragment = passage.href.partition("#")
        assert url == route.url == passage.url
        for page in site.pages(route):
            (found,) = resolve_fragment(fragment, page).directives
            assert len(found.places) == 1
            assert found.text is not None
            assert " ".join(found.text.split()) in " ".join(passage.quote.split())


def test_no_passage_mixes_sections_or_is_too_short_or_too_long(searcher: Searcher) -> None:
    for passage in passages(searcher):
        assert MIN_EVIDENCE <= len(passage.quote) <= MAX_PASSAGE
    trails = {passage.headings for passage in passages(searcher) if passage.doc_id == "harbour"}
    assert trails == {("Harbour 🚢",), ("Harbour 🚢", "Fees"), ("Harbour 🚢", "Footnotes")}


def test_rows_of_a_table_stay_whole(searcher: Searcher) -> None:
    (table,) = [passage for passage in passages(searcher) if "\t" in passage.quote]
    assert "a day ticket\ttwelve crowns\tmidnight\na week ticket\tsixty crowns\tSunday evening" in table.quote


def test_lists_of_links_are_no_evidence(searcher: Searcher) -> None:
    assert not any("Where the ferry goes" in passage.quote for passage in passages(searcher))


@pytest.mark.parametrize("document", ["wreck", "zh/pier"])
def test_a_long_paragraph_is_cut_between_sentences(searcher: Searcher, document: str) -> None:
    parts = [passage for passage in passages(searcher) if passage.doc_id == document]
    assert len(parts) > 2
    for part in parts:
        spans = sentences(part.quote)
        assert spans[-1].end == len(part.quote)
        assert part.quote[-1] in ".。"
        assert re.match(r"Sentence|第|末班船", part.quote)


def test_nothing_of_a_long_paragraph_is_lost(files: dict[str, str], searcher: Searcher) -> None:
    parts = [passage.quote for passage in passages(searcher) if passage.doc_id == "wreck"]
    assert " ".join(parts) == files["content/wreck.md"].split("\n\n")[1].strip()


def test_ids_are_the_same_in_every_run(files: dict[str, str], searcher: Searcher, make_searcher: MakeSearcher) -> None:
    again = make_searcher(dict(reversed(list(files.items()))))
    assert {p.citation_id: p.quote for p in passages(again)} == {p.citation_id: p.quote for p in passages(searcher)}
    assert len({passage.citation_id for passage in passages(searcher)}) == len(passages(searcher))


def test_ids_do_not_depend_on_the_question(searcher: Searcher) -> None:
    known = {passage.quote: passage.citation_id for passage in passages(searcher)}
    for claim in ("lamps on the pier", "the wreck lies in 12 metres of water", "船票"):
        for k in (1, 3, 20):
            for hit in searcher.ask(claim, k).hits:
                assert hit.passage.citation_id == known[hit.passage.quote]


@pytest.mark.parametrize(
    "added",
    [
        "A new beginning.",
        "A new paragraph that stands at the very top of the page.",
        "新的一段，写在最上面。",
        "# Before\n\n" + "Words. " * 40,
    ],
)
def test_an_insertion_at_the_top_changes_no_id(
    files: dict[str, str], searcher: Searcher, make_searcher: MakeSearcher, added: str
) -> None:
    edited = {path: text if text.startswith("---") else f"{added}\n\n{text}" for path, text in files.items()}
    after = {passage.citation_id for passage in passages(make_searcher(edited))}
    assert {passage.citation_id for passage in passages(searcher)} <= after


def test_an_insertion_below_the_title_changes_no_id(make_searcher: MakeSearcher) -> None:
    body = "The ferry leaves from the north pier whenever the lower steps are under water, and else from the south."
    items = "\n".join(f"- Item {number} of the list of things that visitors ask for." for number in range(9))
    rest = f"{body} {body[::-1]}\n\n{items}\n"
    before = make_searcher({"content/a.md": f"# Title\n\n{rest}"})
    after = make_searcher({"content/a.md": f"# Title\n\nA paragraph that is new, and that is rather short.\n\n{rest}"})
    assert {each.citation_id for each in passages(before)} <= {each.citation_id for each in passages(after)}


def test_an_id_is_found_again_when_its_blocks_are_packed_otherwise(make_site: MakeSite) -> None:
    items = [f"- Item {number} of the list is about {chr(97 + number) * 9}." for number in range(24)]
    text = "# Title\n\n" + "\n".join(items) + "\n"
    store = Store()
    store.refresh(make_site({"content/a.md": text}))
    held = list(store.all())
    lost = 0
    for at in range(24):
        edited = make_site({"content/a.md": text.replace(items[at], f"- New.\n{items[at]}")})
        after = Store()
        after.refresh(edited)
        for passage in held:
            if items[at].removeprefix("- ") in passage.quote and not passage.quote.startswith(items[at][2:]):
                continue  # the new item stands in the middle of it
            found = after.find(passage.citation_id)
            lost += found is None
            found = found or recall(edited, passage.citation_id)
            assert found is not None
            assert found.quote == passage.quote
    assert 0 < lost < 24
    assert recall(make_site({"content/a.md": text}), "0" * 12) is None


def test_a_repeated_passage_has_one_link(make_searcher: MakeSearcher) -> None:
    text = "In winter the lockers are emptied every evening at eight and once more on Sundays, as the notice says.\n"
    searcher = make_searcher({"content/a.md": f"# Same\n\n{text}\n# Same\n\n{text}"})
    assert len(passages(searcher)) == 1


def test_only_what_changed_is_read_again(files: dict[str, str], make_site: MakeSite) -> None:
    store = Store()
    assert store.refresh(make_site(files)).read == 4
    assert store.refresh(make_site(files)).is_unchanged
    assert store.is_current(make_site(files))
    edited = files | {"content/tides.md": files["content/tides.md"].replace("fifty", "forty")}
    assert not store.is_current(make_site(edited))
    assert store.refresh(make_site(edited)).read == 1
    assert store.frequency("forti") + store.frequency("forty") == 1
    fewer = {path: text for path, text in edited.items() if path != "content/wreck.md"}
    done = store.refresh(make_site(fewer))
    assert (done.documents, store.frequency("wreck")) == (3, 0)


def test_a_partial_that_changes_makes_its_page_stale(make_site: MakeSite) -> None:
    page = {"content/a.mdx": "import Part from './_part.mdx'\n\n# A\n\n<Part />\n"}
    one = page | {"content/_part.mdx": "The words of the partial are long enough to be a passage of evidence.\n"}
    two = page | {"content/_part.mdx": "The text of the partial was changed and is still long enough for evidence.\n"}
    store = Store()
    store.refresh(make_site(one))
    assert store.is_current(make_site(one))
    assert not store.is_current(make_site(two))


def test_a_document_that_cannot_be_read_is_named(make_site: MakeSite) -> None:
    done = Store().refresh(make_site({"content/a.mdx": "# A\n\n<Open>\n", "content/b.md": "# B\n\n" + "Words. " * 20}))
    assert done.documents == 1
    assert done.faults[0].startswith("content/a.mdx: ")


def test_a_document_that_cannot_be_read_makes_no_index_old(make_site: MakeSite) -> None:
    files = {"content/a.mdx": 'import B from "./b.md"\n\n<B />\n\n<Open>\n', "content/b.md": "# B\n\n" + "Words. " * 20}
    store = Store()
    store.refresh(make_site(files))
    assert store.is_current(make_site(files))
    for changed in (
        files | {"content/a.mdx": "# A\n"},
        files | {"content/b.md": "# C\n"},
        {"content/b.md": files["content/b.md"]},
    ):
        assert not store.is_current(make_site(changed))
    assert store.refresh(make_site(files)).faults
    store.refresh(make_site({"content/b.md": files["content/b.md"]}))
    assert store.is_current(make_site({"content/b.md": files["content/b.md"]}))


def test_code_is_cut_between_lines(make_site: MakeSite) -> None:
    code = "\n".join(
        f"    value_{number} = compute(value_{number - 1}, {number})  # line {number}" for number in range(40)
    )
    site = make_site({"content/a.md": f"# Code\n\n```python\n{code}\n```\n"})
    document = site.document(site.routes.all[0])
    assert document.searchable[-1].kind is BlockKind.CODE_BLOCK
    for piece in cut(document):
        text = document.text[piece.span.start : piece.span.end]
        assert text.startswith("value_")
        assert re.search(r"line \d+$", text)


def test_an_index_below_a_file_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file\n")
    with pytest.raises(IndexUnusable) as caught:
        Store(tmp_path / "file" / "evidence.db")
    assert caught.value.message.endswith(("evidence.db: file exists", "evidence.db: not a directory"))
    assert caught.value.hint == "check who may write there"


def test_a_data_base_of_something_else_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE documents (a)")
    with pytest.raises(IndexUnusable, match="something else"):
        Store(file)
    assert sqlite3.connect(file).execute("SELECT name FROM sqlite_master").fetchall() == [("documents",)]


def test_an_index_of_another_format_is_made_anew(tmp_path: Path, make_site: MakeSite) -> None:
    file = tmp_path / "evidence.db"
    Store(file).set_fact("format", "1")
    store = Store(file)
    store.refresh(make_site({"content/a.md": "# A\n\nThe ferry leaves at half past nine from the north pier.\n"}))
    assert store.count() == 1


def test_a_strange_id_is_not_found(searcher: Searcher) -> None:
    assert searcher.store.find("\udcff") is None


def test_two_runs_at_one_index(tmp_path: Path, make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "evidence.db"
    site = make_site({"content/a.md": "# A\n\nThe ferry leaves at half past nine from the north pier.\n"})
    first = Store(file)
    first.connection.execute("BEGIN IMMEDIATE")
    real = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **kwargs: real(*args, **{**kwargs, "timeout": 0.0}))
    with pytest.raises(IndexUnusable, match="locked"):
        write_index(site, file, lambda done, total: None)
    first.connection.execute("ROLLBACK")
    assert write_index(site, file, lambda done, total: None)[1].passages == 1


def test_sentences_that_are_links_are_no_evidence(make_site: MakeSite) -> None:
    prose = " ".join(f"Sentence number {number} says something about the wreck and its cargo." for number in range(14))
    links = " ".join(f"[Page {number} of the log of the ship](/log-{number})." for number in range(8))
    document = make_site({"content/a.md": f"# A\n\n{prose} {links}\n"})
    page = document.document(document.routes.all[0])
    texts = [page.text[piece.span.start : piece.span.end] for piece in cut(page)]
    assert len(texts) > 1
    assert not any("of the log" in text for text in texts)


def test_rows_know_their_columns(make_site: MakeSite) -> None:
    rows = "\n".join(
        f"| row {number} of the table about engines | found here | not found there |" for number in range(9)
    )
    site = make_site({"content/a.md": f"# A\n\n|  | Chromium | Firefox |\n|---|---|---|\n{rows}\n"})
    pieces = cut(site.document(site.routes.all[0]))
    assert len(pieces) > 1
    assert {piece.columns for piece in pieces} == {("Chromium", "Firefox")}
