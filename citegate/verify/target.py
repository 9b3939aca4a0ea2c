"""CG3xx: is the document there, is the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from citegate import rules
from citegate.fragment.match import Page
from citegate.index.names import closest_name
from citegate.index.routes import Route, Routes, plain_id
from citegate.model import Citation, Finding, Location, Span
from citegate.verify.wording import brief

if TYPE_CHECKING:
    from citegate.index.lookup import Lookup


@dataclass(frozen=True)
class Target:
    """A cited page: what each engine sees of it, the reference first."""

    route: Route
    pages: tuple[Page, ...]
    has_container_queries: bool = False
    """True when a style sheet of the page asks how large a box is, which only a browser can tell."""

    @cached_property
    def lookup(self) -> Lookup:
        """Ready for questions about quotations that are not there; made on the first fault."""
        from citegate.index.lookup import Lookup  # noqa: PLC0415 - only for a fault

        return Lookup(self.pages[0].document)


def unknown_document(citation: Citation, routes: Routes) -> Finding:
    """The finding for a citation whose document is not there; it names the closest one."""
    name = citation.document_id
    close = closest_name(plain_id(name), routes.by_id)
    help = f"write “{close}”, the closest id" if close else "the id is the path under the content folder without suffix"
    what = "the link leads to" if citation.quote is None else "the entry cites"
    message = f"{what} “{brief(name)}”, and no document is there"
    related = (Location(routes.by_id[close][0].path, Span(0, 0), "the closest document"),) if close else ()
    span = citation.document_span or citation.quote_span or citation.span
    where = Location(citation.path, span, "no such document")
    return Finding(rules.UNKNOWN_DOCUMENT, message, where, related, help, quote=name)


def duplicate_documents(routes: Routes) -> Iterator[Finding]:
    """One finding for each id that more than one file has, at the second of them."""
    for id, same in routes.by_id.items():
        for other in same[1:]:
            message = f"{same[0].path} and {other.path} are both the document “{id}”"
            yield Finding(
                rules.DUPLICATE_DOCUMENT,
                message,
                Location(other.path, Span(0, 0), "has the same id"),
                (Location(same[0].path, Span(0, 0), "as this file"),),
                "rename or remove one of the two",
                quote=id,
            )
