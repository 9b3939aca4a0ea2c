"""Component: what of an element that the source only names is text, and where it is cut."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Display(enum.StrEnum):
    """How a component stands on the page."""

    TRANSPARENT = "transparent"
    """Its children stand where it stands."""
    BLOCK = "block"
    """A block of its own."""
    INLINE = "inline"
    """Inside the line."""
    HIDDEN = "hidden"
    """Not shown."""
    OPAQUE = "opaque"
    """What it shows is not known before the page is built."""


@dataclass(frozen=True, slots=True)
class Component:
    """The setting of one component."""

    display: Display = Display.TRANSPARENT
    text: tuple[str, ...] = ()
    """Props whose value is shown, each in a block of its own before the children (within the line for INLINE)."""
    element: str = ""
    """The HTML element that holds the children, when it matters: "details", "li", "a"; "" for the display's own."""
    text_element: str = "div"
    """The HTML element that holds each of `text`: "div", "summary", "h3"."""
    tabs: str = ""
    """For a group of panels: the prop of the children that holds their label; the labels stand first."""
    hides_rest: bool = False
    """For a group of panels: all but the first are hidden until the reader asks for them."""
    defaults: tuple[tuple[str, str], ...] = ()
    """What stands for a prop of `text` that is not given: a prop or kind, and the text."""


UNKNOWN = Component()
"""A component without a setting."""
