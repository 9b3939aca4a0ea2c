"""Sentences as a reader takes them: those of UAX #29, mended where an abbreviation or a quotation mark misleads it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from citegate.evidence.cut import sentences
from citegate.model import Span

_TITLES = "Dr Mr Mrs Ms Mx Prof St Sr Jr Gen Col Capt Lt Rev Hon Gov Sen Rep"
_REFERENCES = "Fig Figs Eq Eqs Sec Ch Vol Art Arts para cf vs approx ca ed eds trans pp Nr bzw"
_ABBREVIATION = re.compile(
    rf"(?:\b(?:{'|'.join((*_TITLES.split(), *_REFERENCES.split()))})|\be\.g|\bi\.e|\bet al|\bz\.\s?B|\bd\.\s?h"
    r"|(?<![^\W_])[A-Z])\.\Z"
)
"""What ends with a full stop, and hardly ever ends a sentence."""
_BEFORE_NUMBER = re.compile(r"\b(?:No|Nos|p|Art|§)\.\Z", re.IGNORECASE)
"""The same, where a number follows."""
_LIST_NUMBER = re.compile(r"\s*\(?(?:\d{1,3}|[a-zA-Z])[.)．、]\Z")
_OPENS = frozenset("“‘„‟「『《〈（(【")
_STOPS = frozenset(".!?。！？…‼⁇")
_CLOSES = frozenset("\"'”’»」』)）")
_HAS_WORD = re.compile(r"[^\W_]")


def split(text: str, marks: Sequence[int] = ()) -> tuple[Span, ...]:
    """The sentences of a text, white space at their ends left out.

    At each of `marks` (rising) stood a token: behind a full stop it ends the sentence, whatever follows.
    """
    return tuple(_joined(text, list(_opened(text, tuple(_cut(text, sentences(text), marks))))))


def _cut(text: str, spans: Iterable[Span], marks: Sequence[int]) -> Iterator[Span]:
    """The spans, cut where a token stood behind a full stop."""
    at = 0
    for span in spans:
        start = span.start
        while at < len(marks) and marks[at] < span.end:
            ended = _words_end(text, start, marks[at], str.isspace)
            stop = _words_end(text, start, ended, _CLOSES.__contains__)
            is_end = stop > start and text[stop - 1] in _STOPS
            if is_end and not _ABBREVIATION.search(text, max(start, stop - 12), stop):
                yield Span(start, ended)
                start = marks[at]
                while start < span.end and text[start].isspace():
                    start += 1
            at += 1
        if start < span.end:
            yield Span(start, span.end)


def _words_end(text: str, start: int, end: int, is_left_out: Callable[[str], bool]) -> int:
    """Where a piece ends without the characters at its end that are left out."""
    while end > start and is_left_out(text[end - 1]):
        end -= 1
    return end


def _opened(text: str, spans: tuple[Span, ...]) -> Iterator[Span]:
    """The spans, a mark that opens a quotation at the end of one moved to the next."""
    carried = -1
    for number, span in enumerate(spans):
        start = carried if carried >= 0 else span.start
        carried, end = -1, span.end
        if number + 1 < len(spans):
            opens = _words_end(text, start, end, _OPENS.__contains__)
            if start < opens < end:
                carried, end = opens, _words_end(text, start, opens, str.isspace)
        yield Span(start, end)


def _joined(text: str, spans: list[Span]) -> Iterator[Span]:
    held: Span | None = None
    for span in spans:
        if held is not None and _goes_on(text, held, span):
            held = Span(held.start, span.end)
            continue
        if held is not None:
            yield held
        held = span
    if held is not None:
        yield held


def _goes_on(text: str, one: Span, other: Span) -> bool:
    """True when the second piece belongs to the sentence of the first."""
    if "\n" in text[one.end : other.start]:
        return False
    if not _HAS_WORD.search(text, other.start, other.end):
        return True
    tail = text[max(one.start, one.end - 12) : one.end]
    if _LIST_NUMBER.match(text, one.start, one.end) or _ABBREVIATION.search(tail):
        return True
    return bool(_BEFORE_NUMBER.search(tail)) and text[other.start].isdigit()
