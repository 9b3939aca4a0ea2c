"""BlockKind, Block, Link, Document: one parsed page as the browser's text search sees it."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, cast

from citegate.model.offsets import OffsetMap
from citegate.model.span import SourceText, Span

OTHER_TREE = -1  # number in `Block.closed` of a tree of its own, from which no search goes on
WITHOUT_SIZE = 0  # number in `Block.closed` of a box in which no context stands, not even for a search from inside it


class BlockKind(enum.StrEnum):
    """What a block is on the page; CommonMark's word where it has one."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    LIST_ITEM = "list_item"
    CODE_BLOCK = "code_block"
    TABLE_CELL = "table_cell"
    CAPTION = "caption"
    TERM = "term"
    DESCRIPTION = "description"
    SUMMARY = "summary"
    CONTROL = "control"
    """What a form control shows: its value, its placeholder, its label."""
    OTHER = "other"
    """Any other block-level or anonymous box."""
    ATTRIBUTE = "attribute"
    """Text that stands only in an attribute (alt, title, aria-label): never searched."""
    OPAQUE = "opaque"
    """Content that is not known before the page is built."""


@dataclass(frozen=True, slots=True)
class Block:
    """A run of text in one inline formatting context: the unit that a match may not cross."""

    ordinal: int
    """Place among the document's blocks, in flat-tree order, from 0."""
    kind: BlockKind
    """What the nearest block-level ancestor is."""
    text: str
    """As rendered: white space collapsed as CSS does it, `<br>` as a line feed. Not folded."""
    source: OffsetMap
    """From `text` to the file named by `path`."""
    path: str
    """The file that `source` counts in: the document's own, or that of an included partial."""
    element_id: str | None = None
    """The id of the nearest ancestor that has one."""
    lang: str = ""
    """BCP 47 tag of the nearest `lang`, or ""."""
    level: int = 0
    """1 to 6 for a heading, else 0."""
    is_searchable: bool = True
    """False where no term can match: search invisible, not rendered, opaque."""
    is_stepped_over: bool = False
    """True where the check of a prefix or suffix looks through the block as if it were not there."""
    barriers: tuple[int, ...] = ()
    """Offsets in `text` at which text stands that is not searched but may not stand between context and match."""
    unmatched: tuple[tuple[int, int], ...] = ()
    """Pieces of `text`, start and end, in which no match begins or ends (hidden text that a match may cross)."""
    passed_over: tuple[tuple[int, int], ...] = ()
    """Pieces of `text`, start and end, that are searched, but that the check of a prefix or suffix looks through."""
    preceded: tuple[tuple[int, str], ...] = ()
    """Offsets in `text`, ascending, and for each the character that a match beginning there is judged to stand behind,
    though it belongs to another run (generated content, another shadow tree); "" for a word boundary."""
    word_bounds: tuple[int, ...] = ()
    """Offsets in `text` that are word boundaries whatever stands beside them (a box begins or ends there)."""
    reason: str = ""
    """Why the block is not searched, in a few words for people; "" when it is."""
    container: int = -1
    """A number shared by the blocks whose nearest block-level ancestor is the same element."""
    closed: tuple[int, ...] = ()
    """The closed boxes around a block that is stepped over (details, until-found, a control), outermost first.

    A context in the same boxes does not step over it: when these numbers begin those of the block that the search
    comes from. 0 is a box without size, in which no context stands at all.
    """
    is_link_text: bool = False
    """True when the whole text stands inside links."""


class PlainBlock:
    """Makes a Block; one that is searched has its reason left out, and most have nothing in them but text.

    It has a block's slots, sets them as any attribute is set, and becomes a Block: a fifth of the time that a frozen
    dataclass takes to make itself.
    """

    __slots__ = tuple(each.name for each in fields(Block))

    def __init__(
        self,
        ordinal: int,
        kind: BlockKind,
        text: str,
        source: OffsetMap,
        path: str,
        element_id: str | None,
        lang: str,
        level: int,
        is_stepped_over: bool,
        container: int,
        closed: tuple[int, ...],
        is_link_text: bool,
        reason: str = "",
        barriers: tuple[int, ...] = (),
        unmatched: tuple[tuple[int, int], ...] = (),
        passed_over: tuple[tuple[int, int], ...] = (),
        preceded: tuple[tuple[int, str], ...] = (),
        word_bounds: tuple[int, ...] = (),
    ) -> None:
        self.ordinal = ordinal
        self.kind = kind
        self.text = text
        self.source = source
        self.path = path
        self.element_id = element_id
        self.lang = lang
        self.level = level
        self.is_searchable = not reason
        self.is_stepped_over = is_stepped_over
        self.barriers = barriers
        self.unmatched = unmatched
        self.passed_over = passed_over
        self.preceded = preceded
        self.word_bounds = word_bounds
        self.reason = reason
        self.container = container
        self.closed = closed
        self.is_link_text = is_link_text
        self.__class__ = Block  # type: ignore[assignment]  # the layouts are the same


