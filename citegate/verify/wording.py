"""How findings quote and point: the phrases that several checks share."""

from __future__ import annotations

from citegate.model import Citation, Finding, Location, Rule

WHOLE = 300  # code points of a passage that a help asks to write
BRIEF = 72  # code points of a quotation in a message; the snippet below it shows the whole


def times(count: int) -> str:
    """How often, in words."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def brief(text: str, limit: int = BRIEF) -> str:
    """The text on one line, its middle left out when it is longer than `limit`."""
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    head = limit * 2 // 3
    return f"{text[:head].rstrip()} … {text[len(text) - (limit - head - 3) :].lstrip()}"


def passage_finding(
    rule: Rule, citation: Citation, message: str, label: str, help: str, related: tuple[Location, ...] = ()
) -> Finding:
    """A finding that points at the quoted words of a citation."""
    where = Location(citation.path, citation.quote_span or citation.span, label)
    quote = citation.quote.exact if citation.quote else (citation.fragment or "")
    return Finding(rule, message, where, related, help, quote=quote)
