"""Gatherer: pieces of text in, blocks out."""

from __future__ import annotations

from turbohtml import Element

from citegate.model.document import Block, BlockKind
from citegate.model.offsets import OffsetMap
from citegate.parse.html.places import Cursor, Place
from citegate.parse.html.run import SPACE, Assembly, Mark, Piece, collapse
from citegate.parse.html.scope import Scope
from citegate.parse.html.style import Space

_COLLAPSE, _BARRIER = Space.COLLAPSE, Mark.BARRIER  # an enum's member costs ten times a name


class Gatherer:
    """Keeps the run that is open, and the blocks of those that are done."""

    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor
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
        self._starts_after_box = False
        self._scope: Scope | None = None
        self._concealed: list[Piece] = []
        self._concealed_scope: Scope | None = None
        self._is_passed_over = True
        self._deferred: list[tuple[Scope, str, OffsetMap, BlockKind | None, str, bool]] = []

    def text(self, data: str, scope: Scope) -> None:
        """Adds a text node."""
        style = scope.style
        if style.reason:
            self._conceal(data, scope)
            return
        if not self.pieces or self.context != scope.context:
            if style.space is _COLLAPSE and not data.strip(SPACE):
                self.cursor.has_skipped_space = True
                return
            self.begin(scope)
        self.put(data, self.cursor.locate(data), scope)

    def put(self, data: str, place: Place, scope: Scope) -> None:
        """Adds text whose place is known to the open run."""
        style = scope.style
        if style.is_masked:
            data = "\u2022" * len(data)
        if self.link is not None:
            self.linked.append(len(self.pieces))
        self.pieces.append((data, place, style.space))
        if style.space is not _COLLAPSE:
            self.is_simple = False

    def own(self, data: str, place: Place, scope: Scope) -> None:
        """Makes a run of its own of a text that the browser or an attribute supplies."""
        if data:
            self.begin(scope)
            self.put(data, place, scope)

    def begin(self, scope: Scope) -> None:
        """Opens a run; one that is open in another context is cut, and goes on later."""
        if self.pieces:
            self._finish(keeps_trailing=True)
        self.context = scope.context
        self._scope = scope
        self._starts_after_box = self.keeps_leading
        self.keeps_leading = False

    def mark(self, mark: Mark, scope: Scope, place: Place = 0) -> None:
        """Notes what stands in the run beside text."""
        if mark is Mark.BREAK and (not self.pieces or self.context != scope.context):
            self.begin(scope)
        if self.pieces or mark is Mark.BREAK:
            if self.context == scope.context or mark is _BARRIER:
                self.pieces.append(("", place, mark))
                self.is_simple = False
        elif mark is not _BARRIER:
            self.keeps_leading = True

    def cut(self) -> None:
        """Ends the run: a block begins or ends here."""
        if self.pieces:
            self._finish(keeps_trailing=False)
        self.keeps_leading = False

    def end_box(self, *, keeps_leading: bool) -> None:
        """Ends the run inside a box that stands in a line."""
        if self.pieces:
            self._finish(keeps_trailing=False)
        self.keeps_leading = keeps_leading

    def ends_in_space(self) -> bool:
        """True when the open run has white space at its end, or nothing at all."""
        return not self.pieces or self.pieces[-1][0][-1:] in ("", *SPACE)

    def finish(self) -> tuple[Block, ...]:
        """All blocks."""
        self.cut()
        self._reveal()
        return tuple(self.blocks)

    def unsearched(self, data: str, place: Place, scope: Scope, kind: BlockKind | None, reason: str) -> None:
        """Makes a block of a text that stands only in an attribute."""
        text, source = collapse([(data, place, _COLLAPSE)])
        if text:
            self._reveal()
            self._defer(scope, text, source, kind, reason, is_stepped_over=True)

    def opaque(self, scope: Scope, place: Place) -> None:
        """Makes a block of content that is not known."""
        self._reveal()
        self._defer(scope, "\ufffc", _whole(place), BlockKind.OPAQUE, "not known before the page is built", False)

    def _conceal(self, data: str, scope: Scope) -> None:
        """Adds a text node that is not searched."""
        if not data.strip(SPACE) and not self._concealed:
            self.cursor.has_skipped_space = True
            return
        held = self._concealed_scope
        if held is None or held.context != scope.context or held.style.reason != scope.style.reason:
            self._reveal()
            self._concealed_scope = scope
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

    def _reveal(self) -> None:
        """Makes a block of the text that is not searched."""
        scope, pieces = self._concealed_scope, self._concealed
        if scope is None:
            return
        text, source = collapse(pieces) if pieces else ("", None)
        self._concealed, self._concealed_scope = [], None
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
    ) -> None:
        """Keeps a block until the run around it is done."""
        self._deferred.append((scope, text, source, kind, reason, is_stepped_over))
        if not self.pieces:
            self._settle()

    def _settle(self) -> None:
        blocks = self.blocks
        for scope, text, source, kind, reason, is_stepped_over in self._deferred:
            blocks.append(
                Block(
                    ordinal=len(blocks),
                    kind=kind or scope.kind,
                    text=text,
                    source=source,
                    path=scope.path,
                    element_id=scope.element_id,
                    lang=scope.lang,
                    level=scope.level,
                    is_searchable=False,
                    is_stepped_over=is_stepped_over,
                    reason=reason,
                    container=scope.container,
                )
            )
        self._deferred.clear()

    def _is_link_text(self) -> bool:
        """True when all of the open run's text stands in links."""
        linked = set(self.linked)
        return all(number in linked or not piece[0].strip(SPACE) for number, piece in enumerate(self.pieces))

    def _finish(self, *, keeps_trailing: bool) -> None:
        """Makes a block of the open run."""
        pieces, scope = self.pieces, self._scope
        assert scope is not None
        barriers: tuple[int, ...] = ()
        if self.is_simple and not keeps_trailing and not self._starts_after_box:
            text, source = collapse(pieces)
        else:
            assembly = Assembly(keeps_leading=self._starts_after_box)
            for piece in pieces:
                assembly.add(piece)
            text, source = assembly.finish(keeps_trailing=keeps_trailing)
            barriers = tuple(assembly.barriers)
        if text:
            blocks = self.blocks
            blocks.append(
                Block(
                    len(blocks),
                    scope.kind,
                    text,
                    source,
                    scope.path,
                    scope.element_id,
                    scope.lang,
                    scope.level,
                    True,
                    bool(scope.style.closed),
                    barriers,
                    "",
                    scope.container,
                    scope.style.closed,
                    bool(self.linked) and self._is_link_text(),
                )
            )
        pieces.clear()
        self.is_simple = True
        self.linked.clear()
        if self._concealed_scope is not None:
            self._reveal()
        if self._deferred:
            self._settle()


def _whole(place: Place) -> OffsetMap:
    if isinstance(place, int):
        return OffsetMap.identity(1, place)
    return OffsetMap.from_segments(place)
