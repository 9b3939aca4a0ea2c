"""closest_name: what a misspelt name may have been meant for."""

from __future__ import annotations

from collections.abc import Iterable

CLOSE_NAME = 60  # per cent of rapidfuzz's ratio; "passge" for "passage" has 92, "quote" for "passage" 17


def closest_name(name: str, known: Iterable[str]) -> str | None:
    """The known name that `name` is most like, or None when it is like none."""
    from rapidfuzz import fuzz, process, utils  # noqa: PLC0415 - 25 ms, and only for a fault

    best = process.extractOne(
        name, list(known), scorer=fuzz.ratio, processor=utils.default_process, score_cutoff=CLOSE_NAME
    )
    return best[0] if best else None
