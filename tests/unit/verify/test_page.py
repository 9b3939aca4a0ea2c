"""The page that ships beside its source."""

from __future__ import annotations

import json

import pytest

from citegate import gate
from citegate.config import load
from citegate.index.files import MemoryFiles
from citegate.outcome import Outcome

SOURCE = "# The ferry\n\nThe ferry leaves the north pier at six.\n\nIt returns at dusk, and never later.\n"
BODY = "<h1>The ferry</h1><p>The ferry leaves the north pier at six.</p><p>It returns at dusk, and never later.</p>"
FIRST = "The ferry leaves the north pier at six."


def check(
    tmp_path_factory: pytest.TempPathFactory, source: str, body: str, *entries: dict[str, object], **more: str
) -> Outcome:
    files = {
        "content/a.md": source,
        "content/a.citations.json": json.dumps([{"docId": "a", **entry} for entry in entries]),
        "dist/a/index.html": f"<!doctype html><title>a</title>{body}",
    }
    root = tmp_path_factory.mktemp("site")
    return gate.run(load(root, {"site": "dist", "writes": False}), MemoryFiles(files | more))


def codes(outcome: Outcome) -> list[str]:
    return [f"{finding.rule.code} {finding.level}" for finding in outcome.report.findings]


@pytest.mark.parametrize(
    ("body", "entry", "expected"),
    [
        (BODY, {"passage": FIRST}, []),
        (f"<nav>{FIRST}</nav>{BODY}", {"passage": FIRST}, ["CG502 warning"]),
        (f"<p>{FIRST}</p>" * 3, {"passage": FIRST}, ["CG502 error"]),
        (BODY.replace(FIRST, "The boat sails."), {"passage": FIRST}, ["CG501 error"]),
        (BODY.replace("at six", "at seven"), {"passage": FIRST}, ["CG503 error"]),
        (BODY.replace("north", "<p>north"), {"passage": FIRST}, ["CG503 error"]),
        (BODY.replace("six.", "six<sup>1</sup>."), {"passage": FIRST[:-1]}, ["CG503 error"]),
        (BODY.replace("<p>The ferry", "<p hidden>The ferry"), {"passage": FIRST}, ["CG501 error"]),
        (BODY.replace("</h1>", "<a>#</a></h1>"), {"passage": FIRST}, []),
        (BODY + "<p>Only the page says so, in a card.</p>", {"passage": "Only the page says so, in a card."}, []),
        (BODY, {"passage": "Nobody ever wrote these words at all."}, ["CG101 error"]),
        (BODY, {"passage": "The ferry leaves"}, ["CG108 error"]),
        (BODY, {"passage": FIRST, "occurrence": 1}, ["CG109 error"]),
    ],
)
def test_source_and_page(
    tmp_path_factory: pytest.TempPathFactory, body: str, entry: dict[str, object], expected: list[str]
) -> None:
    assert codes(check(tmp_path_factory, SOURCE, body, entry)) == expected


def test_findings_point_into_both(tmp_path_factory: pytest.TempPathFactory) -> None:
    outcome = check(tmp_path_factory, SOURCE, f"<nav>{FIRST}</nav>{BODY}", {"passage": FIRST})
    (finding,) = outcome.report.findings
    assert finding.primary.path == "content/a.citations.json"
    places = [(place.path, place.label) for place in finding.related]
    assert places == [
        ("content/a.md", "in the source"),
        ("dist/a/index.html", "meant, on the page"),
        ("dist/a/index.html", "on the page too"),
    ]
    page = next(source.text for source in outcome.report.sources if source.path == "dist/a/index.html")
    assert [page[place.span.start : place.span.end] for place in finding.related[1:]] == [FIRST, FIRST]
    assert finding.related[1].span.start > finding.related[2].span.start


