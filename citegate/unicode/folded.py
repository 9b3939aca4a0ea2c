"""The comparison form of a text, with its map back to the source; where a term equals a text."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate

from citegate.model.engine import Engine
from citegate.model.span import Span
from citegate.unicode.accents import meets_accents
from citegate.unicode.characters import character_key, character_lengths, term_character_key, whole_match
from citegate.unicode.contraction import IGNORABLE_ASCII, ONE, lengths_of, reading_end, symbols_of
from citegate.unicode.graphemes import Graphemes
from citegate.unicode.kana import has_kana, kana_key
from citegate.unicode.table import table


class Folded:
    """The comparison form of a run of text. The map back is made when the first candidate is found."""

    __slots__ = ("_ends", "_graphemes", "_mapped", "_starts", "is_collated", "is_plain", "key", "text")

    text: str
    """The run."""
    key: str
    """What is compared: pieces of two keys are equal where the engine holds the texts for equal."""
    is_plain: bool
    """Each code point has one symbol and is a grapheme cluster by itself."""
    is_collated: bool
    """The key is made of collation symbols; otherwise of folded characters."""

    def __init__(self, text: str, key: str, is_plain: bool, is_collated: bool = True) -> None:
        self.text = text
        self.is_collated = is_collated
        self.key = key
        self.is_plain = is_plain
        self._mapped = is_plain
        self._starts: array[int] | None = None
        self._ends: dict[int, int] = {}
        self._graphemes: Graphemes | None = None

    def __reduce__(self) -> tuple[type[Folded], tuple[str, str, bool, bool]]:
        return Folded, (self.text, self.key, self.is_plain, self.is_collated)

    def __repr__(self) -> str:
        return f"Folded({self.text!r})"

    def _map(self) -> None:
        """Make the map: for each code point of the text, the symbols before it."""
        if self.is_collated:
            lengths, self._ends = lengths_of(self.text)
        else:
            lengths = character_lengths(self.text)
        if lengths.count(ONE) != len(lengths):
            self._starts = array("L", accumulate(_numbers(lengths), initial=0))
        self._mapped = True

    def key_offset(self, offset: int) -> int:
        """How many symbols stand before an offset of the text."""
        if not self._mapped:
            self._map()
        return offset if self._starts is None else self._starts[offset]

    def _owner(self, symbol: int) -> tuple[int, int]:
        """Where ICU says that a symbol begins and ends.

        The second and later symbols of one code point begin and end behind it.
        """
        if self._starts is None:
            return symbol, symbol + 1
        place = bisect_right(self._starts, symbol) - 1
        end = self._ends.get(place, place + 1)
        if end < 0:
            return -end, -end
        return (place if self._starts[place] == symbol else end), end

    def bounds(self, first: int, stop: int) -> Span | None:
        """The piece of text from symbol `first` up to symbol `stop`, or None where a match may not begin or end.

        These are the conditions of ICU's `usearch_search`.
        """
        if not self._mapped:
            self._map()
        if not self.is_collated:
            return Span(self._owner(first)[0], self._owner(stop - 1)[1])
        text = self.text
        if self._graphemes is None:
            self._graphemes = Graphemes(text)
        graphemes = self._graphemes
        start, first_end = self._owner(first)
        if start == first_end or not graphemes.is_boundary(start):
            return None
        last_start, last_end = self._owner(stop - 1)
        within = False
        limit = len(text)
        if stop < len(self.key):
            limit, next_end = self._owner(stop)
            if limit == next_end:
                return None
            within = limit >= last_end and _is_normalization_boundary(text, limit)
        end = limit
        if last_start < limit:
            if last_start == last_end and graphemes.is_boundary(last_start):
                end = last_start
            else:
                following = graphemes.following(last_start)
                if following >= last_end and (not within or following < limit):
                    end = following
        if not within and (end > limit or not graphemes.is_boundary(end)):
            return None
        return Span(start, end)


def _numbers(lengths: str) -> Iterable[int]:
    """The lengths that these characters stand for."""
    try:
        return lengths.encode("latin-1")  # a third of the time of asking each character
    except UnicodeEncodeError:
        return map(ord, lengths)


def _is_normalization_boundary(text: str, offset: int) -> bool:
    held = table()
    return text[offset] not in held.nonstarters or text[offset - 1] not in held.trailing


def is_found_again(folded: Folded, span: Span) -> bool:
    """True when ICU's search finds the same match again for ever, so that a browser hangs if it refuses the match.

    The search begins anew one UTF-16 unit after the match. When the match begins outside the Basic Multilingual Plane,
    with a contraction, or with a letter whose marks are out of order, that is no place to begin and it steps back.
    A match that ends with the run is never followed by another.
    """
    if span.end >= len(folded.text):
        return False
    return folded.text[span.start] > "\uffff" or reading_end(folded.text, span.start) > span.start + 1


def fold(text: str, engine: Engine) -> Folded:
    """The comparison form of a run of text for an engine."""
    if not engine.compares_by_collation:
        key = character_key(text)
        return Folded(text, key, text.isascii() and len(key) == len(text), False)
    if text.isascii() and not IGNORABLE_ASCII.search(text):
        return Folded(text, text.lower(), "\r" not in text)
    return Folded(text, symbols_of(text), False)


@lru_cache(maxsize=4096)
def term_key(term: str, engine: Engine) -> str:
    """What a term is compared by; "" when it has nothing but characters that are ignored."""
    return fold(term, engine).key if engine.compares_by_collation else term_character_key(term)


def find_term(
    term: str,
    folded: Folded,
    engine: Engine,
    start: int = 0,
    end: int | None = None,
    known: Iterable[int] | None = None,
) -> Iterator[Span]:
    """Every place where the term equals the text, ascending, overlapping ones too; word boundaries are not asked.

    The spans lie within `start` and `end`, and begin and end on whole characters as the engine's search does.
    A term that has only ignorable characters is found nowhere. `known` are the places of the term's key in the text's,
    ascending, where the caller has them already.
    """
    wanted = term_key(term, engine)
    key = folded.key
    if not wanted or len(wanted) > len(key):
        return
    end = len(folded.text) if end is None else end
    kana = kana_key(term) if has_kana(term) else None
    first = folded.key_offset(start) if start else 0
    limit = folded.key_offset(end) if end < len(folded.text) else len(key)
    for at in _places(key, wanted, first, limit) if known is None else known:
        span = Span(at, at + len(wanted)) if folded.is_plain else folded.bounds(at, at + len(wanted))
        if span is None or span.start < start or span.end > end:
            continue
        found = folded.text[span.start : span.end]
        if not engine.compares_by_collation:
            whole = whole_match(term, folded.text, span)
            if whole is not None:
                yield whole
            continue
        if kana is not None and kana != kana_key(found):
            continue
        if engine.counts_accents_of_term and not meets_accents(term, found):
            continue
        yield span


def _places(key: str, wanted: str, at: int, limit: int) -> Iterator[int]:
    while (at := key.find(wanted, at, limit)) >= 0:
        yield at
        at += 1
