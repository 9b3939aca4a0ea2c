"""How much context tells a place from its repeats: the fewest words before it, behind it, or both."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from citegate.fragment.context import words_after, words_before
from citegate.fragment.join import shared
from citegate.fragment.page import Page, Places
from citegate.model import Span

MAX_BOTH = 12  # counts of words behind the passage that are combined with words before it


@dataclass(frozen=True, slots=True)
class Target:
    """A passage in the text of one engine."""

    page: Page
    span: Span


def contexts(targets: Sequence[Target], first: str, last: str) -> Iterator[tuple[str | None, str | None]]:
    """Pairs of prefix and suffix that should single the target out, the shortest kinds first.

    `first` and `last` are the directive's start and end terms (the same one for an exact text). What comes
    out is likely, not proved: the builder resolves each pair. A single word of suffix, of prefix, and of
    both is offered even where nothing repeats, since context also frees the edges from word boundaries.
    """
    target = targets[0]
    suffixes = words_after(target.page, target.span.end)
    prefixes = words_before(target.page, target.span.start)
    rivals = [_Rivals(item, first, last) for item in targets]
    behind = _fewest(len(suffixes), lambda count: not any(r.after(suffixes[count - 1]) for r in rivals))
    before = _fewest(len(prefixes), lambda count: not any(r.before(prefixes[count - 1]) for r in rivals))
    single: list[tuple[int, str | None, str | None]] = []
    if behind:
        single.append((len(suffixes[behind - 1]), None, suffixes[behind - 1]))
    if before:
        single.append((len(prefixes[before - 1]), prefixes[before - 1], None))
    for _, prefix, suffix in sorted(single, key=lambda item: item[0]):
        yield prefix, suffix
    if first == last:
        yield from _both(prefixes, suffixes, rivals)
    elif behind and before:
        yield prefixes[before - 1], suffixes[behind - 1]
    if suffixes and behind != 1:
        yield None, suffixes[0]
    if prefixes and before != 1:
        yield prefixes[0], None


def _both(
    prefixes: Sequence[str], suffixes: Sequence[str], rivals: Sequence[_Rivals]
) -> Iterator[tuple[str | None, str | None]]:
    pairs: list[tuple[int, str, str]] = []
    if not prefixes or not suffixes or any(r.after(suffixes[-1]) & r.before(prefixes[-1]) for r in rivals):
        return  # not even all words on both sides tell the passage apart
    for count in _steps(len(suffixes))[:MAX_BOTH]:
        suffix = suffixes[count - 1]
        left = [r.after(suffix) for r in rivals]

        def is_enough(words: int, left: Sequence[frozenset[int]] = left) -> bool:
            return not any(kept & r.before(prefixes[words - 1]) for kept, r in zip(left, rivals, strict=True))

        words = _fewest(len(prefixes), is_enough)
        if words:
            pairs.append((len(prefixes[words - 1]) + len(suffix), prefixes[words - 1], suffix))
    for _, prefix, suffix in sorted(pairs)[:3]:
        yield prefix, suffix


def _steps(most: int) -> list[int]:
    """1, 2, 3, 4, 6, 8, 12 … up to `most`, which is always there."""
    steps = [step for power in range(12) for step in (2**power, 3 * 2**power) if step <= most]
    return sorted({*steps, most} - {0})


def _fewest(most: int, is_enough: Callable[[int], bool]) -> int:
    """The least count from 1 to `most` that is enough; 0 when none is. More words never are less enough."""
    if not most or not is_enough(most):
        return 0  # asked first: where thousands of places are alike, fewer words need not be tried
    low = 0
    for step in _steps(most):
        if is_enough(step):
            break
        low = step
    high = step
    while high - low > 1:
        middle = (low + high) // 2
        if is_enough(middle):
            high = middle
        else:
            low = middle
    return high


class _Rivals:
    """The other places of a passage's terms in one engine, told by where they start.

    For a range the places of its start term count as rivals before, those of its end term as rivals behind.
    """

    def __init__(self, target: Target, first: str, last: str) -> None:
        self._page = target.page
        self._target = target.span
        self._is_range = first != last
        self._first = first
        self._last = last
        self._behind: dict[str, frozenset[int]] = {}
        self._ahead: dict[str, frozenset[int]] = {}
        self._own = {
            span.start
            for term, left, right in ((last, self._is_range, False), (first, False, self._is_range))
            for span in _near(self._page.places(term, left=left, right=right), self._target)
            if self._is_own(span)
        }

    def after(self, suffix: str) -> frozenset[int]:
        """Starts of the rivals that the suffix follows too."""
        if suffix not in self._behind:
            starts = self._page.starts(suffix, left=False, right=True)
            landings = self._page.landings(self._last, left=self._is_range, right=False)
            met = (landings[at] for at in shared(landings, starts))
            self._behind[suffix] = frozenset(met).difference(self._own)
        return self._behind[suffix]

    def before(self, prefix: str) -> frozenset[int]:
        """Starts of the rivals that the prefix precedes too."""
        if prefix not in self._ahead:
            starts = self._page.starts(self._first, left=False, right=self._is_range)
            landings = self._page.landings(prefix, left=True, right=False)
            self._ahead[prefix] = frozenset(shared(landings, starts)).difference(self._own)
        return self._ahead[prefix]

    def _is_own(self, span: Span) -> bool:
        if self._is_range:
            return span.start == self._target.start or span.end == self._target.end
        return abs(span.start - self._target.start) <= 1 and abs(span.end - self._target.end) <= 1


def _near(places: Places, target: Span) -> Iterator[Span]:
    """Of places that ascend, those that begin or end beside the target's start or end."""
    first = bisect_left(places, target.start - 1, key=_start)
    last = bisect_right(places, target.start + 1, key=_start)
    yield from places[first:last]
    first = max(last, bisect_left(places, target.end - 1, key=_end))
    yield from places[first : bisect_right(places, target.end + 1, key=_end)]


def _start(span: Span) -> int:
    return span.start


def _end(span: Span) -> int:
    return span.end
