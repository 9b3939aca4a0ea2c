"""Exact look-up, then approximate: where a quotation that no browser finds may have come from."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from citegate.index.passages import block_number, block_span
from citegate.model import Block, BlockKind, Document, Match, Span
from citegate.unicode.normalize import normalized

MAX_LENGTH = 5_000  # code points of a quotation of which something close is looked for; the work grows with its square
MIN_SIMILARITY = 0.5  # below, two texts share little more than the letters of their language
MIN_LEAD = 0.04  # by which the closest passage is closer than the next: about one word in twenty
REACH = 0.6  # of the quotation's length, by which the closest passage may be longer at either end
SAME_EDGE = 2.0  # per cent by which a run is better that begins, or ends, with the same word
MIN_KNOWN_SHARE = 0.4  # of a quotation that must stand around unknown content before that is taken for the cause

_LINK = re.compile(r"!?\[([^\]\n]*)\]\([^)\n]*\)")
_MARKS = re.compile(r"\*{1,3}|_{2,3}|~~|`+|==|<[^<>\n]{1,80}>|^\s*(?:#{1,6}|>|[-*+]|\d+[.)])\s+", re.MULTILINE)
_WORD = re.compile(r"\S+")
_TOKEN = re.compile(r"[぀-ヿ㐀-鿿฀-๿]|\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Hidden:
    """A quotation that stands in text which is not searched."""

    block: Block
    reason: str


@dataclass(frozen=True)
class Lookup:
    """The text of one document, ready for questions about quotations that are not found in it."""

    document: Document

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Each searchable block, normalized."""
        return tuple(normalized(block.text) for block in self.document.searchable)

    @cached_property
    def joined(self) -> str:
        """All keys without their spaces: who quotes over the end of a block may write a space there, or none."""
        return "".join(self.keys).replace(" ", "")

    @cached_property
    def key_starts(self) -> tuple[int, ...]:
        """For each key, where it starts in `joined`."""
        starts, at = [], 0
        for key in self.keys:
            starts.append(at)
            at += len(key) - key.count(" ")
        return tuple(starts)

    @cached_property
    def lowered(self) -> str:
        """The document's text in lower case, code point by code point."""
        return lowered(self.document.text)

    def crossing(self, quote: str) -> tuple[Span, ...]:
        """The pieces of `Document.text`, one for each block, that the quotation runs over; () when it is not there.

        One piece only means that a line break inside a block cuts the quotation.
        """
        key = normalized(quote).replace(" ", "")
        at = self.joined.find(key) if key else -1
        if at < 0:
            return ()
        end = at + len(key)
        first = bisect_right(self.key_starts, at) - 1
        last = bisect_right(self.key_starts, end - 1) - 1
        pieces = []
        for number in range(first, last + 1):
            start = self.key_starts[number]
            size = len(self.keys[number]) - self.keys[number].count(" ")
            if size:
                pieces.append(self._piece(number, max(0, at - start), min(size, end - start)))
        return tuple(pieces)

    def _piece(self, number: int, low: int, high: int) -> Span:
        """In `Document.text`, the characters `low` to `high` of a block's key, spaces not counted.

        Where the key is longer or shorter than the text, the whole words.
        """
        key, block = self.keys[number], block_span(self.document, number)
        shown = [offset for offset in range(block.start, block.end) if not self.document.text[offset].isspace()]
        if len(shown) == len(key) - key.count(" "):
            return Span(shown[low], shown[high - 1] + 1)
        places = [offset for offset, char in enumerate(key) if char != " "]
        words = list(_WORD.finditer(self.document.text, block.start, block.end))
        first, last = key.count(" ", 0, places[low]), key.count(" ", 0, places[high - 1])
        return Span(words[first].start(), words[last].end()) if last < len(words) else block

    def hidden(self, quote: str) -> Hidden | None:
        """The first block that holds the quotation and is not searched, or unknown content that cuts it."""
        key = normalized(quote)
        if not key:
            return None
        for block in self.document.blocks:
            if not block.is_searchable and block.text and key in normalized(block.text):
                return Hidden(block, block.reason)
        for before, block, after in neighbours(self.document.blocks):
            if block.kind is BlockKind.OPAQUE and surrounds(key, normalized(before.text), normalized(after.text)):
                return Hidden(block, block.reason or "its content is known only once the page is built")
        return None

    def closest(self, quote: str) -> Match | None:
        """The passage inside one block that is most like the quotation, from `MIN_SIMILARITY` on."""
        return self._closest(quote, self.lowered)

    def is_clearly_closest(self, quote: str, best: Match) -> bool:
        """True when no other place of the document comes near the one that was found."""
        rest = self.lowered
        masked = rest[: best.span.start] + "\0" * best.span.length + rest[best.span.end :]
        other = self._closest(quote, masked)
        return other is None or other.similarity <= best.similarity - MIN_LEAD

    def _closest(self, quote: str, text: str) -> Match | None:
        from rapidfuzz import fuzz  # noqa: PLC0415 - 25 ms, and only for a fault

        needle = lowered(" ".join(quote.split()))
        if not needle or not text or len(needle) > MAX_LENGTH:
            return None
        aligned = fuzz.partial_ratio_alignment(needle, text)
        if aligned is None or aligned.dest_end <= aligned.dest_start:
            return None
        found = Span(aligned.dest_start, aligned.dest_end)
        # a needle longer than the page is aligned the other way round: all of the page then answers to a part of it
        within = self._main_block(found if len(needle) <= len(text) else Span(0, len(text)))
        span = best_fit(needle, text, found, within)
        similarity = fuzz.ratio(needle, text[span.start : span.end]) / 100
        return Match(self.document.url, span, similarity) if similarity >= MIN_SIMILARITY else None

    def _main_block(self, span: Span) -> Span:
        """The block that holds most of a piece of `Document.text`."""
        first, last = (
            block_number(self.document, span.start),
            block_number(self.document, max(span.start, span.end - 1)),
        )
        blocks = [block_span(self.document, number) for number in range(first, last + 1)]
        return max(blocks, key=lambda block: min(block.end, span.end) - max(block.start, span.start))


