"""Effect: whether what style sheets say of an element matters to the search, so that most elements cost nothing."""

from __future__ import annotations

import enum

from citegate.parse.html.computed import WHITE_SPACE, declared_box, hides_overflow, is_clipped_to_nothing
from citegate.parse.html.style import Space
from citegate.parse.html.tags import BOXES, Box
from citegate.parse.stylesheet import SIZES, Declarations

_DECISIVE = ("all", "visibility", "interactivity", "-webkit-text-security")
"""Properties that change what an element hands down, whatever their value is."""
_SPACES = ("white-space", "white-space-collapse")


class Effect(enum.IntEnum):
    """What an element's declarations do."""

    NONE = 0
    """The element is searched as its name says."""
    SOMETIMES = 1
    """The same, unless white space is kept around it, or its parent is a grid without height."""
    ALWAYS = 2
    """They have to be looked at."""


def effect_of(tag: str, declared: Declarations) -> Effect:
    """What these declarations do to an element of this name; those that name a custom property are not weighed."""
    box = BOXES.get(tag, Box.INLINE)
    if box not in (Box.INLINE, Box.BLOCK, Box.ATOMIC) or any(name in declared for name in _DECISIVE):
        return Effect.ALWAYS
    hides = box is not Box.INLINE and hides_overflow(declared)
    for name, value in declared.items():
        if "var(" in value and not name.startswith("--") and (hides or name not in SIZES):
            return Effect.ALWAYS
    if declared_box(box, declared) != (box, False) or declared.get("display") == "table-cell":
        return Effect.ALWAYS
    if declared.get("content-visibility") == "hidden" or (tag == "q" and "quotes" in declared):
        return Effect.ALWAYS
    spaces = {WHITE_SPACE.get(declared.get(name, "")) for name in _SPACES} - {None}
    if spaces - {Space.COLLAPSE} or (hides and is_clipped_to_nothing(tag, declared, is_flat=False)):
        return Effect.ALWAYS
    if spaces or (hides and is_clipped_to_nothing(tag, declared, is_flat=True)):
        return Effect.SOMETIMES
    return Effect.NONE
