"""Which dialect of Markdown and MDX a project's documents are written in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from citegate.index.files import Files
from citegate.index.generators import find_generator
from citegate.parse.mdx.components import Component

if TYPE_CHECKING:
    from citegate.parse.markdown.dialect import Dialect


@dataclass(frozen=True, slots=True)
class Reading:
    """How documents are read; made once for a run, since parsers are kept by their dialect."""

    dialect: Dialect | None
    """None for the parser's own default."""
    key: str
    """What stands for the dialect where a decision is remembered."""


PLAIN_READING = Reading(None, "")


def choose_dialect(
    files: Files,
    name: str = "",
    generator: str = "",
    *,
    hard_breaks: bool = False,
    components: tuple[tuple[str, Component], ...] = (),
) -> Reading:
    """The dialect that is named, else that of the generator that is named or whose files stand at the project's root.

    `components` are added to those that the dialect knows, and win over them.
    """
    chosen = name or generator or find_generator(files, lambda path: False, "").name
    if not hard_breaks and not components and chosen == "plain":
        return PLAIN_READING
    from citegate.parse.dialects import DIALECTS  # noqa: PLC0415 - only where documents are read so
    from citegate.parse.markdown.dialect import GFM  # noqa: PLC0415

    dialect = DIALECTS.get(chosen, GFM)
    if hard_breaks or components:
        merged = {**dialect.components, **dict(components)}
        dialect = replace(dialect, hard_breaks=hard_breaks or dialect.hard_breaks, components=merged)
    return Reading(dialect, repr((dialect.name, hard_breaks, components)))
