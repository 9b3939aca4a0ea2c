"""An answer that arrives in pieces, held back paragraph by paragraph as far as it is not decided."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque

from citegate.answers.code import Blocks, Kind, Piece
from citegate.answers.grammar import LIMIT
from citegate.model.answer import Reference, Token
from citegate.model.span import Span

INDEX = "index"
"""Form of a mark that is left as text, since it is glued to a word."""

_BEHIND = 8  # code points kept before the place that is read: what a mark is glued to, and whether a URL has a scheme


class Paragraphs(ABC):
    """The state of a text in which something is looked for, and what of it can be given out.

    Who looks is the class above, in `_read`: it moves `_pos` on as far as what has come allows.
    """

    def __init__(self) -> None:
        self.unread: list[Span] = []
        """Where marks stand that were left as an index."""
        self._blocks = Blocks()
        self._pieces: deque[Piece] = deque()
        self._text = ""
        self._base = 0  # code points before _text; every other place counts from the beginning of the answer
        self._pos = 0  # what stands before it has been read
        self._high = 0  # what is known of the paragraph ends here
        self._emitted = 0
        self._is_closed = False  # the paragraph ends at _high
        self._is_last = False  # and so does the answer
        self._items: list[str | Token] = []
        self._waiting: deque[Token] = deque()  # tokens behind a bracket that may turn out to open a link
        self._reset()

    def _reset(self) -> None:
        """Forget what ends with its paragraph."""
        self._openers: deque[tuple[int, bool]] = deque()  # open brackets: place, and whether of an image
        self._line_starts: set[int] = set()

    @abstractmethod
    def _read(self) -> None:
        """Read on from `_pos`, to `_high` if the paragraph ends there."""

    def feed(self, chunk: str) -> list[str | Token]:
        """What is decided now that `chunk` has come."""
        return self._take(chunk, is_last=False)

    def end(self) -> list[str | Token]:
        """What was held back."""
        return self._take("", is_last=True)

    def _take(self, chunk: str, *, is_last: bool) -> list[str | Token]:
        cut = max(0, min(self._emitted, self._pos) - _BEHIND - self._base)
        self._text = self._text[cut:] + chunk
        self._base += cut
        self._pieces.extend(self._blocks.feed(chunk, is_last=is_last))
        while True:
            self._extend()
            self._is_closed = bool(self._pieces) or is_last
            self._is_last = is_last and not self._pieces
            self._read()
            if not self._is_closed:
                break
            self._openers.clear()
            self._flush()
            self._reset()
            if not self._pieces:
                break
            piece = self._pieces.popleft()
            if piece.kind is Kind.LITERAL:
                self._pos = self._high = piece.end
                self._flush()
        self._flush()
        items, self._items = self._items, []
        return items

    def _extend(self) -> None:
        while self._pieces and self._pieces[0].kind is Kind.PROSE:
            piece = self._pieces.popleft()
            if piece.begins_line:
                self._line_starts.add(self._high)
            self._high = piece.end

    def _flush(self) -> None:
        """Give out all that no open bracket can change any more."""
        while self._openers and self._pos - self._openers[0][0] > LIMIT:
            self._openers.popleft()
        stop = self._openers[0][0] if self._openers else self._pos
        while self._waiting and self._waiting[0].span.end <= stop:
            token = self._waiting.popleft()
            if token.form == INDEX:
                self.unread.append(token.span)
                continue
            self._put_text(token.span.start)
            self._items.append(token)
            self._emitted = token.span.end
        self._put_text(stop)

    def _put_text(self, stop: int) -> None:
        if stop > self._emitted:
            self._items.append(self._slice(self._emitted, stop))
            self._emitted = stop

    def _slice(self, start: int, stop: int) -> str:
        return self._text[start - self._base : stop - self._base]

    def _window(self, start: int, limit: int = LIMIT) -> str:
        return self._slice(start, min(self._high, start + limit))

    def _is_whole(self, start: int, limit: int = LIMIT) -> bool:
        """True when no more of the answer can change what the window from `start` holds."""
        return self._is_closed or self._high >= start + limit

    def _add(self, start: int, stop: int, form: str, references: tuple[Reference, ...] = (), label: str = "") -> int:
        self._waiting.append(Token(Span(start, stop), form, self._slice(start, stop), references, label))
        return stop

    def _forget_tokens(self, start: int) -> None:
        while self._waiting and self._waiting[-1].span.start >= start:
            self._waiting.pop()
