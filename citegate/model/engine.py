"""Engine: where browsers differ, one profile each; each difference is one field with a measured row behind it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Engine:
    """The measured behaviour of one engine. A field is read where the difference lies, and nowhere else."""

    name: str
    """What `--engine` and the `engines` setting call it."""

    # The directive (fragment/syntax.py)
    max_directives: int = 0
    """Valid text directives of one link that count; 0 for no limit."""
    allows_bare_hyphen: bool = False
    """A `-` inside a term is text; otherwise the directive is ignored."""
    allows_bare_percent: bool = False
    """A `%` without two hex digits is text; otherwise the directive is ignored."""
    ignores_empty_suffix: bool = False
    """`a,-` is read as `a`; otherwise the directive is ignored."""

    # The search (fragment/)
    hangs_outside_bmp: bool = False
    """A candidate that begins outside the Basic Multilingual Plane and is not word bounded hangs the browser."""

    # The comparison (unicode/)
    compares_by_collation: bool = True
    """Text is compared by the root collation's search tailoring; otherwise folded character by character."""
    counts_accents_of_term: bool = False
    """An accent in the term must be in the text, too; a term without one finds both."""
    full_stop_joins_letters: bool = False
    """`node.js` is one word."""
    at_sign_is_letter: bool = False
    """`me@site` is one word."""
    breaks_words_by_pairs: bool = False
    """A word boundary is decided by the two characters beside it alone: `It` stands in `It's`."""
    ideographs_start_words: bool = False
    """A match that begins with a Chinese or Japanese character needs no word boundary before it."""


CHROMIUM = Engine(
    name="chromium",
    max_directives=16,
    hangs_outside_bmp=True,
)
FIREFOX = Engine(
    name="firefox",
    allows_bare_hyphen=True,
    allows_bare_percent=True,
    compares_by_collation=False,
    breaks_words_by_pairs=True,
)
WEBKIT = Engine(
    name="webkit",
    allows_bare_percent=True,
    ignores_empty_suffix=True,
    counts_accents_of_term=True,
    full_stop_joins_letters=True,
    at_sign_is_letter=True,
    ideographs_start_words=True,
)

ENGINES: dict[str, Engine] = {engine.name: engine for engine in (CHROMIUM, FIREFOX, WEBKIT)}
