"""link_of: an element that leads somewhere as a Link."""

from __future__ import annotations

import re

from turbohtml import Element

from citegate.model.document import Link
from citegate.model.span import Span
from citegate.parse.html.places import Cursor

_SPACES = re.compile(r"[ \t\n\r\f]+")


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
