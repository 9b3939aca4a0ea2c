"""Scope: what holds at one point of the walk over a page's tree; Leaving: what to do behind an element."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turbohtml import Element, Node

from citegate.model.document import BlockKind
from citegate.parse.html.run import Mark
from citegate.parse.html.style import PLAIN, Style
from citegate.parse.html.tags import Box


class Scope:
    """What an element hands down to its content. Replaced, never changed, when an element changes something."""

    __slots__ = ("container", "context", "element_id", "is_flat", "kind", "lang", "lays_out_children", "level",
                 "needs_care", "outline", "path", "style", "summary")  # fmt: skip

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
        self.style: Style = PLAIN
        """The inherited properties."""
        self.path = path
        """The file in which places count."""
        self.needs_care = False
        """True when the children cannot be judged by their names: one of the four below holds."""
        self.lays_out_children = False
        """The parent is a flex or grid container, which makes blocks of its children."""
        self.is_flat = False
        """The parent is a grid that gives its row no height."""
        self.outline: Style | None = None
        """In an svg or math element outside its text: the style that its text will have."""
        self.summary: tuple[Element, Style] | None = None
        """Of a closed details element: the summary that is shown all the same, and its style."""

    @property
    def is_plain_to_blocks(self) -> bool:
        """True when children need care only for they are laid out as blocks, which blocks are anyhow."""
        return self.outline is None and self.summary is None

    def copy(self) -> Scope:
        """A scope that may be changed before it is handed down."""
        new = Scope.__new__(Scope)
        new.context, new.container, new.kind, new.level = self.context, self.container, self.kind, self.level
        new.element_id, new.lang, new.style, new.path = self.element_id, self.lang, self.style, self.path
        new.outline = self.outline
        new.lays_out_children = new.is_flat = False
        new.summary = None
        new.needs_care = self.outline is not None
        return new


class Leaving:
    """What to do behind an element."""

    __slots__ = ("box", "coda", "filling", "follower", "is_cell", "is_split", "keeps_leading", "link", "resume")

    def __init__(self, box: Box) -> None:
        self.box = box
        """How its box ends."""
        self.follower: Mark | None = None
        """What generated content at the element's end leaves in the run."""
        self.coda: tuple[Element, str, bool] | None = None
        """The element, that content's text, and whether it is a block, for an engine that searches it."""
        self.is_cell = False
        """True for a table cell that a style sheet makes."""
        self.is_split = False
        """True when a block or a box with text stands in the inline element: the run does not go on behind it."""
        self.keeps_leading = True
        """True when a space behind the box is text."""
        self.filling: tuple[int, int] | None = None
        """Of a box in a line that does not cut: what the gatherer held before it."""
        self.link: Element | None = None
        """The link that ends, or None."""
        self.resume: int | None = None
        """Of an element that is shown before what the markup has before it: where the markup goes on."""

    def copy(self) -> Leaving:
        """One that may be changed: the constants below may not."""
        new = Leaving(self.box)
        new.filling, new.keeps_leading = self.filling, self.keeps_leading
        new.link, new.resume = self.link, self.resume
        return new

    @property
    def is_inline(self) -> bool:
        """True for an inline element with something to do behind it that is not split yet."""
        return self.box is Box.INLINE and not self.is_split and (self.link is not None or self.follower is not None)


NOTHING = Leaving(Box.INLINE)
TRANSPARENT = Leaving(Box.INLINE)
END_OF_SPLIT_INLINE = Leaving(Box.INLINE)
END_OF_SPLIT_INLINE.is_split = True
END_OF_BLOCK = Leaving(Box.BLOCK)
END_OF_ATOMIC = Leaving(Box.ATOMIC)

Entered = tuple[Iterable[Node], Scope, Leaving]
"""What an element hands the walk: its children, their scope, and what to do behind them."""


def split(leaving: Leaving, stack: list[tuple[Iterator[Node], Scope, Leaving]]) -> Leaving:
    """What to do behind an inline element in which a block or a box with text stands: its end ends the run,
    and so do those of the inline elements around it."""
    for depth in range(len(stack) - 1, -1, -1):
        nodes, scope, outer = stack[depth]
        if outer is not NOTHING and not outer.is_inline:
            break
        stack[depth] = nodes, scope, _pausing(outer)
    return _pausing(leaving)


def _pausing(leaving: Leaving) -> Leaving:
    if leaving is NOTHING:
        return END_OF_SPLIT_INLINE
    leaving.is_split = True
    return leaving
