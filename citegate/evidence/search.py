"""A claim to an Answer: both legs, fused, judged, and cut to a budget."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from citegate.errors import BackendFailed
from citegate.evidence.claim import Claim, read_claim
from citegate.evidence.dense import Embedder, embed_missing
from citegate.evidence.fuse import Fused, Ranking, fuse
from citegate.evidence.lexical import search
from citegate.evidence.nearest import Vectors
from citegate.evidence.store import Store
from citegate.evidence.support import judge
from citegate.evidence.thresholds import MIN_FOCUSED, MIN_GROUNDED
from citegate.model.evidence import Answer, EvidencePassage, Grounds, Hit, Rank, SourceOnly

DEPTH = 50  # passages that each leg hands to the fusion
JUDGED = 20  # passages, the best of the fusion, that are asked whether they support the claim, whatever k is
TOPICS = 5  # headings that an unsupported answer names
CHARS_A_TOKEN = 4  # of ASCII; any other character counts as one token, which is on the safe side
CONTRADICTED = "another passage, which has more of the claim, says otherwise"
LEGS = ("lexical", "dense", "hybrid")


class Reranker(Protocol):
    """A cross-encoder, or anything that reads a query and texts together."""

    name: str

    def rank(self, query: str, texts: Sequence[str]) -> list[tuple[int, float]]:
        """The places of the texts, best first, with their scores. Raises BackendFailed."""
        ...


class Searcher:
    """An index with its backends, ready for claims. A backend that fails leaves the lexical leg, and a note."""

    def __init__(self, store: Store, embedder: Embedder | None, reranker: Reranker | None = None) -> None:
        self.store = store
        self._embedder = embedder
        self._reranker = reranker
        self._vectors: Vectors | None = None
        self._notes: tuple[str, ...] = ()
        if embedder is not None:
            try:
                embed_missing(store, embedder)
                self._vectors = Vectors(store)
            except BackendFailed as error:
                self._notes = (_failed(error),)

    @property
    def notes(self) -> tuple[str, ...]:
        """What went wrong when the vectors were made."""
        return self._notes

    @property
    def backend(self) -> str:
        """What made the vectors."""
        if self._embedder is None:
            return "none (lexical only)"
        return self._embedder.name if self._vectors is not None else f"none ({self._embedder.name} failed)"

    def ask(self, claim: str, k: int = 5, *, budget: int | None = None, leg: str = "hybrid") -> Answer:
        """The best `k` passages for a claim, and whether one of them supports it.

        `budget` is the number of tokens that the quotes may have together; passages are dropped whole, from the last.
        """
        fused, backend, notes = self.rank(claim, leg)
        judged = self._judged(claim, fused, max(k, JUDGED))
        chosen = (
            *(hit for hit in judged if hit.grounds.supports),
            *(hit for hit in judged if not hit.grounds.supports),
        )
        hits, dropped = _within(chosen[:k], budget)
        supported = any(hit.grounds.supports for hit in judged)
        covered = () if supported else self._covered(judged)
        return Answer(claim, supported, hits, dropped, covered, backend, notes)

    def rank(self, query: str, leg: str = "hybrid") -> tuple[list[Fused], str, tuple[str, ...]]:
        """The fused ranking of a query, the backend that took part, and what went wrong."""
        legs: dict[str, Ranking] = {}
        notes = list(self._notes) if leg != "lexical" else []
        backend = self.backend
        if leg != "dense":
            legs["lexical"] = search(self.store, query, DEPTH)
        if leg != "lexical" and self._embedder is not None and self._vectors is not None:
            try:
                (vector,) = self._embedder.embed([query])
                legs["dense"] = self._vectors.nearest(vector, DEPTH)
            except BackendFailed as error:
                notes.append(_failed(error))
                backend = f"none ({self._embedder.name} failed)"
        fused = fuse(legs)
        if self._reranker is not None and fused:
            try:
                fused = self._reranked(query, fused)
            except BackendFailed as error:
                notes.append(f"no reranking: {error.message}")
        return fused, backend, tuple(notes)

    def _reranked(self, query: str, fused: list[Fused]) -> list[Fused]:
        assert self._reranker is not None
        head, rest = fused[:DEPTH], fused[DEPTH:]
        texts = [passage.quote for passage in self.store.passages([number for number, _, _ in head])]
        order = self._reranker.rank(query, texts)
        again = [
            (head[place][0], head[place][1], (*head[place][2], Rank("rerank", rank, round(score, 4))))
            for rank, (place, score) in enumerate(order, 1)
        ]
        return again + rest

    def _judged(self, claim: str, fused: Sequence[Fused], depth: int) -> tuple[Hit, ...]:
        total = self.store.count()
        read = read_claim(claim, self.store.frequency, total)
        passages = self.store.passages([number for number, _, _ in fused[:depth]])
        return settled(
            Hit(passage, round(score, 6), ranks, judge_passage(read, passage))
            for passage, (_, score, ranks) in zip(passages, fused, strict=False)
        )

    def _covered(self, hits: Sequence[Hit]) -> tuple[str, ...]:
        """The headings of the passages that have words of the claim; the titles of the site where none has."""
        near = (topic(hit.passage) for hit in hits if hit.grounds.grounded > 0)
        return tuple(dict.fromkeys(near))[:TOPICS] or tuple(dict.fromkeys(self.store.titles()))[: 2 * TOPICS]


def judge_passage(
    claim: Claim, passage: EvidencePassage, *, min_grounded: float = MIN_GROUNDED, min_focused: float = MIN_FOCUSED
) -> Grounds:
    """Whether the passage supports the claim by itself."""
    above = (passage.title, *passage.headings)
    return judge(claim, passage.quote, above, passage.columns, min_grounded=min_grounded, min_focused=min_focused)


def settled(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    """The hits, without the support of those that a passage as near to the claim contradicts."""
    judged = tuple(hits)
    against = max((hit.grounds.focused for hit in judged if hit.grounds.contradicts), default=0.0)
    return tuple(
        replace(hit, grounds=replace(hit.grounds, supports=False, faults=(CONTRADICTED,)))
        if hit.grounds.supports and hit.grounds.focused <= against
        else hit
        for hit in judged
    )


def topic(passage: EvidencePassage) -> str:
    """Title and headings of a passage on one line."""
    return " › ".join(dict.fromkeys((passage.title, *passage.headings)))


def tokens_of(text: str) -> int:
    """About how many tokens a language model makes of the text; rather too many than too few."""
    plain = sum(char < "\x80" for char in text)
    return -(-plain // CHARS_A_TOKEN) + len(text) - plain


def _within(hits: Sequence[Hit], budget: int | None) -> tuple[tuple[Hit, ...], tuple[SourceOnly, ...]]:
    """The hits whose quotes fit the budget, and the documents of the others that no hit is left of."""
    if budget is None:
        return tuple(hits), ()
    kept: list[Hit] = []
    spent = 0
    for hit in hits:
        spent += tokens_of(hit.passage.quote)
        if spent > budget:
            break
        kept.append(hit)
    dropped = (hit.passage for hit in hits[len(kept) :])
    sources = dict.fromkeys(SourceOnly(passage.doc_id, passage.url, passage.title) for passage in dropped)
    return tuple(kept), tuple(sources)


def _failed(error: BackendFailed) -> str:
    return f"lexical only, the dense leg failed: {error.message}"
