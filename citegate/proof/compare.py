"""Whether what a browser indicates is what was expected, and where it was."""

from __future__ import annotations

from dataclasses import dataclass

from citegate.model.proof import Expected, Outcome
from citegate.unicode.seen import seen

CONTEXT = 48  # seen characters on each side that are compared
ENOUGH = 10  # of them that must agree on one side, or all there are


@dataclass(frozen=True, slots=True)
class Indicated:
    """What a browser reads back of one directive."""

    text: str
    """The range's text, hidden text between its ends included."""
    before: str
    """Seen characters that stand before it and are displayed, at most CONTEXT."""
    after: str
    """Seen characters behind it."""
    offset: int | None
    """Seen characters of the body's text before it; None when it does not begin in a text node of the body."""


def outcome(expected: Expected | None, indicated: Indicated | None, *, is_scripted: bool) -> Outcome:
    """What the browser did, beside what was expected."""
    if expected is None:
        return Outcome.AS_EXPECTED if indicated is None else Outcome.UNEXPECTED
    if indicated is None:
        return Outcome.NOTHING
    if not seen(indicated.text):
        return Outcome.LOST  # the range collapsed before it was read: what it held is gone
    is_same = is_same_text(expected.text, indicated.text) and is_same_place(expected, indicated, is_scripted)
    return Outcome.AS_EXPECTED if is_same else Outcome.ELSEWHERE


def is_same_text(expected: str, found: str) -> bool:
    """True when the words are the same; the browser's may have hidden text among them.

    Case and form are not compared: the browser gives the text of the source, before `text-transform`.
    """
    short, long = seen(expected).casefold(), seen(found).casefold()
    if short == long:
        return True
    if not short or not long or short[0] != long[0] or short[-1] != long[-1]:
        return False
    rest = iter(long)
    return all(char in rest for char in short)


def is_same_place(expected: Expected, indicated: Indicated, is_scripted: bool) -> bool:
    """True when the two begin at the same place: by count where the page is as served, else by what is around."""
    if expected.offset is not None and indicated.offset is not None:
        if expected.offset == indicated.offset:
            return True
        if not is_scripted:
            return False
    before = _agree(seen(expected.before)[::-1], indicated.before[::-1])
    return before or _agree(seen(expected.after), indicated.after)


def _agree(one: str, other: str) -> bool:
    one, other = one.casefold(), other.casefold()
    size = min(ENOUGH, max(len(one), len(other)))
    return one[:size] == other[:size]
