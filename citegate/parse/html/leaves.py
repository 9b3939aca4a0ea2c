"""Leaves: the blocks that hold nothing but words and plain inline elements, read without a walk through them.

Most blocks of most pages are such. What is read of one serves all engines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from turbohtml import Document, Element, Node, Text

from citegate.model.document import BlockKind
from citegate.model.engine import Engine
from citegate.model.offsets import LateMap, OffsetMap
from citegate.parse.html.places import Cursor, Place
from citegate.parse.html.run import (
    LINE_END_BETWEEN_WIDE,
    SPACE,
    Assembly,
    collapse,
    collapsed,
    plain_spaces,
    segments_of,
)
from citegate.parse.html.scope import Scope
from citegate.parse.html.style import Space
from citegate.parse.html.tags import BOXES, CONTAINERS, KINDS, MARKED, PREFORMATTED, RAW, Box, names

_INLINE = (
    "a span code em b i strong tt sub sup var kbd small cite abbr samp u s dfn mark ins del font big strike acronym"
    " bdi bdo time data wbr label nobr"
)
"""Elements that a leaf may hold, the most frequent first; none of them has a box of its own."""
_INLINES = names(_INLINE)
_OTHER = "*" + "".join(f":not({name})" for name in _INLINE.split())
_BLANK = str.maketrans("", "", SPACE)
_NEVER = RAW | names("article body dl html main nav ol section table ul")
_MAX_STEPS = 8  # nodes looked at for text before a label
LABELS = {"title": "title attribute", "aria-label": "aria-label attribute"}
"""Attributes that hold text for people, and why that is not searched."""

Shape = tuple[bool, bool, bool, BlockKind, int]
"""Of an element that may be a leaf: whether it is a block, whether it ends the run around it even when it is empty,
whether its white space is kept; kind and heading level."""


@cache
def shapes(engine: Engine) -> dict[str, Shape]:
    """The shape of each element that may be a leaf, by its tag."""
    found: dict[str, Shape] = {}
    for tag, box in BOXES.items():
        is_block = box is Box.BLOCK
        if tag in _NEVER or not (is_block or tag in CONTAINERS):
            continue
        cuts = not is_block or engine.empty_blocks_cut or tag in MARKED
        is_kept = tag in PREFORMATTED and engine.keeps_white_space
        found[tag] = (is_block, cuts, is_kept, *KINDS.get(tag, (BlockKind.OTHER, 0)))
    return found


Read = tuple[str, OffsetMap]
"""A text as rendered, and its map."""
Kept = tuple[bool, bool] | None
"""Whether white space stays at the beginning and at the end of a text; None for all of it."""


class Label(NamedTuple):
    """A text that stands only in an attribute."""

    text: str
    source: OffsetMap
    reason: str


class Leaf(LateMap):
    """A block that is read without a walk through its nodes; as a map, that of its text.

    Holds no node, for it outlives the tree.
    """

    __slots__ = (
        "_cursor",
        "_others",
        "_position",
        "element_id",
        "is_link_text",
        "labels",
        "lang",
        "leads",
        "raw",
        "text",
    )

    def __init__(self, raw: str, element_id: str | None, position: tuple[int, int], cursor: Cursor) -> None:
        self.raw = raw
        """Its text nodes, joined."""
        text = raw if "\n" not in raw and "\t" not in raw and "\r" not in raw else plain_spaces(raw)
        text = text.strip(" ")
        while "  " in text:  # each time halves the longest run of spaces
            text = text.replace("  ", " ")
        self.text = text
        """Its text with white space collapsed, none at its ends."""
        self.length = len(text)  # type: ignore[misc]  # read-only to all others
        self.element_id = element_id
        self._position = position
        self._cursor = cursor
        self._made = None
        self._others: dict[Kept, Read] | None = None
        self.lang: str | None = None
        self.is_link_text = False
        self.leads: tuple[Label, ...] = ()
        """Texts of attributes that stand before all its text."""
        self.labels: tuple[Label, ...] = ()
        """Texts of attributes that stand behind some of its text."""

    @property
    def made(self) -> OffsetMap:
        """The map itself."""
        if self._made is None:
            self._made = collapse([(self.raw, self.place, Space.COLLAPSE)])[1]
        return self._made

    @property
    def origin(self) -> Leaf:
        """Itself: what engines make of one leaf is made of the same object."""
        return self

    @property
    def place(self) -> Place:
        """Where `raw` stands."""
        return self._cursor.text_place(self._position, self.raw)

    @property
    def has_wide_line_end(self) -> bool:
        """True when a line may end between two wide characters."""
        raw = self.raw
        return not raw.isascii() and "\n" in raw and LINE_END_BETWEEN_WIDE.search(raw) is not None

    def preserved(self) -> Read:
        """Its text with all its white space; "" when there are but spaces."""
        return self._other(None, self.raw if self.raw.strip(" ") else "", _preserved_map)

    def between(self, *, keeps_leading: bool, keeps_trailing: bool) -> Read:
        """Its text collapsed, but that white space at an end may be kept as one space."""
        kept = keeps_leading and self.raw[0] in SPACE, keeps_trailing and self.raw[-1] in SPACE
        if kept == (False, False):
            return self.text, self
        return self._other(kept, " " * kept[0] + self.text + " " * kept[1], _map_between)

    def _other(self, kept: Kept, text: str, make: Callable[[tuple[Leaf, Kept]], OffsetMap]) -> Read:
        """Another text of it, made once."""
        if self._others is None:
            self._others = {}
        if kept not in self._others:
            self._others[kept] = text, LateMap(len(text), make, (self, kept), self)
        return self._others[kept]

    def scope(self, outer: Scope, number: int, kind: BlockKind, level: int) -> Scope:
        """What holds in it."""
        inner = outer.copy()
        inner.context = inner.container = number
        inner.kind, inner.level = kind, level
        inner.element_id = self.element_id or outer.element_id
        if self.lang is not None:
            inner.lang = self.lang
        return inner


class Leaves:
    """The leaves of one page, each read once."""

    def __init__(
        self,
        tree: Document,
        markup: str,
        notable: frozenset[Element],
        sometimes_notable: frozenset[Element],
        labelled: Sequence[Element],
        *,
        has_langs: bool,
        keeps_links: bool,
        is_read_once: bool,
    ) -> None:
        self._cursor = Cursor(markup)
        self._has_sections = "<![CDATA[" in markup  # which only the parser tells from text
        self.known: dict[Element, Leaf | None] = {}
        """Elements that were read; None for those that have to be walked through."""
        self._parted = _ancestors(notable)
        self.mixed = _ancestors(element for element in sometimes_notable if element.tag in _INLINES)
        """Elements that are no leaves where their white space is kept, for something in them does not keep it."""
        self._has_langs = has_langs
        self._keeps_links = keeps_links
        self._linked = _by_block(tree.select("a[href]"))
        self._labelled = _by_block(labelled)
        self._labels: dict[Element, tuple[Label, ...]] = {}
        self._is_read_once = is_read_once

    def links_of(self, element: Element) -> Iterable[Element]:
        """The links in an element that is a leaf."""
        return self._linked.get(element, ())

    def read(self, element: Element) -> Leaf | None:
        """Reads an element that is not known yet."""
        leaf = self._read(element)
        if not self._is_read_once:
            self.known[element] = leaf
        return leaf

    def _read(self, element: Element) -> Leaf | None:
        position = element.position
        if position is None or self._has_sections or element in self._parted or element.select_one(_OTHER) is not None:
            return None
        leaf = Leaf(element.text, element.attr("id"), position, self._cursor)
        if self._has_langs:
            leaf.lang = element.attr("lang")
        links = self._linked.get(element)
        if links is not None:
            if self._keeps_links and not all(map(_has_end, links)):
                return None
            leaf.is_link_text = _is_link_text(leaf.raw, element, links)
        labelled = self._labelled.get(element) if self._labelled else None
        if labelled is not None and not self._add_labels(leaf, element, labelled):
            return None
        return leaf

    def labels_of(self, element: Element) -> tuple[Label, ...] | None:
        """The texts of an element's attributes, for all engines; None when it is not known where they stand."""
        position = element.position
        if position is None:
            return None
        labels = self._labels.get(element)
        if labels is None:
            found = (self._label(element, name, position) for name in LABELS)
            labels = tuple(label for label in found if label is not None)
            if not self._is_read_once:
                self._labels[element] = labels
        return labels

    def _label(self, element: Element, name: str, position: tuple[int, int]) -> Label | None:
        """The text of an attribute, or None."""
        value = element.attr(name)
        if not value or not (text := collapsed(value)):
            return None
        source = LateMap(len(text), _label_map, (self._cursor, position, element.tag, name, value))
        return Label(text, source, LABELS[name])

    def _add_labels(self, leaf: Leaf, element: Element, labelled: list[Element]) -> bool:
        """Notes the texts of attributes in the leaf; False when it is not clear where one of them stands."""
        labels: list[Label] = []
        is_behind: bool | None = False
        for each in labelled:
            position = each.position
            if not is_behind:
                is_behind = _is_behind_text(each, element)
                if is_behind:
                    leaf.leads, labels = tuple(labels), []
            if position is None or is_behind is None:
                return False
            for name in LABELS:
                if label := self._label(each, name, position):
                    labels.append(label)
        if is_behind:
            leaf.labels = tuple(labels)
        else:
            leaf.leads = tuple(labels)
        return True


