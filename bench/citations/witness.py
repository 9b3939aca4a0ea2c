"""Chromium's answer to the sampled passages and to the links that were made for them, where documents are HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from urllib.parse import quote

from bench.conformance.ask import ask_all

PER_LINK = 16  # valid directives of one link that Chromium reads


@dataclass(frozen=True, slots=True)
class Question:
    """One directive on one page."""

    number: int
    """Of the citation."""
    path: Path
    directive: str
    """As it stands in a link: text=…"""
    passage: str


def bare_directive(passage: str) -> str:
    """The directive of the passage alone, everything encoded that means something."""
    return "text=" + quote(passage, safe="").replace("-", "%2D")


def indicated(questions: Sequence[Question]) -> tuple[str, dict[int, str | None]]:
    """The browser's version, and for each citation the text that it indicates, or None.

    A page that the browser does not answer for is left out.
    """
    links = list(_links(questions))
    rows = [
        {"id": str(number), "html": _page(link[0].path), "fragment": ":~:" + "&".join(each.directive for each in link)}
        for number, link in enumerate(links)
    ]
    version, answers = ask_all(rows)
    found: dict[int, str | None] = {}
    for link, answer in zip(links, answers, strict=True):
        for question, text in zip(link, answer.get("matched", ()), strict=False):
            found[question.number] = text
    return version, found


def same_words(passage: str, text: str | None) -> bool:
    """True when both are the same but for white space."""
    return text is not None and "".join(text.split()) == "".join(passage.split())


def _links(questions: Sequence[Question]) -> Iterator[list[Question]]:
    """The questions of each page, cut into links; of two equal directives in one the browser would drop one."""
    for _, same_page in groupby(sorted(questions, key=lambda each: (each.path, each.number)), lambda each: each.path):
        rest = list(same_page)
        while rest:
            link: dict[str, Question] = {}
            for question in rest:
                if len(link) < PER_LINK:
                    link.setdefault(question.directive.casefold(), question)
            yield list(link.values())
            taken = {question.number for question in link.values()}
            rest = [question for question in rest if question.number not in taken]


def _page(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")
