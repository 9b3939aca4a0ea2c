"""Cut tests/unit/unicode/data/engines.jsonl from the browsers' answers on pages of one paragraph.

    python bench/unicode/make_rows.py CASES.jsonl

A row has the paragraph's text, the term, the text that Chromium matched (null when none), and whether Firefox and
WebKit found it (absent when not measured). Left out are the few that CSS or the raw source decides.
"""

from __future__ import annotations

import html
import json
import re
import sys
import urllib.parse
from pathlib import Path

OUT = Path(__file__).parents[2] / "tests" / "unit" / "unicode" / "data" / "engines.jsonl"
_PARAGRAPH = re.compile(r"(?s)<body[^>]*>\s*<p(?: lang=\S+| dir=rtl)*>([^<]*)</p>\s*</body>")
_OTHER_KINDS = {"pre", "syntax", "cssdisplay"}
_START = ":~:text="

# What Firefox does on these is known and not followed: it drops a line break between Chinese characters before it
# looks, sees spaces that are not rendered, and has other dictionaries.
_FIREFOX_UNLIKE = {"space-cjk-newline-1", "space-double-3", "cjk-chinese-ja-8", "cjk-chinese-none-8", "dup-th-page-5"}


def main() -> None:
    rows = []
    for line in Path(sys.argv[1]).read_text(encoding="utf-8").rstrip("\n").split("\n"):
        case = json.loads(line)
        fragment, paragraph = case["fragment"], _PARAGRAPH.search(case["html"])
        if not paragraph or "headers" in case or case["kind"] in _OTHER_KINDS or "</body><p>" in case["html"]:
            continue
        if not fragment.startswith(_START) or re.search("[,&-]", fragment[len(_START) :]):
            continue
        text = re.sub(r"[ \t\n\r]+", " ", html.unescape(paragraph[1].replace("&#x7F;", "\x7f"))).strip(" ")
        row = {"id": case["id"], "text": text, "term": urllib.parse.unquote(fragment[len(_START) :])}
        row["chromium"] = case["matched"][0] if case["matched"] else None
        if "firefox" in case and case["id"] not in _FIREFOX_UNLIKE:
            row["firefox"] = case["firefox"]["resolved"]
        if "webkit" in case:
            row["webkit"] = case["webkit"]["resolved"]
        rows.append(json.dumps(row, ensure_ascii=True, separators=(",", ":")))
    OUT.write_text("\n".join(rows) + "\n", encoding="utf-8")
    print(len(rows), "rows")


if __name__ == "__main__":
    main()