def _has_end(link: Element) -> bool:
    """True when the markup ends the link."""
    location = link.source_location
    return location is not None and location.end_tag is not None


def _is_link_text(raw: str, element: Element, links: list[Element]) -> bool:
    """True when all text of a leaf stands in its links."""
    if len(links) == 1 and links[0].text == raw:
        return bool(raw.strip(SPACE))
    for child in element:
        if type(child) is Text and child.data.strip(SPACE):
            return False
    linked = sum(len(link.text.translate(_BLANK)) for link in links)
    return 0 < linked == len(raw.translate(_BLANK))


def _ancestors(elements: Iterable[Element]) -> set[Element]:
    """All elements around these."""
    found: set[Element] = set()
    for element in elements:
        outer = element.parent
        while isinstance(outer, Element) and outer not in found:
            found.add(outer)
            outer = outer.parent
    return found


def _by_block(elements: Iterable[Element]) -> dict[Element, list[Element]]:
    """These elements by the nearest element around each that is no plain inline element; in document order."""
    found: dict[Element, list[Element]] = {}
    parent: Node | None = None
    outer: Node | None = None
    for element in elements:
        if (own := element.parent) != parent or parent is None:  # those of one parent mostly follow one another
            parent = outer = own
            while isinstance(outer, Element) and outer.tag in _INLINES:
                outer = outer.parent
        if isinstance(outer, Element):
            found.setdefault(outer, []).append(element)
    return found


