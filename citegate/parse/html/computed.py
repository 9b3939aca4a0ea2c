"""From an element's declarations to its box and to what it hands down."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from turbohtml import Element

from citegate.model.document import WITHOUT_SIZE
from citegate.model.engine import Engine
from citegate.parse.html.run import Mark
from citegate.parse.html.style import Space, Style
from citegate.parse.html.tags import Box, names
from citegate.parse.stylesheet import Declarations

_DISPLAYS: dict[str, Box] = {
    "block": Box.BLOCK,
    "list-item": Box.BLOCK,
    "flow-root": Box.BLOCK,
    "flex": Box.BLOCK,
    "grid": Box.BLOCK,
    "table": Box.BLOCK,
    "-webkit-box": Box.BLOCK,
    "-webkit-flex": Box.BLOCK,
    "inline": Box.INLINE,
    "contents": Box.CONTENTS,
    "ruby": Box.INLINE,
    "ruby-text": Box.INLINE,
    "math": Box.INLINE,
    "inline-block": Box.ATOMIC,
    "inline-flex": Box.ATOMIC,
    "inline-grid": Box.ATOMIC,
    "inline-table": Box.ATOMIC,
    "-webkit-inline-box": Box.ATOMIC,
    "-webkit-inline-flex": Box.ATOMIC,
    "inline-flow-root": Box.ATOMIC,
    "table-cell": Box.ATOMIC,
    "table-row": Box.ATOMIC,
    "table-row-group": Box.ATOMIC,
    "table-header-group": Box.ATOMIC,
    "table-footer-group": Box.ATOMIC,
    "table-caption": Box.ATOMIC,
    "table-column": Box.NONE,
    "table-column-group": Box.NONE,
    "none": Box.NONE,
    "block flow": Box.BLOCK,
    "block flow-root": Box.BLOCK,
    "block flex": Box.BLOCK,
    "block grid": Box.BLOCK,
    "block table": Box.BLOCK,
    "inline flow": Box.INLINE,
    "inline flow-root": Box.ATOMIC,
    "inline flex": Box.ATOMIC,
    "inline grid": Box.ATOMIC,
    "inline table": Box.ATOMIC,
}
_LAYS_OUT = names(
    "flex grid inline-flex inline-grid -webkit-flex -webkit-inline-flex -webkit-box -webkit-inline-box"
) | {"block flex", "block grid", "inline flex", "inline grid"}
"""Displays that make blocks of an element's children."""

WHITE_SPACE: dict[str, Space] = {
    "normal": Space.COLLAPSE,
    "nowrap": Space.COLLAPSE,
    "collapse": Space.COLLAPSE,
    "pre": Space.PRESERVE,
    "pre-wrap": Space.PRESERVE,
    "break-spaces": Space.PRESERVE,
    "-moz-pre-wrap": Space.PRESERVE,
    "preserve": Space.PRESERVE,
    "preserve nowrap": Space.PRESERVE,
    "pre-line": Space.PRESERVE_BREAKS,
    "preserve-breaks": Space.PRESERVE_BREAKS,
    "initial": Space.COLLAPSE,
}
"""What the values of `white-space` and `white-space-collapse` do."""
_SHRINKS = names("button fieldset table tbody td tfoot th thead tr")
"""Elements that are at least as large as their text, whatever size they are given."""
_SHRINKING = names(
    "table inline-table table-cell table-row table-row-group table-header-group table-footer-group contents"
)
"""Displays with which an element is."""
_ALWAYS_VISIBLE = (names("table tbody tfoot thead tr caption"), _SHRINKING - {"table-cell"} | {"table-caption"})
"""Elements, and displays, on which `content-visibility` does nothing."""
_PADDINGS = {"dialog": "1em", **dict.fromkeys(names("dir menu ol ul"), "0 0 0 40px")}
"""What browsers' own style sheets say of `padding`."""
_SIDES = ("top", "right", "bottom", "left")
_ATTRIBUTE = re.compile(r"attr\(\s*([\w-]+)\s*\)")
_ZERO = re.compile(r"[+-]?0*\.?0*(?:px|r?em|%|v[hw]|ch|pt)?")
_HIDING = ("hidden", "scroll", "auto")


