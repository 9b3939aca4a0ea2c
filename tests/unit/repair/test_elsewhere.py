"""Words that are missing where they are cited: in one other document, in several, or nearly so."""

from __future__ import annotations

import json
from array import array
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citegate import gate
from citegate.config import load
from citegate.index.files import MemoryFiles
from citegate.index.holders import Holders
from citegate.index.site import Site
from citegate.model import Applicability, Finding
from citegate.repair import elsewhere
from citegate.repair.elsewhere import CANDIDATES, _heaviest, find_elsewhere

FERRY = "The ferry leaves the north pier at six in the morning."
SITE = {
    "content/ferry.md": f"# Ferry\n\n{FERRY} It returns at dusk.\n",
    "content/town.md": "# Town\n\nThe town lies at the mouth of the river, below the old castle hill.\n",
    "content/copy.md": "# Copy\n\nThe town lies at the mouth of the river, below the old castle hill.\n",
    "content/zh.md": "# 渡轮\n\n渡轮每天早上六点从北码头出发,傍晚返回,周日停航,节假日另行通知,请提前查询时刻表。\n",
    "content/empty.md": "# Nothing\n\nNothing of the kind.\n",
    "content/broken.mdx": "<Open>\n\nThe ferry leaves the north pier at six in the morning.\n",
}


def found(quote: str, files: dict[str, str] = SITE) -> list[tuple[str, bool]]:
    site = Site(MemoryFiles(files), ["content"])
    places = find_elsewhere([quote], site)[quote]
    return [(place.route.id, place.similarity == 1) for place in places]


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        (FERRY, [("ferry", True)]),
        ("the FERRY leaves the north pier at six in the morning", [("ferry", True)]),
        ("The ferry leaves the south pier at six every morning", [("ferry", False)]),
        ("The town lies at the mouth of the river", [("copy", True), ("town", True)]),
        ("渡轮每天早上六点从北码头出发,傍晚返回,周日停航,节假日", [("zh", True)]),
        ("渡轮每天早上七点从北码头出发,傍晚返回,周日停航,节假日", [("zh", False)]),
        ("Quarterly revenue grew by twelve per cent against last year", []),
        ("The river and the ferry, the morning and the mouth of it all", []),
        ("too short", []),
        ("— — — — — — — — — — — — — —", []),
    ],
)
def test_where_else_words_stand(quote: str, expected: list[tuple[str, bool]]) -> None:
    assert (
        found(quote) == expected
        if len(quote) >= elsewhere.MIN_LENGTH
        else quote not in find_elsewhere([quote], Site(MemoryFiles(SITE), ["content"]))
    )


def holders(numbers: list[int]) -> Holders:
    """Who has a word, in two groups."""
    held = Holders()
    held.add(0, array("H", [number for number in numbers if number < 20]))
    held.add(20, array("H", [number - 20 for number in numbers if number >= 20]))
    return held


@given(
    st.lists(st.tuples(st.sampled_from([0.5, 1.0, 2.0, 4.0]), st.sets(st.integers(0, 40))), max_size=8),
    st.integers(0, 60),
)
def test_rare_words_choose_as_all_words_do(drawn: list[tuple[float, set[int]]], counted: int) -> None:
    words = [(weight, holders(sorted(numbers))) for weight, numbers in drawn if numbers]
    numbers = {number for _, held in drawn for number in held}
    scores = {number: sum(weight for weight, held in drawn if number in held) for number in numbers}
    best = sorted(scores, key=lambda number: (-scores[number], number))[:CANDIDATES]
    assert _heaviest(words) == best
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(elsewhere, "MAX_COUNTED", counted)
        rarest = min((held for _, held in drawn if held), key=len, default=set())
        few = _heaviest(words)
        assert len(few) == min(CANDIDATES, len(scores)) or set(rarest) <= set(few)
        assert few == sorted(few, key=lambda number: (-scores[number], number))


def finding(entry: dict[str, str], **more: str) -> Finding:
    files = {**SITE, **more, "content/a.citations.json": json.dumps([entry])}
    del files["content/broken.mdx"]
    (only,) = gate.run(load(Path("/nowhere"), {"writes": False}), MemoryFiles(files)).report.findings
    return only


def test_a_passage_that_has_moved_is_mended_safely() -> None:
    told = finding({"docId": "empty", "passage": FERRY})
    assert told.help == "cite “ferry”"
    assert [fix.applicability for fix in told.fixes] == [Applicability.SAFE]


def test_of_several_documents_a_person_chooses() -> None:
    told = finding({"docId": "empty", "passage": "The town lies at the mouth of the river"})
    assert told.help == "cite “copy” or “town”"
    assert [place.path for place in told.related][-2:] == ["content/copy.md", "content/town.md"]
    assert told.fixes == ()


@pytest.mark.parametrize("document", ["empty", "none"])
def test_nearly_the_words_elsewhere_are_shown_and_never_taken(document: str) -> None:
    told = finding({"docId": document, "passage": "The ferry leaves the south pier at six every morning"})
    assert told.related[-1].label.startswith("closest passage of the site, in “ferry”, ")
    assert [fix.applicability for fix in told.fixes] == [Applicability.DISPLAY_ONLY]
    assert told.fixes[0].edits == ()


def test_words_that_are_on_the_page_in_another_context_have_not_moved() -> None:
    entry = {"docId": "ferry", "passage": "The ferry leaves the north pier at six", "prefix": "nowhere"}
    told = finding(entry, **{"content/also.md": FERRY})
    assert told.fixes == ()
    assert "also" not in (told.help or "")
