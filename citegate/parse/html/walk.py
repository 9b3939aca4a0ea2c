"""Walk: from a parsed tree to the runs of text that a browser's search goes through, in flat-tree order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turbohtml import Element, Namespace, Node, Text

from citegate.model.document import OTHER_TREE, Block, BlockKind, Link
from citegate.model.engine import Engine
from citegate.parse.html.computed import box_of, declared_style, has_flat_row, style_of
from citegate.parse.html.features import Features, flat_children, shadow_root
from citegate.parse.html.fields import ENTRIES
from citegate.parse.html.gather import Gatherer
from citegate.parse.html.generated import put_generated, with_generated
from citegate.parse.html.leaf_walk import put_labels, put_leaf
from citegate.parse.html.leaves import Shape, shapes
from citegate.parse.html.links import link_of, open_link
from citegate.parse.html.places import Cursor
from citegate.parse.html.run import SPACE, Mark
from citegate.parse.html.scope import (
    END_OF_ATOMIC,
    END_OF_BLOCK,
    NOTHING,
    TRANSPARENT,
    Entered,
    Leaving,
    Scope,
    split,
)
from citegate.parse.html.special import Entry, in_outline, is_shown_script
from citegate.parse.html.style import PLAIN, Style
from citegate.parse.html.tags import (
    ANCHORS,
    BOXES,
    CONTAINERS,
    KINDS,
    MARKED,
    PATH_ATTRIBUTE,
    PLAIN_BOXES,
    PREFORMATTED,
    RAW,
    Box,
    names,
)
from citegate.parse.stylesheet import Declarations

# An enum's member costs ten times a name.
_INLINE, _BLOCK, _ATOMIC, _OUT_OF_FLOW = Box.INLINE, Box.BLOCK, Box.ATOMIC, Box.OUT_OF_FLOW
_NONE, _DROPPED, _CONTENTS, _SPECIAL = Box.NONE, Box.DROPPED, Box.CONTENTS, Box.SPECIAL
_NO_KIND = (BlockKind.OTHER, 0)
_PLAIN = PREFORMATTED | names("a br hr") | {tag for tag, box in BOXES.items() if box is _DROPPED}
"""Elements that need more than a look at their name, but on which engines agree."""
ORDINARY = ("empty_blocks_cut", "br_is_newline", "keeps_white_space", "joins_ideographs")
"""The fields of an engine that decide about a page of blocks, words, links and line breaks."""
_NO_SHAPES: dict[str, Shape] = {}


class Walk:
    """One walk over one page for one engine."""

    def __init__(self, cursor: Cursor, features: Features, engine: Engine, *, keeps_links: bool = True) -> None:
        self.cursor = cursor
        self.features = features
        self.engine = engine
        self.gatherer = Gatherer(cursor, engine)
        self.links: list[Link] = []
        self.keeps_links = keeps_links
        """False when nobody asks for the links."""
        self.is_peculiar = False
        """True when the page has something on which engines differ beside `ORDINARY`."""
        self.is_in_inline = False
        """True while an element is entered that stands in an inline element."""
        self.contexts = 0
        """How many formatting contexts there are."""
        self._cell_end = (-1, -1)

    def blocks(self, body: Element, scope: Scope) -> tuple[Block, ...]:
        """The blocks of the page; fills `links`."""
        self._loop(body, scope)
        return self.gatherer.finish()

    def _loop(self, body: Element, scope: Scope) -> None:  # noqa: PLR0915  # calls would cost what is saved here
        """Goes over the tree without recursion, so that depth costs nothing.

        Nearly all time is spent here: what is common stands inline, all else behind `enter` and `Gatherer.text`.
        """
        gatherer, cursor, box_of_tag = self.gatherer, self.cursor, PLAIN_BOXES.get
        pieces, locate = gatherer.pieces, cursor.locate
        notable, labelled, is_careful = self.features.notable, self.features.labelled, self.features.has_shadow
        sometimes = self.features.sometimes_notable
        stack: list[tuple[Iterator[Node], Scope, Leaving]] = []
        nodes: Iterator[Node] = iter((body,))
        leaving = TRANSPARENT
        joins_ideographs, boxes_cut = self.engine.joins_ideographs, self.engine.boxes_in_line_cut
        shape_of = (_NO_SHAPES if is_careful else shapes(self.engine)).get
        joins = False  # the run is open, and text here is plain and joins it
        while True:
            for node in nodes:
                if type(node) is Text:
                    data = node.data
                    if not joins or (joins_ideographs and not data.isascii()):
                        if scope.style is not PLAIN or (joins_ideographs and (is_careful or not data.isascii())):
                            gatherer.text(data, scope)
                            continue
                        if not pieces or gatherer.context != scope.context:
                            if not gatherer.keeps_leading and not data.strip(SPACE):
                                cursor.has_skipped_space = True
                                continue
                            gatherer.begin(scope)
                        joins = True
                    if gatherer.link is not None:
                        gatherer.linked.append(len(pieces))
                    pieces.append((data, locate(data), 0))
                elif type(node) is Element:
                    tag = node.tag
                    if labelled and node in labelled:
                        put_labels(self, node, scope)
                    is_notable = (bool(notable) and node in notable) or (
                        bool(sometimes) and (scope.style.space > 0 or scope.is_flat) and node in sometimes
                    )
                    if (
                        not is_notable
                        and (shape := shape_of(tag)) is not None
                        and (scope.style is PLAIN or scope.style.is_ordinary)
                        and gatherer.link is None
                        and (not scope.needs_care or (shape[0] and scope.is_plain_to_blocks))
                        and (leaving is END_OF_BLOCK or (leaving is not NOTHING and not leaving.is_inline))
                        and put_leaf(self, node, shape, scope)
                    ):
                        joins = False
                        continue
                    box = box_of_tag(tag, _INLINE)
                    if tag == "a" and not (is_notable or is_careful or scope.needs_care):
                        stack.append((nodes, scope, leaving))
                        nodes, leaving = iter(node), open_link(gatherer, node, NOTHING)
                        break
                    if (
                        box is _SPECIAL
                        or is_notable
                        or is_careful
                        or (scope.needs_care and not (box is _BLOCK and scope.is_plain_to_blocks))
                    ):
                        joins = False
                        self.is_in_inline = is_inline = leaving is NOTHING or leaving.is_inline
                        if tag not in _PLAIN or is_careful or is_notable or (is_inline and tag != "a"):
                            self.is_peculiar = True
                        interruptions = gatherer.interruptions
                        entered = self.enter(node, tag, scope)
                        if entered is None:
                            if is_inline and boxes_cut and gatherer.interruptions > interruptions:
                                leaving = split(leaving, stack)
                            continue
                        if is_inline and boxes_cut and entered[2].box is _BLOCK:
                            leaving = split(leaving, stack)
                        stack.append((nodes, scope, leaving))
                        nodes, scope, leaving = iter(entered[0]), entered[1], entered[2]
                        break
                    if box is _INLINE:
                        stack.append((nodes, scope, leaving))
                        leaving = NOTHING
                    else:
                        joins = False
                        inner = scope.copy()
                        opened = self._open(node, tag, scope, inner, box)
                        if leaving is not END_OF_BLOCK and (leaving is NOTHING or leaving.is_inline):
                            self.is_peculiar = True
                            if box is _BLOCK and boxes_cut:
                                leaving = split(leaving, stack)
                        stack.append((nodes, scope, leaving))
                        scope, leaving = inner, opened
                    nodes = iter(node)
                    break
            else:
                if not stack:
                    return
                ended = leaving
                if ended is NOTHING:
                    nodes, scope, leaving = stack.pop()
                    continue
                joins, inner = False, scope
                nodes, scope, leaving = stack.pop()
                if ended is END_OF_BLOCK:
                    if pieces:
                        gatherer.cut()
                    gatherer.keeps_leading = False
                elif ended is not TRANSPARENT:
                    self._leave(ended, inner, scope)
                    if (
                        boxes_cut
                        and gatherer.context >= inner.context > scope.context
                        and (leaving is NOTHING or leaving.is_inline)
                    ):
                        leaving = split(leaving, stack)

    def enter(self, element: Element, tag: str, scope: Scope) -> Entered | None:
        """Goes into an element; None when its content is no part of the walk."""
        box, style, features = BOXES.get(tag, _INLINE), scope.style, self.features
        entry: Entry | None = None
        if scope.summary is not None and scope.summary[0] == element:
            style = scope.summary[1]
        if scope.outline is not None:
            box, style, entry = in_outline(tag, scope, self.engine)
            if tag == "title":
                self.cursor.enter_raw(element)
        elif box is _SPECIAL:
            box, entry = ENTRIES[tag]
        if box is _DROPPED and is_shown_script(self, element, tag):
            box, style = _INLINE, style.passed_over()
            self.cursor.enter_raw(element)
        elif box is _DROPPED:
            self.cursor.leave(element)
            return None
        lays_out = False
        declared: Declarations | None = None
        is_math = scope.outline is not None and element.namespace is Namespace.MATHML
        is_notable = element in features.notable or element in features.sometimes_notable or is_math
        if is_notable:
            known = None if element in features.attributed else features.cascade.computed(element, tag, box)
            if known is None or tag == "dialog":
                declared = features.cascade.declarations(element)
                box, lays_out = box_of(element, tag, box, declared)
                style = style_of(element, box, style, declared, self.contexts + 1, self.engine, is_flat=scope.is_flat)
            else:
                declared, box, lays_out = known.declared, known.box, known.lays_out
                if known.may_style or style.closed:
                    style = declared_style(style, tag, box, declared, self.engine, is_flat=scope.is_flat)
        if scope.lays_out_children and box in (_INLINE, _ATOMIC):
            box = _BLOCK
        if entry is not None and (box is not _NONE or scope.outline is not None):
            return entry(self, element, tag, scope, style, box)
        is_cell = box is _ATOMIC and declared is not None and declared.get("display") == "table-cell"
        if is_cell and not self.engine.spaces_part_cells:
            self._begin_cell()
        entered = self.into(element, tag, scope, style, box, lays_out=lays_out)
        if is_cell:
            entered[2].is_cell = not self.engine.boxes_in_line_cut
        if lays_out and has_flat_row(declared):
            entered[1].is_flat = True
        if tag == "q" or (is_notable and features.cascade.has_generated(element)):
            return with_generated(self, element, tag, entered, declared or {})
        return entered

    def _begin_cell(self) -> None:
        """Drops the white space between the cell that ended last and the one that begins here."""
        pieces, (blocks, ended) = self.gatherer.pieces, self._cell_end
        if self.gatherer.filling == (blocks, ended + 1) and not pieces[-1][0].strip(SPACE):
            pieces.pop()

    def next_context(self) -> int:
        """A number for a new formatting context."""
        self.contexts += 1
        return self.contexts

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
            if self.engine.shadow_trees_apart:
                style = self._in_tree(element, style, children is not None)
            elif not self.engine.leaves_trees and children is None and not len(element) and shadow_root(element):
                style = style.in_closed(OTHER_TREE)
            if children is None:
                content = flat_children(element, self.engine)
        path = element.attr(PATH_ATTRIBUTE)
        leaving = NOTHING if box is _INLINE else TRANSPARENT
        if box is _CONTENTS:
            box, lays_out = _INLINE, scope.lays_out_children
        if box is _INLINE and style is scope.style and tag != "a" and path is None:
            return content, scope, leaving
        inner = scope.copy()
        if lays_out:
            inner.lays_out_children = inner.needs_care = True
        if tag in PREFORMATTED and self.engine.keeps_white_space:
            style = style.preformatted()
        if box is _NONE:
            style = style.concealed("display: none", is_rendered=False)
        inner.style = style
        if path is not None:
            inner.path = path
        if box is not _INLINE:
            leaving = self._open(element, tag, scope, inner, box)
            if kind is not None:
                inner.kind = kind
        if tag == "a":
            leaving = open_link(self.gatherer, element, leaving)
        if tag in RAW:
            self.cursor.enter_raw(element)
        return content, inner, leaving

    def _in_tree(self, element: Element, style: Style, has_children: bool) -> Style:
        """The style of an element's children, which may stand in another tree than the element."""
        if shadow_root(element) is not None:
            return style.in_trees((*style.trees, self.next_context()))
        return style.in_trees(style.trees[:-1]) if has_children and element.tag == "slot" else style

    def _open(self, element: Element, tag: str, scope: Scope, inner: Scope, box: Box) -> Leaving:
        """Opens a box; `inner` becomes the scope in it."""
        gatherer, engine = self.gatherer, self.engine
        if box is _ATOMIC and not engine.boxes_in_line_cut and tag not in CONTAINERS:
            leaving = Leaving(box)
            leaving.filling = gatherer.filling
            return leaving
        if box is _OUT_OF_FLOW and not engine.floats_cut:
            gatherer.mark(Mark.BOUND, scope)
            return Leaving(box)
        self.contexts = inner.context = number = self.contexts + 1
        if tag in ANCHORS:
            self.cursor.anchor(element)
            if tag == "table" and self.features.is_quirky and element not in self.features.notable:
                inner.style = inner.style.collapsing()
        else:
            self.cursor.landmark = element
        if box is _BLOCK or box is _NONE or tag in CONTAINERS:
            inner.container = number
            if tag in BOXES:
                inner.kind, inner.level = KINDS.get(tag, _NO_KIND)
            element_id = element.attr("id")
            if element_id:
                inner.element_id = element_id
            if self.features.has_langs and (lang := element.attr("lang")) is not None:
                inner.lang = lang
        if not inner.style.is_rendered:
            return TRANSPARENT
        if box is _BLOCK:
            if gatherer.loose:
                gatherer.end_line(scope.context)
            if not engine.empty_blocks_cut and tag not in MARKED:
                return TRANSPARENT
            if inner.style.reason and (self.is_in_inline or scope.style.reason):
                gatherer.mark(Mark.LINE_END, scope)
                return TRANSPARENT  # hidden text in a line is passed over, and so is a block of it
            if gatherer.pieces:
                gatherer.cut()
            gatherer.keeps_leading = False
            return END_OF_BLOCK
        if box is _OUT_OF_FLOW:
            leaving = Leaving(box)
            gatherer.float_at = (scope.context if gatherer.context == scope.context else -1, len(gatherer.pieces))
            leaving.keeps_leading = gatherer.keeps_leading or (
                gatherer.context == scope.context and not gatherer.ends_in_space()
            )
            gatherer.keeps_leading = False
            return leaving
        gatherer.loose.pop(scope.context, None)
        gatherer.keeps_leading = False
        return END_OF_ATOMIC

    def _leave(self, leaving: Leaving, inner: Scope, outer: Scope) -> None:
        """Ends an element; `inner` held in it, `outer` holds behind it."""
        gatherer = self.gatherer
        if leaving.coda is not None:
            put_generated(self, *leaving.coda, inner)
        if leaving.follower is not None:
            gatherer.mark(leaving.follower, inner)
        if leaving.is_split:
            gatherer.pause()
        elif leaving.box is _BLOCK:
            gatherer.cut()
        elif leaving.box is _OUT_OF_FLOW and not self.engine.floats_cut:
            gatherer.mark(Mark.BOUND, outer)
        elif leaving.filling is not None:
            if leaving.is_cell:
                self._cell_end = gatherer.filling
            if leaving.filling == gatherer.filling:
                gatherer.mark(Mark.ATOMIC, outer)
        elif leaving.box is not _INLINE:
            if gatherer.pieces and gatherer.context >= inner.context:
                gatherer.end_box(keeps_leading=leaving.keeps_leading)
            elif leaving.box is _ATOMIC:
                gatherer.mark(Mark.ATOMIC, outer)
            elif not gatherer.pieces:
                gatherer.keeps_leading = leaving.keeps_leading
        if leaving.resume is not None:
            self.cursor.at = leaving.resume
        if leaving.link is not None:
            if self.keeps_links:
                self.end_link(leaving.link, outer)
            gatherer.link = None

    def end_link(self, element: Element, scope: Scope) -> None:
        """Notes a link whose text is complete."""
        link = link_of(element, self.cursor, scope.path)
        if link is not None:
            self.links.append(link)
