"""The citation tokens of a model's answer, read while it arrives."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from typing import Protocol

from citegate.answers import grammar, shapes
from citegate.answers.grammar import LIMIT, MARK_LIMIT
from citegate.answers.paragraphs import INDEX, Paragraphs
from citegate.model.answer import Reference, ReferenceKind, Token

HOLD_LIMIT = 3 * LIMIT
"""Code points that are held back at most: an opening bracket waits for LIMIT, what stands at its end for LIMIT more,
and so does the beginning of a line."""

_CITE = "[[cite:"
_WAIT = -1


class Known(Protocol):
    """What decides where a passage that has brackets of its own ends."""

    def has_passage(self, document: str, passage: str) -> bool:
        """True when the document has this passage."""

    def begins_passage(self, document: str, passage: str) -> bool:
        """True when the document has a longer passage that begins so."""


def scan(text: str, known: Known | None = None) -> tuple[Token, ...]:
    """The tokens of an answer in order. One that is malformed has the form `unfinished` or `unknown-form`."""
    scanner = Scanner(known)
    return tuple(item for item in (*scanner.feed(text), *scanner.end()) if isinstance(item, Token))


class Scanner(Paragraphs):
    """Takes an answer in pieces and gives back its words and its tokens, in order.

    The result does not depend on where the answer was cut: what stands at a place is decided from the LIMIT code
    points behind it, or fewer when its paragraph ends before.
    """

    def __init__(self, known: Known | None = None) -> None:
        super().__init__()
        self._known = known
        self._steps: dict[str, Callable[[int], int]] = {
            "\\": self._escape,
            "`": self._backticks,
            "<": self._angle,
            "[": self._open,
            "]": self._close,
            "{": self._brace,
            "#": self._hash,
            ":": self._colon,
            "【": self._lenticular,
            "\ue200": self._private,
            "\ue201": self._stray,
            "\ue202": self._stray,
        }

    def _reset(self) -> None:
        super()._reset()
        self._runs: dict[int, deque[int]] = {}  # places of backticks by the length of their run
        self._runs_at = self._pos
        self._cite_end = -1  # place of the next "]]", when it has been looked for
        self._cite_at = self._pos  # no "]]" stands between what was asked for and here
        self._raw: re.Pattern[str] | None = None  # the end of an element whose content is no prose
        self._is_url = False
        self._escaped_end = self._index_end = self._run_end = -1
        self._is_run_index = False

    def _read(self) -> None:
        while self._pos < self._high:
            if self._raw is not None or self._is_url:
                if not (self._skip_raw(self._raw) if self._raw is not None else self._skip_url()):
                    return
                continue
            found = shapes.SPECIAL.search(self._text, self._pos - self._base, self._high - self._base)
            if found is None:
                self._pos = self._high
                return
            self._pos = found.start() + self._base
            after = self._steps[found[0]](self._pos)
            if after == _WAIT:
                return
            self._pos = after

    def _skip_raw(self, end: re.Pattern[str]) -> bool:
        found = end.search(self._text, self._pos - self._base, self._high - self._base)
        if found:
            self._pos, self._raw = found.end() + self._base, None
            return True
        self._pos = self._high if self._is_closed else max(self._pos, self._high - shapes.RAW_END_LENGTH)
        return False

    def _skip_url(self) -> bool:
        self._pos = shapes.end_of_url(self._text, self._pos - self._base, self._high - self._base) + self._base
        rest = self._window(self._pos, MARK_LIMIT)
        if not self._is_closed and shapes.URL_UNDECIDED.fullmatch(rest):
            return False
        self._is_url = False
        return True

    # One step for each special character: from its place to the place behind what stands there, or _WAIT.

    def _escape(self, at: int) -> int:
        if at + 1 >= self._high:
            return at + 1 if self._is_closed else _WAIT
        self._escaped_end = at + 2 if shapes.PUNCTUATION.match(self._text, at + 1 - self._base) else at + 1
        return self._escaped_end

    def _backticks(self, at: int) -> int:
        run = shapes.BACKTICKS.match(self._window(at))
        length = run.end() if run else 0
        if at + length >= self._high and not self._is_whole(at):
            return _WAIT
        self._note_runs()
        places = self._runs.get(length)
        while places and places[0] < at + length:
            places.popleft()
        if places and places[0] + length <= at + LIMIT:
            return places[0] + length
        return at + length if self._is_whole(at, LIMIT + 1) else _WAIT  # a run is known by what follows it

    def _note_runs(self) -> None:
        for run in shapes.BACKTICKS.finditer(
            self._text, max(self._runs_at, self._base) - self._base, self._high - self._base
        ):
            if run.end() + self._base == self._high and not self._is_closed:
                self._runs_at = run.start() + self._base
                return
            self._runs.setdefault(run.end() - run.start(), deque()).append(run.start() + self._base)
        self._runs_at = self._high

    def _angle(self, at: int) -> int:
        window = self._window(at)
        if window.startswith("<!--"):
            end = window.find("-->", 2)
            return at + end + 3 if end >= 0 else at + 4 if self._is_whole(at) else _WAIT
        found = shapes.TAG.match(window) or shapes.AUTOLINK.match(window)
        if found is None:
            return _WAIT if not self._is_whole(at) and shapes.ANGLE_UNDECIDED.fullmatch(window) else at + 1
        self._raw = shapes.raw_end(found)
        return at + found.end()

    def _open(self, at: int) -> int:
        window = self._window(at, len(_CITE)).lower()
        if window == _CITE:
            return self._cite(at)
        if not self._is_closed and _CITE.startswith(window):
            return _WAIT
        is_image = at > 0 and self._slice(at - 1, at) == "!" and at != self._escaped_end
        self._openers.append((at, is_image))
        return at + 1

    def _next_cite_end(self, start: int, stop: int) -> int:
        """Place of the first "]]" from `start` that ends before `stop`, or -1; no code point is looked at twice."""
        if self._cite_end < start:
            begin = max(start, self._cite_at)
            found = self._text.find("]]", begin - self._base, self._high - self._base)
            self._cite_end = found + self._base if found >= 0 else -1
            self._cite_at = self._cite_end if found >= 0 else max(begin, self._high - 1)
        return self._cite_end if start <= self._cite_end <= stop - 2 else -1

    def _cite(self, at: int) -> int:
        start, stop = at + len(_CITE), min(self._high, at + LIMIT)
        first = close = self._next_cite_end(start, stop)
        if close < 0:
            return self._unfinished(at, start) if self._is_whole(at) else _WAIT
        if _CITE in self._slice(start, close):
            return self._unfinished(at, start)
        while self._goes_on(self._slice(start, close)):
            found = self._text.find("]]", close + 1 - self._base, stop - self._base)
            if found < 0:
                if not self._is_whole(at):
                    return _WAIT
                close = first
                break
            close = found + self._base
        else:
            if not self._ends(self._slice(start, close)):
                close = first
        if close == first:  # "]]]" behind an open bracket of the passage
            while self._slice(start, close).count("[") > self._slice(start, close).count("]"):
                if close + 2 >= min(self._high, at + LIMIT) and not self._is_whole(at):
                    return _WAIT
                if close + 2 >= stop or self._slice(close + 2, close + 3) != "]":
                    break
                close += 1
        read = grammar.cited(self._slice(start, close))
        return self._add(at, close + 2, *(read or (grammar.UNKNOWN, ())))

    def _ends(self, content: str) -> bool:
        document, _, passage = content.partition("|")
        return self._known is not None and self._known.has_passage(document.strip(), grammar.one_line(passage))

    def _goes_on(self, content: str) -> bool:
        document, _, passage = content.partition("|")
        return (
            self._known is not None
            and not self._ends(content)
            and self._known.begins_passage(document.strip(), grammar.one_line(passage))
        )

    def _unfinished(self, at: int, start: int) -> int:
        """At the end of the answer half a token is not shown; elsewhere its mark is not, and its words stay."""
        if self._is_last and self._high <= at + LIMIT and _CITE not in self._slice(start, self._high):
            return self._add(at, self._high, grammar.UNFINISHED)
        head = shapes.CITE_HEAD.match(self._window(start, min(MARK_LIMIT, LIMIT - len(_CITE))))
        return self._add(at, start + (head.end() if head else 0), grammar.UNFINISHED)

    def _close(self, at: int) -> int:
        if not self._openers:
            return at + 1
        if at + 1 >= self._high and not self._is_closed:
            return _WAIT
        opener, is_image = self._openers[-1]
        follows = self._slice(at + 1, min(self._high, at + 2))
        after = 0
        if follows in ("(", "{") and at - opener < LIMIT:
            after = self._link(opener, at, is_image) if follows == "(" else self._quoted(opener, at)
        if after == 0:
            after = self._mark(opener, at, is_definition=follows == ":" and opener in self._line_starts)
        if after != _WAIT and self._openers and self._openers[-1][0] == opener:
            self._openers.pop()
        return after

    def _link(self, opener: int, at: int, is_image: bool) -> int:
        """A link or an image whose text is between two brackets; 0 when it is none."""
        window = self._window(at + 1, opener + LIMIT - at - 1)
        found = shapes.DESTINATION.match(window)
        if found is None:
            is_open = not self._is_whole(opener) and shapes.DESTINATION_UNDECIDED.fullmatch(window)
            return _WAIT if is_open else 0
        self._forget_tokens(opener)
        stop = at + 1 + found.end()
        document = grammar.kb_document(found[1] or found[2] or found[3] or "")
        if is_image:
            return stop
        self._openers.clear()  # a link holds no link
        if document is not None:
            self._add(
                opener, stop, grammar.KB_LINK, (Reference(ReferenceKind.DOCUMENT, document),),
                self._slice(opener + 1, at),
            )  # fmt: skip
        return stop

    def _quoted(self, opener: int, at: int) -> int:
        """`[words]{https://…}`; 0 when it is none."""
        window = self._window(at + 1, opener + LIMIT - at - 1)
        found = shapes.BRACED_URL.match(window)
        if found is None:
            return _WAIT if not self._is_whole(opener) and shapes.BRACED_URL_UNDECIDED.fullmatch(window) else 0
        self._forget_tokens(opener)
        self._openers.clear()
        words = self._slice(opener + 1, at)
        reference = Reference(ReferenceKind.URL, found[1], grammar.one_line(words))
        return self._add(opener, at + 1 + found.end(), grammar.QUOTED_URL, (reference,), words)

    def _mark(self, opener: int, at: int, *, is_definition: bool) -> int:
        """A mark in brackets, or two; else text."""
        if is_definition or at + 1 - opener > MARK_LIMIT:
            return at + 1
        text = self._slice(opener, at + 1)
        read = grammar.bracketed(text)
        inner = self._waiting[-1] if read is None and self._waiting else None
        if inner is not None and inner.span.start > opener and shapes.is_doubled(text, inner.text):
            read = (grammar.DOUBLE if inner.form in (grammar.NUMBER, INDEX) else inner.form, inner.references)
        else:
            inner = None
        is_glued = opener == self._index_end or self._is_latin(opener - 1)
        if read is None:
            self._index_end = at + 1 if is_glued else self._index_end
            return at + 1
        form, references = read
        if form in (grammar.NUMBER, grammar.DOUBLE) and (is_glued or opener < self._run_end):
            is_index = self._is_index(opener)
            if is_index is None:
                return _WAIT
            form = INDEX if is_index else form
            self._index_end = at + 1 if is_index else self._index_end
        if inner is not None:
            self._waiting.pop()
        return self._add(opener, at + 1, form, references)

    def _is_latin(self, at: int) -> bool:
        return at >= 0 and shapes.LATIN.match(self._slice(at, at + 1)) is not None

    def _is_index(self, start: int) -> bool | None:
        """Whether a mark that is glued to a word is an index of it; None when more must come."""
        if start >= self._run_end:
            window = self._window(start, MARK_LIMIT)
            run = shapes.RUN.match(window)
            end = start + (run.end() if run else 0)
            tail = self._slice(end, min(self._high, start + MARK_LIMIT))
            if not self._is_whole(start, MARK_LIMIT) and shapes.RUN_UNDECIDED.fullmatch(tail):
                return None
            if not self._is_whole(end, shapes.AFTER_LENGTH):
                return None
            self._run_end, self._is_run_index = end, not shapes.ends_clause(self._window(end, shapes.AFTER_LENGTH))
        return self._is_run_index

    def _brace(self, at: int) -> int:
        window = self._window(at, MARK_LIMIT)
        found = shapes.BRACES.match(window)
        if found is None:
            is_open = not self._is_whole(at, MARK_LIMIT) and shapes.BRACES_UNDECIDED.fullmatch(window)
            return _WAIT if is_open else at + 1
        read = grammar.braced(found[0])
        return self._add(at, at + found.end(), *read) if read else at + 1

    def _hash(self, at: int) -> int:
        window = self._window(at, MARK_LIMIT)
        found = shapes.DOLLARS.match(window)
        if found is None:
            return _WAIT if not self._is_closed and shapes.DOLLARS_UNDECIDED.fullmatch(window) else at + 1
        reference = Reference(ReferenceKind.ID, str(int(found[1])))
        return self._add(at, at + found.end(), grammar.DOLLAR, (reference,))

    def _colon(self, at: int) -> int:
        window = self._window(at, 3)
        if window == "://":
            self._is_url = shapes.LETTER.match(self._slice(max(0, at - 1), at)) is not None
            return at + 3
        return _WAIT if not self._is_closed and "://".startswith(window) else at + 1

    def _lenticular(self, at: int) -> int:
        window = self._window(at, MARK_LIMIT)
        found = shapes.LENTICULAR.match(window)
        if found is None:
            is_open = not self._is_whole(at, MARK_LIMIT) and shapes.LENTICULAR_UNDECIDED.fullmatch(window)
            return _WAIT if is_open else at + 1
        references = grammar.lenticular(found[0])
        return self._add(at, at + found.end(), grammar.LENTICULAR, references) if references else at + 1

    def _private(self, at: int) -> int:
        window = self._window(at, MARK_LIMIT)
        found = shapes.PRIVATE.match(window)
        if found:
            return self._add(at, at + found.end(), *grammar.private(found[0]))
        if not self._is_whole(at, MARK_LIMIT) and shapes.PRIVATE_UNDECIDED.fullmatch(window):
            return _WAIT
        head = shapes.PRIVATE_HEAD.match(window)
        return self._add(at, at + (head.end() if head else 1), grammar.UNFINISHED)

    def _stray(self, at: int) -> int:
        return self._add(at, at + 1, grammar.UNFINISHED)
