"""Walk: from a parsed tree to the runs of text that a browser's search goes through, in flat-tree order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from turbohtml import Element, Node, Text

from citegate.model.document import Block, BlockKind, Link
from citegate.model.engine import Engine
from citegate.model.span import Span
from citegate.parse.html.computed import box_of, style_of
from citegate.parse.html.features import Features
from citegate.parse.html.fields import ENTRIES
from citegate.parse.html.gather import Gatherer
from citegate.parse.html.places import Cursor
from citegate.parse.html.run import Mark
from citegate.parse.html.scope import (
    END_OF_ATOMIC,
    END_OF_BLOCK,
    END_OF_SPLIT_INLINE,
    NOTHING,
    TRANSPARENT,
    Entered,
    Leaving,
    Scope,
)
from citegate.parse.html.special import Entry, in_outline
from citegate.parse.html.style import PLAIN, Style
from citegate.parse.html.tags import BOXES, CONTAINERS, KINDS, LEVELS, PATH_ATTRIBUTE, PREFORMATTED, RAW, Box
from citegate.parse.stylesheet import Cascade

_SPACES = re.compile(r"[ \t\n\r\f]+")
_LABELS = ("title", "aria-label")


class Walk:
    """One walk over one page for one engine."""

    def __init__(self, cursor: Cursor, features: Features, engine: Engine, cascade: Cascade) -> None:
        self.cursor = cursor
        self.features = features
        self.engine = engine
        self.cascade = cascade
        self.gatherer = Gatherer(cursor)
        self.links: list[Link] = []
        self.link_texts: list[str] = []
        self.is_in_inline = False
        """True while an element is entered that stands in an inline element."""
        self._contexts = 0

    def blocks(self, body: Element, scope: Scope) -> tuple[Block, ...]:
        """The blocks of the page; fills `links`."""
        self._loop(body, scope)
        return self.gatherer.finish()

    def _loop(self, body: Element, scope: Scope) -> None:
        """Goes over the tree without recursion, so that depth costs nothing.

        Nearly all time is spent here: the common cases of text and of elements stand inline.
        """
        gatherer, locate, box_of_tag = self.gatherer, self.cursor.locate, BOXES.get
        pieces, link_texts = gatherer.pieces, self.link_texts
        is_plain_page = not self.features.has_general
        stack: list[tuple[Iterator[Node], Scope, Leaving]] = []
        nodes: Iterator[Node] = iter((body,))
        leaving = TRANSPARENT
        while True:
            for node in nodes:
                if isinstance(node, Text):
                    data = node.data
                    if pieces and scope.style is PLAIN and gatherer.context == scope.context:
                        pieces.append((data, locate(data), 0))
                        if not (scope.is_link or gatherer.has_plain_text or data.isspace()):
                            gatherer.has_plain_text = True
                    else:
                        gatherer.text(data, scope)
                    if scope.is_link:
                        link_texts.append(data)
                elif isinstance(node, Element):
                    tag = node.tag
                    box = box_of_tag(tag, Box.INLINE)
                    if is_plain_page and box is Box.INLINE and tag != "a" and scope.outline is None:
                        stack.append((nodes, scope, leaving))
                        nodes, leaving = iter(node), NOTHING
                        break
                    self.is_in_inline = is_inline = leaving is NOTHING or leaving.link is not None
                    entered = self.enter(node, tag, box, scope)
                    if entered is not None:
                        if is_inline and entered[2].box is Box.BLOCK:
                            leaving = _split(leaving, stack)
                        stack.append((nodes, scope, leaving))
                        nodes, scope, leaving = iter(entered[0]), entered[1], entered[2]
                        break
            else:
                if not stack:
                    return
                ended, inner = leaving, scope
                nodes, scope, leaving = stack.pop()
                if ended is not NOTHING and ended is not TRANSPARENT:
                    self._leave(ended, inner, scope)

    def enter(self, element: Element, tag: str, box: Box, scope: Scope) -> Entered | None:
        """Goes into an element; None when its content is no part of the walk."""
        entry: Entry | None = None
        style = scope.style
        if scope.summary is not None and scope.summary[0] == element:
            style = scope.summary[1]
        if scope.outline is not None:
            box, style, entry = in_outline(tag, scope)
        elif box is Box.SPECIAL:
            box, entry = ENTRIES[tag]
        lays_out = False
        if self.features.has_general:
            declared = self.cascade.declarations(element)
            if box is not Box.DROPPED:
                box, lays_out = box_of(element, tag, box, declared, self.features, is_item=scope.lays_out_children)
            style = style_of(element, box, style, declared, self.features, self._contexts + 1)
            if self.features.has_labels and box is not Box.DROPPED:
                self._labels(element, scope)
        elif tag == "dialog" and element.attr("open") is None:
            box = Box.NONE
        if box is Box.DROPPED:
            self.cursor.leave(element)
            return None
        if entry is not None and (box is not Box.NONE or scope.outline is not None):
            return entry(self, element, tag, scope, style, box)
        return self.into(element, tag, scope, style, box, lays_out=lays_out)

    def next_context(self) -> int:
        """A number for a new formatting context."""
        self._contexts += 1
        return self._contexts

    def into(
        self,
        element: Element,
        tag: str,
        scope: Scope,
        style: Style,
        box: Box,
        *,
        children: Iterable[Node] | None = None,
        lays_out: bool = False,
        kind: BlockKind | None = None,
    ) -> Entered:
        """Goes into an element whose box is known."""
        content: Iterable[Node] = element if children is None else children
        if self.features.has_shadow:
            self.cursor.anchor(element)
            if children is None:
                content = element.flattened_children
        leaving = NOTHING if box is Box.INLINE else TRANSPARENT
        if box is Box.CONTENTS:
            box, lays_out = Box.INLINE, scope.lays_out_children
        if box is Box.INLINE and style is scope.style and tag != "a" and not self.features.has_paths:
            return content, scope, leaving
        inner = scope.copy()
        inner.lays_out_children = lays_out
        if tag in PREFORMATTED:
            style = style.preformatted()
        if box is Box.NONE:
            style = style.concealed("display: none", is_rendered=False)
        inner.style = style
        if self.features.has_paths and (path := element.attr(PATH_ATTRIBUTE)) is not None:
            inner.path = path
        if box is not Box.INLINE:
            leaving = self._open(element, tag, scope, inner, box, kind)
        if tag == "a" and element.attr("href") is not None and not scope.is_link:
            inner.is_link = True
            self.link_texts.clear()
            ending = Leaving(leaving.box)
            ending.link = element
            leaving = ending
        if tag in RAW:
            self.cursor.enter_raw(element)
        return content, inner, leaving

    def _open(
        self, element: Element, tag: str, scope: Scope, inner: Scope, box: Box, kind: BlockKind | None
    ) -> Leaving:
        """Opens a box; `inner` becomes the scope in it."""
        gatherer = self.gatherer
        inner.context = self.next_context()
        if kind is not None:
            inner.kind = kind
        if box in (Box.BLOCK, Box.NONE) or tag in CONTAINERS:
            self.cursor.anchor(element)
            inner.container = inner.context
            kind_of_tag = KINDS.get(tag)
            if kind_of_tag is not None:
                inner.kind, inner.level = kind_of_tag, LEVELS.get(tag, 0)
            elif tag in BOXES:
                inner.kind, inner.level = BlockKind.OTHER, 0
            element_id = element.attr("id")
            if element_id:
                inner.element_id = element_id
            if self.features.has_lang and (lang := element.attr("lang")) is not None:
                inner.lang = lang
        if not inner.style.is_rendered:
            return TRANSPARENT
        if box is Box.BLOCK:
            gatherer.cut()
            return END_OF_BLOCK
        if box is Box.OUT_OF_FLOW:
            leaving = Leaving(box)
            leaving.keeps_leading = gatherer.keeps_leading or (
                gatherer.context == scope.context and not gatherer.ends_in_space()
            )
            gatherer.keeps_leading = False
            return leaving
        gatherer.keeps_leading = False
        return END_OF_ATOMIC

    def _leave(self, leaving: Leaving, inner: Scope, outer: Scope) -> None:
        """Ends an element; `inner` held in it, `outer` holds behind it."""
        gatherer = self.gatherer
        if leaving.box is Box.BLOCK:
            gatherer.cut()
        elif leaving.box is not Box.INLINE:
            if gatherer.pieces and gatherer.context >= inner.context:
                gatherer.end_box(keeps_leading=leaving.keeps_leading)
            elif leaving.box is Box.ATOMIC:
                gatherer.mark(Mark.ATOMIC, outer)
            elif not gatherer.pieces:
                gatherer.keeps_leading = leaving.keeps_leading
        if leaving.link is not None:
            self._end_link(leaving.link, outer)

    def _end_link(self, element: Element, scope: Scope) -> None:
        """Notes a link whose text is complete."""
        location = element.source_location
        if location is None:
            return
        start = location.start_tag.start_offset
        end = self.cursor.at if location.end_tag is None else location.end_tag.end_offset
        span = self.cursor.attribute_span(element, "href")
        self.links.append(
            Link(
                href=element.attr("href") or "",
                text=_SPACES.sub(" ", "".join(self.link_texts)).strip(" "),
                span=Span(start, max(start, end)),
                path=scope.path,
                href_span=Span(*span) if span is not None else None,
            )
        )

    def _labels(self, element: Element, scope: Scope) -> None:
        """Makes blocks of the attributes that hold text."""
        for name in _LABELS:
            value = element.attr(name)
            if value:
                place = self.cursor.attribute_place(element, name, value)
                self.gatherer.unsearched(value, place, scope, BlockKind.ATTRIBUTE, f"{name} attribute")


def _split(leaving: Leaving, stack: list[tuple[Iterator[Node], Scope, Leaving]]) -> Leaving:
    """What to do behind an inline element that a block stands in: its end cuts, and so do those of the inline
    elements around it."""
    for depth in range(len(stack) - 1, -1, -1):
        nodes, scope, outer = stack[depth]
        if outer is not NOTHING and (outer.link is None or outer.box is not Box.INLINE):
            break
        stack[depth] = nodes, scope, _cutting(outer)
    return _cutting(leaving)


def _cutting(leaving: Leaving) -> Leaving:
    if leaving.link is None:
        return END_OF_SPLIT_INLINE
    leaving.box = Box.BLOCK
    return leaving
