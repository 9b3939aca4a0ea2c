"""late: regular expressions that are compiled when they are first used."""

from __future__ import annotations

import re
from typing import cast


class _Late:
    """Stands for a pattern until something is asked of it."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        value = getattr(re.compile(self._pattern, self._flags), name)
        setattr(self, name, value)  # found there from now on, without this detour
        return value


def late(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """The pattern, for an expression that most runs never use: a set of wide characters takes up to 2 ms to compile.

    Raises re.error when it is used, not before.
    """
    return cast(re.Pattern[str], _Late(pattern, flags))
