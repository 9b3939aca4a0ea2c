"""TextDirective, FragmentDirective: what stands behind `#`, decoded.

https://wicg.github.io/scroll-to-text-fragment/#syntax
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TextDirective:
    """`text=[prefix-,]text_start[,text_end][,-suffix]`; an absent term is None, and "" is not allowed."""

    text_start: str
    text_end: str | None = None
    prefix: str | None = None
    suffix: str | None = None

    def __post_init__(self) -> None:
        if "" in (self.text_start, self.text_end, self.prefix, self.suffix):
            raise ValueError("a term of a text directive may not be empty")


@dataclass(frozen=True, slots=True)
class InvalidDirective:
    """A directive that browsers ignore."""

    raw: str
    """As it stands in the URL, without the `&`."""
    problem: str
    """What is wrong with it, in a few words."""
    help: str
    """What to write instead."""


@dataclass(frozen=True, slots=True)
class FragmentDirective:
    """All that stands behind `#`."""

    element_id: str
    """What stands before `:~:`, as written; "" when there is nothing."""
    directives: tuple[TextDirective, ...] = ()
    """The valid text directives, in URL order, duplicates dropped."""
    invalid: tuple[InvalidDirective, ...] = ()
    """Text directives that the engine ignores, and why."""
    has_delimiter: bool = False
    """True when `:~:` is there at all."""
