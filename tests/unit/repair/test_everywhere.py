"""The places of some words on the site: the few documents that are parsed are those that share most words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citegate.index.files import MemoryFiles
from citegate.index.site import Site
from citegate.repair import everywhere
from citegate.repair.everywhere import find_everywhere

WORDS = ("ferry", "pier", "harbour", "north", "bell", "quay")


@given(
    st.lists(st.sets(st.sampled_from(WORDS)), max_size=12),
    st.sets(st.sampled_from(WORDS)),
    st.integers(1, 4),
)
def test_a_file_is_left_as_soon_as_it_cannot_be_among_the_few(
    pages: list[set[str]], asked: set[str], candidates: int
) -> None:
    files = {f"content/p{number:02}.md": " ".join(sorted(words)) + "\n" for number, words in enumerate(pages)}
    site = Site(MemoryFiles(files), ["content"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(everywhere, "CANDIDATES", candidates)
        chosen = list(everywhere._candidates({word.encode() for word in asked}, site, {}))
    shared = [len(words & asked) for words in pages]
    whole = [number for number, count in enumerate(shared) if count == len(asked)]
    partial = [number for number, count in enumerate(shared) if 0 < count < len(asked)]
    partial.sort(key=lambda number: (-shared[number], number))
    assert [route.path for route in chosen] == [
        f"content/p{number:02}.md" for number in (*whole, *partial[:candidates])
    ]


def test_a_file_that_lacks_too_much_is_not_searched_further() -> None:
    class Watched(bytes):
        asked = 0

        def __contains__(self, word: object) -> bool:
            Watched.asked += 1
            return super().__contains__(word)  # type: ignore[operator]  # what is asked for is bytes

    words = [word.encode() for word in WORDS]
    assert everywhere._shared(words, Watched(b"north bell quay"), 3) == 0
    assert Watched.asked == 3
    assert everywhere._shared(words, Watched(b"north bell quay"), 2) == 3


def test_the_nearest_is_found_beside_the_exact() -> None:
    files = {
        "content/a.md": "The ferry leaves the north pier at six.\n",
        "content/b.md": "The ferry leaves the south pier at six.\n",
    }
    found = find_everywhere("The ferry leaves the north pier", Site(MemoryFiles(files), ["content"]), 10)
    assert [(hit.document_id, hit.similarity == 1) for hit in found.hits] == [("a", True), ("b", False)]
