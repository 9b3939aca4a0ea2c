"""What citegate itself puts into an answer: chips, cards, the panel of sources. All that a reader can click is here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from citegate.model.answer import SourceRecord

SAFE_URL = re.compile(r"(?:https?://|/(?![/\\]))[^\x00-\x20\\\x7f]*", re.IGNORECASE)
"""Where a click may lead: the site's own paths, and http(s). Browsers drop control characters in a URL and read "\\" as
"/", so that a URL with either is none."""

WORDS = {
    "sources": "Sources",
    "source": "Source",
    "open": "Open at the passage",
    "visit": "Open the source",
    "back": "Back to the text",
    "unlinked": "The model wrote a link here. It was taken out, because nobody checked where it leads.",
    "cut": "The answer was cut off before its end.",
    "dropped": "Citations that lead nowhere and were left out:",
    "unlinks": "Links of the model that were taken out:",
}
"""What the reader is told, in English; another language hands in its own."""

_NEW_TAB = 'target="_blank" rel="noopener noreferrer"'


def safe_url(url: str | None) -> str:
    """The URL when a reader may follow it, else ""."""
    return url if url and SAFE_URL.fullmatch(url) and not _has_surrogate(url) else ""


def chip(records: Iterable[SourceRecord], label: str, prefix: str, words: dict[str, str]) -> str:
    """What stands in the place of a token: its label as a link, and a number for each source that leads to its card."""
    first: dict[int, SourceRecord] = {}
    for record in records:
        first.setdefault(record.index, record)
    url = safe_url(next((record.url for record in first.values()), None)) if label else ""
    link = f'<a href="{escape(url)}" {_NEW_TAB}>{escape(label)}</a>' if url else escape(label)
    return link + "".join(_number(record, prefix, words) for record in first.values())


def _number(record: SourceRecord, prefix: str, words: dict[str, str]) -> str:
    title = escape(name_of(record))
    return (
        f'<a class="citegate-chip" href="#{prefix}-{record.index}" title="{title}"'
        f' aria-label="{escape(words["source"])} {record.index}: {title}">{record.index}</a>'
    )


def name_of(record: SourceRecord) -> str:
    """What a source is called."""
    return record.title or record.document_id


def panel(records: Iterable[SourceRecord], prefix: str, words: dict[str, str]) -> str:
    """The panel of sources, one card for each number, in order; "" when there is none."""
    held: dict[int, dict[tuple[str | None, str], SourceRecord]] = {}
    for record in records:
        held.setdefault(record.index, {}).setdefault((record.citation_id or record.url, record.snippet), record)
    if not held:
        return ""
    cards = "\n".join(_card(number, tuple(held[number].values()), prefix, words) for number in sorted(held))
    return (
        f'<section class="citegate-sources" aria-labelledby="{prefix}-title">\n'
        f'<h2 id="{prefix}-title">{escape(words["sources"])}</h2>\n<ol role="list">\n{cards}\n</ol>\n</section>\n'
    )


def _card(number: int, records: tuple[SourceRecord, ...], prefix: str, words: dict[str, str]) -> str:
    name = f"{prefix}-{number}"
    passages = "".join(_passage(record, words) for record in records)
    return (
        f'<li class="citegate-card" id="{name}" tabindex="-1" aria-labelledby="{name}-title">'
        f'<h3 id="{name}-title"><span class="citegate-number">{number}</span> {escape(name_of(records[0]))}</h3>'
        f"{passages}</li>"
    )


def _passage(record: SourceRecord, words: dict[str, str]) -> str:
    url = safe_url(record.url)
    quote = f"<blockquote><mark>{escape(record.snippet)}</mark></blockquote>" if record.snippet else ""
    text = escape(words["open" if ":~:text=" in url else "visit"])
    link = f'<a href="{escape(url)}" {_NEW_TAB}>{text}</a>' if url else ""
    return f'<div class="citegate-passage">{quote}{link}</div>'


def _has_surrogate(text: str) -> bool:
    return any("\ud800" <= sign <= "\udfff" for sign in text)
