"""White space counted in the source, for the engine that compares it there."""

from __future__ import annotations

import re
from bisect import bisect_right

from citegate.model import Document, Span

_RUN = re.compile("[ \t\n\r\f\u00a0]+")
_LONG_RUN = re.compile("[ \t\n\r\f\u00a0]{2,}")
_MARKUP = re.compile(r"<!--.*?-->|<[^>]*>", re.DOTALL)


def with_single_spaces(term: str) -> str | None:
    """The term with each run of white space as one space; None when it has no run of more than one."""
    term = term.strip()
    return _RUN.sub(" ", term) if _LONG_RUN.search(term) else None


def has_enough_space(term: str, document: Document, span: Span) -> bool:
    """True when each run of white space in the term is no longer than the source's at the same place of the match.

    `span` is a match of the term with single spaces, in `document.text`. Markup between the spaces does not count.
    """
    wanted = [len(run.group()) for run in _RUN.finditer(term.strip())]
    runs = _RUN.finditer(document.text, span.start, span.end)
    present = [_in_source(document, run.start(), run.end()) for run in runs]
    return len(wanted) == len(present) and all(map(int.__le__, wanted, present))


def _in_source(document: Document, start: int, end: int) -> int:
    """White space characters of the source that became `document.text[start:end]`."""
    index = max(0, bisect_right(document.starts, start) - 1)
    block, base = document.searchable[index], document.starts[index]
    if block.path != document.source.path or start == base or end - base >= len(block.text):
        return end - start
    before = block.source.source_of(start - base - 1).end
    after = block.source.source_of(end - base).start
    between = _MARKUP.sub("", document.source.text[before:after]).replace("\r\n", "\n")
    return max(end - start, sum(len(run.group()) for run in _RUN.finditer(between)))
