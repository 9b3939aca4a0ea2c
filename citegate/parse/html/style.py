"""Style: the inherited properties that the text search depends on."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace

from citegate.model.document import OTHER_TREE


class Space(enum.IntEnum):
    """What happens to white space."""

    COLLAPSE = 0
    PRESERVE = 1
    PRESERVE_BREAKS = 2
    """Line feeds stay, spaces and tabs collapse."""


@dataclass(frozen=True, slots=True)
class Style:
    """What a text inherits from its ancestors."""

    space: Space = Space.COLLAPSE
    reason: str = ""
    """Why the text is not searched, in a few words; "" when it is."""
    is_rendered: bool = True
    """False in a subtree without boxes."""
    is_hidden: bool = False
    """True under `visibility: hidden`, which a descendant can undo."""
    is_crossed: bool = False
    """True for hidden or inert text, which some engines match across."""
    is_obstacle: bool = False
    """True for text that is not searched and may not stand between context and match."""
    closed: tuple[int, ...] = ()
    """The closed boxes around text that is searched though it is not seen, outermost first: see `Block.closed`."""
    is_passed_over: bool = False
    """True for text that is searched, but that the check of a prefix or suffix looks through."""
    trees: tuple[int, ...] = ()
    """The shadow trees that the text stands in, outermost first, for an engine that keeps them apart."""
    is_masked: bool = False
    """True where every character is drawn as a bullet."""
    is_vertical: bool = False
    """True under a vertical writing mode."""

    @property
    def is_ordinary(self) -> bool:
        """True for text that is searched as it stands; a closed box may be around it."""
        return not (self.space or self.reason or self.is_passed_over or self.trees or self.is_masked)

    def concealed(
        self, reason: str, *, is_obstacle: bool = False, is_rendered: bool = True, is_crossed: bool = False
    ) -> Style:
        """This style in a subtree that is not searched; the outermost reason stays."""
        if self.reason and not self.is_hidden:
            return self
        return replace(
            self,
            reason=reason,
            is_hidden=False,
            is_obstacle=is_obstacle,
            is_crossed=is_crossed,
            is_rendered=self.is_rendered and is_rendered,
        )

    def preformatted(self) -> Style:
        """This style in an element that keeps white space."""
        if self is PLAIN:
            return _PREFORMATTED
        return replace(self, space=Space.PRESERVE)

    def collapsing(self) -> Style:
        """This style in an element that does not inherit `white-space`."""
        return self if self.space is Space.COLLAPSE else replace(self, space=Space.COLLAPSE)

    def in_closed(self, number: int) -> Style:
        """This style in a closed box: searched, but the check of a prefix or suffix from outside does not see it."""
        return replace(self, closed=(*self.closed, number))

    def passed_over(self) -> Style:
        """This style where text is searched, but the check of a prefix or suffix looks through it."""
        return replace(self, is_passed_over=True)

    def in_trees(self, trees: tuple[int, ...]) -> Style:
        """This style in the last of these shadow trees; in the page's own tree when there is none."""
        closed = (*(number for number in self.closed if number != OTHER_TREE), *(OTHER_TREE for _ in trees))
        return replace(self, trees=trees, is_passed_over=bool(trees), closed=closed)

    def masked(self) -> Style:
        """This style where every character is drawn as a bullet."""
        return replace(self, is_masked=True)

    def with_visibility(self, is_hidden: bool, reason: str) -> Style:
        """This style under another `visibility`."""
        if self.is_hidden == is_hidden or (self.reason and not self.is_hidden):
            return self
        return replace(self, is_hidden=is_hidden, is_crossed=is_hidden, reason=reason if is_hidden else "")


PLAIN = Style()
"""What text without any ancestor of interest has."""
_PREFORMATTED = Style(space=Space.PRESERVE)
