"""Makes citegate/unicode/pairs.dat: which two characters are one word for Firefox.

    python -m bench.unicode.make_pairs [FILE]

Sources: the Chinese and Japanese dictionary of ICU 78 (the data library of the icu4py wheel, under the Unicode
licence), and for Thai, Lao, Khmer and Myanmar what Firefox's own Intl.Segmenter answers for each pair (a system
Firefox ESR, asked over Marionette). The file is the JSON of three tables, compressed with zlib.
"""

from __future__ import annotations

import json
import sys
import zlib
from pathlib import Path

from icu4py.breakers import WordBreaker

from bench.conformance.firefox import Firefox
from bench.unicode.dictionary import words

TARGET = Path(__file__).parents[2] / "citegate" / "unicode" / "pairs.dat"
SCRIPTS = {"Thai": (0xE01, 0xE4E), "Lao": (0xE81, 0xEDD), "Khmer": (0x1780, 0x17D3), "Myanmar": (0x1000, 0x104F)}
REPEATS = "々〆"  # end no word of two characters, for Firefox
NO_OPENERS = "々〆〇"
PATIENCE = 300_000  # milliseconds for all pairs of one script

ASK = """const chars = Array.from(arguments[0]);
const words = new Intl.Segmenter('en', {granularity: 'word'});
const isOne = pair => words.segment(pair)[Symbol.iterator]().next().value.segment.length === pair.length;
return chars.map(left => chars.map(right => isOne(left + right) ? '1' : '0').join(''));"""


def is_katakana(char: str) -> bool:
    return "\u30a1" <= char <= "\u30ff"


def openers(known: set[str]) -> str:
    """Characters that the dictionary has only as the beginning of longer words."""
    first = {word[0] for word in known if len(word) > 1}
    return "".join(sorted(char for char in first - known if char not in NO_OPENERS and not is_katakana(char)))


def joined(known: set[str], opening: str) -> str:
    """Words of two characters that ICU's breaker takes apart, grouped by their first."""
    groups: dict[str, list[str]] = {}
    for word in sorted(word for word in known if len(word) == 2):
        is_settled = word[0] in opening or word[1] in REPEATS or any(map(is_katakana, word))
        if not is_settled and next(iter(WordBreaker(word, "en"))) != word:
            groups.setdefault(word[0], []).append(word[1])
    return " ".join(first + "".join(rest) for first, rest in groups.items())


def scripts() -> list[list[object]]:
    """For each script its first character, and Firefox's answer for each pair."""
    with Firefox() as browser:
        browser._call("WebDriver:SetTimeouts", {"script": PATIENCE, "pageLoad": 10_000})
        found: list[list[object]] = []
        for low, high in SCRIPTS.values():
            chars = "".join(map(chr, range(low, high + 1)))
            asked = {"script": ASK, "args": [chars], "sandbox": "default", "newSandbox": False}
            found.append([chars[0], browser._call("WebDriver:ExecuteScript", asked)["value"]])
        return found


def main() -> None:
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    known = set(words())
    opening = openers(known)
    table = {"openers": opening, "joined": joined(known, opening), "scripts": scripts()}
    target.write_bytes(zlib.compress(json.dumps(table, ensure_ascii=False).encode(), 9))
    print(f"{len(known)} words of the dictionary, {len(opening)} openers: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
