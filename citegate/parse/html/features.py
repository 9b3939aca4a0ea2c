"""Features: which elements of a page need more than a look at their name, so that an ordinary page pays for none."""

from __future__ import annotations

import re
from dataclasses import dataclass

from turbohtml import Document, Element, ShadowRoot

from citegate.parse.html.tags import PATH_ATTRIBUTE
from citegate.parse.stylesheet import Cascade

_STANDARD = re.compile(
    r"\ufeff?(?:\s|<!--.*?-->)*<!doctype\s+html(?:\s*>|\s+(?!public\b)"
    r"|\s+public\s*(?=[^>]*(?:\bX?HTML 1\.|Strict|\d{4}/|loose\.dtd)))",
    re.IGNORECASE | re.DOTALL,
)
"""A doctype that does not ask for quirks mode; of the many old ones the usual are told apart."""
_NOTABLE = f"[style], [hidden], [inert], [popover], [{PATH_ATTRIBUTE}]"
_LABELLED = "[title], [aria-label]"


@dataclass(frozen=True, slots=True)
class Features:
    """What a page holds beside elements that are searched as their names say."""

    notable: frozenset[Element]
    """Elements that an attribute or a style rule changes."""
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


def features_of(tree: Document, markup: str, cascade: Cascade) -> Features:
    """What the page holds; the style sheets of its shadow trees are added to the cascade."""
    has_shadow = "shadowrootmode" in markup.lower()
    trees: list[Document | ShadowRoot] = [tree]
    if has_shadow:
        for root in trees:  # grows: a shadow tree may hold another
            for element in root.select("*"):
                shadow = shadow_root(element)
                if shadow is not None:
                    trees.append(shadow)
                    cascade.add_shadow(shadow)
    return Features(
        notable=frozenset(element for root in trees for element in root.select(_NOTABLE)) | cascade.elements,
        labelled=frozenset(element for root in trees for element in root.select(_LABELLED)),
        has_shadow=has_shadow,
        has_langs=tree.select_one("body [lang]") is not None,
        is_quirky=_STANDARD.match(markup) is None,
        cascade=cascade,
    )


def shadow_root(element: Element) -> ShadowRoot | None:
    """The element's shadow root, also a closed one."""
    if element.shadow_root is not None:
        return element.shadow_root
    for child in element.flattened_children:
        return child.parent if isinstance(child.parent, ShadowRoot) else None
    return None
