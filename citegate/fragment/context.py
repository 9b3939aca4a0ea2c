"""The words around a place, as the prefix or suffix of a directive may name them."""

from __future__ import annotations

from citegate.fragment.page import Page
from citegate.model import Span
from citegate.unicode.words import next_word_boundary, previous_word_boundary

MAX_TERM = 300  # code points of one term; longer ones make links that break in mails and chats

_INVISIBLE = dict.fromkeys(
    (
        *(0xAD, 0x34F, 0x61C, 0x180E, 0xFEFF),  # soft hyphen, joiners and marks of old standards, BOM
        *range(0x200B, 0x2010),  # zero width space and joiners, direction marks
        *range(0x202A, 0x202F),  # embeddings
        *range(0x2060, 0x2070),  # word joiner, invisible operators, isolates
    )
)
"""Characters that no engine compares on the page, and that Firefox does compare in a term."""


def term_of(text: str) -> str:
    """Text of a page as a term: invisible characters left out, no-break spaces as spaces."""
    return text.translate(_INVISIBLE).replace("\u00a0", " ")


def words_after(page: Page, offset: int, limit: int = MAX_TERM) -> tuple[str, ...]:
    """Suffixes for a match that ends at `offset`: one word, two words …; all inside one block.

    Empty where nothing follows that a suffix could name.
    """
    at = page.next_non_whitespace_position(offset)
    if at is None:
        return ()
    block = page.block_span(page.block_at(at))
    found: list[str] = []
    for end in boundaries_after(page, Span(at, min(block.end, at + limit))):
        term = term_of(page.text[at:end]).rstrip()
        if term and (not found or term != found[-1]):
            found.append(term)
    return _worded(found)


def words_before(page: Page, offset: int, limit: int = MAX_TERM) -> tuple[str, ...]:
    """Prefixes for a match that starts at `offset`: one word, two words …; all inside one block."""
    end = _end_of_text_before(page, offset)
    if end is None:
        return ()
    block = page.block_span(page.block_at(end))
    found: list[str] = []
    for start in boundaries_before(page, Span(max(block.start, end - limit), end)):
        term = term_of(page.text[start:end])
        if term.strip() == term and term and (not found or term != found[-1]):
            found.append(term)
    return _worded(found)


def _worded(terms: list[str]) -> tuple[str, ...]:
    """Those that hold a letter or a digit: punctuation alone tells a reader little. All, where none does."""
    return tuple(term for term in terms if any(char.isalnum() for char in term)) or tuple(terms)


def boundaries_after(page: Page, span: Span) -> tuple[int, ...]:
    """Word boundaries behind `span.start` up to `span.end`, ascending; the span lies in one block."""
    index = page.block_at(span.start)
    text, base = page.document.searchable[index].text, page.document.starts[index]
    found, at = [], span.start
    while at < span.end:
        at = base + next_word_boundary(text, at - base, page.engine)
        if at > span.end:
            break
        if text[at - base - 1].strip():
            found.append(at)
    return tuple(found)


def boundaries_before(page: Page, span: Span) -> tuple[int, ...]:
    """Word boundaries before `span.end` down to `span.start`, descending; the span lies in one block."""
    index = page.block_at(span.start)
    text, base = page.document.searchable[index].text, page.document.starts[index]
    found, at = [], span.end
    while at > span.start:
        at = base + previous_word_boundary(text, at - base, page.engine)
        if at < span.start:
            break
        if text[at - base].strip():
            found.append(at)
    return tuple(found)


def _end_of_text_before(page: Page, offset: int) -> int | None:
    """The end of the last visible text before `offset`, if a prefix that ends there leads to `offset`."""
    index = page.block_at(offset)
    number = page.document.searchable[index].ordinal
    end = offset
    while number >= 0:
        block = page.document.blocks[number]
        if block.is_searchable:
            start = page.document.starts[index]
            at = start + len(block.text[: end - start].rstrip())
            if at > start and page.next_non_whitespace_position(at) == offset:
                return at
            if at > start and not block.is_stepped_over:
                return None
            index -= 1
            end = page.block_span(index).end if index >= 0 else 0
        elif not block.is_stepped_over:
            return None
        number -= 1
    return None
