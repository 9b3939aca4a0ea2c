"""Quotations in an answer, and whether the passages that it cites have them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from citegate.answers.passages import fold, key

MIN_WORDS = 3  # of a quotation that is looked for; fewer are a term, or the label of a button
MIN_DENSE = 5  # characters of one in a script without spaces
MAX_LENGTH = 1000  # code points between two marks; from there on they are no pair

_OPENS = '"“”„‟«»「『〝＂'
_CLOSES = '"”“‟»«」』〞〟＂'
_QUOTED = re.compile(
    rf"(?<![^\W_])[{_OPENS}](?P<words>[^{_OPENS}{_CLOSES}\n]{{2,{MAX_LENGTH}}})[{_CLOSES}]|‘(?P<single>[^‘’\n]{{2,{MAX_LENGTH}}})’(?!\w)"
)
_DENSE_QUOTED = re.compile(rf"[“「『«](?P<words>[^{_OPENS}{_CLOSES}\n]{{2,{MAX_LENGTH}}})[”」』»\"]")
_ELLIPSIS = re.compile(r"\s*(?:\[(?:…|\.\.\.)\]|…+|\.\.\.+)\s*")
_EDITED = re.compile(r"\[(\w{1,3})\]")
_WORD = re.compile(r"[^\W_]+")
_DENSE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")


def quotations(text: str) -> tuple[str, ...]:
    """What a sentence quotes: the words between two quotation marks of any kind, if there are enough of them."""
    return tuple(words for words in _between(text) if is_long_enough(words))


def _between(text: str) -> Iterator[str]:
    for match in (_DENSE_QUOTED if _DENSE.search(text) else _QUOTED).finditer(text):
        yield match["words"] or match.groupdict().get("single") or ""


def is_long_enough(words: str) -> bool:
    """True for a quotation of enough words to be one."""
    dense = len(_DENSE.findall(words))
    return dense >= MIN_DENSE or len(_WORD.findall(_DENSE.sub(" ", words))) + dense >= MIN_WORDS


def has_quotation(words: str, snippets: Iterable[str]) -> bool:
    """True when one of the passages has the words; case, white space, marks and the punctuation at the end aside.

    An ellipsis leaves out what it likes; the parts beside it follow each other in one passage.
    """
    parts = [wanted for part in _ELLIPSIS.split(_EDITED.sub(r"\1", words)) if (wanted := key(part))]
    return any(_follow(parts, fold(snippet)) for snippet in snippets)


def _follow(parts: list[str], folded: str) -> bool:
    at = 0
    for part in parts:
        at = _found(folded, part, at)
        if at < 0:
            return False
        at += len(part)
    return True


def _found(folded: str, part: str, start: int) -> int:
    """Where the part stands, with whole words at its ends; -1 for nowhere."""
    at = folded.find(part, start)
    while at >= 0:
        end = at + len(part)
        if not (_is_inside_word(folded, at) or _is_inside_word(folded, end)):
            return at
        at = folded.find(part, at + 1)
    return -1


def _is_inside_word(text: str, at: int) -> bool:
    if not 0 < at < len(text):
        return False
    return all(char.isalnum() and not _DENSE.match(char) for char in (text[at - 1], text[at]))
