"""Elements whose search text is not simply their content: replaced, foreign, details, slots, unknown content."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from turbohtml import Element, Node

from citegate.model.document import BlockKind
from citegate.model.engine import Engine
from citegate.parse.html import controls
from citegate.parse.html.run import Mark
from citegate.parse.html.scope import Entered, Leaving, Scope
from citegate.parse.html.style import Style
from citegate.parse.html.tags import OPAQUE_TAG, Box, names

if TYPE_CHECKING:
    from citegate.parse.html.walk import Walk


class Entry(Protocol):
    """Goes into one kind of element."""

    def __call__(self, walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> Entered | None:
        """What `Walk.enter` gives, for an element that is rendered."""


def line_break(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> None:
    """`<br>`: a line feed in the run, or its end."""
    if not walk.engine.br_is_newline:
        walk.gatherer.cut()
    elif not style.reason:
        walk.gatherer.mark(Mark.BREAK, scope, walk.cursor.tag_place(element, 1))


def rule(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> None:
    """`<hr>`: a block without text; in an inline element the search does not see it."""
    engine = walk.engine
    if not style.is_rendered:
        return
    if box is Box.ATOMIC:
        walk.gatherer.mark(Mark.ATOMIC, scope)
    elif box is Box.BLOCK and engine.empty_blocks_cut:
        if walk.is_in_inline and engine.boxes_in_line_cut:
            walk.gatherer.mark(Mark.LINE_END, scope)
        else:
            walk.gatherer.cut()


def replaced(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> Entered | None:
    """Embedded content: the search does not see it, nor what stands in it for other browsers."""
    alt, engine = element.attr("alt"), walk.engine
    in_picture = isinstance(element.parent, Element) and element.parent.tag == "picture"
    is_unloaded = tag == "img" and bool(alt) and not element.attr("src") and not in_picture
    is_unloaded = is_unloaded and engine.unloaded_images_cut
    if alt and not is_unloaded:
        place = walk.cursor.attribute_place(element, "alt", alt)
        walk.gatherer.unsearched(alt, place, scope, BlockKind.ATTRIBUTE, "alt attribute")
    if style.is_rendered:
        _stand_in_line(walk, element, tag, scope, box, is_unloaded)
    if alt and is_unloaded and not style.reason:
        walk.gatherer.aside(alt, walk.cursor.attribute_place(element, "alt", alt), scope, "")
    if tag in ("img", "embed", "frame"):
        return None
    if tag == "iframe":
        walk.cursor.enter_raw(element)
    if engine.searches_fallback and (tag == "canvas" or (tag == "object" and element.attr("data") is None)):
        shown = style.passed_over() if tag == "object" else style
        return walk.into(element, tag, scope, shown, Box.CONTENTS)
    inner = style.concealed(f"content of <{tag}>", is_rendered=False)
    return walk.into(element, tag, scope, inner, Box.NONE)


def is_shown_script(walk: Walk, element: Element, tag: str) -> bool:
    """True for a script or style element that a style sheet displays, where the search finds such a text."""
    if tag not in ("script", "style") or not walk.engine.searches_shown_scripts:
        return False
    declared = walk.features.cascade.declarations(element) if element in walk.features.notable else None
    return declared is not None and declared.get("display", "none") != "none"


def _stand_in_line(walk: Walk, element: Element, tag: str, scope: Scope, box: Box, is_unloaded: bool) -> None:
    """What embedded content does to the run around it."""
    gatherer, engine = walk.gatherer, walk.engine
    is_block = box is Box.BLOCK and not walk.is_in_inline
    if (is_block and engine.empty_blocks_cut) or is_unloaded:
        gatherer.cut()
    elif tag in ("audio", "video") and engine.videos_start_words:
        if element.attr("controls") is not None:
            gatherer.cut()
        elif tag == "video":
            gatherer.stand_behind("", scope)
    elif box is not Box.OUT_OF_FLOW:
        keeps_spaces = tag == "canvas" or engine.images_bound_words
        gatherer.mark(Mark.ATOMIC if keeps_spaces else Mark.IGNORED, scope)
        if engine.images_bound_words:
            gatherer.mark(Mark.BOUND, scope)


def details(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> Entered:
    """`<details>`: its first summary, then its content, which is searched though it is closed."""
    engine = walk.engine
    is_closed = element.attr("open") is None
    children: list[Node] = list(element)
    summary = next((child for child in children if isinstance(child, Element) and child.tag == "summary"), None)
    if summary is not None:
        children.remove(summary)
        children.insert(0, summary)
    if is_closed and not engine.searches_closed_details_text:
        children = [child for child in children if isinstance(child, Element)]
    entered = walk.into(element, tag, scope, style, box, children=children)
    inner = entered[1]
    if summary is None and not inner.style.reason and engine.searches_browser_texts:
        label = controls.DETAILS_LABEL
        place = walk.cursor.tag_place(element, len(label))
        if engine.looks_through_closed:
            walk.gatherer.own(label, place, inner)
            walk.gatherer.cut()
        else:
            walk.gatherer.aside(label, place, inner)
    if is_closed and inner is not scope and engine.looks_through_closed:
        if summary is not None:
            inner.summary, inner.needs_care = (summary, inner.style), True
        inner.style = inner.style.in_closed(walk.next_context())
    return entered


def summary(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> Entered:
    """`<summary>`: the first of a details element is shown before all else in it."""
    content, inner, leaving = walk.into(element, tag, scope, style, box)
    parent = element.parent
    if isinstance(parent, Element) and parent.tag == "details" and leaving.box is Box.BLOCK:
        start = walk.cursor.offset_of(parent)
        if start is not None and element.previous_sibling is not None and parent.select_one("summary") == element:
            leaving = Leaving(Box.BLOCK)
            leaving.resume = walk.cursor.start_tag_end(start)
    return content, inner, leaving


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


def annotation(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> Entered:
    """`<rt>`: text in the line, or what a match passes over."""
    if not walk.engine.searches_ruby_annotations:
        style = style.concealed("ruby annotation", is_obstacle=True, is_rendered=False)
        return walk.into(element, tag, scope, style, Box.CONTENTS)
    return walk.into(element, tag, scope, style, box)


def foreign_root(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> Entered:
    """`<svg>`, `<math>`: a box in the line; of its content only the text elements are text."""
    inner = style.concealed(f"outside the text of <{tag}>")
    content, inside, leaving = walk.into(element, tag, scope, inner, box)
    return content, _in_outline(inside, scope, style), leaving


def _in_outline(inside: Scope, outside: Scope, outline: Style | None) -> Scope:
    """The scope in an element of foreign content, whose text will have this style; never the one around it."""
    own = inside
    if inside is outside:  # no box of its own, and nothing that it hands down
        own = outside.copy()
        own.lays_out_children, own.is_flat, own.summary = outside.lays_out_children, outside.is_flat, outside.summary
    own.outline, own.needs_care = outline, outline is not None
    return own


def foreign_text(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> Entered:
    """An element of foreign content that holds text."""
    content, inside, leaving = walk.into(element, tag, scope, style, box)
    return content, _in_outline(inside, scope, None), leaving


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


def in_outline(tag: str, scope: Scope, engine: Engine) -> tuple[Box, Style, Entry | None]:
    """Box, style and entry of an element in foreign content outside its text."""
    if tag in _FOREIGN_TEXT and scope.outline is not None:
        box = _FOREIGN_TEXT[tag]
        if box is Box.ATOMIC and not engine.boxes_in_line_cut:
            box = Box.BLOCK
        if not engine.foreign_text_cuts and tag != "foreignObject":
            box = Box.INLINE
        return box, scope.outline, foreign_text
    if tag in _FOREIGN_DROPPED:
        return Box.DROPPED, scope.style, None
    if tag in _FOREIGN_NONE:
        return Box.NONE, scope.style, None
    return Box.INLINE, scope.style, None


SPECIAL: dict[str, tuple[Box, Entry]] = {
    "br": (Box.INLINE, line_break),
    "details": (Box.BLOCK, details),
    "dialog": (Box.BLOCK, dialog),
    "hr": (Box.BLOCK, rule),
    "math": (Box.ATOMIC, foreign_root),
    "rt": (Box.INLINE, annotation),
    "rtc": (Box.INLINE, annotation),
    "summary": (Box.BLOCK, summary),
    "slot": (Box.CONTENTS, slot),
    "svg": (Box.ATOMIC, foreign_root),
    OPAQUE_TAG: (Box.ATOMIC, opaque),
    **dict.fromkeys(names("audio canvas embed frame iframe img meter object progress video"), (Box.INLINE, replaced)),
}
"""Box and entry of the elements that have a method of their own; form controls stand in `fields`."""
