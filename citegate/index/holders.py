"""Which documents have which words: told by the cache for groups of files that are as they were, else by reading them.

A group that is asked about for the second time as it is goes into the cache, so that the third time no file of it is
read. What is found does not depend on that.
"""

from __future__ import annotations

import hashlib
import marshal
import sys
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from zlib import crc32

from citegate.errors import CitegateError
from citegate.index.cache import Cache
from citegate.index.words import Vocabulary, is_kept, is_whole, letters_of, rest_of, words_of

GROUP = 512  # files of a group, about: it ends at a path that decides so, and a new file changes one group alone
LARGEST_GROUP = 1_024  # files
SHELVES = 128  # parts in which the words of a group are kept: a word is on one, and only that one is read
ADDED = 5  # groups that go into the cache at one time; that takes three times as long as looking into their files
WORTH_KEEPING = 2_000  # documents of a site; those of a smaller one are read in less than a tenth of a second
MOST_KEPT = 1_500_000  # words of the files of a group, each counted once for each file; more are too much to hold
LONGEST_REST = 8_000_000  # bytes of a group that are not ASCII; more are too much to hold
_NUMBER = "H"  # the type of a file's number in its group
_END = "I"


class Holders:
    """The documents that have a word, by their number in the site, ascending."""

    def __init__(self) -> None:
        self._bases: list[int] = []
        self._parts: list[array[int]] = []
        self._count = 0

    def add(self, base: int, numbers: array[int]) -> None:
        """Add those of the next group, whose first document has the number `base`."""
        self._bases.append(base)
        self._parts.append(numbers)
        self._count += len(numbers)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[int]:
        return (base + number for base, part in zip(self._bases, self._parts, strict=True) for number in part)

    def among(self, numbers: Iterable[int]) -> Iterator[int]:
        """Those of some numbers that are here."""
        for number in numbers:
            group = bisect_right(self._bases, number) - 1
            if group >= 0:
                part, wanted = self._parts[group], number - self._bases[group]
                place = bisect_left(part, wanted)
                if place < len(part) and part[place] == wanted:
                    yield number


@dataclass(frozen=True, slots=True)
class _Group:
    """Documents that stand one after the other."""

    base: int
    paths: tuple[str, ...]
    digests: tuple[str, ...]
    """SHA-256 of each file, "" for one that cannot be read; () where nothing is kept."""


class WordIndex:
    """Answers which documents of a site have which needles of `index/words.py`."""

    def __init__(
        self,
        paths: Sequence[str],
        read: Callable[[str], bytes],
        digest: Callable[[str], str],
        cache: Cache | None,
    ) -> None:
        self._read = read
        self._cache = cache if len(paths) >= WORTH_KEEPING else None
        self._groups = tuple(_groups(paths, digest if self._cache else None))
        self._keys = [self._key_of(group) for group in self._groups]

    def holders(self, needles: Iterable[bytes]) -> dict[bytes, Holders]:
        """For each needle the documents that have it. A file that cannot be read has none."""
        wanted = sorted(set(needles))
        found = {needle: Holders() for needle in wanted}
        room = ADDED
        for group, key in zip(self._groups, self._keys, strict=True) if wanted else ():
            known = self._known(key, wanted) if self._cache else None
            if known is not None:
                held = known
            elif self._cache and room and self._is_asked_again(key):
                held, room = self._held(group, wanted, key), room - 1
            else:
                held = self._held(group, wanted)
            for needle, numbers in held.items():
                if numbers:
                    found[needle].add(group.base, numbers)
        return found

    def _key_of(self, group: _Group) -> bytes:
        return self._cache.key("words", sys.byteorder, " ".join(group.digests)) if self._cache else b""

    def _known(self, key: bytes, wanted: Sequence[bytes]) -> dict[bytes, array[int]] | None:
        """What the cache tells of the needles; None when it has not all of it."""
        assert self._cache is not None
        places = {needle: _shelf_key(key, _shelf_of(needle)) for needle in wanted}
        shelves = self._cache.find(sorted(set(places.values())))
        if not all(place in shelves for place in places.values()):
            return None
        try:
            opened = {place: _opened(data) for place, data in shelves.items()}
        except (ValueError, EOFError, TypeError):
            return None
        return {
            needle: (_numbers if is_whole(needle) else _numbers_of_piece)(opened[place], needle)
            for needle, place in places.items()
        }

    def _is_asked_again(self, key: bytes) -> bool:
        """True when files were read for this group before; notes that they are read now."""
        assert self._cache is not None
        if self._cache.find([key]):
            return True
        self._cache.keep({key: b""})
        return False

    def _held(self, group: _Group, wanted: Sequence[bytes], key: bytes = b"") -> dict[bytes, array[int]]:
        """Which files of the group have which of these needles, by reading them; with a key, all words are kept."""
        held = {needle: array(_NUMBER) for needle in wanted}
        vocabulary = Vocabulary(wanted)
        contents = _Contents(group) if key else None
        for number, path in enumerate(group.paths) if wanted else ():
            data = self._data(path)
            letters = letters_of(data)
            words = contents.add(number, data, letters) if contents else None
            for needle in vocabulary.among(letters, words):
                held[needle].append(number)
        if contents and contents.is_sound and self._cache:
            self._cache.keep({_shelf_key(key, shelf): data for shelf, data in enumerate(contents.shelves())})
        return held

    def _data(self, path: str) -> bytes:
        try:
            return self._read(path)
        except CitegateError:
            return b""  # it is reported where it is cited


