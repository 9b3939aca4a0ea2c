"""What is code, and where a paragraph ends, against markdown-it: a mark is read where it is prose there."""

from __future__ import annotations

import random
import re

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from citegate.answers.tokens import Scanner
from citegate.model.answer import Token as Mark

PIECES = [
    "@", "@", "@", "@", " ", "word", " a ", "\n", "\n", "\n\n", "> ", "- ", "1. ", "2. ", "* ", "    ", "  ", "\t", "`",
    "``",
    "```", "```js\n", "~~~", "~~~\n", "[", "](/u)", "<code>", "</code>", "<b>", "</b>", "<!-- ", " -->", "# ", "***",
    "---\n", "**", "<https://x.y/z>", "> b", ".", "\n\n    ", "\n  ", "\n> ", "\n- ", "\n-\n",
]  # fmt: skip
MARK = re.compile(r"\[([0-9]{3})\]")


def in_prose(children: list[Token]) -> set[str]:
    found: set[str] = set()
    links = elements = 0
    for child in children:
        links += child.nesting if child.type in ("link_open", "link_close") else 0
        if child.type == "html_inline":
            elements = 1 if child.content == "<code>" else 0 if child.content == "</code>" else elements
        if child.type == "text" and not links and not elements:
            found.update(MARK.findall(child.content))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_marks_are_read_where_markdown_has_prose(seed: int) -> None:
    chance = random.Random(seed)
    parser = MarkdownIt("commonmark", {"html": True})
    compared = 0
    while compared < 100:
        parts = [chance.choice(PIECES) for _ in range(chance.choice((3, 5, 8, 12)))]
        text = "".join(f"[{100 + n}]{chance.choice(' .')}" if part == "@" else part for n, part in enumerate(parts))
        try:
            tokens = parser.parse(text)
        except IndexError:  # a fault of the parser's own at the end of some texts
            continue
        if any(token.type == "html_block" for token in tokens) or "[[" in text or "]:" in text:
            continue
        compared += 1
        expected = set().union(*(in_prose(token.children or []) for token in tokens if token.type == "inline"))
        scanner = Scanner()
        items = [*scanner.feed(text), *scanner.end()]
        read = {MARK.sub(r"\1", item.text) for item in items if isinstance(item, Mark) and MARK.fullmatch(item.text)}
        read |= {text[span.start + 1 : span.end - 1] for span in scanner.unread}
        assert read == expected, text
