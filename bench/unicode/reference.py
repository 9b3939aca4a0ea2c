"""ICU itself as the reference: where its string search finds a term, and where its rules break words."""

from __future__ import annotations

import icu  # type: ignore[import-not-found]

_LOCALE = icu.Locale("en@collation=search")
_PRIMARY = icu.Collator.createInstance(_LOCALE)
_PRIMARY.setStrength(icu.Collator.PRIMARY)

# Chromium's three changes to ICU's word rules.
_CHANGES = (
    (r"$MidNumLet=[\p{Word_Break=MidNumLet}]", r"$MidNumLet=[\p{Word_Break=MidNumLet}-[.\uFF0E]]"),
    (r"$MidNum=[\p{Word_Break=MidNum}]", r"$MidNum=[\p{Word_Break=MidNum}.\uFF0E]"),
    (r"$MidLetter=[\p{Word_Break=MidLetter}]", r"$MidLetter=[\p{Word_Break=MidLetter}-[\:\uFE55\uFF1A]]"),
)
_REPLACED = {0xAD: "\0"} | dict.fromkeys(map(ord, "“”„‟״"), '"') | dict.fromkeys(map(ord, "‘’‚‛׳"), "'")


def _word_breaker() -> icu.RuleBasedBreakIterator:
    rules = str(icu.BreakIterator.createWordInstance(icu.Locale("en")).getRules())
    for old, new in _CHANGES:
        if old not in rules:
            raise SystemExit(f"the word rules of ICU {icu.ICU_VERSION} have no {old}")
        rules = rules.replace(old, new)
    return icu.RuleBasedBreakIterator(rules)


_WORDS = _word_breaker()


def _offsets(text: str) -> dict[int, int]:
    """From an offset in UTF-16 units to one in code points; the middle of a pair has none."""
    offsets, unit = {0: 0}, 0
    for place, char in enumerate(text, 1):
        unit += 2 if char > "\uffff" else 1
        offsets[unit] = place
    return offsets


def spans(term: str, text: str) -> list[tuple[int, int]]:
    """Every match at the primary level, overlapping ones too, in code points.

    Where ICU finds one match again and again (it begins with a sequence that is read as one), the search is begun
    anew behind it.
    """
    search = icu.StringSearch(term, text, _LOCALE)
    search.setCollator(_PRIMARY)
    search.reset()
    search.setAttribute(icu.USearchAttribute.OVERLAP, icu.USearchAttributeValue.ON)
    offsets = _offsets(text)
    length, last, found = max(offsets), -1, []
    start = search.first()
    while start != -1:
        if start <= last:
            for unit in range(last + 1, length):
                start = search.following(unit)
                if start == -1 or start > last:
                    break
            if start <= last:
                break
        last = start
        end = start + search.getMatchedLength()
        if end > start:
            found.append((offsets[start], offsets[end]))
        start = search.nextMatch()
    return found


def word_boundaries(text: str) -> list[int]:
    """Chromium's word boundaries of a text, both ends included, in code points."""
    replaced = text.translate(_REPLACED)
    _WORDS.setText(replaced)
    offsets = _offsets(replaced)
    return sorted({0, len(text)} | {offsets[unit] for unit in _WORDS})
