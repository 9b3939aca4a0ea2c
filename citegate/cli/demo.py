"""The site that `citegate check --demo` rejects: one true quotation, one fabricated."""

from __future__ import annotations

import json
from pathlib import Path

from citegate import gate
from citegate.config import Config
from citegate.index.files import MemoryFiles
from citegate.outcome import Outcome

FILES = {
    "content/report.md": """\
# Water report

Of the 412 wells that were sampled in spring, 387 met the limit for nitrate.
The other 25 are tested again each month until they do.
""",
    "content/news.citations.json": json.dumps(
        [
            {
                "docId": "report",
                "passage": "387 met the limit for nitrate",
                "claim": "Most wells are within the limit.",
            },
            {
                "docId": "report",
                "passage": "All of the 412 wells met the limit for nitrate",
                "claim": "Every well is within the limit.",
            },
        ],
        indent=2,
    )
    + "\n",
}


def demonstrate() -> Outcome:
    """The outcome of checking the built-in site; nothing is read from disk or written."""
    return gate.run(Config(Path(), writes=False), MemoryFiles(FILES))
