"""Which documents have which words: the same out of the cache as read, and less read for it."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest

from citegate.errors import UnreadableSource
from citegate.index import holders
from citegate.index.cache import Cache
from citegate.index.holders import Holders, WordIndex
from citegate.index.words import needles_of

QUOTE = "The ferry leaves the north pier; 渡轮每天早上六点; number seven"
PATHS = [f"content/p{number}.md" for number in range(60)]
FILES = {
    path: f"Page {number}. {'The ferry leaves.' if number % 3 else ''} {'渡轮每天' * (number % 5 == 1)} seven{number}"
    for number, path in enumerate(PATHS)
}


class Reader:
    """Files in memory, and which of them were read."""

    def __init__(self, files: dict[str, str]) -> None:
        self.files = dict(files)
        self.read: list[str] = []

    def data(self, path: str) -> bytes:
        self.read.append(path)
        if path not in self.files:
            raise UnreadableSource(path, "gone")
        return self.files[path].encode()

    def digest(self, path: str) -> str:
        if path not in self.files:
            raise UnreadableSource(path, "gone")
        return hashlib.sha256(self.files[path].encode()).hexdigest()

    def ask(self, cache: Cache | None, quote: str = QUOTE) -> dict[bytes, list[int]]:
        """What an index made now says of a quotation."""
        self.read.clear()
        index = WordIndex(PATHS, self.data, self.digest, cache)
        return {needle: list(held) for needle, held in index.holders(needles_of(quote)).items()}


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cache]:
    monkeypatch.setattr(holders, "WORTH_KEEPING", 0)
    monkeypatch.setattr(holders, "GROUP", 8)
    monkeypatch.setattr(holders, "LARGEST_GROUP", 16)
    opened = Cache(tmp_path)
    yield opened
    opened.close()


WORDS = "The ferry leaves the pier at number seven1, and the page"


def asked_till_kept(reader: Reader, cache: Cache) -> None:
    for _ in range(20):
        reader.ask(cache, WORDS)
    assert reader.read == []


def test_what_is_kept_says_what_the_files_say(cache: Cache) -> None:
    reader = Reader(FILES)
    for quote in (WORDS, QUOTE):
        expected = reader.ask(None, quote)
        assert reader.read == PATHS
        assert any(expected.values())
        for _ in range(20):
            assert reader.ask(cache, quote) == expected


def test_words_that_were_not_asked_for_are_kept_too(cache: Cache) -> None:
    reader = Reader(FILES)
    asked_till_kept(reader, cache)
    assert reader.ask(cache, "seven44 leaves nothing")[b"seven44"] == [44]
    assert reader.read == []


def test_one_question_keeps_nothing_and_later_ones_a_few_groups_each(
    cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holders, "ADDED", 2)
    reader = Reader(FILES)
    read = []
    for _ in range(4):
        reader.ask(cache, WORDS)
        read.append(len(reader.read))
    assert read[0] == read[1] == len(PATHS)
    assert read[1] > read[2] > read[3]


def test_a_changed_file_is_read_with_its_group_alone(cache: Cache) -> None:
    reader = Reader(FILES)
    asked_till_kept(reader, cache)
    reader.files[PATHS[30]] = "Only seven30 and the pier."
    assert reader.ask(cache, WORDS)[b"pier"] == [30]
    assert PATHS[30] in reader.read
    assert len(reader.read) <= holders.LARGEST_GROUP


def test_pieces_are_kept_as_words_are(cache: Cache) -> None:
    reader = Reader({**FILES, PATHS[3]: "明日の渡轮每天早上六点 渡 轮每天", PATHS[59]: "每天早上"})
    asked_till_kept(reader, cache)
    for quote in (QUOTE, "渡轮每天早上六点", "渡轮", "2026年渡轮每天早上六点"):
        kept = reader.ask(cache, quote)
        assert reader.read == []
        assert kept == reader.ask(None, quote)
        assert any(kept.values())


def test_a_file_that_cannot_be_read_holds_nothing(cache: Cache) -> None:
    reader = Reader(FILES)
    del reader.files[PATHS[4]]
    for _ in range(20):
        assert 4 not in reader.ask(cache, WORDS)[b"ferry"]


def test_a_file_that_changes_meanwhile_is_not_kept(cache: Cache) -> None:
    reader = Reader(FILES)
    before = dict(FILES)
    reader.digest = lambda path: hashlib.sha256(before[path].encode()).hexdigest()  # type: ignore[method-assign]
    reader.files[PATHS[7]] = "Something else with seven7."
    for _ in range(20):
        assert 7 not in reader.ask(cache, WORDS)[b"ferry"]
    reader.files = before
    assert 7 in reader.ask(cache, WORDS)[b"ferry"]


@pytest.mark.parametrize("limit", ["MOST_KEPT", "LONGEST_REST"])
def test_a_group_that_is_too_much_is_not_kept(cache: Cache, monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setattr(holders, limit, -1)
    reader = Reader(FILES)
    expected = reader.ask(None, WORDS)
    for _ in range(5):
        assert reader.ask(cache, WORDS) == expected
    assert reader.read == PATHS


@pytest.mark.parametrize("damaged", [b"", b"nothing of ours", b"i\x01\x00\x00\x00"])
def test_a_shelf_that_is_something_else_is_not_used(
    cache: Cache, monkeypatch: pytest.MonkeyPatch, damaged: bytes
) -> None:
    reader = Reader(FILES)
    expected = reader.ask(None, WORDS)
    asked_till_kept(reader, cache)
    monkeypatch.setattr(cache, "find", lambda keys: dict.fromkeys(keys, damaged))
    assert reader.ask(cache, WORDS) == expected


def test_a_small_site_is_read(tmp_path: Path) -> None:
    reader = Reader(FILES)
    cache = Cache(tmp_path)
    for _ in range(4):
        reader.ask(cache, WORDS)
        assert reader.read == PATHS
    cache.close()


def test_some_numbers_are_told_from_others() -> None:
    held = Holders()
    assert list(held.among([0, 1])) == []
    held.add(10, array("H", [0, 3]))
    held.add(20, array("H", [1]))
    assert (len(held), list(held), list(held.among([3, 10, 11, 13, 20, 21, 99]))) == (3, [10, 13, 21], [10, 13, 21])
