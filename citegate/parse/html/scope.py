"""Scope: what holds at one point of the walk over a page's tree; Leaving: what to do behind an element."""

from __future__ import annotations

from collections.abc import Iterable

from turbohtml import Element, Node

from citegate.model.document import BlockKind
from citegate.parse.html.style import PLAIN, Style
from citegate.parse.html.tags import Box


class Scope:
    """What an element hands down to its content. Replaced, never changed, when an element changes something."""

    __slots__ = (
        "container",
        "context",
        "element_id",
        "is_link",
        "kind",
        "lang",
        "lays_out_children",
        "level",
        "outline",
        "path",
        "style",
        "summary",
    )

    def __init__(self, path: str) -> None:
        self.context = 0
        """The number of the formatting context: a run holds text of one only."""
        self.container = 0
        """The number of the nearest block-level ancestor."""
        self.kind = BlockKind.OTHER
        """What that ancestor is."""
        self.level = 0
        """Its heading level, or 0."""
        self.element_id: str | None = None
        """The nearest id."""
        self.lang = ""
        """The nearest language."""
        self.is_link = False
        """True inside a link."""
        self.lays_out_children = False
        """True when the parent is a flex or grid container, which makes blocks of its children."""
        self.outline: Style | None = None
        """In an svg or math element outside its text: the style that its text will have."""
        self.style: Style = PLAIN
        """The inherited properties."""
        self.summary: tuple[Element, Style] | None = None
        """Of a closed details element: the summary that is shown all the same, and its style."""
        self.path = path
        """The file in which places count."""

    def copy(self) -> Scope:
        """A scope that may be changed before it is handed down."""
        new = Scope.__new__(Scope)
        new.context = self.context
        new.container = self.container
        new.kind = self.kind
        new.level = self.level
        new.element_id = self.element_id
        new.lang = self.lang
        new.is_link = self.is_link
        new.lays_out_children = self.lays_out_children
        new.outline = self.outline
        new.style = self.style
        new.summary = None
        new.path = self.path
        return new


class Leaving:
    """What to do behind an element."""

    __slots__ = ("box", "keeps_leading", "link")

    def __init__(self, box: Box) -> None:
        self.box = box
        """How its box ends."""
        self.keeps_leading = True
        """True when a space behind the box is text."""
        self.link: Element | None = None
        """The link that ends, or None."""


NOTHING = Leaving(Box.INLINE)
TRANSPARENT = Leaving(Box.INLINE)
END_OF_SPLIT_INLINE = Leaving(Box.BLOCK)
END_OF_BLOCK = Leaving(Box.BLOCK)
END_OF_ATOMIC = Leaving(Box.ATOMIC)

Entered = tuple[Iterable[Node], Scope, Leaving]
"""What an element hands the walk: its children, their scope, and what to do behind them."""
