"""What a browser's own style sheet says of each element, as far as the text search sees it."""

from __future__ import annotations

import enum

from citegate.model.document import BlockKind


class Box(enum.IntEnum):
    """How an element's box stands in the text around it."""

    INLINE = 0
    """No box of its own: its text joins the text around it."""
    BLOCK = 1
    """Ends the run before it and the run in it, even when it is empty."""
    ATOMIC = 2
    """A formatting context of its own within a line: cuts when it has text, and keeps spaces apart when not."""
    OUT_OF_FLOW = 3
    """Floated or positioned: cuts when it has text, and is not there when not."""
    NONE = 4
    """Not rendered, and its text is worth a block."""
    DROPPED = 5
    """Not rendered, and its content is no text."""
    CONTENTS = 6
    """No box at all: its children stand in its parent's box."""
    SPECIAL = 7
    """Has a method of its own in the walk."""


def names(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


def _boxes() -> dict[str, Box]:
    boxes: dict[str, Box] = {}
    for box, tags in (
        (
            Box.BLOCK,
            "address article aside blockquote body center dd dir div dl dt fieldset figcaption figure footer"
            " form h1 h2 h3 h4 h5 h6 header hgroup html legend li listing main menu nav ol p plaintext pre search"
            " section table ul xmp",
        ),
        (Box.ATOMIC, "caption tbody td tfoot th thead tr marquee"),
        (Box.NONE, "noembed noframes rp datalist"),
        (Box.DROPPED, "area base basefont head link meta noscript param script source style template title track"),
        (
            Box.SPECIAL,
            "audio br button canvas details dialog embed frame frameset hr iframe img input math meter object"
            " optgroup option progress summary rt rtc select slot svg textarea video citegate-opaque",
        ),
    ):
        boxes |= dict.fromkeys(names(tags), box)
    return boxes


BOXES: dict[str, Box] = _boxes()
"""The box of each HTML element; an element that is not here is inline."""

KINDS: dict[str, tuple[BlockKind, int]] = {
    "p": (BlockKind.PARAGRAPH, 0),
    "h1": (BlockKind.HEADING, 1),
    "h2": (BlockKind.HEADING, 2),
    "h3": (BlockKind.HEADING, 3),
    "h4": (BlockKind.HEADING, 4),
    "h5": (BlockKind.HEADING, 5),
    "h6": (BlockKind.HEADING, 6),
    "li": (BlockKind.LIST_ITEM, 0),
    "pre": (BlockKind.CODE_BLOCK, 0),
    "listing": (BlockKind.CODE_BLOCK, 0),
    "xmp": (BlockKind.CODE_BLOCK, 0),
    "plaintext": (BlockKind.CODE_BLOCK, 0),
    "td": (BlockKind.TABLE_CELL, 0),
    "th": (BlockKind.TABLE_CELL, 0),
    "caption": (BlockKind.CAPTION, 0),
    "figcaption": (BlockKind.CAPTION, 0),
    "dt": (BlockKind.TERM, 0),
    "dd": (BlockKind.DESCRIPTION, 0),
    "summary": (BlockKind.SUMMARY, 0),
}
"""Kind and heading level of the blocks that an element is the nearest block-level ancestor of; else OTHER and 0."""

CONTAINERS: frozenset[str] = frozenset({"td", "th", "caption"})
"""Elements that hold blocks of their own although their box is not a block."""

ANCHORS: frozenset[str] = names("caption details listing optgroup option plaintext pre summary table td th tr xmp")
"""Elements that the parser or the rendering may move text or other elements around."""

PREFORMATTED: frozenset[str] = frozenset({"pre", "listing", "xmp", "plaintext"})
"""Elements in which white space is kept."""

MARKED: frozenset[str] = frozenset({"li", "summary", "details"})
"""Blocks that are never empty, for they have a marker."""

RAW: frozenset[str] = frozenset({"xmp", "plaintext", "textarea"})
"""Elements whose content is not markup, and is shown."""

PLAIN_BOXES: dict[str, Box] = {
    tag: box if box in (Box.BLOCK, Box.ATOMIC) and tag not in PREFORMATTED | RAW else Box.SPECIAL
    for tag, box in (BOXES | {"a": Box.SPECIAL, "q": Box.SPECIAL}).items()
}
"""The box of each element that needs no more than a box; SPECIAL for all that need more."""

VOID: frozenset[str] = names("area base br col embed hr img input link meta param source track wbr")
"""Elements that never have content."""

OPAQUE_TAG = "citegate-opaque"
"""An element that the Markdown and MDX parsers write for content that is not known before the page is built."""

PATH_ATTRIBUTE = "data-citegate-path"
"""On an element: the places of its subtree count in the file that the attribute names."""
