"""Make citegate/unicode/collation.dat: the root collation's primary level with its search tailoring, from ICU.

    python bench/unicode/make_table.py

Needs icukit-pyicu (the extra "bench"); its ICU version is the table's. ICU 78.3 groups all code points at the
primary level exactly as the data file inside Chromium 156 does (`icudtl.dat`, icudt78l); ICU 72 differs in 238.
"""

from __future__ import annotations

import ctypes
import json
import zlib
from collections.abc import Iterable
from pathlib import Path

import icu  # type: ignore[import-not-found]
import icukit_pyicu  # type: ignore[import-not-found]

OUT = Path(__file__).parents[2] / "citegate" / "unicode" / "collation.dat"
LOCALE = "en@collation=search"
MAJOR = icu.ICU_VERSION.split(".")[0]
HANGUL = range(0xAC00, 0xD7A4)  # made from its letters when the table is read
SURROGATES = range(0xD800, 0xE000)
SPARE = range(0xFDE0, 0xFDF0)  # noncharacters: symbols for weights that no single code point has

SCRIPT_MARK = "\ufdd1"  # a noncharacter; its contractions only mark where scripts begin

COLLATOR = icu.Collator.createInstance(icu.Locale(LOCALE))
COLLATOR.setStrength(icu.Collator.PRIMARY)
ELEMENTS = COLLATOR.createCollationElementIterator("")

ACCENT, MARK = 0xE000, 0xF000
SECONDARIES = {0x0500: 0}

Weights = tuple[int, ...]


def primaries(text: str) -> Weights:
    """The primary weights of a text, whole (a long weight comes as two halves), without zeros."""
    ELEMENTS.setText(text)
    weights: list[int] = []
    while True:
        try:
            element = ELEMENTS.next() & 0xFFFFFFFF
        except StopIteration:
            break
        if element == 0xFFFFFFFF:
            break
        if element & 0xC0 == 0xC0 and weights:
            weights[-1] |= element >> 16
        else:
            weights.append(element >> 16 << 16)
    return tuple(weight for weight in weights if weight)


def accents(text: str) -> str:
    """The secondary weights of a text: ACCENT + n for one that has a primary, MARK + n for one that has none.

    ACCENT itself is the common weight, which base letters have.
    """
    ELEMENTS.setText(text)
    weights: list[list[int]] = []
    while True:
        try:
            element = ELEMENTS.next() & 0xFFFFFFFF
        except StopIteration:
            break
        if element == 0xFFFFFFFF:
            break
        if element & 0xC0 == 0xC0 and weights:
            weights[-1][0] |= element >> 16
            weights[-1][1] |= element >> 8 & 0xFF
        else:
            weights.append([element >> 16 << 16, (element >> 8 & 0xFF) << 8])
    found = ((primary, secondary) for primary, secondary in weights if primary or secondary)
    return "".join(
        chr((ACCENT if primary else MARK) + SECONDARIES.setdefault(secondary, len(SECONDARIES)))
        for primary, secondary in found
    )


def contractions() -> list[str]:
    """Every contraction and prefix context of the collation, in code point order."""
    library = Path(icukit_pyicu.__file__).parent / "lib"
    for name in ("libicudata", "libicuuc"):
        ctypes.CDLL(str(library / f"{name}.so.{MAJOR}"), mode=ctypes.RTLD_GLOBAL)
    uc, i18n = (ctypes.CDLL(str(library / f"{name}.so.{MAJOR}")) for name in ("libicuuc", "libicui18n"))
    status = ctypes.c_int(0)
    open_collator, open_set = i18n[f"ucol_open_{MAJOR}"], uc[f"uset_openEmpty_{MAJOR}"]
    open_collator.restype = open_set.restype = ctypes.c_void_p
    collator, found = ctypes.c_void_p(open_collator(LOCALE.encode(), ctypes.byref(status))), ctypes.c_void_p(open_set())
    i18n[f"ucol_getContractionsAndExpansions_{MAJOR}"](collator, found, None, ctypes.c_int8(1), ctypes.byref(status))
    buffer, first, last = ctypes.create_string_buffer(256), ctypes.c_int(), ctypes.c_int()
    strings = []
    for index in range(uc[f"uset_getItemCount_{MAJOR}"](found)):
        status = ctypes.c_int(0)
        length = uc[f"uset_getItem_{MAJOR}"](
            found, index, ctypes.byref(first), ctypes.byref(last), buffer, 128, ctypes.byref(status)
        )
        if length >= 2:
            strings.append(buffer.raw[: 2 * length].decode("utf-16-le"))
    return sorted(strings)


