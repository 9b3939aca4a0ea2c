"""A document made ready for one engine's search: where terms stand, and what follows a place."""

from __future__ import annotations

import sys
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import pairwise

from citegate.fragment.occurrences import Occurrences
from citegate.fragment.source_space import has_enough_space, with_single_spaces
from citegate.model import Block, Document, Engine, Span
from citegate.model.document import OTHER_TREE, WITHOUT_SIZE
from citegate.unicode.contraction import PARTING
from citegate.unicode.folded import Folded, find_term, fold, term_key
from citegate.unicode.whitespace import is_context_space
from citegate.unicode.words import is_word_boundary, is_word_bounded

SEPARATOR = PARTING  # stands between blocks while searching; no term holds it
REACH = 2048  # code points behind a match that its right word boundary may depend on, where the text is begun anew
MAX_REMEMBERED = 512  # terms whose places a page keeps; a builder asks for the same few again and again

BLANK = -1  # a block without text to land on
_SEPARATORS = ("P", "S", "Z", "Cf")  # punctuation, symbols, spaces, format characters: how their categories begin

Places = tuple[Span, ...]
Question = Callable[["Page", str, bool, bool], bool]
"""Something asked of a page about a term and its wanted edges."""


class Page:
    """The searchable text of a document for one engine, folded once; remembers where terms stand.

    Every offset is one of `document.text`.
    """

    def __init__(self, document: Document, engine: Engine) -> None:
        self.document = document
        self.engine = engine
        self._folded: Folded | None = None
        self._places: dict[tuple[str, bool, bool], Places] = {}
        self._starts: dict[tuple[str, bool, bool], frozenset[int]] = {}
        self._behind: dict[tuple[str, bool, bool], dict[int, int]] = {}
        self._by_start: dict[tuple[str, bool, bool], dict[int, Span]] = {}
        self._even: dict[tuple[str, bool, bool], bool] = {}
        self._meeting: set[tuple[str, bool, bool]] = set()
        """Terms of which two places lead to one offset."""
        self._asked: dict[tuple[Question, str, bool, bool], bool] = {}
        self._landings: list[int | None] | None = None
        self._landings_inside: dict[tuple[int, ...], dict[int, int | None]] = {}

    @cached_property
    def _numbers(self) -> tuple[int, ...]:
        """Which of the document's blocks are searched."""
        return tuple(number for number, block in enumerate(self.document.blocks) if block.is_searchable)

    @cached_property
    def _searchable_index(self) -> dict[int, int]:
        return {number: index for index, number in enumerate(self._numbers)}

    @property
    def text(self) -> str:
        """`Document.text`."""
        return self.document.text

    @property
    def folded(self) -> Folded:
        """The comparison form of the whole text, blocks kept apart."""
        if self._folded is None:
            joined = SEPARATOR.join(block.text for block in self.document.searchable)
            self._folded = fold(joined, self.engine)
        return self._folded

    def block_at(self, offset: int) -> int:
        """Which of `document.searchable` holds the offset; its end belongs to it."""
        return max(0, bisect_right(self.document.starts, offset) - 1)

    def block_span(self, index: int) -> Span:
        """Where the text of `document.searchable[index]` stands."""
        start = self.document.starts[index]
        return Span(start, start + len(self.document.searchable[index].text))

    def is_boundary(self, offset: int) -> bool:
        """UAX #29, as the engine sees it, in the block that holds the offset."""
        block, at = self._block_and_offset(offset)
        return at in block.word_bounds or is_word_boundary(block.text, at, self.engine)

    def is_bounded(self, span: Span, *, left: bool, right: bool) -> bool:
        """True when the wanted edges of the span are word boundaries."""
        block, start = self._block_and_offset(span.start)
        end = start + span.length
        if block.preceded and left:
            number = bisect_left(block.preceded, (start, ""))
            if number < len(block.preceded) and block.preceded[number][0] == start:
                before = block.preceded[number][1]
                if before and not is_word_boundary(before + block.text[start], 1, self.engine):
                    return False
                left = False
        if block.word_bounds:
            left, right = left and start not in block.word_bounds, right and end not in block.word_bounds
        return is_word_bounded(block.text, Span(start, end), self.engine, left=left, right=right)

    def _block_and_offset(self, offset: int) -> tuple[Block, int]:
        index = self.block_at(offset)
        return self.document.searchable[index], offset - self.document.starts[index]

    def occurrences(self, term: str) -> Iterator[Span]:
        """Every place inside one block that equals the term, ascending, word bounded or not."""
        if not self.document.searchable or SEPARATOR in term:
            return iter(())
        if self.engine.counts_source_spaces and (single := with_single_spaces(term)):
            found = self._find(single)
            return (span for span in found if has_enough_space(term, self.document, span))
        return self._find(term)

    def _find(self, term: str) -> Iterator[Span]:
        known = self._occurrences.places(term_key(term, self.engine))
        return find_term(term, self.folded, self.engine, known=known)

    @cached_property
    def _occurrences(self) -> Occurrences:
        return Occurrences(self.folded.key)

    def places(self, term: str, *, left: bool, right: bool) -> Places:
        """Every place of the term whose wanted edges are word boundaries, ascending."""
        key = (term, left, right)
        found = self._places.get(key)
        if found is None:
            if left and self.engine.separators_start_words and unicodedata.category(term[0]).startswith(_SEPARATORS):
                left = False
            spans = self.occurrences(term)
            if self._has_unmatched:
                spans = filter(self._begins_and_ends_in_view, spans)
            found = tuple(span for span in spans if self.is_bounded(span, left=left, right=right))
            if len(self._places) >= MAX_REMEMBERED:
                self._places.clear()
            self._places[key] = found
        return found

    @cached_property
    def _has_unmatched(self) -> bool:
        return any(block.unmatched for block in self.document.searchable)

    def _begins_and_ends_in_view(self, span: Span) -> bool:
        """False when the first or the last character is hidden text, which a match may only cross."""
        block, start = self._block_and_offset(span.start)
        last = start + span.length - 1
        return not any(low <= start < high or low <= last < high for low, high in block.unmatched)

    def starts(self, term: str, *, left: bool, right: bool) -> frozenset[int]:
        """Where the places of the term begin."""
        key = (term, left, right)
        if key not in self._starts:
            if len(self._starts) >= MAX_REMEMBERED:
                self._starts.clear()
            self._starts[key] = frozenset(span.start for span in self.places(term, left=left, right=right))
        return self._starts[key]

    def landings(self, term: str, *, left: bool, right: bool) -> dict[int, int]:
        """Where text goes on behind each place of the term, with the place's start."""
        key = (term, left, right)
        if key not in self._behind:
            if len(self._behind) >= MAX_REMEMBERED:
                self._behind.clear()
                self._meeting.clear()
            found: dict[int, int] = {}
            for span in self.places(term, left=left, right=right):
                at = self.next_non_whitespace_position(span.end)
                if at in found:
                    self._meeting.add(key)
                if at is not None:
                    found[at] = span.start
            self._behind[key] = found
        return self._behind[key]

    def lands_evenly(self, term: str, *, left: bool, right: bool) -> bool:
        """True when behind each place of the term text goes on further on than behind the one before, and not within
        a word where the engine begins anew: then what follows the places may be asked in any order.
        """
        key = (term, left, right)
        if key not in self._even:
            if len(self._even) >= MAX_REMEMBERED:
                self._even.clear()
            landings = self.landings(term, left=left, right=right)
            starts, offsets = list(landings.values()), list(landings)
            self._even[key] = (
                all(one < other for one, other in pairwise(offsets))
                and all(one < other for one, other in pairwise(starts))
                and not (self.engine.searches_anew and not all(map(self.is_boundary, offsets)))
                and key not in self._meeting
            )
        return self._even[key]

    def remember(self, question: Question, term: str, left: bool, right: bool) -> bool:
        """What `question(self, term, left, right)` says, asked once."""
        key = (question, term, left, right)
        if key not in self._asked:
            if len(self._asked) >= MAX_REMEMBERED:
                self._asked.clear()
            self._asked[key] = question(self, term, left, right)
        return self._asked[key]

    def spans(self, term: str, *, left: bool, right: bool) -> dict[int, Span]:
        """The places of the term by where they begin."""
        key = (term, left, right)
        if key not in self._by_start:
            if len(self._by_start) >= MAX_REMEMBERED:
                self._by_start.clear()
            self._by_start[key] = {span.start: span for span in self.places(term, left=left, right=right)}
        return self._by_start[key]

    def place_at(self, term: str, offset: int, *, right: bool) -> Span | None:
        """The place of the term that begins at `offset`, to which a search has come; bounded on the right if wanted.

        Within a word it matters that Chromium searches the text from there on: `can-,'` finds the apostrophe of
        `can't`, for in `'t` it is a word by itself; and a vowel sign can be found behind its letter.
        """
        if self.engine.searches_anew and not self.is_boundary(offset):
            return self._place_in_rest(term, offset, right=right)
        return self.spans(term, left=False, right=right).get(offset)

    def _place_in_rest(self, term: str, offset: int, *, right: bool) -> Span | None:
        index = self.block_at(offset)
        text = self.document.searchable[index].text
        at = offset - self.document.starts[index]
        rest = text[at : at + 8 * len(term) + 64]
        found = next(find_term(term, fold(rest, self.engine), self.engine), None)
        if found is None or found.start:
            return None
        if right and not is_word_boundary(text[at : at + found.end + REACH], found.end, self.engine):
            return None
        return Span(offset, offset + found.end)

    def next_non_whitespace_position(self, offset: int) -> int | None:
        """Where text goes on behind `offset`, white space and what is stepped over left out.

        None when there is no such place, or when something that is not searched stands before it.
        https://wicg.github.io/scroll-to-text-fragment/#next-non-whitespace-position
        """
        index = self.block_at(offset)
        block = self.document.searchable[index]
        start = self.document.starts[index]
        if OTHER_TREE in block.closed:
            return None
        if WITHOUT_SIZE not in block.closed:
            inside = self._skip(block, offset - start)
            if any(offset - start <= barrier <= inside for barrier in block.barriers):
                return None
            if inside < len(block.text):
                return start + inside
        return self._landing(self._numbers[index] + 1, block.closed)

    def is_in_other_tree(self, offset: int) -> bool:
        """True in a shadow tree or a text field, for an engine whose search does not go on from there."""
        return OTHER_TREE in self.document.searchable[self.block_at(offset)].closed

    def _skip(self, block: Block, at: int) -> int:
        """The first offset from `at` on with text that is neither white space nor looked through."""
        while True:
            at = self._skip_space(block.text, at)
            end = max(_end_of_piece(block.unmatched, at), _end_of_piece(block.passed_over, at))
            if end == at:
                return at
            at = end

    def _skip_space(self, text: str, at: int) -> int:
        while at < len(text) and is_context_space(text[at], self.engine):
            at += 1
        return at

    def _landing(self, number: int, closed: tuple[int, ...]) -> int | None:
        """Where text begins in `document.blocks[number:]`, for a search that comes from inside these closed boxes."""
        if self._landings is None:
            self._landings = self._all_landings()
        if not closed:
            return self._landings[number]
        passed, at = [], number
        known = self._landings_inside.setdefault(closed, {})
        while at not in known:
            block = self.document.blocks[at] if at < len(self.document.blocks) else None
            if block is None or block.closed[:1] != closed[:1]:
                known[at] = self._landings[at]
            elif not _is_open_to(block, closed):
                passed.append(at)
                at += 1
            else:
                landing = self._own_landing(at)
                if landing == BLANK:
                    passed.append(at)
                    at += 1
                else:
                    known[at] = landing
        known.update(dict.fromkeys(passed, known[at]))
        return known[number]

    def _own_landing(self, number: int) -> int | None:
        """Where text begins in one block that is not stepped over; None at an obstacle, BLANK where there is none."""
        block = self.document.blocks[number]
        if not block.is_searchable:
            return None
        inside = self._skip(block, 0)
        if any(barrier <= inside for barrier in block.barriers):
            return None
        return BLANK if inside == len(block.text) else self.document.starts[self._searchable_index[number]] + inside

    def _all_landings(self) -> list[int | None]:
        blocks = self.document.blocks
        landings: list[int | None] = [None] * (len(blocks) + 1)
        for number in range(len(blocks) - 1, -1, -1):
            own = BLANK if blocks[number].is_stepped_over else self._own_landing(number)
            landings[number] = landings[number + 1] if own == BLANK else own
        return landings


def _end_of_piece(pieces: tuple[tuple[int, int], ...], at: int) -> int:
    """The end of the piece of text that holds the offset, or the offset where none does; the pieces ascend."""
    number = bisect_right(pieces, (at, sys.maxsize)) - 1
    return max(at, pieces[number][1]) if number >= 0 else at


def _is_open_to(block: Block, closed: tuple[int, ...]) -> bool:
    """True when a search from inside these closed boxes does not step over the block."""
    own = block.closed
    return (not block.is_stepped_over) or (bool(own) and WITHOUT_SIZE not in own and own == closed[: len(own)])
