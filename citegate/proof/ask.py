"""Ask a real browser, by its engine's name, and count how often it does what was expected."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from citegate.model.proof import Answer, Outcome, Question
from citegate.proof.chromium import ask_chromium
from citegate.proof.firefox import ask_firefox
from citegate.proof.server import Serve, SiteServer
from citegate.proof.webkit import ask_webkit

ENDED = 128  # and the number of the signal: the exit code of a program that a signal has ended

Ask = Callable[[Sequence[Question], str, Path | None, Callable[[Answer], None]], str]

BROWSERS: dict[str, Ask] = {"chromium": ask_chromium, "firefox": ask_firefox, "webkit": ask_webkit}
"""An engine's name to what asks its browser."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What one browser said."""

    browser: str
    """Its name and version."""
    answers: tuple[Answer, ...]
    """One for each question, in their order."""

    @property
    def agreed(self) -> int:
        """How many answers are as expected."""
        return sum(1 for answer in self.answers if answer.outcome is Outcome.AS_EXPECTED)


def ask_browser(
    name: str,
    questions: Sequence[Question],
    serve: Serve,
    pictures: Path | None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Proof:
    """Open every distinct page and directive. Raises MissingBrowser and MissingExtra.

    Pictures of pages with which something is wrong go into the folder `pictures`. Of equal questions one is asked.
    """
    distinct = {_key(question): question for question in reversed(questions)}
    answers: dict[tuple[str, str], Answer] = {}

    def told(answer: Answer) -> None:
        answers[_key(answer.question)] = answer
        progress(len(answers), len(distinct))

    asked = list(reversed(distinct.values()))
    with _ending_in_order(), SiteServer(serve) as server:
        browser = BROWSERS[name](asked, server.origin, pictures, told)
    return Proof(browser, tuple(answers[_key(question)] for question in asked))


@contextmanager
def _ending_in_order() -> Iterator[None]:
    """Let a request to end (SIGTERM) end the browser first."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(ENDED + number))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def agreement(proof: Proof) -> str:
    """How many links the browser took as predicted, in one line."""
    total = len(proof.answers)
    return f"{proof.browser}: {proof.agreed:,} of {total:,} link{'s' * (total != 1)} as predicted"


def _key(question: Question) -> tuple[str, str]:
    return question.url, question.directive
