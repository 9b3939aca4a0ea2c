"""TextQuoteSelector, TextPositionSelector, Passage: W3C Web Annotation, and what can be cited.

https://www.w3.org/TR/annotation-model/#text-quote-selector
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TextQuoteSelector:
    """A quotation with what stands around it."""

    exact: str
    """The quoted words."""
    prefix: str = ""
    """Words right before them, or ""."""
    suffix: str = ""
    """Words right after them, or ""."""


@dataclass(frozen=True, slots=True)
class TextPositionSelector:
    """A place in `Document.text`."""

    start: int
    """Code points before the place."""
    end: int
    """Code points before what follows it."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Something that can be cited."""

    id: str
    """12 hexadecimal digits, made of the URL, the normalized quote and which occurrence it is."""
    url: str
    """URL path of its page."""
    quote: str
    """The text as rendered."""
    position: TextPositionSelector
    """Where it stands in `Document.text`."""
    headings: tuple[str, ...] = ()
    """The headings above it, outermost first."""
