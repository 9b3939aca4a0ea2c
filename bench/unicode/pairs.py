"""Random terms and texts of all scripts, made to be hard: marks in any order, expansions, contractions, ignorables."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterator

from citegate.model.engine import CHROMIUM
from citegate.unicode.folded import fold
from citegate.unicode.table import table

SPARE = range(0xFDE0, 0xFDF0)  # the table's own symbols; noncharacters, which no page has
_BLOCKS = (
    *((0x20, 0x7E), (0, 0x40), (0x41, 0x17F), (0x300, 0x36F), (0x370, 0x3FF), (0x400, 0x4FF), (0x590, 0x5F4)),
    *((0x600, 0x6FF), (0x900, 0x97F), (0x980, 0x9FF), (0xA00, 0xA7F), (0xA80, 0xAFF), (0xB00, 0xB7F), (0xB80, 0xBFF)),
    *((0xC00, 0xC7F), (0xC80, 0xCFF), (0xD00, 0xD7F), (0xD80, 0xDFF), (0xE00, 0xE7F), (0xE80, 0xEFF), (0xF00, 0xFFF)),
    *((0x1000, 0x109F), (0x1100, 0x11FF), (0x1780, 0x17FF), (0x1B00, 0x1B7F), (0x1E00, 0x1FFF), (0x2000, 0x206F)),
    *((0x2070, 0x20CF), (0x2100, 0x21FF), (0x2200, 0x22FF), (0x2460, 0x24FF), (0x2E80, 0x2FDF), (0x3000, 0x30FF)),
    *((0x3100, 0x33FF), (0x4E00, 0x4E80), (0xA960, 0xA97F), (0xAC00, 0xAC80), (0xD7B0, 0xD7FB), (0xF900, 0xFAFF)),
    *((0xFB00, 0xFBFF), (0xFE00, 0xFEFF), (0xFF00, 0xFFEF), (0x11100, 0x1114F), (0x11300, 0x1137F)),
    *((0x11480, 0x114FF), (0x11580, 0x115FF), (0x1D400, 0x1D7FF), (0x1F1E6, 0x1F1FF), (0x1F300, 0x1F6FF)),
    *((0x1F3FB, 0x1F3FF), (0xE0020, 0xE007F), (0xE0100, 0xE01EF)),
)
_SPECIAL = (
    *(
        "\u200d",
        "\u200b",
        "\u00ad",
        "\u0300",
        "\ufe0f",
        "\r",
        "\n",
        "\r\n",
        " ",
        "\u0327\u0323",
        "ß",
        "ﬁ",
        "½",
        "\u0308",
    ),
    *("aé", "e\u0301", "가ᄀ", "ᄀᆨ", "ᅡ", "각", "กำ", "เก", "か゛が", "ｶﾞ", "👩\u200d👧", "🇦🇧", "l·", "\u034f"),
)


def _is_assigned(text: str) -> bool:
    """Known to this Python: what Unicode added later has no decomposition here."""
    return all(unicodedata.category(char) != "Cn" for char in text)


def _alphabet(rng: random.Random) -> list[str]:
    first, last = rng.choice(_BLOCKS)
    assigned = [chr(point) for point in range(first, last + 1) if _is_assigned(chr(point))]
    chars = [rng.choice(assigned) for _ in range(rng.randint(2, 6))]
    kind = rng.random()
    if kind < 0.25:
        chars += [chr(rng.randint(0x300, 0x36F)) for _ in range(rng.randint(1, 3))]
    elif kind < 0.5:
        chars += rng.choice(_SPECIAL)
    elif kind > 0.8:
        chars += rng.choice([text for text in table().contractions if _is_assigned(text)])
        chars.append(rng.choice("\u0323\u0301\u093c\u094d"))
    return chars


def _variant(rng: random.Random, text: str) -> str:
    kind = rng.random()
    if kind < 0.3:
        return text
    if kind < 0.6:
        return unicodedata.normalize(rng.choice(("NFC", "NFD")), text)
    if kind < 0.8:
        return rng.choice((str.upper, str.lower))(text)
    if kind < 0.9:
        return unicodedata.normalize("NFKD", text)
    return "".join(char for char in fold(text, CHROMIUM).key if ord(char) not in SPARE)


def pairs(seed: int) -> Iterator[tuple[str, str]]:
    """Terms with texts, without end; most terms occur."""
    rng = random.Random(seed)
    while True:
        chars = _alphabet(rng)
        if rng.random() < 0.3:
            chars += _alphabet(rng)
        text = "".join(rng.choice(chars) for _ in range(rng.randint(2, 14)))
        if rng.random() < 0.2:
            text = unicodedata.normalize(rng.choice(("NFC", "NFD")), text)
        start = rng.randrange(len(text))
        term = _variant(rng, text[start : start + rng.choice((1, 1, 2, 2, 3, 4, 5))])
        if rng.random() < 0.1:
            term = "".join(rng.choice(chars) for _ in range(rng.randint(1, 3)))
        if term:
            yield term, text
