"""Gatherer: pieces of text in, blocks out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from turbohtml import Element

from citegate.model.document import Block, BlockKind
from citegate.model.engine import Engine
from citegate.model.offsets import OffsetMap
from citegate.model.span import Span
from citegate.parse.html.blocks import Deferred, assembled_block, deferred_block, leaf_block, run_block
from citegate.parse.html.layers import Layers, after, last_char
from citegate.parse.html.leaves import Label, Leaf
from citegate.parse.html.places import Cursor, Place
from citegate.parse.html.run import SPACE, Assembly, Mark, Piece, collapse, without_line_ends
from citegate.parse.html.scope import Scope
from citegate.parse.html.style import PLAIN, Space, Style

_COLLAPSE, _BARRIER = Space.COLLAPSE, Mark.BARRIER  # an enum's member costs ten times a name


class Gatherer:
    """Keeps the run that is open, and the blocks of those that are done."""

    def __init__(self, cursor: Cursor, engine: Engine) -> None:
        self.cursor = cursor
        self.engine = engine
        self.blocks: list[Block] = []
        self.pieces: list[Piece] = []
        """The run that is open; empty between runs. Always the same list."""
        self.context = -1
        """The formatting context of the run that is open."""
        self.is_simple = True
        """True while the run is nothing but collapsible text."""
        self.linked: list[int] = []
        """Which of the pieces stand in a link."""
        self.link: Element | None = None
        """The link that the walk is in."""
        self.keeps_leading = False
        """True when a box stands before the next run in its formatting context: its leading space is text."""
        self.interruptions = 0
        """How often something stood in a line that text is not searched across."""
        self.float_at = (-1, -1)
        """The open run's context and how many pieces it had when a box out of flow began in its line."""
        self.loose: dict[int, int] = {}
        """For each context whose line such a box has cut: the block with a space at its end, which goes when nothing
        follows in the line."""
        self._stripped: list[int] = []
        """Blocks whose last space goes."""
        self._starts_after_box = False
        self._scope: Scope | None = None
        self._concealed: list[Piece] = []
        self.concealed_scope: Scope | None = None
        self._is_passed_over = True
        self._unmatched_style: Style = PLAIN
        self._deferred: list[Deferred] = []
        self._layers = Layers()
        self._leaf: tuple[Leaf, int, BlockKind, int, Scope] | None = None
        """The leaf that the open run begins with, its place not known yet; its context, kind, level, outer scope."""

    def open_leaf(self, leaf: Leaf, number: int, kind: BlockKind, level: int, outer: Scope) -> None:
        """Opens a run with a leaf; `outer` holds outside it, `number` is its context."""
        if self.pieces:
            self.leave_open()
        if self.concealed_scope is not None:
            self.reveal()
        self.context = number
        self._starts_after_box = self.keeps_leading
        self.keeps_leading = False
        self._leaf = leaf, number, kind, level, outer
        self.pieces.append((leaf.raw, 0, _COLLAPSE))
        if leaf.labels:
            self.add_labels(leaf.labels, leaf.scope(outer, number, kind, level))

    def add_labels(self, labels: Iterable[Label], scope: Scope) -> None:
        """Makes blocks of texts that stand only in attributes."""
        for text, source, reason in labels:
            self.reveal()
            self._defer(scope, text, source, BlockKind.ATTRIBUTE, reason, is_stepped_over=True)

    def text(self, data: str, scope: Scope) -> None:
        """Adds a text node."""
        style = scope.style
        if style.reason and not (self.engine.matches_across_hidden and style.is_crossed):
            self._conceal(data, scope)
            return
        if not self.pieces or self.context != scope.context:
            if style.space is _COLLAPSE and not self.keeps_leading and not data.strip(SPACE):
                self._skip_space(data)
                return
            self.begin(scope)
        elif self._scope is not None and style.trees != self._scope.style.trees:
            self._layers.add(data, self.cursor.locate(data), scope, last_char(self.pieces))
            return
        if self._layers and self._layers.turn_back(self.pieces):
            self.is_simple = False
        place = self.cursor.locate(data)
        if not style.reason:
            self.put(data, place, scope)
            return
        if style.is_obstacle:
            self.mark(_BARRIER, scope)
        self.pieces.append((data, place, Mark.UNMATCHED))
        self.is_simple = False
        self._unmatched_style = style

    def _skip_space(self, data: str) -> None:
        """Goes over white space that is no text."""
        if self.pieces and self._leaf is None:
            self.cursor.locate(data)
        else:
            self.cursor.has_skipped_space = True

    def put(self, data: str, place: Place, scope: Scope) -> None:
        """Adds text whose place is known to the open run."""
        style = scope.style
        if style.is_masked and self.engine.masks_text:
            data = "\u2022" * len(data)
        if self.link is not None:
            self.linked.append(len(self.pieces))
        if style.is_passed_over:
            self.pieces.append((data, place, Mark.PASSED))
            self.is_simple = False
            return
        if self.engine.joins_ideographs and "\n" in data:
            self.pieces.extend(without_line_ends(data, place))
            return
        self.pieces.append((data, place, style.space))
        if style.space is not _COLLAPSE:
            self.is_simple = False

    def own(self, data: str, place: Place, scope: Scope) -> None:
        """Makes a run of its own of a text that the browser or an attribute supplies."""
        if data:
            self.interruptions += 1
            self.begin(scope)
            self.put(data, place, scope)

    def begin(self, scope: Scope) -> None:
        """Opens a run; one that is open in another context is cut, and goes on later."""
        self.loose.pop(scope.context, None)
        if self.pieces:
            self.leave_open()
        if self.concealed_scope is not None:
            self.reveal()
        self.context = scope.context
        self._scope = scope
        self._starts_after_box = self.keeps_leading
        self.keeps_leading = False

    def leave_open(self) -> None:
        """Cuts the open run for text of another context; it goes on later."""
        is_cut_by_float = self.float_at == (self.context, len(self.pieces))
        number = len(self.blocks)
        self._finish(keeps_trailing=True)
        if is_cut_by_float and number < len(self.blocks) and self.blocks[number].text.endswith(" "):
            self.loose[self.context] = number

    def mark(self, mark: Mark, scope: Scope, place: Place = 0) -> None:
        """Notes what stands in the run beside text."""
        if mark is Mark.BREAK:
            self.end_line(scope.context)
        elif mark is not _BARRIER:
            self.loose.pop(scope.context, None)
        if mark in (Mark.ATOMIC, Mark.IGNORED) and not self.engine.keeps_white_space:
            return  # the spaces on its two sides count as one
        if mark is Mark.BREAK and (not self.pieces or self.context != scope.context):
            self.begin(scope)
        if self.pieces or mark is Mark.BREAK:
            if self.context == scope.context or mark is _BARRIER:
                self.pieces.append(("", place, mark))
                self.is_simple = False
        elif mark is not _BARRIER and mark is not Mark.LINE_END:
            self.keeps_leading = True

    def end_line(self, context: int) -> None:
        """Nothing follows in the line of this context: the space before a box out of flow goes."""
        number = self.loose.pop(context, None)
        if number is not None:
            self._stripped.append(number)

    def cut(self) -> None:
        """Ends the run: a block begins or ends here."""
        self.interruptions += 1
        if self.pieces:
            self._finish(keeps_trailing=False)
        self.keeps_leading = False

    def pause(self) -> None:
        """Ends the run at the end of an inline element that a box or a block has split; the line goes on."""
        if self.pieces:
            ends_in_space = self.ends_in_space()
            self._finish(keeps_trailing=True)
            self.keeps_leading = not ends_in_space

    def interrupt(self) -> None:
        """Ends the run at a box with a block in it: the line goes on behind it."""
        self.interruptions += 1
        if self.pieces:
            self._finish(keeps_trailing=True)
        self.keeps_leading = False

    def end_box(self, *, keeps_leading: bool) -> None:
        """Ends the run inside a box that stands in a line."""
        if self.pieces:
            self._finish(keeps_trailing=False)
        self.keeps_leading = keeps_leading

    @property
    def filling(self) -> tuple[int, int]:
        """A value that changes whenever text is added."""
        return len(self.blocks), len(self.pieces)

    def ends_in_space(self) -> bool:
        """True when the open run has white space at its end, or nothing at all."""
        return not self.pieces or self.pieces[-1][0][-1:] in ("", *SPACE)

    def finish(self) -> tuple[Block, ...]:
        """All blocks."""
        self.cut()
        self.reveal()
        for number in (*self._stripped, *self.loose.values()):
            block = self.blocks[number]
            kept = OffsetMap.from_segments(block.source.segments(Span(0, len(block.text) - 1)))
            self.blocks[number] = replace(block, text=block.text[:-1], source=kept)
        return tuple(self.blocks)

    def unsearched(self, data: str, place: Place, scope: Scope, kind: BlockKind | None, reason: str) -> None:
        """Makes a block of a text that stands only in an attribute."""
        text, source = collapse([(data, place, _COLLAPSE)])
        if text:
            self.reveal()
            self._defer(scope, text, source, kind, reason, is_stepped_over=True)

    def opaque(self, scope: Scope, place: Place) -> None:
        """Makes a block of content that is not known."""
        self.interruptions += 1
        if self.pieces:
            self._finish(keeps_trailing=True)
        self.reveal()
        text, source = collapse([("\ufffc", place, _COLLAPSE)])
        self._defer(scope, text, source, BlockKind.OPAQUE, "not known before the page is built", False)
        self.keeps_leading = True

    def aside(self, data: str, place: Place, scope: Scope, before: str | None = None) -> None:
        """Makes a block of a text that is searched by itself in the midst of a run; `before` is for generated text."""
        text, source = collapse([(data, place, _COLLAPSE)])
        if text:
            self.reveal()
            self._defer(scope, text, source, None, "", True, before)

    def stand_behind(self, char: str, scope: Scope) -> None:
        """Notes what the next text of the line stands behind; "" for a word boundary."""
        if not self.pieces or self.context != scope.context:
            self.begin(scope)
        self.pieces.append(after(char))
        self.is_simple = False

    def _conceal(self, data: str, scope: Scope) -> None:
        """Adds a text node that is not searched."""
        if not data.strip(SPACE) and not self._concealed:
            self._skip_space(data)
            if scope.style.is_rendered:
                self._hide(data, self.cursor.at, scope)
            return
        held = self.concealed_scope
        if held is None or held.context != scope.context or held.style.reason != scope.style.reason:
            self.reveal()
            self.concealed_scope = scope
            self._is_passed_over = True
        if scope.style.is_obstacle and data.strip(SPACE):
            if self.pieces:
                if self.pieces[-1][2] != _BARRIER:
                    self.mark(_BARRIER, scope)
            else:
                self._is_passed_over = False
        place = self.cursor.locate(data)
        self._concealed.append((data, place, _COLLAPSE))
        if scope.style.is_rendered:
            self._hide(data, place, scope)

    def _hide(self, data: str, place: Place, scope: Scope) -> None:
        """Lets text that is laid out but not searched take part in the collapsing of the spaces around it."""
        if not self.pieces:
            self.keeps_leading = True
        elif self.context == scope.context:
            self.pieces.append((data, place, Mark.HIDDEN))
            self.is_simple = False

    def reveal(self) -> None:
        """Makes a block of the text that is not searched."""
        scope, pieces = self.concealed_scope, self._concealed
        if scope is None:
            return
        text, source = collapse(pieces) if pieces else ("", None)
        self._concealed, self.concealed_scope = [], None
        if source is not None and text:
            self._defer(scope, text, source, None, scope.style.reason, self._is_passed_over)

    def _defer(
        self,
        scope: Scope,
        text: str,
        source: OffsetMap,
        kind: BlockKind | None,
        reason: str,
        is_stepped_over: bool,
        before: str | None = None,
    ) -> None:
        """Keeps a block until the run around it is done."""
        self._deferred.append(Deferred(scope, text, source, kind, reason, is_stepped_over, before))
        if not self.pieces:
            self._settle()

    def _settle(self) -> None:
        for deferred in self._deferred:
            self.blocks.append(deferred_block(len(self.blocks), deferred))
        self._deferred.clear()

    def _is_link_text(self) -> bool:
        """True when all of the open run's text stands in links."""
        linked = set(self.linked)
        return all(number in linked or not piece[0].strip(SPACE) for number, piece in enumerate(self.pieces))

    def _finish(self, *, keeps_trailing: bool) -> None:
        """Makes a block of the open run."""
        pieces = self.pieces
        if self._leaf is not None:
            leaf, number, kind, level, outer = self._leaf
            self._leaf = None
            if len(pieces) == 1:
                text, source = leaf.between(keeps_leading=self._starts_after_box, keeps_trailing=keeps_trailing)
                self.blocks.append(leaf_block(len(self.blocks), leaf, text, source, number, kind, level, outer))
                pieces.clear()
                self._close()
                return
            self._scope = leaf.scope(outer, number, kind, level)
            pieces[0] = (leaf.raw, leaf.place, _COLLAPSE)
            if leaf.is_link_text:
                self.linked.append(0)
        scope = self._scope
        assert scope is not None
        assembly: Assembly | None = None
        if len(pieces) == 1 and pieces[0][2] == _COLLAPSE and not pieces[0][0].strip(SPACE):
            text, source = collapse([])  # white space between two boxes, which nobody cites
        elif self.is_simple and not keeps_trailing and not self._starts_after_box:
            text, source = collapse(pieces)
        else:
            text, source, assembly = self._assemble(keeps_trailing)
        if text and assembly is not None:
            self._add_assembled(text, source, scope, assembly)
        elif text:
            is_link_text = bool(self.linked) and self._is_link_text()
            self.blocks.append(run_block(len(self.blocks), text, source, scope, is_link_text))
        pieces.clear()
        self.is_simple = True
        self.linked.clear()
        for other, others in self._layers.take() if self._layers else ():
            assembly = Assembly(keeps_leading=False)
            for piece in others:
                assembly.add(piece)
            text, source = assembly.finish(keeps_trailing=False)
            if text:
                self._add_assembled(text, source, other, assembly)
        self._close()

    def _close(self) -> None:
        """Makes blocks of what was kept until the run was done."""
        if self.concealed_scope is not None:
            self.reveal()
        if self._deferred:
            self._settle()

    def _assemble(self, keeps_trailing: bool) -> tuple[str, OffsetMap, Assembly]:
        assembly = Assembly(keeps_leading=self._starts_after_box)
        for piece in self.pieces:
            assembly.add(piece)
        text, source = assembly.finish(keeps_trailing=keeps_trailing)
        if not text.strip(" "):
            text = ""  # white space between two boxes, which nobody cites
        return text, source, assembly

    def _add_assembled(self, text: str, source: OffsetMap, scope: Scope, assembly: Assembly) -> None:
        is_link_text = bool(self.linked) and self._is_link_text()
        hidden = self._unmatched_style
        self.blocks.append(assembled_block(len(self.blocks), text, source, scope, assembly, hidden, is_link_text))
