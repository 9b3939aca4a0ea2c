"""Reciprocal rank fusion: several rankings into one, whatever their scores are measured in.

Cormack, Clarke, Büttcher: Reciprocal rank fusion outperforms Condorcet and individual rank learning methods, 2009.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citegate.model.evidence import Rank

K = 60  # as in the paper; it keeps the first ranks of one leg from deciding alone

Ranking = Sequence[tuple[int, float]]
"""Numbers of passages with the leg's own score, best first."""

Fused = tuple[int, float, tuple[Rank, ...]]
"""The number of a passage, its fused score, and its rank in each leg that found it."""


def fuse(legs: Mapping[str, Ranking]) -> list[Fused]:
    """The number of each passage that any leg found, its fused score and its ranks; best first, ties by number."""
    found: dict[int, list[Rank]] = {}
    for leg, ranking in legs.items():
        for rank, (number, score) in enumerate(ranking, 1):
            found.setdefault(number, []).append(Rank(leg, rank, round(score, 4)))
    fused = [(number, sum(1 / (K + rank.rank) for rank in ranks), tuple(ranks)) for number, ranks in found.items()]
    return sorted(fused, key=lambda row: (-row[1], row[0]))
