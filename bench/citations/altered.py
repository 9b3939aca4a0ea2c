"""Citations that must not pass: a true sentence with one fault put into it, and the rules that may answer."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from bench.citations.sentences import CJK, Paragraph, sentences

NOT_THERE = ("CG101", "CG102")
WORD = re.compile(r"[A-Za-z]{4,}")
NEGATION = re.compile(r" (?:not|never|no)\b(?! only)|n't\b|\bcannot\b|ません")
NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.]*\w)")
OTHER_WORDS = ("harbour", "velvet", "Tuesday", "thirteen", "borrowed", "granite", "seldom", "copper")


@dataclass(frozen=True, slots=True)
class Altered:
    """One citation with a fault."""

    kind: str
    passage: str
    rules: tuple[str, ...]
    """The codes that say what is wrong; any other is a wrong decision."""


@dataclass(frozen=True, slots=True)
class Page:
    """One document as read without citegate."""

    paragraphs: tuple[Paragraph, ...]
    text: str
    """All its text, white space collapsed; for MDX with some of its markup."""

    def lacks(self, passage: str) -> bool:
        """True when the words are nowhere on the page, whatever their case."""
        return passage.casefold() not in self.text.casefold()

    def count(self, passage: str) -> int:
        """How often the words stand on the page, whatever their case and their kind of space."""
        return " ".join(self.text.casefold().split()).count(" ".join(passage.casefold().split()))

    def is_consecutive(self, first: str, second: str) -> bool:
        """True when nothing but white space stands between the two."""
        return "".join((first + second).split()) in "".join(self.text.split())


def word_changed(chance: random.Random, page: Page, at: int) -> Altered | None:
    """A word in the middle becomes another one (in scripts without spaces, a character)."""
    sentence = _any_sentence(chance, page.paragraphs[at])
    if sentence is None:
        return None
    if CJK.search(sentence):
        middle = len(sentence) // 2
        passage = sentence[:middle] + "鯨" + sentence[middle + 1 :]
    else:
        words = list(WORD.finditer(sentence))[1:-1]
        if not words:
            return None
        word = chance.choice(words)
        passage = sentence[: word.start()] + chance.choice(OTHER_WORDS) + sentence[word.end() :]
    return Altered("a word changed", passage, NOT_THERE) if page.lacks(passage) else None


def number_changed(chance: random.Random, page: Page, at: int) -> Altered | None:
    """A number becomes the next one."""
    for sentence in page.paragraphs[at].sentences:
        numbers = list(NUMBER.finditer(sentence))
        if numbers:
            number = chance.choice(numbers)
            other = str(int(number.group()) + 1)
            passage = sentence[: number.start()] + other + sentence[number.end() :]
            return Altered("a number changed", passage, NOT_THERE) if page.lacks(passage) else None
    return None


def negation_dropped(_chance: random.Random, page: Page, at: int) -> Altered | None:
    """A “not” is lost."""
    for sentence in page.paragraphs[at].sentences:
        found = NEGATION.search(sentence)
        if found and found.start() > 0:
            word = {"cannot": "can", "ません": "ます"}.get(found.group(), "")
            passage = sentence[: found.start()] + word + sentence[found.end() :]
            return Altered("a “not” dropped", passage, NOT_THERE) if page.lacks(passage) else None
    return None


def paragraphs_joined(_chance: random.Random, page: Page, at: int) -> Altered | None:
    """The end of one paragraph and the beginning of the next."""
    if at + 1 >= len(page.paragraphs) or not page.paragraphs[at].sentences or not page.paragraphs[at + 1].sentences:
        return None
    first, second = page.paragraphs[at], page.paragraphs[at + 1]
    if not (first.text.endswith(first.sentences[-1]) and second.text.startswith(second.sentences[0])):
        return None
    if not page.is_consecutive(first.text, second.text):
        return None
    joint = "" if CJK.search(first.text) else " "
    return Altered("two paragraphs joined", first.sentences[-1] + joint + second.sentences[0], ("CG105",))


def word_cut(chance: random.Random, page: Page, at: int) -> Altered | None:
    """The last word loses its second half."""
    sentence = _any_sentence(chance, page.paragraphs[at])
    words = list(WORD.finditer(sentence or ""))
    if sentence is None or not words or words[-1].start() < 24:
        return None
    return Altered("a word cut in half", sentence[: words[-1].start() + 2], ("CG107",))


KINDS: tuple[Callable[[random.Random, Page, int], Altered | None], ...] = (
    word_changed,
    number_changed,
    negation_dropped,
    paragraphs_joined,
    word_cut,
)


def _any_sentence(chance: random.Random, paragraph: Paragraph) -> str | None:
    whole = sentences(paragraph.text)
    return chance.choice(whole) if whole else None
