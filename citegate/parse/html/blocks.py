"""Blocks: what was gathered of a run, as the model has it."""

from __future__ import annotations

from typing import NamedTuple

from citegate.model.document import Block, BlockKind, plain_block
from citegate.model.offsets import OffsetMap
from citegate.parse.html.leaves import Leaf
from citegate.parse.html.run import Assembly
from citegate.parse.html.scope import Scope
from citegate.parse.html.style import Style


class Deferred(NamedTuple):
    """A text that becomes a block when the run around it is done."""

    scope: Scope
    text: str
    source: OffsetMap
    kind: BlockKind | None
    """None for that of the scope."""
    reason: str
    """Why it is not searched; "" when it is."""
    is_stepped_over: bool
    before: str | None
    """Of generated text: the character that it stands behind."""


def leaf_block(
    ordinal: int, leaf: Leaf, text: str, source: OffsetMap, number: int, kind: BlockKind, level: int, outer: Scope
) -> Block:
    """The block of a leaf; `outer` holds outside it, `number` is its context."""
    closed = outer.style.closed
    return plain_block(
        ordinal,
        kind,
        text,
        source,
        outer.path,
        leaf.element_id or outer.element_id,
        outer.lang if leaf.lang is None else leaf.lang,
        level,
        bool(closed),
        number,
        closed,
        leaf.is_link_text,
    )


def run_block(ordinal: int, text: str, source: OffsetMap, scope: Scope, is_link_text: bool) -> Block:
    """The block of a run that holds nothing but collapsible text."""
    closed = scope.style.closed
    return plain_block(
        ordinal,
        scope.kind,
        text,
        source,
        scope.path,
        scope.element_id,
        scope.lang,
        scope.level,
        bool(closed),
        scope.container,
        closed,
        is_link_text,
    )


def deferred_block(ordinal: int, deferred: Deferred) -> Block:
    """The block of a text that was kept until now."""
    scope, text, before = deferred.scope, deferred.text, deferred.before
    of_before: tuple[object, ...] = ()
    if before is not None:
        of_before = (len(text),), (), ((0, len(text)),), ((0, before),)
    return plain_block(
        ordinal,
        deferred.kind or scope.kind,
        text,
        deferred.source,
        scope.path,
        scope.element_id,
        scope.lang,
        scope.level,
        deferred.is_stepped_over,
        scope.container,
        (),
        False,
        deferred.reason,
        *of_before,
    )


def assembled_block(
    ordinal: int, text: str, source: OffsetMap, scope: Scope, assembly: Assembly, hidden: Style, is_link_text: bool
) -> Block:
    """The block of a run that holds more than collapsible text; `hidden` is the style of what is not matched in it."""
    unmatched, passed_over = tuple(assembly.unmatched), tuple(assembly.passed_over)
    reason = ""
    if unmatched and sum(end - start for start, end in unmatched) == len(text):
        reason = hidden.reason
    is_passed_over = bool(scope.style.closed) or (bool(reason) and not hidden.is_obstacle)
    if passed_over and sum(end - start for start, end in passed_over) == len(text):
        is_passed_over = True
    if scope.style.trees:
        assembly.barriers.append(len(text))
    return plain_block(
        ordinal,
        scope.kind,
        text,
        source,
        scope.path,
        scope.element_id,
        scope.lang,
        scope.level,
        is_passed_over,
        scope.container,
        scope.style.closed,
        is_link_text,
        reason,
        tuple(assembly.barriers),
        () if reason else unmatched,
        passed_over,
        tuple(assembly.preceded.items()),
        tuple(assembly.word_bounds),
    )
