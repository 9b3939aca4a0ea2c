"""Conditions that may turn a quotation into its opposite when it stops right before them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from citegate.fragment.match import Page
from citegate.model import Span
from citegate.unicode.late import late

CONDITIONS: dict[str, tuple[str, ...]] = {
    "en": (
        "unless", "except", "but not", "but only", "but never", "only if", "only when", "provided that", "as long as",
        "excluding", "other than", "if and only if", "with the exception of",
    ),
    "de": ("es sei denn", "außer", "ausgenommen", "aber nicht", "jedoch nicht", "nur wenn", "sofern", "mit Ausnahme"),
    "fr": ("sauf", "à moins que", "à moins de", "excepté", "mais pas", "mais jamais", "seulement si", "hormis"),
    "es": ("salvo", "excepto", "a menos que", "pero no", "solo si", "sólo si", "siempre que", "con excepción de"),
    "it": ("salvo", "tranne", "a meno che", "eccetto", "ma non", "solo se", "purché", "ad eccezione di"),
    "pt": ("salvo", "exceto", "a menos que", "mas não", "somente se", "desde que", "com exceção de"),
    "nl": ("tenzij", "behalve", "maar niet", "alleen als", "mits", "met uitzondering van"),
    "pl": ("chyba że", "z wyjątkiem", "ale nie", "tylko jeśli", "pod warunkiem"),
    "ru": ("кроме", "если не", "но не", "за исключением", "только если", "при условии"),
    "zh": ("除非", "除了", "但不", "但不包括", "例外"),
    "ja": ("ただし", "を除き", "を除く", "以外"),
    "ko": ("제외", "단,", "다만"),
}  # fmt: skip
"""What a sentence may go on with, by language; a small table, so that it stays right."""

_JOINT = r"[\s,;:(—–-]*"
_DENSE = ("zh", "ja", "ko")
_WORDS = "|".join(re.escape(word) for lang, words in CONDITIONS.items() if lang not in _DENSE for word in words)
_DENSE_WORDS = "|".join(re.escape(word) for lang in _DENSE for word in CONDITIONS[lang])
_CONDITION = late(rf"{_JOINT}((?:(?:{_WORDS})(?!\w))|(?:[、，]?(?:{_DENSE_WORDS})))", re.IGNORECASE)
_SENTENCE_END = late(r"[.!?。！？…][\"'”’)\]»]*\s*$")


@dataclass(frozen=True, slots=True)
class Condition:
    """What a quotation leaves out."""

    words: str
    span: Span
    """In `Document.text`."""


def condition_after(page: Page, span: Span) -> Condition | None:
    """The condition with which the sentence goes on behind the passage, inside its block; None when there is none."""
    if _SENTENCE_END.search(page.text, span.start, span.end):
        return None
    end = page.block_span(page.block_at(span.start)).end
    match = _CONDITION.match(page.text, span.end, end)
    return Condition(match[1], Span(match.start(1), match.end(1))) if match else None
