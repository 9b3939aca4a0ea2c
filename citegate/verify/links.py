"""Find directives in Documents: the links that lead to a passage."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from urllib.parse import unquote, urljoin

from citegate import rules
from citegate.index.remote import normal_path
from citegate.index.routes import FOLDER_NAMES, Route, Routes, is_document
from citegate.model import Citation, Document, Finding, Link, Location

DELIMITER = ":~:"
MAX_RELATED = 3  # links to other sites that a note points to

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_LEFTOVER = re.compile(r"\S*%[0-9A-Fa-f]{2}\S*")


@dataclass(frozen=True, slots=True)
class LinkedCitation:
    """A link to a passage, and the document that it leads to."""

    citation: Citation
    route: Route | None
    """None when no document is there, or when the link leads to another site."""
    is_external: bool


def find_links(document: Document, route: Route, routes: Routes, *, site_url: str = "") -> tuple[LinkedCitation, ...]:
    """The links of a document that have a fragment directive, in source order.

    Links to `site_url` count as the site's own.
    """
    found = []
    for link in document.links:
        before, _, fragment = link.href.strip().partition("#")
        if DELIMITER not in fragment:
            continue
        path = own_path(before, document, site_url)
        target = None if path is None else find_route(path, route, routes)
        citation = Citation(
            path=link.path,
            span=link.span,
            document_id=before if target is None else target.id,
            url=target.url if target else "",
            quote=None,
            fragment=fragment,
            claim=link.text,
            quote_span=link.href_span,
            leftover=leftover(link, document),
        )
        found.append(LinkedCitation(citation, target, path is None))
    return tuple(found)


def leftover(link: Link, document: Document) -> str:
    """What seems to belong to the link's URL and stands behind the link as text; "" when nothing does.

    Markdown ends a bare destination at the first unbalanced ")": the rest of an unencoded URL is then prose.
    """
    if link.path != document.source.path:
        return ""
    match = _LEFTOVER.match(document.source.text, link.span.end)
    return match.group() if match else ""


def own_path(before: str, document: Document, site_url: str) -> str | None:
    """The URL path or relative path that stands before "#", without its query; None when it is another site's."""
    before = before.partition("?")[0]
    if site_url and (before + "/").startswith(site_url.rstrip("/") + "/"):
        return before[len(site_url.rstrip("/")) :] or "/"
    if before.startswith("//") or _SCHEME.match(before):
        return None
    if document.base and not before.startswith("/"):
        joined = urljoin(document.base, before)
        return None if _SCHEME.match(joined) or joined.startswith("//") else joined
    return before


def find_route(path: str, route: Route, routes: Routes) -> Route | None:
    """The document that a path leads to from the document of `route`, or None.

    A path with a document's suffix may name the file beside this one. Any other is a URL, relative to the
    document's own; a document that stands for its folder is also tried as that folder.
    """
    path = unquote(path)
    if not path:
        return route
    if is_document(path) and not path.startswith("/"):
        beside = normal_path(posixpath.join(posixpath.dirname(route.path), path))
        if beside in routes.by_path:
            return routes.by_path[beside]
    url = unquote(route.url)
    stands_for_folder = posixpath.splitext(posixpath.basename(route.path))[0].casefold() in FOLDER_NAMES
    bases = (url.rstrip("/") + "/", url) if stands_for_folder else (url, url.rstrip("/") + "/")
    for base in bases:
        found = routes.find_url(posixpath.normpath(posixpath.join(posixpath.dirname(base), path)))
        if found:
            return found
    return None


def external_links(citations: tuple[LinkedCitation, ...]) -> Finding | None:
    """One note for the links of a document that lead to other sites."""
    places = [Location(each.citation.path, each.citation.span, "not checked") for each in citations if each.is_external]
    if not places:
        return None
    links = (
        "1 link with a text directive leads" if len(places) == 1 else f"{len(places)} links with text directives lead"
    )
    return Finding(
        rules.TARGET_NOT_CHECKED,
        f"{links} to another site, and {'was' if len(places) == 1 else 'were'} not checked",
        places[0],
        tuple(places[1 : 1 + MAX_RELATED]),
        "open the link in a browser to see what it indicates",
    )


def where(link: Link) -> Location:
    """The place of a link: its URL when that is known."""
    return Location(link.path, link.href_span or link.span)
