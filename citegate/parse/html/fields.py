"""Form controls in the walk: what a browser's search finds in them, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turbohtml import Element

from citegate.model.document import BlockKind
from citegate.parse.html import controls
from citegate.parse.html.run import Mark
from citegate.parse.html.scope import Entered, Scope
from citegate.parse.html.special import SPECIAL, Entry
from citegate.parse.html.style import Style
from citegate.parse.html.tags import Box

if TYPE_CHECKING:
    from citegate.parse.html.walk import Walk


def button(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> Entered:
    """`<button>`: a box in the line."""
    return walk.into(element, tag, scope, style, box, kind=BlockKind.CONTROL)


def field(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> None:
    """`<input>`: by its type."""
    kind = (element.attr("type") or "text").lower()
    if kind == "hidden" or style.reason:
        return
    value = element.attr("value") or ""
    if kind in controls.BOX_TYPES:
        _box(walk, scope, box)
    elif kind in controls.BUTTON_LABELS:
        label = controls.BUTTON_LABELS[kind]
        _button_text(walk, element, scope, style, box, "value", value if element.attr("value") is not None else label)
    elif kind == "image":
        _button_text(walk, element, scope, style, box, "alt", element.attr("alt") or "")
    elif kind == "file":
        for text in controls.FILE_TEXTS:
            _button_text(walk, element, scope, style, box, "", text)
    else:
        _text_field(walk, element, scope, style, kind, value)


def _text_field(walk: Walk, element: Element, scope: Scope, style: Style, kind: str, value: str) -> None:
    gatherer, cursor = walk.gatherer, walk.cursor
    gatherer.cut()
    date = controls.date_text(kind, value)
    if date is not None:
        gatherer.own(date, cursor.tag_place(element, len(date)), _control_scope(walk, scope, style))
    elif kind not in controls.EMPTY_TYPES:
        closed = style.in_closed(walk.next_context())
        inner = _control_scope(walk, scope, closed.masked() if kind in controls.MASKED_TYPES else closed)
        if value:
            text = value.replace("\n", "").replace("\r", "")
            gatherer.own(text, cursor.attribute_place(element, "value", text), inner)
        elif placeholder := element.attr("placeholder"):
            gatherer.own(placeholder, cursor.attribute_place(element, "placeholder", placeholder), inner)
    gatherer.cut()


def text_area(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> None:
    """`<textarea>`: its text, else its placeholder."""
    gatherer, cursor = walk.gatherer, walk.cursor
    if style.reason:
        cursor.leave(element)
        return
    gatherer.cut()
    inner = _control_scope(walk, scope, style.in_closed(walk.next_context()).preformatted())
    value = element.text
    cursor.enter_raw(element)
    if value:
        gatherer.own(value, cursor.locate_raw(value), inner)
    elif placeholder := element.attr("placeholder"):
        gatherer.own(placeholder, cursor.attribute_place(element, "placeholder", placeholder), inner)
    gatherer.cut()


def select(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> Entered:
    """`<select>`: a list box shows its options; a drop-down menu is not searched, and nothing looks through it."""
    if _is_list_box(element):
        return walk.into(element, tag, scope, style, Box.ATOMIC, kind=BlockKind.CONTROL)
    if style.is_rendered and box is not Box.OUT_OF_FLOW:
        walk.gatherer.mark(Mark.IGNORED, scope)
    inner = style.concealed("option of a drop-down menu", is_obstacle=True, is_rendered=False)
    return walk.into(element, tag, scope, inner, Box.NONE, kind=BlockKind.CONTROL)


def option_group(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> Entered:
    """`<optgroup>`: its label, then its options."""
    entered = walk.into(element, tag, scope, style, box)
    label = element.attr("label")
    if label and not style.reason:
        walk.gatherer.own(label, walk.cursor.attribute_place(element, "label", label), entered[1])
        walk.gatherer.cut()
    return entered


def _is_list_box(element: Element) -> bool:
    size = (element.attr("size") or "").strip()
    return (size.isdecimal() and int(size) > 1) or (element.attr("multiple") is not None and size in ("", "0"))


def _control_scope(walk: Walk, scope: Scope, style: Style) -> Scope:
    inner = scope.copy()
    inner.context = walk.next_context()
    inner.kind, inner.level = BlockKind.CONTROL, 0
    inner.style = style
    return inner


def _box(walk: Walk, scope: Scope, box: Box) -> None:
    """A control without text in the line."""
    if box is Box.BLOCK:
        walk.gatherer.cut()
    elif box is not Box.OUT_OF_FLOW:
        walk.gatherer.mark(Mark.ATOMIC, scope)


def _button_text(walk: Walk, element: Element, scope: Scope, style: Style, box: Box, attribute: str, text: str) -> None:
    """The text on a button that is an input."""
    gatherer, cursor = walk.gatherer, walk.cursor
    if not text:
        _box(walk, scope, box)
        return
    if box is Box.BLOCK:
        gatherer.cut()
    is_written = bool(attribute) and bool(element.attr(attribute))
    place = cursor.attribute_place(element, attribute, text) if is_written else cursor.tag_place(element, len(text))
    gatherer.own(text, place, _control_scope(walk, scope, style))
    gatherer.end_box(keeps_leading=box is not Box.BLOCK)


ENTRIES: dict[str, tuple[Box, Entry]] = {
    **SPECIAL,
    "button": (Box.ATOMIC, button),
    "input": (Box.ATOMIC, field),
    "optgroup": (Box.BLOCK, option_group),
    "select": (Box.ATOMIC, select),
    "textarea": (Box.ATOMIC, text_area),
}
"""Box and entry of every element that has a method of its own."""
