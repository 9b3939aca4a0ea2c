"""A run with the cache says what a run without it says, and decides anew what has changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from citegate import gate
from citegate.config import Config
from citegate.fragment.match import Page
from citegate.index.built import BuiltSite
from citegate.index.files import MemoryFiles
from citegate.index.routes import Route
from citegate.outcome import Outcome
from citegate.verify import memory as memory_module
from citegate.verify.passage import Decision

PAGE = "<link rel=stylesheet href=/a.css><h1>One</h1><p>The quick brown fox jumps.<p class=x>A hidden word of it.</p>"
DOCUMENT = "# Two\n\nAnother passage stands here, once.\n"
LINKS = (
    "[a](/one#:~:text=brown%20fox) [b](/two#:~:text=stands%20here)"
    " [c](/two#:~:text=not%20there) [d](/one#:~:text=hidden)\n"
)
SITE = {
    "content/one.html": PAGE,
    "content/two.md": DOCUMENT,
    "content/links.md": LINKS,
    "built/one.html": PAGE,
    "built/two.html": "<p>Another passage stands here, once.</p>",
    "built/links.html": '<a href="/one.html#:~:text=brown%20fox">a</a> <a href="/one.html#:~:text=hidden">d</a>',
    "built/a.css": "b { color: red }",
}


def run(config: Config, files: dict[str, str]) -> Outcome:
    return gate.run(config, MemoryFiles(files))


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many citations each call decided anew."""
    counts: list[int] = []
    plain = memory_module.Memory.decide

    def counting(self, citations, digests, decide, *, may_keep):  # type: ignore[no-untyped-def]
        def counted(numbers: list[int]) -> Sequence[Decision]:
            counts.append(len(numbers))
            return tuple(decide(numbers))

        return plain(self, citations, digests, counted, may_keep=may_keep)

    monkeypatch.setattr(memory_module.Memory, "decide", counting)
    return counts


@pytest.mark.parametrize("site", ["", "built"])
def test_a_run_from_the_cache_is_the_same(tmp_path: Path, site: str, decided: list[int]) -> None:
    plain = Config(root=tmp_path, site=site, writes=False)
    cached = replace(plain, cache=str(tmp_path / "cache"))
    expected = run(plain, SITE)
    assert run(cached, SITE) == expected
    decided.clear()
    assert run(cached, SITE) == expected
    assert {verdict.status for verdict in expected.report.verdicts} == {"verified", "missing"}
    assert decided == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("built/one.html", PAGE.replace("quick", "slow")),
        ("built/a.css", ".x { display: none }"),
        ("content/two.md", DOCUMENT + "\nMore.\n"),
        ("content/two.md", DOCUMENT + "\nWhat is not there is there now.\n"),
        ("content/links.md", "\n" + LINKS),
        ("content/links.md", LINKS + "\n[e](/two#:~:text=stands%20here%20twice)\n"),
        ("content/links.md", LINKS.replace("[c]", "[the third]")),
        ("content/links.md", LINKS.replace("not%20there", "not%20yet%20there")),
    ],
)
def test_what_changed_is_decided_anew(tmp_path: Path, path: str, text: str) -> None:
    site = "built" if path.startswith("built") else ""
    plain = Config(root=tmp_path, site=site, writes=False)
    cached = replace(plain, cache=str(tmp_path / "cache"))
    run(cached, SITE)
    changed = {**SITE, path: text}
    assert run(cached, changed) == run(plain, changed)


def test_a_document_with_partials_is_not_remembered(tmp_path: Path, decided: list[int]) -> None:
    files = {
        "content/page.mdx": "import Part from './_part.mdx'\n\n# Page\n\n<Part />\n",
        "content/_part.mdx": "Words that a partial has.\n",
        "content/links.md": "[a](/page#:~:text=a%20partial)\n",
    }
    cached = Config(root=tmp_path, writes=False, cache=str(tmp_path / "cache"))
    before = run(cached, files)
    assert [verdict.status for verdict in before.report.verdicts] == ["verified"]
    decided.clear()
    after = run(cached, {**files, "content/_part.mdx": "Nothing of the kind.\n"})
    assert decided == [1]
    assert [verdict.status for verdict in after.report.verdicts] == ["missing"]


def test_what_does_not_decide_a_citation_may_change(tmp_path: Path, decided: list[int]) -> None:
    cached = Config(root=tmp_path, writes=False, cache=str(tmp_path / "cache"))
    run(cached, SITE)
    decided.clear()
    moved = run(cached, {**SITE, "content/links.md": "Some words before them.\n\n" + LINKS})
    assert sum(decided) == sum(1 for verdict in moved.report.verdicts if verdict.status != "verified")


FORWARDING = {
    "built/index.html": '<a href="/old.html#:~:text=brown%20fox">a</a> <a href="/older.html#:~:text=not%20there">b</a>',
    "built/old.html": '<meta http-equiv=refresh content="0; url=/new.html">',
    "built/older.html": '<meta http-equiv=refresh content="0; url=/new.html">',
    "built/new.html": PAGE,
    "built/other.html": PAGE,
}


def test_links_lost_on_the_way_are_remembered_and_need_no_page(
    tmp_path: Path, decided: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    plain_read = BuiltSite._read_pages

    def reading(self: BuiltSite, route: Route) -> tuple[Page, ...]:
        read.append(route.path)
        return plain_read(self, route)

    monkeypatch.setattr(BuiltSite, "_read_pages", reading)
    plain = Config(root=tmp_path, site="built", writes=False)
    cached = replace(plain, cache=str(tmp_path / "cache"))
    expected = run(plain, FORWARDING)
    assert [finding.rule.code for finding in expected.report.findings] == ["CG203", "CG203"]
    assert read == ["built/index.html"]
    assert run(cached, FORWARDING) == expected
    decided.clear()
    assert run(cached, FORWARDING) == expected
    assert decided == []
    moved = FORWARDING | {"built/older.html": '<meta http-equiv=refresh content="0; url=/other.html">'}
    assert run(cached, moved) == run(plain, moved) != expected
    whole = FORWARDING | {"built/older.html": "<p>It is not there to be read.</p>"}
    found = run(cached, whole)
    assert found == run(plain, whole)
    assert [finding.rule.code for finding in found.report.findings] == ["CG203"]