plain_block = cast(Callable[..., Block], PlainBlock)
"""As PlainBlock, with the type of what it makes."""


def with_source(block: Block, source: OffsetMap) -> Block:
    """The block with another map."""
    return plain_block(
        block.ordinal,
        block.kind,
        block.text,
        source,
        block.path,
        block.element_id,
        block.lang,
        block.level,
        block.is_stepped_over,
        block.container,
        block.closed,
        block.is_link_text,
        block.reason,
        block.barriers,
        block.unmatched,
        block.passed_over,
        block.preceded,
        block.word_bounds,
    )


@dataclass(frozen=True, slots=True)
class Link:
    """An `href` as the page's reader would follow it."""

    href: str
    """The attribute's value, decoded (entities, backslash escapes), not resolved."""
    text: str
    """What the reader sees of the link."""
    span: Span
    """Where the link is written, in the document's source: the whole `[text](url)` or `<a …>`."""
    path: str
    """The file that `span` counts in."""
    href_span: Span | None = None
    """Where the URL itself is written, when that is known; its source text may be escaped."""


@dataclass(frozen=True)
class Document:
    """One parsed page."""

    id: str
    """Path under the content root without its suffix; `index` and `README` stand for their folder."""
    source: SourceText
    """The file."""
    url: str
    """URL path, beginning with "/"."""
    title: str
    """From the front matter, else the first heading, else the id."""
    blocks: tuple[Block, ...]
    """In flat-tree order, those that are not searched included."""
    element_ids: frozenset[str] = frozenset()
    """Every id and every named anchor, as written."""
    links: tuple[Link, ...] = ()
    """In source order."""
    metadata: dict[str, object] = field(default_factory=dict)
    """Front matter; {} when there is none."""
    base: str | None = None
    """`<base href>`, or None."""

    @cached_property
    def searchable(self) -> tuple[Block, ...]:
        """The blocks in which a term can match, in order."""
        return tuple(block for block in self.blocks if block.is_searchable)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """For each searchable block, where its text starts in `text`."""
        starts, at = [], 0
        for block in self.searchable:
            starts.append(at)
            at += len(block.text) + 1
        return tuple(starts)

    @cached_property
    def text(self) -> str:
        """The searchable blocks joined with a line feed: what a TextPositionSelector counts in."""
        return "\n".join(block.text for block in self.searchable)


class _Part:
    """A field of a LateDocument, made when it is asked for."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, document: LateDocument | None, owner: type) -> object:
        if document is None:
            raise AttributeError(self._name)
        return document.make(self._name)


class LateDocument(Document):
    """A Document whose blocks, element ids and links are each made when they are asked for; a plain one from then on.

    What else is known of it, `title` and `metadata` among it, costs nothing.
    """

    PARTS = ("blocks", "element_ids", "links")
    blocks = _Part("blocks")  # type: ignore[assignment]  # a descriptor that gives one
    element_ids = _Part("element_ids")  # type: ignore[assignment]
    links = _Part("links")  # type: ignore[assignment]

    def __init__(
        self,
        id: str,
        source: SourceText,
        url: str,
        title: str,
        metadata: dict[str, object],
        base: str | None,
        make: Callable[[str], object],
    ) -> None:
        """`make` makes the part of this name."""
        self.__dict__.update(id=id, source=source, url=url, title=title, metadata=metadata, base=base, _make=make)

    def make(self, name: str) -> object:
        """The part of this name, made once."""
        fields = self.__dict__
        if name not in fields:
            make = fields.get("_make")
            if make is not None:  # else another thread has made it by now
                fields[name] = make(name)
        if all(part in fields for part in self.PARTS):
            object.__setattr__(self, "__class__", Document)
            fields.pop("_make", None)
        return fields[name]

    def _become_whole(self) -> None:
        for name in self.PARTS:
            getattr(self, name)

    def __eq__(self, other: object) -> bool:
        self._become_whole()
        return self == other

    __hash__ = Document.__hash__

    def __repr__(self) -> str:
        self._become_whole()
        return repr(self)

    def __reduce__(self) -> str | tuple[Any, ...]:
        self._become_whole()
        return object.__reduce_ex__(self, 2)
