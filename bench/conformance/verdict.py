"""citegate's answer to a row, and whether it is the browser's."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from citegate.fragment.match import Page, find_range_from_text_directive
from citegate.fragment.syntax import parse_fragment_directive
from citegate.model import CHROMIUM, Document, Engine, SourceText, Span
from citegate.parse.html import parse_html_document

MARKER = "\ue123"  # put into the source to see where it comes out in the text of the body
_UNSEEN = re.compile(
    "[\\s\x00-\x1f\x7f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]"
)
"""White space and default ignorable characters: the two sides may put the edge of a match on either side of them."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What one directive finds."""

    text: str
    """Without what is not seen."""
    at: tuple[int, int] | None
    """Seen characters of the body's text before its start and before its end; None where it is not in that text."""


def seen(text: str) -> str:
    """The text without white space and default ignorable characters."""
    return _UNSEEN.sub("", text)


def document_of(html: str, engine: Engine = CHROMIUM) -> Document:
    """The page as citegate reads it."""
    return parse_html_document(SourceText("page.html", html), id="page", url="/page", engines=(engine,))[0]


def citegate_answers(html: str, fragment: str, engine: Engine = CHROMIUM) -> list[Answer | None]:
    """For each valid directive, in URL order."""
    page = Page(document_of(html, engine), engine)
    answers: list[Answer | None] = []
    for directive in parse_fragment_directive(fragment, engine).directives:
        found = find_range_from_text_directive(directive, page)
        if found is None:
            answers.append(None)
        else:
            answers.append(Answer(seen(page.text[found.span.start : found.span.end]), _at(html, page, found.span)))
    return answers


def browser_answers(row: dict[str, Any]) -> list[Answer | None]:
    """The same from a row that the browser has answered; no text where the browser tells only that it found one."""
    if True in row["matched"]:
        return [Answer("", None) if found else None for found in row["matched"]]
    body = body_text(row["html"])
    answers: list[Answer | None] = []
    for text, at in zip(row["matched"], row["at"], strict=True):
        place = None if at is None else (len(seen(body[: at[0]])), len(seen(body[: at[1]])))
        answers.append(None if text is None else Answer(seen(text), place))
    return answers


def is_same(ours: Answer | None, theirs: Answer | None) -> bool:
    """Whether both found nothing, or the same place.

    The browser's text holds what is hidden between the two ends of a range; so the place decides where there is one.
    """
    if ours is None or theirs is None:
        return ours is theirs
    if not theirs.text and ours.text:
        return True  # none is told, or one end is in a control or a shadow tree, which no DOM range can span
    if theirs.at is None or ours.at is None:
        return ours.text == theirs.text or _is_within(ours.text, theirs.text)
    return ours.at == theirs.at


def kind_of_difference(ours: Answer | None, theirs: Answer | None) -> str:
    """In three words: who found what."""
    if theirs is None:
        return "only citegate"
    return "only browser" if ours is None else "another place"


def _is_within(short: str, long: str) -> bool:
    """Whether the characters of `short` stand in `long` in this order, first and last at the edges."""
    if not short or short[0] != long[:1] or short[-1] != long[-1:]:
        return False
    rest = iter(long)
    return all(char in rest for char in short)


def _at(html: str, page: Page, span: Span) -> tuple[int, int] | None:
    blocks = page.document.searchable
    first, last = page.block_at(span.start), page.block_at(span.end)
    if last > first and span.end == page.document.starts[last]:
        last -= 1
    start = blocks[first].source.source_of(span.start - page.document.starts[first]).start
    end = blocks[last].source.source_of(span.end - 1 - page.document.starts[last]).end
    before, after = _place(html, start), _place(html, end)
    return None if before is None or after is None else (before, after)


@lru_cache(4096)
def _place(html: str, at: int) -> int | None:
    """How many seen characters of the body's text stand before a place of the source."""
    before, marker, _ = body_text(html[:at] + MARKER + html[at:]).partition(MARKER)
    return len(seen(before)) if marker else None


@lru_cache(256)
def body_text(html: str) -> str:
    """`document.body.textContent` of a scripting browser."""
    body = LexborHTMLParser(html, scripting=True).body
    if body is None:
        return ""
    return "".join(node.text(deep=False) for node in body.traverse(include_text=True) if node.tag == "-text")
