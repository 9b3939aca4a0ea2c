"""Features: which rare things a page may hold, so that an ordinary page pays for none of them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from citegate.parse.html.tags import PATH_ATTRIBUTE

_STYLE_ATTRIBUTE = re.compile(r"style\s+=")


@dataclass(frozen=True, slots=True)
class Features:
    """What stands somewhere in the markup, in whatever role."""

    has_style_attributes: bool
    """`style=`."""
    has_style_elements: bool
    """`<style`."""
    has_hidden: bool
    """The word `hidden`."""
    has_inert: bool
    """The word `inert`."""
    has_popover: bool
    """The word `popover`."""
    has_shadow: bool
    """A declarative shadow root."""
    has_lang: bool
    """A `lang` below the root element, perhaps."""
    has_labels: bool
    """`title`, `aria-label`: attributes that hold text."""
    has_paths: bool
    """Elements that say where their places count."""

    @property
    def has_general(self) -> bool:
        """True when an element's attributes may change how it is searched."""
        return (
            self.has_style_attributes
            or self.has_style_elements
            or self.has_hidden
            or self.has_inert
            or self.has_popover
            or self.has_shadow
            or self.has_labels
            or self.has_paths
        )


def features_of(markup: str) -> Features:
    """What the markup may hold; never misses what is there."""
    lower = markup.lower()
    return Features(
        has_style_attributes="style=" in lower or _STYLE_ATTRIBUTE.search(lower) is not None,
        has_style_elements="<style" in lower,
        has_hidden="hidden" in lower,
        has_inert="inert" in lower,
        has_popover="popover" in lower,
        has_shadow="shadowrootmode" in lower,
        has_lang=lower.count("lang") > 1,
        has_labels="title=" in lower or "aria-label" in lower or "title =" in lower,
        has_paths=PATH_ATTRIBUTE in lower,
    )
