"""Memory: citations that were decided before, against the same documents."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from citegate.index.cache import Cache
from citegate.model import Citation, Engine, Status
from citegate.verify.passage import Decision
from citegate.verify.stored import NOT_STORED, decision_data, decision_from


class NotRemembered(Exception):
    """A citation would have to be decided."""


class Memory:
    """What the cache knows of citations.

    A citation that is good is known wherever it is written; what is found wrong with one quotes the file that holds
    it, and is known while it stands there in the same place and in the same words.
    """

    def __init__(
        self, cache: Cache | None, engines: Sequence[Engine], min_length: int, citing: Callable[[Citation], str]
    ) -> None:
        """`citing` gives how a citation is written in its file; "" for one whose findings are not to be kept."""
        self._cache = cache
        self._citing = citing
        self.only_remembers = False
        """True while a citation that is not remembered raises NotRemembered."""
        self._engines = repr(tuple(engines))
        self._min_length = str(min_length)

    @property
    def is_used(self) -> bool:
        """True when there is a cache."""
        return self._cache is not None

    def write(self) -> None:
        """Write what is new, for other processes to find."""
        if self._cache is not None:
            self._cache.write()

    def decide(
        self,
        citations: Sequence[Citation],
        digests: Sequence[str],
        decide: Callable[[list[int]], Sequence[Decision]],
        *,
        may_keep: Callable[[], bool],
    ) -> tuple[Decision, ...]:
        """The decision on each citation: the remembered one, else what `decide` makes of those at these numbers.

        `digests` stand for all that each citation is decided on; "" for one that is not to be remembered. `may_keep`
        is asked afterwards, and says False where that turned out to be more than they stand for. Raises
        NotRemembered when `only_remembers` is set and one is not.
        """
        cache = self._cache
        if cache is None and self.only_remembers:
            raise NotRemembered
        if cache is None:
            return tuple(decide(list(range(len(citations)))))
        decided: list[Decision | None] = [None] * len(citations)
        good = self._keys(cache, "decision", citations, digests, range(len(citations)))
        missing = _recall(cache, good, citations, decided)
        found = self._keys(cache, "finding", citations, digests, missing)
        missing = _recall(cache, found, citations, decided)
        if missing and self.only_remembers:
            raise NotRemembered
        if missing:
            made = list(zip(missing, decide(missing), strict=True))
            for number, decision in made:
                decided[number] = decision
            if may_keep():
                pairs = [((good if _is_good(decision) else found)[number], decision) for number, decision in made]
                cache.keep({key: _stored(decision) for key, decision in pairs if key})
        return tuple(each for each in decided if each is not None)

    def _keys(
        self, cache: Cache, kind: str, citations: Sequence[Citation], digests: Sequence[str], numbers: Sequence[int]
    ) -> dict[int, bytes]:
        """The keys of those of these citations that may be remembered, by their numbers; b"" for the others."""
        found = {}
        for number in numbers:
            citation, digest = citations[number], digests[number]
            settings = self._engines + (self._min_length if citation.quote is not None else "")
            parts = [kind, settings, digest, _wanted(citation)]
            if kind == "finding":
                citing = self._citing(citation)
                digest = digest and citing
                parts += [citing, _place(citation)]
            found[number] = cache.key(*parts) if digest else b""
        return found


def _recall(
    cache: Cache, keys: dict[int, bytes], citations: Sequence[Citation], decided: list[Decision | None]
) -> list[int]:
    """Put what the cache has under these keys in its place; the numbers of the citations that it does not have."""
    stored = cache.find(list(dict.fromkeys(filter(None, keys.values()))))
    missing = []
    for number, key in keys.items():
        data = stored.get(key)
        decision = _restored(data, citations[number]) if data is not None else None
        decided[number] = decision
        missing.extend([number] if decision is None else [])
    return missing


def _is_good(decision: Decision) -> bool:
    return decision.verdict.status is Status.VERIFIED and not decision.findings


def _wanted(citation: Citation) -> str:
    """What a citation asks for, wherever it is written."""
    quote = citation.quote
    words = (quote.exact, quote.prefix, quote.suffix) if quote else ()
    return repr((citation.document_id, citation.url, words, citation.fragment, citation.occurrence, citation.leftover))


def _place(citation: Citation) -> str:
    """Where a citation is written."""
    spans = (citation.span, citation.quote_span, citation.document_span)
    places = tuple((span.start, span.end) if span else None for span in spans)
    return repr((citation.path, places, citation.claim, citation.id))


def _stored(decision: Decision) -> bytes:
    return json.dumps(decision_data(decision), separators=(",", ":")).encode()


def _restored(data: bytes, citation: Citation) -> Decision | None:
    """The decision; None when the bytes hold something else."""
    try:
        return decision_from(json.loads(data), citation)
    except NOT_STORED:
        return None
