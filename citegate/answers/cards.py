"""What citegate itself puts into an answer: chips, cards, the panel of sources. All that a reader can click is here."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from citegate.answers.canonical import is_followable
from citegate.model.answer import SourceRecord

WORDS = {
    "sources": "Sources",
    "open": "Open at the passage",
    "unlinked": "A link of the model, taken out",
    "cut": "The answer was cut off.",
    "dropped": "Citations left out:",
    "links": "Links taken out:",
}
"""What the reader is told, in English; another language hands in its own."""

_NEW_TAB = 'target="_blank" rel="noopener noreferrer"'


def safe_url(url: str | None) -> str:
    """The URL when a reader may follow it, else ""."""
    return url if url and is_followable(url) and not any("\ud800" <= sign <= "\udfff" for sign in url) else ""


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
        f' aria-label="{escape(words["sources"])} {record.index}: {title}">{record.index}</a>'
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
    title = escape(words["sources"])
    return f'<section class="citegate-sources" aria-label="{title}">\n<h2>{title}</h2>\n{cards}\n</section>\n'


def _card(number: int, records: tuple[SourceRecord, ...], prefix: str, words: dict[str, str]) -> str:
    title = escape(name_of(records[0]))
    passages = "".join(_passage(record, words) for record in records)
    return (
        f'<article id="{prefix}-{number}" tabindex="-1" aria-label="{number} {title}">'
        f'<h3><span class="citegate-chip">{number}</span> {title}</h3>{passages}</article>'
    )


def _passage(record: SourceRecord, words: dict[str, str]) -> str:
    url = safe_url(record.url)
    link = f'<p><a href="{escape(url)}" {_NEW_TAB}>{escape(words["open"])}</a></p>' if url else ""
    return f"<blockquote><mark>{escape(record.snippet)}</mark>{link}</blockquote>"