def ranges(pattern: str) -> str:
    """A set of code points as pairs of first and last character; surrogates are left out."""
    points = sorted({ord(char) for char in icu.UnicodeSet(pattern) if len(char) == 1 and ord(char) not in SURROGATES})
    return pairs(points)


def pairs(points: Iterable[int]) -> str:
    out: list[int] = []
    for point in points:
        if out and out[-1] == point - 1:
            out[-1] = point
        else:
            out += [point, point]
    return "".join(map(chr, out))


def main() -> None:
    weights = {
        point: primaries(chr(point)) for point in range(0x110000) if point not in SURROGATES and point not in HANGUL
    }
    symbols: dict[int, int] = {}
    order = [*b"abcdefghijklmnopqrstuvwxyz", *weights]
    for point in order:
        if len(weights[point]) == 1:
            symbols.setdefault(weights[point][0], point)
    spare = SPARE.start

    def symbol_string(sequence: Weights) -> str:
        nonlocal spare
        for weight in sequence:
            if weight not in symbols:
                symbols[weight] = spare
                spare += 1
        return "".join(chr(symbols[weight]) for weight in sequence)

    table = {point: symbol_string(sequence) for point, sequence in weights.items()}
    changed = {point: text for point, text in table.items() if text != chr(point)}
    joined = {}
    for text in contractions():
        if text[0] == SCRIPT_MARK:
            continue
        joined[text] = symbol_string(primaries(text))
    groups: dict[str, list[int]] = {}
    for point, text in changed.items():
        groups.setdefault(text, []).append(point)
    normalizer = icu.Normalizer2.getNFDInstance()
    decomposition = {point: normalizer.normalize(chr(point)) for point in weights}
    lead = [p for p, text in decomposition.items() if icu.Char.getCombiningClass(text[0])]
    marks = frozenset(lead)
    trail = [p for p, text in decomposition.items() if icu.Char.getCombiningClass(text[-1]) > (p not in marks)]
    content = {
        "targets": list(groups),
        "sources": [pairs(points) for points in groups.values()],
        "contractions": joined,
        "nonstarters": pairs(lead),
        "trailing": pairs(trail),
        "marked": pairs(p for p, text in decomposition.items() if icu.Char.getCombiningClass(text[-1])),
        "attaching": ranges(r"[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}\p{GCB=V}\p{GCB=T}\p{GCB=RI}\u000A]"),
        "prepending": ranges(r"[\p{GCB=Prepend}\p{GCB=L}\p{GCB=ZWJ}\u000D]"),
        "conjoining": ranges(r"[\p{InCB=Consonant}]"),
    }
    if spare > SPARE.stop:
        raise SystemExit("more weights without a code point than spare symbols")
    COLLATOR.setStrength(icu.Collator.SECONDARY)
    patterns: dict[str, list[int]] = {}
    for point in weights:
        pattern = accents(chr(point))
        if pattern != chr(ACCENT):
            patterns.setdefault(pattern, []).append(point)
    content["accents"] = list(patterns)
    content["accented"] = [pairs(points) for points in patterns.values()]
    packed = zlib.compress(
        json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"), 9
    )
    header = f"root collation, search tailoring, primary level; ICU {icu.ICU_VERSION}, Unicode {icu.UNICODE_VERSION}\n"
    OUT.write_bytes(header.encode() + packed)
    print(
        f"{len(changed)} code points, {len(joined)} contractions, {spare - SPARE.start} spare symbols,"
        f" {len(packed)} bytes"
    )


if __name__ == "__main__":
    main()
