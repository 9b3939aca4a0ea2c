"""Rows of cases as JSONL."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Row = dict[str, Any]
"""At least `id`, `html` (a whole document) and `fragment` (what stands behind `#`)."""


def read_rows(path: str | Path) -> list[Row]:
    """The rows of a JSONL file."""
    return [json.loads(line) for line in Path(path).read_text("utf-8").split("\n") if line.strip()]


def write_rows(path: str | Path, rows: Iterable[Row]) -> None:
    """Write a JSONL file."""
    Path(path).write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


def split_row(row: Row) -> list[Row]:
    """One row for each directive of the link."""
    element_id, _, rest = row["fragment"].partition(":~:")
    parts = rest.split("&")
    return [
        {
            "id": f"{row['id']}-{number}",
            "kind": row.get("kind", ""),
            "html": row["html"],
            "fragment": f"{element_id}:~:{part}",
            "cut": cut,
        }
        for number, (part, cut) in enumerate(zip(parts, row.get("cuts") or ["given"] * len(parts), strict=True))
    ]
