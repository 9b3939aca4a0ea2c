"""Form controls in the walk: what a browser's search finds in them, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turbohtml import Element, Text

from citegate.model.document import OTHER_TREE, BlockKind
from citegate.parse.html import controls
from citegate.parse.html.run import Mark
from citegate.parse.html.scope import Entered, Scope
from citegate.parse.html.special import SPECIAL, Entry
from citegate.parse.html.style import Style
from citegate.parse.html.tags import Box

if TYPE_CHECKING:
    from citegate.parse.html.walk import Walk

_IN_LIST_BOX = frozenset({"option", "optgroup", "hr", "div"})  # what a list box shows of its content


def button(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> Entered:
    """`<button>`: a box in the line."""
    return walk.into(element, tag, scope, style, box, kind=BlockKind.CONTROL)


def field(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> None:
    """`<input>`: by its type."""
    kind = (element.attr("type") or "text").lower()
    if kind == "hidden" or style.reason:
        return
    engine = walk.engine
    value = element.attr("value") or ""
    if kind in controls.BOX_TYPES:
        _box(walk, scope, box)
    elif kind in controls.BUTTON_TYPES:
        label = engine.submit_label if kind == "submit" else controls.BUTTON_TYPES[kind]
        _button_text(walk, element, scope, style, box, "value", value if element.attr("value") is not None else label)
    elif kind == "image":
        alt = element.attr("alt") or (engine.submit_label if element.attr("alt") is None else "")
        _button_text(walk, element, scope, style, box, "alt", alt)
    elif kind == "file":
        for text in engine.file_labels:
            _button_text(walk, element, scope, style, box, "", text)
    else:
        _begin_field(walk, box)
        _text_field(walk, element, scope, style, kind, value)
        _end_field(walk, box)


def _begin_field(walk: Walk, box: Box) -> None:
    """Ends the run at a field: its inside is a block, so that it cuts even when it is empty."""
    if box is Box.BLOCK:
        walk.gatherer.cut()
    else:
        walk.gatherer.interrupt()


def _end_field(walk: Walk, box: Box) -> None:
    walk.gatherer.end_box(keeps_leading=box is not Box.BLOCK)


def _closed(walk: Walk, style: Style) -> Style:
    """The style of what a text field holds."""
    return style.in_closed(walk.next_context() if walk.engine.leaves_trees else OTHER_TREE)


def _text_field(walk: Walk, element: Element, scope: Scope, style: Style, kind: str, value: str) -> None:
    gatherer, cursor, engine = walk.gatherer, walk.cursor, walk.engine
    closed = _closed(walk, style)
    date = controls.date_text(kind, value)
    if date is not None and engine.searches_browser_texts:
        inner = _control_scope(walk, scope, style if engine.looks_through_closed else closed)
        gatherer.own(date, cursor.tag_place(element, len(date)), inner)
    elif date is None and kind not in controls.EMPTY_TYPES:
        inner = _control_scope(walk, scope, closed.masked() if kind in controls.MASKED_TYPES else closed)
        if value and (kind not in controls.MASKED_TYPES or engine.masks_text):
            text = value.replace("\n", "").replace("\r", "")
            gatherer.own(text, cursor.attribute_place(element, "value", text), inner)
        elif not value:
            _placeholder(walk, element, inner)


def _placeholder(walk: Walk, element: Element, inner: Scope) -> None:
    placeholder = element.attr("placeholder")
    if placeholder and walk.engine.searches_placeholders:
        place = walk.cursor.attribute_place(element, "placeholder", placeholder)
        walk.gatherer.own(placeholder, place, inner)


def text_area(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> None:
    """`<textarea>`: its text, else its placeholder."""
    gatherer, cursor = walk.gatherer, walk.cursor
    if style.reason:
        cursor.leave(element)
        return
    _begin_field(walk, box)
    closed = _closed(walk, style)
    inner = _control_scope(walk, scope, closed.preformatted() if walk.engine.keeps_white_space else closed)
    value = element.text
    cursor.enter_raw(element)
    if value:
        gatherer.own(value, cursor.locate_raw(value), inner)
    else:
        _placeholder(walk, element, inner)
    _end_field(walk, box)


def select(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> Entered:
    """`<select>`: a list box shows its options; a drop-down menu is not searched, and nothing looks through it."""
    engine = walk.engine
    if _is_list_box(element) and engine.searches_browser_texts:
        shown = style if engine.looks_through_closed else style.in_closed(walk.next_context())
        options = [child for child in element if isinstance(child, Element) and child.tag in _IN_LIST_BOX]
        return walk.into(element, tag, scope, shown, Box.ATOMIC, kind=BlockKind.CONTROL, children=options)
    if style.is_rendered and box is not Box.OUT_OF_FLOW:
        walk.gatherer.mark(Mark.IGNORED, scope)
    inner = style.concealed("option of a menu", is_obstacle=engine.looks_through_closed, is_rendered=False)
    return walk.into(element, tag, scope, inner, Box.NONE, kind=BlockKind.CONTROL)


def option(walk: Walk, element: Element, tag: str, scope: Scope, style: Style, box: Box) -> Entered:
    """`<option>`: in a list box all the text in it, as one; elsewhere the text that stands directly in it."""
    if not walk.engine.searches_browser_texts:
        return walk.into(element, tag, scope, style, box)
    nodes = element if element.closest("select") is None else element.descendants
    texts = [node for node in nodes if isinstance(node, Text) and not _is_script(node)]
    return walk.into(element, tag, scope, style, box, children=texts)


def _is_script(text: Text) -> bool:
    return isinstance(text.parent, Element) and text.parent.tag in ("script", "style")


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
        if walk.engine.images_bound_words:
            walk.gatherer.mark(Mark.BOUND, scope)


def _button_text(walk: Walk, element: Element, scope: Scope, style: Style, box: Box, attribute: str, text: str) -> None:
    """The text on a button that is an input."""
    gatherer, cursor = walk.gatherer, walk.cursor
    if not text or not walk.engine.searches_browser_texts:
        _box(walk, scope, box)
        return
    is_written = bool(attribute) and bool(element.attr(attribute))
    place = cursor.attribute_place(element, attribute, text) if is_written else cursor.tag_place(element, len(text))
    if not walk.engine.boxes_in_line_cut:
        gatherer.aside(text, place, _control_scope(walk, scope, style))
        return
    if box is Box.BLOCK:
        gatherer.cut()
    gatherer.own(text, place, _control_scope(walk, scope, style))
    gatherer.end_box(keeps_leading=box is not Box.BLOCK)


ENTRIES: dict[str, tuple[Box, Entry]] = {
    **SPECIAL,
    "button": (Box.ATOMIC, button),
    "input": (Box.ATOMIC, field),
    "option": (Box.BLOCK, option),
    "optgroup": (Box.BLOCK, option_group),
    "select": (Box.ATOMIC, select),
    "textarea": (Box.ATOMIC, text_area),
}
"""Box and entry of every element that has a method of its own."""
