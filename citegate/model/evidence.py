"""EvidencePassage, Hit, SourceOnly, Answer: what can be cited for a claim, and what was found for one."""

from __future__ import annotations

from dataclasses import dataclass

from citegate.model.span import Span


@dataclass(frozen=True, slots=True)
class EvidencePassage:
    """A piece of one section of a page that can be cited, and the link that lands on it."""

    citation_id: str
    """12 hexadecimal digits, made of the URL and the normalized quote; of equals on one page, those behind the first
    are told apart by the heading and the line above them."""
    doc_id: str
    """Id of its document."""
    url: str
    """URL path of the page."""
    href: str
    """URL path and directive; resolved again, it finds the passage (or a sentence of it) first and alone."""
    title: str
    """Title of the document."""
    headings: tuple[str, ...]
    """The headings above it, outermost first."""
    quote: str
    """The text as rendered, blocks joined by a line feed."""
    path: str
    """The file that `source_span` counts in: the document's own, or that of a partial."""
    source_span: Span
    """Where it is written: `source[start:end]`, in code points of the file without its byte order mark."""
    sha256: str
    """Of the bytes of that file, in hexadecimal digits."""
    columns: tuple[str, ...] = ()
    """Of rows of a table: the first row of that table, which says what its columns are."""


@dataclass(frozen=True, slots=True)
class Rank:
    """What one leg of the retrieval says of a passage."""

    leg: str
    """lexical, dense or rerank."""
    rank: int
    """From 1, best first."""
    score: float
    """In the leg's own measure: BM25, cosine, or what the reranker says."""


@dataclass(frozen=True, slots=True)
class Grounds:
    """How far a passage carries a claim, and why it does not."""

    grounded: float
    """0.0 to 1.0: the share of the claim's content words that the passage or its headings have, rare words counting
    more."""
    focused: float
    """The same for the best sentence, or two sentences, of the passage alone."""
    faults: tuple[str, ...] = ()
    """What contradicts the claim or is missing, in a few words each; () when nothing is."""
    supports: bool = False
    """True when the passage supports the claim."""
    contradicts: bool = False
    """True when the passage denies what the claim says, or says what the claim denies."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage found for a claim."""

    passage: EvidencePassage
    score: float
    """Fused: the sum of 1 / (60 + rank) over the legs."""
    ranks: tuple[Rank, ...]
    """Where it came from."""
    grounds: Grounds


@dataclass(frozen=True, slots=True)
class SourceOnly:
    """A document whose passage did not fit the token budget; it has no passage to cite."""

    doc_id: str
    url: str
    title: str


@dataclass(frozen=True, slots=True)
class Answer:
    """All that was found for a claim."""

    claim: str
    supported: bool
    """True when at least one hit supports the claim."""
    hits: tuple[Hit, ...]
    """Supporting passages first, each part in the order of the fused score."""
    dropped: tuple[SourceOnly, ...]
    """The documents of passages that did not fit the budget."""
    covered: tuple[str, ...]
    """When nothing supports the claim: the topics nearest to it that the site does cover."""
    backend: str
    """Which backend made the vectors, and whether it is semantic."""
    notes: tuple[str, ...] = ()
    """What went wrong on the way, one line each."""
