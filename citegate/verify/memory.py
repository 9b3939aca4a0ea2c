"""Memory: citations that were decided before, against the same documents, and found to be good."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from citegate.index.cache import Cache
from citegate.model import Citation, Engine, Match, Span, Status, Verdict
from citegate.verify.passage import Decision


class NotRemembered(Exception):
    """A citation would have to be decided."""


class Memory:
    """What the cache knows of citations. Only verified ones without a finding are kept: the others are few, and what
    is said of them depends on more than their page."""

    def __init__(self, folder: str, engines: Sequence[Engine], min_length: int) -> None:
        """`folder` is where the cache is; "" for none."""
        self._cache = Cache(Path(folder)) if folder else None
        self.only_remembers = False
        """True while a citation that is not remembered raises NotRemembered."""
        self._settings = repr((tuple(engines), min_length))

    @property
    def is_used(self) -> bool:
        """True when there is a cache."""
        return self._cache is not None

    def write(self) -> None:
        """Write what is new, for other processes to find."""
        if self._cache is not None:
            self._cache.write()

    def close(self) -> tuple[str, ...]:
        """Write what is new; what is to be said of the cache, one line each."""
        if self._cache is None:
            return ()
        self._cache.close()
        return tuple(self._cache.notes)

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
        keys = [
            cache.key("decision", self._settings, digest, _wanted(citation)) if digest else b""
            for citation, digest in zip(citations, digests, strict=True)
        ]
        found = cache.find([key for key in dict.fromkeys(keys) if key])
        remembered = [
            _restored(found[key], each) if key in found else None for key, each in zip(keys, citations, strict=True)
        ]
        missing = [number for number, each in enumerate(remembered) if each is None]
        if missing and self.only_remembers:
            raise NotRemembered
        if missing:
            fresh = decide(missing)
            for number, decision in zip(missing, fresh, strict=True):
                remembered[number] = decision
            if not may_keep():
                return tuple(each for each in remembered if each is not None)
            cache.keep(
                {
                    keys[number]: _stored(decision.verdict)
                    for number, decision in zip(missing, fresh, strict=True)
                    if keys[number] and _is_good(decision)
                }
            )
        return tuple(each for each in remembered if each is not None)


def _is_good(decision: Decision) -> bool:
    return decision.verdict.status is Status.VERIFIED and not decision.findings


def _wanted(citation: Citation) -> str:
    """What a citation asks for, wherever it is written."""
    return repr(
        (
            citation.document_id,
            citation.url,
            citation.quote,
            citation.fragment,
            citation.occurrence,
            citation.leftover,
        )
    )


def _stored(verdict: Verdict) -> bytes:
    source = verdict.source_span
    return json.dumps(
        (
            [(each.url, each.span.start, each.span.end, each.similarity) for each in verdict.matches],
            verdict.href,
            verdict.text,
            verdict.citation_id,
            verdict.source_path,
            None if source is None else (source.start, source.end),
            verdict.is_verbatim,
            verdict.has_context,
            verdict.occurrence,
            verdict.places,
        ),
        separators=(",", ":"),
    ).encode()


def _restored(data: bytes, citation: Citation) -> Decision | None:
    """The decision; None when the bytes hold something else."""
    try:
        matches, href, text, citation_id, path, source, is_verbatim, has_context, occurrence, places = json.loads(data)
        return Decision(
            Verdict(
                citation,
                Status.VERIFIED,
                tuple(Match(url, Span(start, end), similarity) for url, start, end, similarity in matches),
                href,
                text,
                citation_id,
                path,
                None if source is None else Span(*source),
                is_verbatim,
                has_context,
                occurrence,
                places,
            )
        )
    except (ValueError, TypeError):
        return None
