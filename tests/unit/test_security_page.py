"""The table of the guide's security page: each threat names tests, and these are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| (?P<threat>[^|]+) \| (?P<answer>[^|]+) \| (?P<tests>[^|]+) \|$", re.MULTILINE)


def test_each_threat_has_a_test_that_is_there() -> None:
    rows = [
        row for row in ROW.finditer((ROOT / "content/security.mdx").read_text("utf-8")) if row["threat"] != "threat"
    ]
    rows = [row for row in rows if not row["threat"].startswith("---")]
    assert len(rows) > 20
    for row in rows:
        named = re.findall(r"`(tests/[^`]+)`", row["tests"])
        assert named, row["threat"]
        for name in named:
            assert re.search(r"^(?:    )?(?:async )?def test_", (ROOT / name).read_text("utf-8"), re.MULTILINE), name
