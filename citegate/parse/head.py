"""read_head: what a built page says before its text: style sheets, where it forwards to, what made it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from turbohtml import Element, parse

_BODY = re.compile(r"<body[\s>/]|</head[\s>/]", re.IGNORECASE)
_REFRESH = re.compile(r"""\s*[\d.]*\s*[;,]?\s*(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*))""", re.IGNORECASE | re.DOTALL)
_LATE = re.compile(r"\bmedia\s*=", re.IGNORECASE)
_WANTED = "link[rel], meta[content], base[href]"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A style sheet that a page links to."""

    href: str
    """As written."""
    media: str
    """The media for which it holds once the page is loaded; "" for all."""


@dataclass(frozen=True, slots=True)
class Head:
    """What a page says of itself."""

    stylesheets: tuple[Sheet, ...] = ()
    """Those that hold without a reader's choice, in order."""
    refresh: str | None = None
    """The URL to which the page forwards its reader (meta refresh), as written; None when it does not."""
    canonical: str | None = None
    """`<link rel=canonical>`, as written."""
    base: str | None = None
    """`<base href>`, as written."""
    generator: str = ""
    """`<meta name=generator>`."""
    scripts: int = 0
    """How many scripts the page runs."""


def read_head(markup: str) -> Head:
    """The page's head; links to style sheets in its body too. Never fails."""
    lower = markup.lower()
    opened = _BODY.search(markup)
    split = opened.start() if opened else len(markup)
    text = markup if _has_late(lower, split) else markup[:split]
    found: dict[str, str] = {}
    sheets: list[Sheet] = []
    for element in parse(text, scripting=True).select(_WANTED):
        if element.tag == "base":
            found.setdefault("base", element.attr("href") or "")
        elif element.tag == "meta":
            name = (element.attr("name") or element.attr("http-equiv") or "").lower()
            found.setdefault(name, element.attr("content") or "")
        else:
            kinds = (element.attr("rel") or "").lower().split()
            if "canonical" in kinds:
                found.setdefault("canonical", element.attr("href") or "")
            sheets.extend(_sheet(element, kinds))
    refresh = _REFRESH.match(found.get("refresh", ""))
    target = next((group for group in refresh.groups() if group), "") if refresh else ""
    return Head(
        stylesheets=tuple(sheets),
        refresh=target.strip() or None,
        canonical=found.get("canonical") or None,
        base=found.get("base"),
        generator=found.get("generator", ""),
        scripts=lower.count("<script"),
    )


def _has_late(lower: str, split: int) -> bool:
    """True when behind the head there may be a link to a style sheet or a forward; words about them do not count."""
    return any(
        lower.find(tag, split) >= 0 and lower.find(word, split) >= 0
        for tag, word in (("<link", "stylesheet"), ("<meta", "refresh"))
    )


def _sheet(element: Element, kinds: list[str]) -> Iterator[Sheet]:
    href = (element.attr("href") or "").strip()
    if "stylesheet" not in kinds or "alternate" in kinds or not href or element.attr("disabled") is not None:
        return
    media = (element.attr("media") or "").strip()
    if _LATE.search(element.attr("onload") or ""):
        media = ""  # a sheet that is fetched late: a script makes it hold for all media
    yield Sheet(href, "" if media.lower() == "all" else media)
