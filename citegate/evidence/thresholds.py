"""What a passage must reach to support a claim. `python -m bench.evidence.calibrate --write` makes this file."""

from __future__ import annotations

MIN_GROUNDED = 0.875
"""Share of the claim's content words, weighted by rarity, that the passage or its headings must have."""
MIN_FOCUSED = 0.825
"""The same for its best sentence, or two sentences."""
MIN_TERMS = 2
"""Content words that a claim needs before anything can support it."""