class _Contents:
    """All words of the files of a group, as they are added."""

    def __init__(self, group: _Group) -> None:
        self._group = group
        self._numbers: dict[bytes, list[int]] = {}
        self._count = 0
        self._rests: list[bytes] = []
        self._length = 0
        self.is_sound = True
        """False once a file is not what the group's key says, or there are too many words."""

    def add(self, number: int, data: bytes, letters: bytes) -> set[bytes]:
        """Add a file, and give its words."""
        words = set(words_of(letters))
        rest = b" ".join(rest_of(letters).split())
        self._count += len(words)
        self._length += len(rest)
        is_same = hashlib.sha256(data).hexdigest() == self._group.digests[number]
        is_little = self._count <= MOST_KEPT and self._length <= LONGEST_REST
        self.is_sound = self.is_sound and is_same and is_little
        self._rests.extend([rest] if self.is_sound else [])
        for word in words if self.is_sound else ():
            if word in self._numbers:
                self._numbers[word].append(number)
            else:
                self._numbers[word] = [number]
        return words

    def shelves(self) -> Iterator[bytes]:
        """The words that files are chosen by, on their shelves; on the last one what is not ASCII, file after file."""
        words: list[list[bytes]] = [[] for _ in range(SHELVES)]
        for word in filter(is_kept, self._numbers):
            words[_shelf_of(word)].append(word)
        for own in words:
            own.sort()
            ends, numbers = array(_END), array(_NUMBER)
            for word in own:
                numbers.extend(self._numbers[word])
                ends.append(len(numbers))
            yield marshal.dumps((b" %b " % b" ".join(own), ends.tobytes(), numbers.tobytes()))
        ends = array(_END, accumulate(len(rest) + 1 for rest in self._rests))
        yield marshal.dumps((b"".join(rest + b" " for rest in self._rests), ends.tobytes(), b""))


def _groups(paths: Sequence[str], digest: Callable[[str], str] | None) -> Iterator[_Group]:
    base = 0
    for number, path in enumerate(paths, 1):
        ends = crc32(path.encode("utf-8", "surrogatepass")) % GROUP == 0
        if ends or number - base == LARGEST_GROUP or number == len(paths):
            own = tuple(paths[base:number])
            yield _Group(base, own, tuple(_digest(each, digest) for each in own) if digest else ())
            base = number


def _digest(path: str, digest: Callable[[str], str]) -> str:
    try:
        return digest(path)
    except CitegateError:
        return ""


def _shelf_of(needle: bytes) -> int:
    return crc32(needle) % SHELVES if is_whole(needle) else SHELVES


def _shelf_key(key: bytes, shelf: int) -> bytes:
    return hashlib.sha256(b"%b %d" % (key, shelf)).digest()


_Shelf = tuple[bytes, bytes, bytes]
"""The words, sorted, with a space around each; where the numbers of each end; the numbers. Of the last shelf what is
not ASCII of each file; where that of each ends."""


def _opened(data: bytes) -> _Shelf:
    """A shelf. Raises what `marshal` does, and ValueError for anything else."""
    words, ends, numbers = marshal.loads(data)
    return words, ends, numbers


def _numbers(shelf: _Shelf, word: bytes) -> array[int]:
    words, ends, numbers = shelf
    found = array(_NUMBER)
    at = words.find(b" %b " % word)
    if at >= 0:
        place, size, step = words.count(b" ", 0, at), array(_END).itemsize, found.itemsize
        bounds = array(_END, ends[max(0, place - 1) * size : (place + 1) * size])
        found.frombytes(numbers[(bounds[0] if place else 0) * step : bounds[-1] * step])
    return found


def _numbers_of_piece(shelf: _Shelf, needle: bytes) -> array[int]:
    rests, bounds, _ = shelf
    ends, found = array(_END), array(_NUMBER)
    ends.frombytes(bounds)
    at = rests.find(needle[1:])
    while at >= 0:
        number = bisect_right(ends, at)
        found.append(number)
        at = rests.find(needle[1:], ends[number])
    return found
