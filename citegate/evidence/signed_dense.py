"""What a clause in Chinese or Japanese denies, and which of two opposite words it has.

Without a word list nothing says where a word ends: what a negation denies is the two characters behind it, after the
auxiliaries. A word that only one of the two texts denies, and that both have, is where they differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from citegate.evidence.opposites import DENSE_FIRST, DENSE_LINES

_NEGATION = re.compile(r"不|没有|没|無|无法|无|未|并非|拒绝|避免|防止|阻止|禁止|免(?!费)|非(?=[^常])")
_IDIOM = re.compile(
    r"不[仅过断少久但只管论一同]|不[得能可应会]?超过|不[得能可应会]?[少低高多]于|不[到足](?=[\d零一二三四五六七八九十百千万])|不锈"
    r"|未来|没关系|无[论关数]|差不多|非常|除非|并非不|非得|不得不|不是所有|并非所有|不总是|不可用"
)
"""What has the sign of a negation, and denies nothing that is compared here."""
_PLACE = re.compile(r"在[^，。；]{1,40}?(?:下|里|中|上|时|内|前|后|时候)(?!载|传|级)")
_AUXILIARY = re.compile(r"[能会可以是被再得必需要应该将让使用去再曾有到就可对给把在]*")
_POTENTIAL = re.compile(r"([\u4e00-\u9fff])[不得]([到了开出见起完动着下上])")
"""A verb that can or cannot be done: 找不到, 找得到."""
_SIZE = 2  # characters that a negation denies
_SPACE = re.compile(r"\s+")
_EXEMPT = re.compile(r"不必|无需|不需要|不用|不一定要|不要求")
_EXCEPT = re.compile(r"除[^，。；]{1,30}[外非]|除了|除非|以外")
_ONLY = re.compile(r"只有|只能|只允许|仅[限由有能]|才[能可会]")
_MUST = re.compile(r"必须|务必|必需|一定要")
_MAY = re.compile(r"(?<!不)可以|可选|可自行|不妨")
_BARRED = re.compile(r"不能|不得|不可以|不可(?!用)|禁止|不允许|不准|不许|不应")


@dataclass(frozen=True, slots=True)
class Denial:
    """One negation of a text."""

    sign: str
    head: str
    """The characters that it denies; "" at the end of the text."""
    start: int
    """Where the head starts in the text without spaces."""


def compact(text: str) -> str:
    """The text without spaces: they say nothing between Chinese words and Latin ones."""
    return _SPACE.sub("", text)


@lru_cache(maxsize=2048)
def denials(text: str) -> tuple[Denial, ...]:
    """The negations of a text without spaces, in order."""
    idle = [match.span() for match in _IDIOM.finditer(text)]
    found: list[Denial] = []
    end = 0
    for match in _NEGATION.finditer(text):
        while idle and idle[0][1] <= match.start():
            idle.pop(0)
        if match.start() < end or (idle and idle[0][0] <= match.start()):
            continue
        before = match.start() - 1
        if before >= 0 and (potential := _POTENTIAL.match(text, before)):
            found.append(Denial(match[0], potential[1], before))
            continue
        start = _past_auxiliaries(text, match.end())
        if start > match.end() and text[match.end() : start].endswith("有") and match[0] in ("没", "无"):
            end = start
        head = re.match(r"[^，。；、：！？,.;:!?]{0,2}", text[start:])
        found.append(Denial(match[0], head[0][:_SIZE] if head else "", start))
    return tuple(found)


def _past_auxiliaries(text: str, start: int) -> int:
    while True:
        place = _PLACE.match(text, start)
        at = place.end() if place else start
        auxiliary = _AUXILIARY.match(text, at)
        after = auxiliary.end() if auxiliary and not _PLACE.match(text, at) else at
        if _PLACE.match(text, after - 1) and after > at and text[after - 1] == "在":
            after -= 1
        if after == start:
            return start
        start = after


def dense_conflicts(claim: str, passage: str, whole: str) -> Iterator[str]:
    """What of two clauses does not agree; `whole` is the sentence that the passage's clause stands in."""
    ours, theirs, all_of_it = compact(claim), compact(passage), compact(whole)
    mine, yours = (
        "the sentence denies “{}”, and the passage does not",
        "the passage denies “{}”, and the sentence does not",
    )
    is_turned = any(
        _EXCEPT.search(one) and denials(one) and _ONLY.search(other) and not denials(other)
        for one, other in ((ours, all_of_it), (all_of_it, ours))
    )
    for there in () if is_turned else (theirs, all_of_it):
        yield from _denied_by_one(ours, there, mine)
        yield from _denied_by_one(there, ours, yours)
    if bool(_EXEMPT.search(ours)) != bool(_EXEMPT.search(theirs)) and (
        (_EXEMPT.search(ours) and _BARRED.search(theirs)) or (_BARRED.search(ours) and _EXEMPT.search(theirs))
    ):
        yield "one of the two forbids what the other leaves free"
    for one, other in ((ours, theirs), (theirs, ours)):
        must, may = _MUST.search(one), _MAY.search(other)
        if must and may and not _MAY.search(one) and not _MUST.search(other):
            yield f"one of the two says “{must[0]}”, and the other “{may[0]}”"
    yield from _opposed(ours, theirs)


def _denied_by_one(one: str, other: str, message: str) -> Iterator[str]:
    denied_there = denials(other)
    for denial in denials(one):
        if not denial.head:
            continue
        own = {each.start for each in denials(one)}
        if not own.issuperset(_places(denial.head, one)):
            continue  # it says both
        places = _places(denial.head, other)
        denied = {each.start for each in denied_there}
        if places and denied.isdisjoint(places) and not any(_is_near(place, denied) for place in places):
            yield message.format(denial.head)


def _places(part: str, text: str) -> list[int]:
    return [match.start() for match in re.finditer(re.escape(part), text)]


def _is_near(place: int, denied: set[int]) -> bool:
    """True when a negation denies what stands a few characters before: of 不会自动删除 the 删除 too."""
    return any(0 < place - start <= 6 for start in denied)


def _opposed(claim: str, passage: str) -> Iterator[str]:
    for one, other in DENSE_LINES:
        ours, theirs = _side(one, other, claim), _side(one, other, passage)
        if ours and theirs and ours[0] != theirs[0] and not _is_denied(ours[1], claim) ^ _is_denied(theirs[1], passage):
            yield f"the sentence says “{ours[1]}”, and the passage “{theirs[1]}”"
    for pair in DENSE_FIRST:
        one_char, other_char = pair.split(":")
        for match in re.finditer(f"([{one_char}{other_char}])([\u4e00-\u9fff])", claim):
            against = other_char if match[1] == one_char else one_char
            if against + match[2] in passage and match[0] not in passage and against + match[2] not in claim:
                yield f"the sentence says “{match[0]}”, and the passage “{against + match[2]}”"


def _side(one: frozenset[str], other: frozenset[str], text: str) -> tuple[int, str] | None:
    """Which of two sides a text has a word of, and the word; None for both or neither."""
    known = sorted(one | other, key=lambda word: (-len(word), word))
    found = re.findall("|".join(map(re.escape, known)), text)
    sides = {1 if word in one else -1 for word in found}
    return (sides.pop(), found[0]) if len(sides) == 1 else None


def _is_denied(word: str, text: str) -> bool:
    at = text.find(word)
    return any(0 <= at - each.start <= 1 for each in denials(text))
