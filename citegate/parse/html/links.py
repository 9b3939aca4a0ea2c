"""open_link: a link begins; link_of: an element that leads somewhere as a Link."""

from __future__ import annotations

import re

from turbohtml import Element

from citegate.model.document import Link
from citegate.model.span import Span
from citegate.parse.html.gather import Gatherer
from citegate.parse.html.places import Cursor
from citegate.parse.html.scope import Leaving

_SPACES = re.compile(r"[ \t\n\r\f]+")


def open_link(gatherer: Gatherer, element: Element, leaving: Leaving) -> Leaving:
    """What to do behind an `a`: a link ends there, unless it stands in another one or leads nowhere; else `leaving`."""
    if gatherer.link is not None or element.attr("href") is None:
        return leaving
    gatherer.link = element
    ending = Leaving(leaving.box)
    ending.link = element
    return ending


def link_of(element: Element, cursor: Cursor, path: str) -> Link | None:
    """The link, its places counted in the file `path`; None when the markup does not write it.

    A link that nothing ends goes up to where the cursor is.
    """
    location = element.source_location
    if location is None:
        return None
    ended = location.end_tag
    end = max(cursor.at, location.start_tag.end_offset) if ended is None else ended.end_offset
    span = cursor.attribute_span(element, "href")
    return Link(
        href=element.attr("href") or "",
        text=_SPACES.sub(" ", element.text).strip(" "),
        span=Span(location.start_tag.start_offset, end),
        path=path,
        href_span=Span(*span) if span is not None else None,
    )
