"""The words of ICU's Chinese and Japanese dictionary, read from the data library that icu4py brings.

Format: ICU's common data header and table of contents ("CmnD"), then a dictionary whose trie is a UCharsTrie.
https://unicode-org.github.io/icu/userguide/icu_data/  (icu4c source/common/ucharstrie.h describes the trie)
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import icu4py

NAME = "brkitr/cjdict.dict"
MAGIC_OFFSET = 12  # bytes of an entry's header before the name of its format
MIN_LINEAR_MATCH, MIN_VALUE_LEAD, VALUE_IS_FINAL = 0x30, 0x40, 0x8000
MAX_BRANCH_LINEAR_LENGTH = 5


def data_library() -> bytes:
    """The bytes of ICU's data. Raises SystemExit when the wheel does not have it where it used to be."""
    beside = Path(icu4py.__file__).parent.parent / "icu4py.libs"
    for path in sorted(beside.glob("libicudata*")):
        data = path.read_bytes()
        return data[data.index(b"CmnD") - MAGIC_OFFSET :]
    raise SystemExit(f"there is no libicudata in {beside}")


def entry(data: bytes, name: str) -> bytes:
    """One entry of the common data, by the end of its name."""
    header = struct.unpack_from("<H", data)[0]
    count = struct.unpack_from("<I", data, header)[0]
    starts: list[tuple[str, int]] = []
    for number in range(count):
        at, start = struct.unpack_from("<II", data, header + 4 + 8 * number)
        starts.append((data[header + at : data.index(b"\0", header + at)].decode(), header + start))
    for number, (full, start) in enumerate(starts):
        if full.endswith(name):
            return data[start : starts[number + 1][1] if number + 1 < count else len(data)]
    raise SystemExit(f"there is no {name} in ICU's data")


def words() -> Iterator[str]:
    """Every word of the dictionary, in no order."""
    data = entry(data_library(), NAME)
    header = struct.unpack_from("<H", data)[0]
    offset, _, _, total, *_ = struct.unpack_from("<8i", data, header)
    trie = data[header + offset : header + total]
    units = struct.unpack(f"<{len(trie) // 2}H", trie)
    waiting = [(0, "")]
    while waiting:
        at, before = waiting.pop()
        node, at = units[at], at + 1
        if node >= MIN_VALUE_LEAD:
            yield before
            if node & VALUE_IS_FINAL:
                continue
            at += 0 if node < 0x4040 else 1 if node < 0x7FC0 else 2
            node &= MIN_VALUE_LEAD - 1
        if node >= MIN_LINEAR_MATCH:
            end = at + node - MIN_LINEAR_MATCH + 1
            waiting.append((end, before + "".join(map(chr, units[at:end]))))
            continue
        if node == 0:
            node, at = units[at], at + 1
        for unit, following in _branch(units, at, node + 1):
            if following is None:
                yield before + chr(unit)
            else:
                waiting.append((following, before + chr(unit)))


def _branch(units: tuple[int, ...], at: int, length: int) -> Iterator[tuple[int, int | None]]:
    """The units of a branch, each with where the trie goes on; None where a word ends for good."""
    halves = [(at, length)]
    while halves:
        at, length = halves.pop()
        while length > MAX_BRANCH_LINEAR_LENGTH:
            jump, after = _delta(units, at + 1)
            halves.append((after + jump, length >> 1))
            at, length = after, length - (length >> 1)
        for _ in range(length - 1):
            unit, node = units[at], units[at + 1]
            value, at = _value(units, node & ~VALUE_IS_FINAL, at + 2)
            yield unit, None if node & VALUE_IS_FINAL else at + value
        yield units[at], at + 1


def _value(units: tuple[int, ...], lead: int, at: int) -> tuple[int, int]:
    if lead < 0x4000:
        return lead, at
    if lead < 0x7FFF:
        return (lead - 0x4000) << 16 | units[at], at + 1
    return units[at] << 16 | units[at + 1], at + 2


def _delta(units: tuple[int, ...], at: int) -> tuple[int, int]:
    lead = units[at]
    if lead < 0xFC00:
        return lead, at + 1
    if lead == 0xFFFF:
        return units[at + 1] << 16 | units[at + 2], at + 3
    return (lead - 0xFC00) << 16 | units[at + 1], at + 2
