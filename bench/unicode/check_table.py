"""Compare find_term and is_word_boundary with ICU on random texts of all scripts.

    python bench/unicode/check_table.py [PAIRS] [SEED] [--write]

Prints how many agree and every pair that does not; exit code 1 when there is one. With --write the first pairs become
the rows of tests/unit/unicode/data. Kana is compared without Chromium's rules for size and voicing, which ICU lacks.
"""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path

import reference
from pairs import pairs

from citegate.model.engine import CHROMIUM
from citegate.unicode.folded import find_term, fold
from citegate.unicode.kana import has_kana
from citegate.unicode.words import is_word_boundary

DATA = Path(__file__).parents[2] / "tests" / "unit" / "unicode" / "data"
ROWS = 3000  # written for the tests


def shown(text: str) -> str:
    return " ".join(f"{ord(char):04X}" for char in text)


def main() -> None:
    numbers = [int(argument) for argument in sys.argv[1:] if argument.isdigit()]
    count, seed = (*numbers, *(100_000, 1)[len(numbers) :])
    searches = words = found = 0
    bad: list[str] = []
    rows: list[dict[str, object]] = []
    breaks: list[dict[str, object]] = []
    for term, text in islice(pairs(seed), count):
        if not has_kana(term):
            wanted = reference.spans(term, text)
            got = [(span.start, span.end) for span in find_term(term, fold(text, CHROMIUM), CHROMIUM)]
            searches += 1
            found += bool(wanted)
            if got != wanted:
                bad.append(f"find [{shown(term)}] in [{shown(text)}]: ICU {wanted}, here {got}")
            rows.append({"term": term, "text": text, "spans": wanted})
        boundaries = reference.word_boundaries(text)
        here = [offset for offset in range(len(text) + 1) if is_word_boundary(text, offset, CHROMIUM)]
        words += 1
        if boundaries != here:
            bad.append(f"words of [{shown(text)}]: ICU {boundaries}, here {here}")
        breaks.append({"text": text, "boundaries": boundaries})
    print(*bad, sep="\n")
    print(f"{searches} searches ({found} with matches), {words} texts broken; {len(bad)} differ")
    if "--write" in sys.argv:
        DATA.mkdir(parents=True, exist_ok=True)
        for name, written in (("search", rows), ("words", breaks)):
            lines = (json.dumps(row, separators=(",", ":")) for row in written[:ROWS])
            (DATA / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    raise SystemExit(bool(bad))


if __name__ == "__main__":
    main()
