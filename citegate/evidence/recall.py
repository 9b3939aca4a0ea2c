"""A citation_id that no passage of the index has: its passage may be there still, and be packed with others now."""

from __future__ import annotations

import hashlib

from citegate.errors import MalformedMarkup, UnreadableSource
from citegate.evidence.cut import all_pieces, quote_of
from citegate.evidence.href import fragment_for
from citegate.index.passages import passage_id
from citegate.index.site import Site
from citegate.model.evidence import EvidencePassage


def recall(site: Site, citation_id: str) -> EvidencePassage | None:
    """The passage with this id, out of every piece that the documents could be cut to; None when there is none.

    An edit beside short blocks may pack them otherwise. Their old passage is found as long as its blocks stand as they
    did, one behind the other. Reads every document: it is for ids that the index does not have.
    """
    wanted = citation_id.lower()
    for route in site.routes.all:
        try:
            pages = site.pages(route)
        except (UnreadableSource, MalformedMarkup):
            continue  # a document without text has no passage; `Store.refresh` names it
        document = pages[0].document
        for piece in all_pieces(document):
            quote = quote_of(document, piece.span)
            if passage_id(document.url, quote, 0) != wanted:
                continue
            fragment = fragment_for(pages, piece.span)
            if fragment is None:
                continue
            sha256 = hashlib.sha256(site.files.read(piece.path)).hexdigest()
            return EvidencePassage(
                wanted,
                document.id,
                document.url,
                f"{document.url}#{fragment}",
                document.title,
                piece.headings,
                quote,
                piece.path,
                piece.source,
                sha256,
                piece.columns,
            )
    return None
