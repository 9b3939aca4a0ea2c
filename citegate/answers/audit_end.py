"""Whether an answer ends where its author would have ended it."""

from __future__ import annotations

import re

from citegate.answers.audit_text import ReadAnswer, Statement
from citegate.answers.coverage import is_talk
from citegate.model import BlockKind, Span

_FENCE = re.compile(r"^[ \t>]*(?:[-*+] +|\d+[.)] +)?(`{3,}|~{3,})[^\n]*$", re.MULTILINE)
_STOP = re.compile(r"[.!?。！？…‼⁇।؟][\"'”’»」』)）\]*_`~\s]*\Z|[\U0001F000-\U0001FAFF☀-➿♥️]\s*\Z")
_GOES_ON = re.compile(
    r"(?:[,;，；、(（\[【{“‘「『«/&+=]|\s[-–—]|\b(?:and|or|but|nor|the|a|an|of|to|in|on|at|by|for|from|with|as|that|which|who|is|are|was|were|be|been|has|have"
    r"|because|if|when|while|than|its|their|this|these|not|very|about|into|over|under|between|和|与|或|的|是|在|因为|如果|但|而且|以及))\s*\Z",
    re.IGNORECASE,
)
_PAIRS = ("()", "（）", "“”", "「」", "『』", "【】", "«»")
_BOLD = re.compile(r"(?<!\*)\*\*(?!\*)")


def cut_off(answer: ReadAnswer) -> tuple[str, Span] | None:
    """Why the answer seems to have been cut off, and where; None for one that ends well.

    It ends badly inside code that is never closed, behind a word or mark that something must follow, inside a
    bracket, or without a full stop where the sentences before it in the paragraph have one.
    """
    text = answer.source.text
    end = len(text.rstrip())
    if (fence := _open_fence(text)) is not None:
        return "the answer ends inside a piece of code that is not closed", Span(fence, end)
    last = next((each for each in reversed(answer.statements) if each.text.strip()), None)
    if last is None or text[last.span.end : end].strip("*_`~ \t\r\n>") or last.kind in (BlockKind.TABLE_CELL,):
        return None
    words = last.text.rstrip()
    if last.events and last.cuts[-1] >= len(words):
        return None  # a citation closes it
    if _STOP.search(words[-16:]):
        return None
    if last.is_lead_in and last.kind is not BlockKind.HEADING:
        return "the answer ends with a line that introduces something", last.span
    if last.kind is BlockKind.HEADING:
        return "the answer ends with a heading", last.span
    if _GOES_ON.search(words[-24:]) or _opens(words) or words.endswith("-"):
        return "the answer ends inside a sentence", last.span
    if _is_after_sentences(answer, last) and not is_talk(words):
        return "the last sentence has no end", last.span
    return None


def _open_fence(text: str) -> int | None:
    """Where a fence begins that is never closed."""
    opened: tuple[str, int] | None = None
    for match in _FENCE.finditer(text):
        mark = match[1]
        if opened is None:
            if mark[0] == "~" or "`" not in match[0].split(mark, 1)[1]:
                opened = mark, match.start(1)
        elif mark[0] == opened[0][0] and len(mark) >= len(opened[0]) and match[0].strip(" \t>") == mark:
            opened = None
    return opened[1] if opened else None


def _opens(words: str) -> bool:
    return any(words.count(pair[0]) > words.count(pair[1]) for pair in _PAIRS) or len(_BOLD.findall(words)) % 2 == 1


def _is_after_sentences(answer: ReadAnswer, last: Statement) -> bool:
    """True when a sentence of the same paragraph ends as sentences do."""
    return any(
        each.paragraph == last.paragraph and each is not last and _STOP.search(each.text.rstrip()[-16:])
        for each in answer.statements[-8:]
    )
