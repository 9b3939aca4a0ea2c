"""Sentences of a built page, read without citegate, and sentences with a fault put into them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

SHORTEST, LONGEST = 12, 280  # characters
PROSE = "p,li,dd,dt,td,h1,h2,h3,h4"
ANY = "a,b,button,caption,code,div,em,figcaption,label,option,pre,small,span,strong,summary,sup,text,th"
SENTENCE_END = re.compile(r"(?<=[.!?])[ ](?=[A-Z])|(?<=[。！？])(?![」』）])")
WORD = re.compile(r"[A-Za-z]{4,}")
NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
OTHER_WORDS = ("harbour", "velvet", "Tuesday", "thirteen", "borrowed", "granite", "seldom", "copper")


@dataclass(frozen=True, slots=True)
class Sampled:
    """Words to look for on a page."""

    words: str
    kind: str
    """prose, element, or the fault that was put in."""


def sample(data: bytes, chance: random.Random, true: int, wrong: int) -> list[Sampled]:
    """Up to so many passages of the page, two thirds of them prose, and so many with a fault."""
    tree = LexborHTMLParser(data)
    prose = list(dict.fromkeys(part for node in tree.css(PROSE) for part in _sentences(node)))
    any_text = list(dict.fromkeys(part for node in tree.css(ANY) for part in _sentences(node)))
    found = [Sampled(words, "prose") for words in _some(chance, prose, true * 2 // 3)]
    found += [Sampled(words, "element") for words in _some(chance, any_text, true - len(found))]
    faulty = [each for words in _some(chance, prose, wrong * 4) if (each := _altered(chance, words, prose))]
    return found + faulty[:wrong]


def _some(chance: random.Random, texts: list[str], count: int) -> list[str]:
    return chance.sample(texts, min(count, len(texts)))


def _sentences(node: LexborNode) -> Iterator[str]:
    text = re.sub(r"[ \t\n\r\f]+", " ", node.text()).strip(" ")
    for part in SENTENCE_END.split(text):
        if SHORTEST <= len(part.strip()) <= LONGEST:
            yield part.strip()


def _altered(chance: random.Random, words: str, prose: list[str]) -> Sampled | None:
    kind = chance.choice(("a word changed", "a number changed", "a word cut", "two joined", "a letter more"))
    if kind == "a number changed":
        number = NUMBER.search(words)
        if number:
            changed = str(int(number.group()) + 1)
            return Sampled(words[: number.start()] + changed + words[number.end() :], kind)
    elif kind == "two joined":
        other = prose[(prose.index(words) + 1) % len(prose)]
        return Sampled(f"{words} {other}"[:LONGEST], kind)
    elif kind == "a letter more":
        return Sampled(words + "s", kind)
    found = list(WORD.finditer(words))
    if kind == "a word cut" and found:
        return Sampled(words[: found[-1].start() + 2], kind)
    if len(found) < 2:
        return None
    word = chance.choice(found)
    return Sampled(words[: word.start()] + chance.choice(OTHER_WORDS) + words[word.end() :], "a word changed")
