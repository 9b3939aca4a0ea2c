"""Question, Answer: what a real browser is asked about a link, and what it says."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from citegate.model.citation import Citation


@dataclass(frozen=True, slots=True)
class Expected:
    """The place that a directive should indicate."""

    text: str
    """The words, as rendered."""
    before: str
    """What stands before them on the page, as far as it is compared."""
    after: str
    """What stands behind them."""
    offset: int | None = None
    """Seen characters of the served body's text before the place; None where the place has no such offset."""


@dataclass(frozen=True, slots=True)
class Question:
    """One directive of one page."""

    url: str
    """URL path of the page as it is served."""
    directive: str
    """`text=…` as it stands in the URL."""
    expected: Expected | None
    """None when the static verdict is that nothing is indicated."""
    citation: Citation
    """The first citation that asks."""


class Outcome(enum.StrEnum):
    """What a browser did with a directive, beside what was expected of it."""

    AS_EXPECTED = "as_expected"
    NOTHING = "nothing"
    """Nothing is indicated, and a passage was expected."""
    ELSEWHERE = "elsewhere"
    """Another place is indicated."""
    LOST = "lost"
    """The passage was indicated, and then scripts took it away."""
    UNEXPECTED = "unexpected"
    """A passage is indicated, and nothing was expected."""
    NO_ANSWER = "no_answer"
    """The browser hung or crashed, twice."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What one browser says to one question."""

    question: Question
    browser: str
    """Its name and version."""
    outcome: Outcome
    text: str = ""
    """The words that it indicates; "" for none."""
    is_scripted: bool = False
    """True when the page runs scripts, so that it may differ from what is served."""
    screenshot: str = ""
    """The name of the file with a picture of the page; "" for none."""
    detail: str = ""
    """What went wrong, when there is no answer."""