_STYLING = names(
    "all white-space white-space-collapse visibility interactivity -webkit-text-security content-visibility"
)
"""Properties that may change what an element hands down."""


class Computed(NamedTuple):
    """What declarations make of an element of a name that no attribute changes."""

    declared: Declarations
    box: Box
    lays_out: bool
    """Whether its children are laid out as blocks."""
    may_style: bool
    """False when its content inherits what its parent's does, unless a closed box is around it."""
    has_flat_row: bool


def computed(tag: str, box: Box, declared: Declarations) -> Computed:
    """What these declarations make of an element of this name; `box` is what the name says."""
    own, lays_out = declared_box(box, declared)
    may_style = not _STYLING.isdisjoint(declared) or any(
        is_clipped_to_nothing(tag, declared, is_flat=is_flat) for is_flat in (False, True)
    )
    return Computed(declared, own, lays_out, may_style, lays_out and has_flat_row(declared))


def box_of(element: Element, tag: str, box: Box, declared: Declarations | None) -> tuple[Box, bool]:
    """The element's box, and whether its children are laid out as blocks; `box` is what its name says."""
    hidden = _hidden(element)
    if hidden is not None and hidden != "until-found":
        box = Box.NONE
    is_open = tag == "dialog" and element.attr("open") is not None
    if not is_open and (tag == "dialog" or element.attr("popover") is not None):
        box = Box.NONE
    return declared_box(box, declared) if declared else (box, False)


def declared_box(box: Box, declared: Declarations) -> tuple[Box, bool]:
    """The box that an element's declarations make of `box`, and whether they lay out its children as blocks."""
    lays_out = False
    display = declared.get("display")
    if display in _DISPLAYS:
        box = _DISPLAYS[display]
        lays_out = display in _LAYS_OUT and not (
            display.startswith("-webkit") and declared.get("-webkit-line-clamp", "none") != "none"
        )
    elif display in ("initial", "unset") or (display is None and declared.get("all") in ("initial", "unset")):
        box = Box.INLINE
    if box not in (Box.NONE, Box.CONTENTS):
        box = _placed(box, declared)
    return box, lays_out


def _placed(box: Box, declared: Declarations) -> Box:
    """The box after what `position`, `float` and `writing-mode` do to it."""
    if declared.get("position") in ("absolute", "fixed"):
        return Box.OUT_OF_FLOW
    if declared.get("float") in ("left", "right", "inline-start", "inline-end"):
        return Box.OUT_OF_FLOW
    if box is Box.INLINE and declared.get("writing-mode", "horizontal-tb") not in ("horizontal-tb", "initial", "lr"):
        return Box.ATOMIC
    return box


def _hidden(element: Element) -> str | None:
    """The `hidden` attribute, lower case."""
    value = element.attr("hidden")
    return None if value is None else value.strip().lower()


def has_flat_row(declared: Declarations | None) -> bool:
    """True for a grid whose only row has no height, as closed accordions have it."""
    return declared is not None and declared.get("grid-template-rows") == "0fr"


def generated_mark(element: Element, tag: str, where: str, declared: Declarations | None) -> Mark | None:
    """What `::before` or `::after` leaves in the run, or None; `declared` are that pseudo-element's declarations."""
    declared = declared or {}
    content = declared.get("content", f"{'open' if where == 'before' else 'close'}-quote" if tag == "q" else "none")
    box = _DISPLAYS.get(declared.get("display", "inline"), Box.INLINE)
    if content in ("none", "normal", "initial", "unset") or box in (Box.NONE, Box.CONTENTS):
        return None
    if _placed(Box.INLINE, declared) is Box.OUT_OF_FLOW:
        return None
    if box is Box.BLOCK:
        return Mark.LINE_END
    attribute = _ATTRIBUTE.fullmatch(content)
    is_empty = content in ('""', "''") if attribute is None else not element.attr(attribute.group(1))
    return None if is_empty and box is Box.INLINE else Mark.ATOMIC