def _is_behind_text(element: Element, block: Element) -> bool | None:
    """True when text of the block stands before the element; None when that would take long to find out."""
    for _ in range(_MAX_STEPS):
        before = element.previous_sibling
        if before is None:
            outer = element.parent
            if not isinstance(outer, Element) or outer == block:
                return False
            element = outer
        elif (before.data if type(before) is Text else before.text if type(before) is Element else "").strip(SPACE):
            return True
        elif type(before) is Element:
            element = before
        elif type(before) is Text and before.previous_sibling is None:
            outer = element.parent
            if not isinstance(outer, Element) or outer == block:
                return False
            element = outer
        else:
            return None
    return None


def _preserved_map(of: tuple[Leaf, Kept]) -> OffsetMap:
    leaf, _ = of
    return OffsetMap.from_segments(segments_of(leaf.raw, leaf.place))


def _map_between(of: tuple[Leaf, Kept]) -> OffsetMap:
    leaf, kept = of
    assembly = Assembly(keeps_leading=kept is not None and kept[0])
    assembly.add((leaf.raw, leaf.place, Space.COLLAPSE))
    return assembly.finish(keeps_trailing=kept is not None and kept[1])[1]


def _label_map(of: tuple[Cursor, tuple[int, int], str, str, str]) -> OffsetMap:
    cursor, position, tag, name, value = of
    return collapse([(value, cursor.value_place(position, tag, name, value), Space.COLLAPSE)])[1]
