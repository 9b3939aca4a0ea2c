"""Features: which elements of a page need more than a look at their name, so that an ordinary page pays for none."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from turbohtml import Document, Element, Node, ShadowRoot

from citegate.model.engine import Engine
from citegate.parse.html.declared import Cascade
from citegate.parse.html.leaves import Leaves
from citegate.parse.html.tags import PATH_ATTRIBUTE
from citegate.parse.stylesheet import is_style_notable

_STANDARD = re.compile(
    r"\ufeff?(?:\s|<!--.*?-->)*<!doctype\s+html(?:\s*>|\s+(?!public\b)"
    r"|\s+public\s*(?=[^>]*(?:\bX?HTML 1\.|Strict|\d{4}/|loose\.dtd)))",
    re.IGNORECASE | re.DOTALL,
)
"""A doctype that does not ask for quirks mode; of the many old ones the usual are told apart."""
_NOTABLE = f"[hidden], [inert], [popover], [{PATH_ATTRIBUTE}]"
_LABELLED = "[title], [aria-label]"


@dataclass(frozen=True, slots=True)
class Features:
    """What a page holds beside elements that are searched as their names say."""

    notable: frozenset[Element]
    """Elements that an attribute or a style rule changes."""
    sometimes_notable: frozenset[Element]
    """Elements that a style rule changes where white space is kept around them, or in a grid without height."""
    attributed: frozenset[Element]
    """Those that an attribute changes."""
    labelled: frozenset[Element]
    """Elements with a `title` or an `aria-label`."""
    has_shadow: bool
    """True when there may be a declarative shadow root."""
    has_langs: bool
    """True when there is a `lang` below the root element."""
    is_quirky: bool
    """True for a page in quirks mode, in which a table does not inherit `white-space`."""
    cascade: Cascade
    """The declarations of the elements."""
    leaves: Leaves
    """The blocks that need no walk."""


def features_of(
    tree: Document, markup: str, lower: bytes, cascade: Cascade, *, keeps_links: bool, is_read_once: bool
) -> Features:
    """What the page holds; the style sheets of its shadow trees are added to the cascade.

    `lower` is the markup in lower case, as UTF-8; `keeps_links` and `is_read_once` are those of Leaves.
    """
    has_shadow = b"shadowrootmode" in lower
    trees: list[Document | ShadowRoot] = [tree]
    if has_shadow:
        for root in trees:  # grows: a shadow tree may hold another
            for element in root.select("*"):
                shadow = shadow_root(element)
                if shadow is not None:
                    trees.append(shadow)
                    cascade.add_shadow(shadow)
    styled = [element for root in trees for element in root.select("[style]")]
    always, sometimes = cascade.notable(styled)
    attributed = frozenset(element for root in trees for element in root.select(_NOTABLE))
    notable = always.union(
        attributed,
        (element for element in styled if is_style_notable(element.attr("style") or "")),
    )
    labelled = [element for root in trees for element in root.select(_LABELLED)]
    has_langs = any(element.tag != "html" for element in tree.select("[lang]"))
    return Features(
        notable=notable,
        sometimes_notable=sometimes - notable,
        attributed=attributed,
        labelled=frozenset(labelled),
        has_shadow=has_shadow,
        has_langs=has_langs,
        is_quirky=_STANDARD.match(markup) is None,
        cascade=cascade,
        leaves=Leaves(
            tree,
            markup,
            notable,
            sometimes,
            labelled,
            has_langs=has_langs,
            keeps_links=keeps_links,
            is_read_once=is_read_once,
        ),
    )


def shadow_root(element: Element) -> ShadowRoot | None:
    """The element's shadow root, also a closed one."""
    if element.shadow_root is not None:
        return element.shadow_root
    for child in element.flattened_children:
        return child.parent if isinstance(child.parent, ShadowRoot) else None
    return None


def flat_children(element: Element, engine: Engine) -> Iterable[Node]:
    """The element's children in the flat tree, as far as the engine searches them."""
    if engine.shadow_trees_apart:
        return shadow_root(element) or element
    if engine.searches_shadow_trees:
        return element.flattened_children
    if element.shadow_root is not None and not len(element):
        return element.shadow_root
    return [
        child for child in element if child.assigned_slot is not None or element.flattened_children == list(element)
    ]