def style_of(
    element: Element,
    box: Box,
    style: Style,
    declared: Declarations | None,
    number: int,
    engine: Engine,
    *,
    is_flat: bool,
) -> Style:
    """The style that the element's content inherits; `style` is the parent's, `number` is free for a closed box.

    `is_flat` is true in a grid that gives its row no height.
    """
    if element.attr("inert") is not None and not engine.searches_inert:
        style = style.concealed("inert", is_obstacle=True, is_crossed=True)
    if engine.looks_through_closed and box is not Box.INLINE and _hidden(element) == "until-found":
        style = style.in_closed(number)
    return declared_style(style, element.tag, box, declared, engine, is_flat=is_flat) if declared else style


def declared_style(style: Style, tag: str, box: Box, declared: Declarations, engine: Engine, *, is_flat: bool) -> Style:
    """As `style_of`, for an element that no attribute changes."""
    if declared.get("all") == "initial":
        style = style.collapsing().with_visibility(False, "")
    for name in ("white-space", "white-space-collapse"):
        space = WHITE_SPACE.get(declared.get(name, ""))
        if space is not None and space is not style.space and engine.keeps_white_space:
            style = replace(style, space=space)
    visibility = declared.get("visibility")
    if visibility in ("hidden", "collapse"):
        style = style.with_visibility(True, f"visibility: {visibility}")
    elif visibility in ("visible", "initial"):
        style = style.with_visibility(False, "")
    if declared.get("interactivity") == "inert" and not engine.searches_inert:
        style = style.concealed("interactivity: inert", is_obstacle=True, is_crossed=True)
    security = declared.get("-webkit-text-security")
    if security is not None and (security not in ("none", "initial")) is not style.is_masked:
        style = replace(style, is_masked=not style.is_masked)
    if box is Box.OUT_OF_FLOW and WITHOUT_SIZE in style.closed and declared.get("position") in ("absolute", "fixed"):
        style = replace(style, closed=tuple(number for number in style.closed if number != WITHOUT_SIZE))
    if box is not Box.INLINE:
        if _is_skipped(tag, declared) and not engine.searches_content_visibility_hidden:
            style = style.concealed("content-visibility: hidden", is_obstacle=not engine.looks_through_closed)
        if engine.looks_through_closed and is_clipped_to_nothing(tag, declared, is_flat=is_flat):
            style = style.in_closed(WITHOUT_SIZE)
    return style


def _is_skipped(tag: str, declared: Declarations) -> bool:
    """True for a box whose content `content-visibility` hides."""
    if declared.get("content-visibility") != "hidden":
        return False
    tags, displays = _ALWAYS_VISIBLE
    display = declared.get("display")
    return tag not in tags if display is None else display not in displays


def _can_shrink(tag: str, declared: Declarations) -> bool:
    """True for a box that may be smaller than its text."""
    display = declared.get("display")
    return tag not in _SHRINKS if display is None else display not in _SHRINKING and tag not in ("button", "fieldset")


def hides_overflow(declared: Declarations) -> bool:
    """True for a box that does not show what does not fit."""
    overflow = declared.get("overflow", "").split() or [""]
    x, y = declared.get("overflow-x", overflow[0]), declared.get("overflow-y", overflow[-1])
    return x in _HIDING or y in _HIDING


def is_clipped_to_nothing(tag: str, declared: Declarations, *, is_flat: bool) -> bool:
    """True for a box without width or height that hides what does not fit."""
    if not _can_shrink(tag, declared) or not hides_overflow(declared):
        return False
    padding = declared.get("padding", _PADDINGS.get(tag, "0")).split() or ["0"]
    sides = dict(zip(_SIDES, padding * 4 if len(padding) == 1 else padding * 2, strict=False))
    is_low = is_flat or any(_is_zero(declared.get(name)) for name in ("height", "max-height"))
    is_thin = any(_is_zero(declared.get(name)) for name in ("width", "max-width"))
    for is_small, near, far, least in (
        (is_low, "top", "bottom", "min-height"),
        (is_thin, "right", "left", "min-width"),
    ):
        if is_small and all(
            _is_zero(declared.get(f"padding-{side}", sides.get(side, sides["top" if side == "bottom" else "right"])))
            for side in (near, far)
        ):
            return declared.get(least, "auto") == "auto" or _is_zero(declared[least])
    return False


def _is_zero(value: str | None) -> bool:
    return bool(value) and _ZERO.fullmatch(value or "") is not None
