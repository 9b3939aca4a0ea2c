"""Links to other sites: decided on the pages of a snapshot folder, where there is one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from citegate import rules
from citegate.errors import UnreadableSource
from citegate.fragment.match import Page
from citegate.index.routes import Route
from citegate.index.snapshots import Snapshot, Snapshots
from citegate.model import Citation, Engine, SourceText, Status, Verdict
from citegate.parse.html import decode_html, parse_html_document
from citegate.verify.directive import check_directive
from citegate.verify.passage import Decision
from citegate.verify.target import Target
from citegate.verify.wording import brief, passage_finding

KEPT_PAGES = 8


class ExternalCheck:
    """The snapshots of other sites' pages, and what they say of links to them."""

    def __init__(self, snapshots: Snapshots, engines: Sequence[Engine]) -> None:
        self.snapshots = snapshots
        self.engines = tuple(engines)
        self._target = lru_cache(maxsize=KEPT_PAGES)(self._read_target)

    def decide(self, citation: Citation) -> Decision:
        """The decision on a link to another site; skipped, with a note, when its page was never had.

        Network trouble is no fault of the link. Raises UnreadableSource for a snapshot whose file is gone or changed.
        """
        url = citation.document_id
        snapshot = self.snapshots.find(f"https:{url}" if url.startswith("//") else url)
        if snapshot is None:
            return _skipped(citation, "there is no snapshot of the page")
        if snapshot.trouble:
            return _skipped(citation, f"on {snapshot.date[:10]} the page could not be fetched, {snapshot.trouble}")
        if not snapshot.file:
            return self._without_page(citation, snapshot)
        return check_directive(citation, self._target(snapshot))

    def _without_page(self, citation: Citation, snapshot: Snapshot) -> Decision:
        if snapshot.status < 400:
            return _skipped(citation, f"it leads to a file of the type {snapshot.media_type or 'unknown'}")
        message = f"{snapshot.url} did not exist on {snapshot.date[:10]}: HTTP {snapshot.status}"
        help = "link to a page that exists, or take the snapshot again"
        finding = passage_finding(rules.UNKNOWN_DOCUMENT, citation, message, "no such page", help)
        return Decision(Verdict(citation, Status.MISSING), (finding,))

    def _read_target(self, snapshot: Snapshot) -> Target:
        path = self.snapshots.path(snapshot)
        if not self.snapshots.is_intact(snapshot):
            raise UnreadableSource(path, f"{path} is not what was fetched", "take the snapshot again")
        data = self.snapshots.files.read(path)
        source = SourceText(path, _decoded(data, snapshot.media_type))
        route = Route(snapshot.url, snapshot.url, path)
        documents = parse_html_document(source, id=route.id, url=route.url, engines=self.engines)
        return Target(route, tuple(map(Page, documents, self.engines)))


def _decoded(data: bytes, media_type: str) -> str:
    """The page's text; the encoding that the server named holds, when it is one."""
    _, _, charset = media_type.lower().partition("charset=")
    name = charset.split(";")[0].strip(" \"'")
    if name and not data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode(name, "replace")
        except LookupError:
            return decode_html(data)
    return decode_html(data)


def _skipped(citation: Citation, reason: str) -> Decision:
    """The link was not checked, and a note says why."""
    message = f"the link to {brief(citation.document_id)} was not checked: {reason}"
    help = f"citegate snapshot {citation.document_id}"
    finding = passage_finding(rules.TARGET_NOT_CHECKED, citation, message, "not checked", help)
    return Decision(Verdict(citation, Status.SKIPPED), (finding,))
