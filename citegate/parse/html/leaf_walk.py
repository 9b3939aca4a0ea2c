"""put_leaf: a block that holds but words and plain inline elements, added in one step of the walk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turbohtml import Element

from citegate.model.document import BlockKind
from citegate.parse.html.blocks import leaf_block
from citegate.parse.html.leaves import LABELS, Shape
from citegate.parse.html.run import Mark
from citegate.parse.html.scope import Scope

if TYPE_CHECKING:
    from citegate.parse.html.walk import Walk


def put_leaf(walk: Walk, element: Element, shape: Shape, scope: Scope) -> bool:
    """Adds the block of an element; False, and nothing is done, when it has to be walked through.

    `scope` holds outside it. What happens is what would happen on a walk.
    """
    leaves = walk.features.leaves
    known = leaves.known
    leaf = known[element] if element in known else leaves.read(element)
    if leaf is None:
        return False
    is_block, cuts, is_kept, kind, level = shape
    gatherer = walk.gatherer
    text, source = leaf.preserved() if is_kept else (leaf.text, leaf)
    if not cuts and (gatherer.keeps_leading and not text):
        return False
    if is_kept and (leaf.leads or element in leaves.mixed):
        return False  # white space before them may be text
    if walk.engine.joins_ideographs and leaf.has_wide_line_end:
        return False
    walk.contexts = number = walk.contexts + 1
    cursor = walk.cursor
    cursor.passed, cursor.has_skipped_space = (element, leaf.raw), False
    if not is_block:
        gatherer.loose.pop(scope.context, None)
        gatherer.keeps_leading = False
    else:
        if gatherer.loose:
            gatherer.end_line(scope.context)
        if cuts:
            if gatherer.pieces:
                gatherer.cut()
            gatherer.keeps_leading = False
    if leaf.leads:
        gatherer.add_labels(leaf.leads, leaf.scope(scope, number, kind, level))
    if not text:
        if not is_block:
            gatherer.mark(Mark.ATOMIC, scope)
    elif not cuts:
        gatherer.open_leaf(leaf, number, kind, level, scope)
    else:
        if gatherer.pieces:
            gatherer.leave_open()
        if gatherer.concealed_scope is not None:
            gatherer.reveal()
        gatherer.context = number
        blocks = gatherer.blocks
        blocks.append(leaf_block(len(blocks), leaf, text, source, number, kind, level, scope))
        if leaf.labels:
            gatherer.add_labels(leaf.labels, leaf.scope(scope, number, kind, level))
        gatherer.keeps_leading = not is_block
    if walk.keeps_links:
        for link in leaves.links_of(element):
            walk.end_link(link, scope)
    return True


def put_labels(walk: Walk, element: Element, scope: Scope) -> None:
    """Makes blocks of the attributes that hold text."""
    labels = walk.features.leaves.labels_of(element)
    if labels is not None:
        walk.gatherer.add_labels(labels, scope)
        return
    for name, reason in LABELS.items():
        if value := element.attr(name):
            place = walk.cursor.tag_place(element, len(value))
            walk.gatherer.unsearched(value, place, scope, BlockKind.ATTRIBUTE, reason)
