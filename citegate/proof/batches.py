"""Which questions one page load can answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from citegate.fragment.syntax import DELIMITER
from citegate.model import Engine
from citegate.model.proof import Question

MAX_FRAGMENT = 6_000  # characters of a URL; servers and logs are not asked for more


@dataclass(frozen=True, slots=True)
class Batch:
    """Directives of one page that are asked in one load."""

    url: str
    questions: tuple[Question, ...]
    tries: int = 0
    """How often they were asked before."""

    @property
    def fragment(self) -> str:
        """All directives as one fragment."""
        return DELIMITER + "&".join(question.directive for question in self.questions)


def batches(questions: Iterable[Question], engine: Engine, at_most: int = 0) -> list[Batch]:
    """The questions in loads, each load with directives of one page that the engine tells apart.

    At most `at_most` in a load, or as many as the engine reads. Equal directives, ASCII case aside, are dropped by
    browsers and so never share a load. Neither do directives that should find something and such that should not:
    a browser goes on searching while one is not found.
    """
    size = at_most or engine.max_directives or 1
    waiting: dict[tuple[str, bool], list[list[Question]]] = {}
    for question in questions:
        key = question.url, question.expected is None
        for load in waiting.setdefault(key, []):
            if _fits(question, load, size):
                load.append(question)
                break
        else:
            waiting[key].append([question])
    return [Batch(url, tuple(load)) for (url, _), loads in waiting.items() for load in loads]


def _fits(question: Question, load: list[Question], size: int) -> bool:
    if len(load) >= size or sum(len(each.directive) + 1 for each in load) + len(question.directive) > MAX_FRAGMENT:
        return False
    return all(each.directive.lower() != question.directive.lower() for each in load)
