"""CG507: has a link that the source has with a text directive kept it on the page that ships."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from citegate import rules
from citegate.index.routes import Route
from citegate.model import Finding, Link, Location
from citegate.verify.links import DELIMITER, LinkedCitation
from citegate.verify.site import SiteCheck
from citegate.verify.wording import WHOLE, brief, passage_finding

Key = tuple[str, str]
"""The words of a link, and where it leads without its fragment."""


def lost_directives(
    links: Sequence[LinkedCitation], source: Route, document_links: Sequence[Link], on_pages: SiteCheck
) -> tuple[Finding, ...]:
    """The links of a document that its built page has with the same words and the same target, but without a directive.

    A link that the page does not have at all is not spoken of: a component may leave it out. Raises what reading the
    page raises.
    """
    page = on_pages.page_of(source)
    if page is None or page.path == source.path or not links:
        return ()
    shown: dict[Key, list[Link]] = {}
    kept: Counter[Key] = Counter()
    for link in on_pages.built.links(page):
        key = (_words(link), _target(link, page, on_pages))
        if DELIMITER in link.href.partition("#")[2]:
            kept[key] += 1
        else:
            shown.setdefault(key, []).append(link)
    plain = Counter(_words(link) for link in document_links if DELIMITER not in link.href.partition("#")[2])
    findings = []
    for cited in links:
        words = " ".join(cited.citation.claim.split()).casefold()
        key = (words, _meant(cited, on_pages))
        if kept[key]:
            kept[key] -= 1
        elif len(there := shown.get(key, [])) > plain[words]:
            findings.append(_finding(cited, page, there[-1]))
    return tuple(findings)


def _words(link: Link) -> str:
    return " ".join(link.text.split()).casefold()


def _target(link: Link, page: Route, on_pages: SiteCheck) -> str:
    """The URL path of the page that a built link leads to; of a link to another site, what it says before "#"."""
    before = link.href.strip().partition("#")[0]
    path = on_pages.built.resolve(before, page) if before else page.url
    target = on_pages.built.find(path) if path is not None else None
    return target.url if target is not None else before


def _meant(cited: LinkedCitation, on_pages: SiteCheck) -> str:
    """The same for a link of the source."""
    if cited.route is None:
        return cited.citation.document_id
    target = on_pages.page_of(cited.route)
    return target.url if target is not None else cited.citation.document_id


def _finding(cited: LinkedCitation, page: Route, link: Link) -> Finding:
    fragment = link.href.partition("#")[2]
    now = f"“#{brief(fragment)}”" if fragment else "no fragment"
    message = f"the page that ships, {page.url}, has this link with {now} in place of the text directive"
    help = "write the link so that the generator leaves it alone (as HTML, with every sign of the text encoded)"
    related = (Location(link.path, link.span, "on the page"),)
    return passage_finding(rules.DIRECTIVE_LOST, cited.citation, brief(message, WHOLE), "written here", help, related)