def lowered(text: str) -> str:
    """The text in lower case with every code point in its place."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(char.lower() if len(char.lower()) == 1 else char for char in text)


def best_fit(needle: str, text: str, found: Span, within: Span) -> Span:
    """The run of whole words inside `within` that is most like `needle`; `found` is where to look."""
    from rapidfuzz import fuzz  # noqa: PLC0415 - 25 ms, and only for a fault

    reach = int(len(needle) * REACH) + 1
    low = max(within.start, min(found.start, within.end) - reach)
    high = min(within.end, max(found.end, within.start) + reach)
    tokens = [Span(match.start() + low, match.end() + low) for match in _TOKEN.finditer(text[low:high])]
    if low > within.start and tokens and text[low - 1].isalnum():
        tokens = tokens[1:] or tokens
    if high < within.end and tokens and text[high].isalnum():
        tokens = tokens[:-1] or tokens
    if not tokens:
        return Span(low, high)

    edges = _TOKEN.findall(needle)
    first, last = (edges[0], edges[-1]) if edges else ("", "")

    def score(start: int, end: int) -> float:
        same = text.startswith(first, start) + text.endswith(last, start, end)
        return float(fuzz.ratio(needle, text[start:end])) + same * SAME_EDGE

    end = min((token.end for token in tokens), key=lambda edge: abs(edge - found.end))
    start = found.start
    for _ in range(2):  # the best end depends on the start, and the other way round; twice is enough
        start = max((t.start for t in tokens if t.start < end), key=lambda edge: score(edge, end), default=low)
        end = max((t.end for t in tokens if t.end > start), key=lambda edge: score(start, edge), default=high)
    return Span(start, end)


def without_marks(quote: str) -> str:
    """A quotation without the Markdown and HTML that a reader does not see."""
    return _MARKS.sub("", _LINK.sub(r"\1", quote)).strip()


def neighbours(blocks: tuple[Block, ...]) -> Iterator[tuple[Block, Block, Block]]:
    """Each block with the one before and the one after it."""
    return zip(blocks, blocks[1:], blocks[2:], strict=False)


def surrounds(key: str, before: str, after: str) -> bool:
    """True when a quotation begins as one block ends and ends as another begins, with something between."""
    head = next((size for size in range(min(len(key), len(before)), 0, -1) if before.endswith(key[:size])), 0)
    tail = next((size for size in range(min(len(key), len(after)), 0, -1) if after.startswith(key[-size:])), 0)
    return head + tail < len(key) and head > 0 and tail > 0 and (head + tail) / len(key) >= MIN_KNOWN_SHARE