def test_the_allowlist_leads_to_the_page(tmp_path_factory: pytest.TempPathFactory) -> None:
    outcome = check(tmp_path_factory, SOURCE, f"<nav>{FIRST}</nav>{BODY}", {"passage": FIRST})
    entry = json.loads(outcome.allowlist)[f"a::{FIRST}"]
    assert entry["href"].startswith("/a/#:~:text=")
    assert "," in entry["href"]
    assert entry["source"] == "content/a.md"
    assert SOURCE[entry["source_span"]["start"] : entry["source_span"]["end"]] == FIRST


TWICE = "# One\n\nAsk the keeper of the lock first.\n\n# Two\n\nAsk the keeper of the lock first.\n"
TWICE_BODY = "<h1>One</h1><p>Ask the keeper of the lock first.</p><h1>Two</h1><p>Ask the keeper of the lock first.</p>"


@pytest.mark.parametrize("occurrence", [0, 1])
@pytest.mark.parametrize("before", ["", "<nav>Ask the keeper of the lock first.</nav><nav>more</nav>"])
def test_occurrences_are_those_of_the_source(
    tmp_path_factory: pytest.TempPathFactory, occurrence: int, before: str
) -> None:
    entry: dict[str, object] = {"passage": "Ask the keeper of the lock first.", "occurrence": occurrence}
    outcome = check(tmp_path_factory, TWICE, before + TWICE_BODY, entry)
    found = json.loads(outcome.allowlist)["a::Ask the keeper of the lock first."]
    assert found["href"].endswith(("first.,-Two", "Two-,Ask%20the%20keeper%20of%20the%20lock%20first.")[occurrence])


@pytest.mark.parametrize(
    ("fragment", "body", "expected"),
    [
        ("text=at%20dusk", BODY, []),
        ("text=at%20dusk", f"<nav>at dusk</nav>{BODY}", ["CG502 error"]),
        ("text=at%20dusk", f"{BODY}<footer>at dusk</footer>", ["CG204 warning"]),
        ("text=at%20dusk", BODY.replace("dusk", "dawn"), ["CG501 error"]),
        ("text=at%20noon", BODY, ["CG203 error"]),
    ],
)
def test_links_are_decided_where_they_ship(
    tmp_path_factory: pytest.TempPathFactory, fragment: str, body: str, expected: list[str]
) -> None:
    source = SOURCE + f"\n[back](#:~:{fragment})\n"
    outcome = check(tmp_path_factory, source, f'{body}<p><a href="#:~:{fragment}">back</a></p>', {"passage": FIRST})
    found = [
        f"{each.rule.code} {each.level}" for each in outcome.report.findings if each.primary.path == "content/a.md"
    ]
    assert found == expected
    assert sum(1 for verdict in outcome.report.verdicts if verdict.citation.quote is None) == 1


def test_a_link_that_only_the_page_has_is_checked(tmp_path_factory: pytest.TempPathFactory) -> None:
    body = BODY + '<footer><a href="/a/#:~:text=no%20such%20words">x</a> <a href="/b#:~:text=x">y</a></footer>'
    outcome = check(tmp_path_factory, SOURCE, body, {"passage": FIRST})
    assert [(f.rule.code, f.primary.path) for f in outcome.report.findings] == [
        ("CG203", "dist/a/index.html"),
        ("CG301", "dist/a/index.html"),
    ]


def test_a_link_to_a_file_that_is_no_page_is_left_alone(tmp_path_factory: pytest.TempPathFactory) -> None:
    body = BODY + '<a href="/notes.txt#:~:text=x">x</a>'
    outcome = check(tmp_path_factory, SOURCE, body, {"passage": FIRST}, **{"dist/notes.txt": "x"})
    assert [finding.rule.code for finding in outcome.report.findings] == ["CG305"]


def test_a_page_that_no_document_makes_can_be_cited(tmp_path_factory: pytest.TempPathFactory) -> None:
    files = {"dist/api/index.html": "<!doctype html><p>Every call returns the number of boats.</p>"}
    entry: dict[str, object] = {"docId": "api", "passage": "Every call returns the number of boats."}
    outcome = check(tmp_path_factory, SOURCE, BODY, entry, **files)
    assert codes(outcome) == []
    assert list(json.loads(outcome.allowlist)) == ["api::Every call returns the number of boats."]
