"""The framed trailer of a streamed answer: its sources, and the mark that it came to its end."""

from __future__ import annotations

import re

from citegate.answers.sources_json import read_records, records_json
from citegate.errors import UnreadableSource
from citegate.model.answer import SourceRecord

TRAILER_LIMIT = 4_000_000
"""Code points of a trailer; one that is longer is not read, and the answer counts as cut off."""


def trailer(records: tuple[SourceRecord, ...], nonce: str) -> str:
    """What is sent behind an answer. It begins with a line end, so that its mark stands on a line of its own."""
    return f"\n{_begin(nonce)}\n{records_json(records)}{_end(nonce)}\n"


def _begin(nonce: str) -> str:
    return f"<<<citegate-sources {nonce}>>>"


def _end(nonce: str) -> str:
    return f"<<<end {nonce}>>>"


class Trailer:
    """Takes the trailer off an answer that arrives in pieces."""

    def __init__(self, nonce: str) -> None:
        """Raises ValueError for a nonce that is no word of letters and digits."""
        if not re.fullmatch(r"[A-Za-z0-9_-]+", nonce):
            raise ValueError("a nonce is a word of letters and digits")
        self.records: tuple[SourceRecord, ...] = ()
        self.is_complete = False
        """True once the end mark has come, behind sources that can be read, and nothing but white space behind it."""
        self._begin, self._end = _begin(nonce), _end(nonce)
        self._held = ""
        self._is_line_start = True
        self._sources: list[str] | None = None  # the lines of the trailer, once it has begun
        self._size = 0
        self._is_over = False

    def feed(self, chunk: str) -> str:
        """The words of the answer among what has come; all that is held back is a line that may be a mark."""
        return self._take(chunk, is_last=False)

    def end(self) -> str:
        """What was held back."""
        return self._take("", is_last=True)

    def _take(self, chunk: str, *, is_last: bool) -> str:
        text, self._held = self._held + chunk, ""
        words: list[str] = []
        at = 0
        while at < len(text):
            if self._is_over:
                self.is_complete = self.is_complete and not text[at:].strip()
                break
            end = text.find("\n", at)
            line = text[at : end if end >= 0 else len(text)]
            is_whole = end >= 0 or is_last
            if self._is_line_start and not is_whole and self._may_be_mark(line):
                self._held = text[at:]
                break
            if self._is_line_start and is_whole and self._is_mark(line):
                at = end + 1 if end >= 0 else len(text)
                continue
            stop = end + 1 if end >= 0 else len(text)
            self._put(text[at:stop], words)
            self._is_line_start = end >= 0
            at = stop
        return "".join(words)

    def _mark(self) -> str:
        return self._begin if self._sources is None else self._end

    def _may_be_mark(self, line: str) -> bool:
        mark = self._mark()
        return mark.startswith(line) or line.rstrip("\r") == mark

    def _is_mark(self, line: str) -> bool:
        if line.rstrip("\r") != self._mark():
            return False
        if self._sources is None:
            self._sources = []
            return True
        self._is_over = True
        try:
            self.records = read_records("".join(self._sources), "trailer")
            self.is_complete = self._size <= TRAILER_LIMIT
        except UnreadableSource:  # told by is_complete
            self.records = ()
        self._sources = []
        return True

    def _put(self, piece: str, words: list[str]) -> None:
        if self._sources is None:
            words.append(piece)
            return
        self._size += len(piece)
        if self._size <= TRAILER_LIMIT:
            self._sources.append(piece)
