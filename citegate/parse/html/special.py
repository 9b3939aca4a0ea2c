"""Elements whose search text is not simply their content: replaced, foreign, details, slots, unknown content."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from turbohtml import Element, Node

from citegate.model.document import BlockKind
from citegate.parse.html import controls
from citegate.parse.html.run import Mark
from citegate.parse.html.scope import Entered, Scope
from citegate.parse.html.style import Style
from citegate.parse.html.tags import OPAQUE_TAG, Box, names

if TYPE_CHECKING:
    from citegate.parse.html.walk import Walk


class Entry(Protocol):
    """Goes into one kind of element."""

    def __call__(self, walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> Entered | None:
        """What `Walk.enter` gives, for an element that is rendered."""


def line_break(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> None:
    """`<br>`: a line feed in the run."""
    if not style.reason:
        walk.gatherer.mark(Mark.BREAK, scope, walk.cursor.tag_place(element, 1))


def replaced(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> Entered | None:
    """Embedded content: the search does not see it, nor what stands in it for other browsers."""
    alt = element.attr("alt")
    if alt:
        place = walk.cursor.attribute_place(element, "alt", alt)
        walk.gatherer.unsearched(alt, place, scope, BlockKind.ATTRIBUTE, "alt attribute")
    if style.is_rendered:
        if box is Box.BLOCK and not walk.is_in_inline:
            walk.gatherer.cut()
        elif box is not Box.OUT_OF_FLOW:
            walk.gatherer.mark(Mark.ATOMIC if tag == "canvas" else Mark.IGNORED, scope)
    if tag in ("img", "embed", "frame"):
        return None
    if tag == "iframe":
        walk.cursor.enter_raw(element)
    inner = style.concealed(f"content of <{tag}>", is_rendered=False)
    return walk.into(element, tag, scope, inner, Box.NONE)


def details(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> Entered:
    """`<details>`: its first summary, then its content, which is searched though it is closed."""
    children: list[Node] = list(element)
    summary = next((child for child in children if isinstance(child, Element) and child.tag == "summary"), None)
    if summary is not None:
        children.remove(summary)
        children.insert(0, summary)
    entered = walk.into(element, tag, scope, style, box, children=children)
    inner = entered[1]
    if summary is None and not inner.style.reason:
        label = controls.DETAILS_LABEL
        walk.gatherer.own(label, walk.cursor.tag_place(element, len(label)), inner)
        walk.gatherer.cut()
    if element.attr("open") is None and inner is not scope:
        if summary is not None:
            inner.summary, inner.needs_care = (summary, inner.style), True
        inner.style = inner.style.in_closed(walk.next_context())
    return entered


def dialog(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> Entered:
    """`<dialog>`: not rendered until it is opened, unless a style says otherwise."""
    if element.attr("open") is None and element not in walk.features.notable:
        box = Box.NONE
    return walk.into(element, tag, scope, style, box)


def slot(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> Entered:
    """`<slot>`: what is assigned to it, else its own content."""
    assigned: Iterable[Node] = element.assigned_nodes() if walk.features.has_shadow else ()
    return walk.into(element, tag, scope, style, box, children=assigned or None)


def opaque(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> None:
    """Content that is not known before the page is built: nothing matches across it."""
    walk.gatherer.opaque(scope, walk.cursor.element_place(element))
    walk.cursor.leave(element)


def foreign_root(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> Entered:
    """`<svg>`, `<math>`: a box in the line; of its content only the text elements are text."""
    inner = style.concealed(f"outside the text of <{tag}>")
    content, inside, leaving = walk.into(element, tag, scope, inner, box)
    inside.outline, inside.needs_care = style, True
    return content, inside, leaving


def foreign_text(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> Entered:
    """An element of foreign content that holds text."""
    content, inside, leaving = walk.into(element, tag, scope, style, box)
    inside.outline, inside.needs_care = None, False
    return content, inside, leaving


_FOREIGN_TEXT: dict[str, Box] = {
    "text": Box.BLOCK,
    "foreignObject": Box.BLOCK,
    "mi": Box.ATOMIC,
    "mn": Box.ATOMIC,
    "mo": Box.ATOMIC,
    "mtext": Box.ATOMIC,
    "ms": Box.ATOMIC,
}
_FOREIGN_DROPPED = frozenset({"script", "style"})
_FOREIGN_NONE = names(
    "annotation annotation-xml clipPath defs desc filter linearGradient marker mask metadata pattern radialGradient"
    " symbol title"
)


def in_outline(tag: str, scope: Scope) -> tuple[Box, Style, Entry | None]:
    """Box, style and entry of an element in foreign content outside its text."""
    if tag in _FOREIGN_TEXT and scope.outline is not None:
        return _FOREIGN_TEXT[tag], scope.outline, foreign_text
    if tag in _FOREIGN_DROPPED:
        return Box.DROPPED, scope.style, None
    if tag in _FOREIGN_NONE:
        return Box.NONE, scope.style, None
    return Box.INLINE, scope.style, None


SPECIAL: dict[str, tuple[Box, Entry]] = {
    "br": (Box.INLINE, line_break),
    "details": (Box.BLOCK, details),
    "dialog": (Box.BLOCK, dialog),
    "math": (Box.ATOMIC, foreign_root),
    "slot": (Box.CONTENTS, slot),
    "svg": (Box.ATOMIC, foreign_root),
    OPAQUE_TAG: (Box.ATOMIC, opaque),
    **dict.fromkeys(
        names("audio canvas embed frame iframe img meter object picture progress video"), (Box.INLINE, replaced)
    ),
}
"""Box and entry of the elements that have a method of their own; form controls stand in `fields`."""
