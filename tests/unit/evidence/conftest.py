"""A small site with all that makes offsets hard: CRLF, CJK, emoji, footnotes, tables, headings glued to their text."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from citegate.evidence.dense import find_embedder
from citegate.evidence.search import Searcher
from citegate.evidence.store import Store
from citegate.index.files import MemoryFiles
from citegate.index.site import Site
from citegate.model import ENGINES

HARBOUR = """---
title: Harbour
---

# Harbour 🚢
The harbour has **two** piers, and the ferry leaves from the north pier whenever the lower steps are under water.

Lockers stand behind the office.[^1] They are emptied every evening at eight, and finds are kept for one whole month.

[^1]: The office is the yellow house beside the slip; it is open from seven until the last ferry has left.

## Fees
| what | price | until |
|---|---|---|
| a day ticket | twelve crowns | midnight |
| a week ticket | sixty crowns | Sunday evening |

- [Harbour](/harbour)
- [Tides](/tides)
- [Everything about the island and its harbour](/harbour)
- [Where the ferry goes on Sundays and holidays](/tides)

Short.
"""
TIDES = (
    "# Tides\n\nThe tide at the harbour turns about fifty minutes later each day 🌊, and nobody has ever moved it.\r\n"
    "It is a matter of the moon.\r\n\r\n## At night\r\n\r\nAll lamps on the pier burn from dusk until two in the "
    "morning; some of them burn until four, when a ship is expected in the harbour.\r\n"
)
_TICKET = "第{0}种船票的价格是{0}十元，有效期到当天午夜为止，可以在售票处或者船上购买，不能退换。"
_TICKETS = "".join(_TICKET.format(tens + ones) for tens in ("", "十", "二十") for ones in "一二三四五六七八九")
CHINESE = f"# 码头\n\n{'末班船晚上九点半从北码头开出，遇到大风时改从西码头开出。' * 3}\n\n## 票价\n\n{_TICKETS}\n"
_WRECK = "Sentence number {0} says that the wreck lies in {0} metres of water, e.g. on calm days."
LONG = f"# Wreck\n\n{' '.join(map(_WRECK.format, range(10, 40)))}\n"
Make = Callable[[Mapping[str, str]], Searcher]


def site_of(files: Mapping[str, str]) -> Site:
    return Site(MemoryFiles(files), ("content",), tuple(ENGINES.values()))


def searcher_of(files: Mapping[str, str], backend: str = "ngrams") -> Searcher:
    store = Store()
    store.refresh(site_of(files))
    return Searcher(store, find_embedder(backend))


@pytest.fixture(scope="session")
def files() -> dict[str, str]:
    return {
        "content/harbour.md": HARBOUR.replace("\n", "\r\n"),
        "content/tides.md": TIDES,
        "content/zh/pier.md": CHINESE,
        "content/wreck.md": LONG,
    }


@pytest.fixture(scope="session")
def searcher(files: dict[str, str]) -> Searcher:
    return searcher_of(files)


@pytest.fixture(scope="session")
def make_site() -> Callable[[Mapping[str, str]], Site]:
    return site_of


@pytest.fixture(scope="session")
def make_searcher() -> Make:
    return searcher_of
