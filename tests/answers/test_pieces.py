"""Laws of reading an answer in pieces, for texts that nobody wrote."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from citegate.answers.tokens import Scanner
from citegate.model.answer import Token

FRAGMENTS = [
    "[1]", "[", "]", "[[", "]]", "[[1]]", "[[cite:", "d|a", "d|a]]", "d|x[0]]]", "(", ")", "(kb:x)",
    '(/u "t")', "{", "}", "{{source:1}}", "{https://x/a}", "{0123456789ab}", "`", "``", "```", "~~~",
    "\n", "\n\n", "> ", "- ", "1. ", "2) ", "    ", "\t", "  ", " ", "a", "word", "。", "中", "<code>",
    "</code>", "<a href='x'>", "</a>", "<b ", '"', "'", "<!--", "-->", "<pre>", "</pre>", "\\", "!",
    "https://x/", "【1】", "【", "】", "†s", "\ue200", "cite\ue202turn1view0", "\ue201", "##", "1", "$$",
    "^", "[^1]", ":", "[1]: ", "# ", "| ", "---", "***", "*", "_", ".", ",", "\r\n", "\r", "é", "😀", "=",
]  # fmt: skip
ANSWERS = st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=3)), max_size=40).map("".join)


class Known:
    def has_passage(self, document: str, passage: str) -> bool:
        return passage in ("a", "x[0]")

    def begins_passage(self, document: str, passage: str) -> bool:
        return len(passage) < 4 and "x[0]".startswith(passage)


def read(pieces: list[str]) -> tuple[list[str | Token], list[tuple[int, int]]]:
    """What is read, neighbouring words joined, and the marks that were left as an index."""
    scanner = Scanner(Known())
    joined: list[str | Token] = []
    for item in (item for items in (*map(scanner.feed, pieces), scanner.end()) for item in items):
        last = joined[-1] if joined else None
        if isinstance(item, str) and isinstance(last, str):
            joined[-1] = last + item
        else:
            joined.append(item)
    return joined, [(span.start, span.end) for span in scanner.unread]


@settings(max_examples=400, deadline=None, derandomize=True)
@given(ANSWERS, st.lists(st.integers(1, 9), min_size=1))
def test_pieces_do_not_matter_and_nothing_is_lost(answer: str, sizes: list[int]) -> None:
    pieces: list[str] = []
    start = 0
    while start < len(answer):
        size = sizes[len(pieces) % len(sizes)]
        pieces.append(answer[start : start + size])
        start += size
    whole, unread = read([answer])
    assert read(pieces) == (whole, unread)
    assert read(list(answer)) == (whole, unread)
    assert "".join(item.text if isinstance(item, Token) else item for item in whole) == answer
    for item in whole:
        if isinstance(item, Token):
            assert answer[item.span.start : item.span.end] == item.text
