"""take_texts: options that are texts and paths are taken as they stand, so that typer imports no validator for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_MAKERS: dict[object, Callable[[Any], Any]] = {str: str, Path: Path, bool: bool}


@dataclass(frozen=True, slots=True)
class _Taken:
    """Stands for typer's own conversion of one parameter's value, where there is nothing to validate."""

    make: Callable[[Any], Any] | None
    """None for what typer validates."""
    given: Callable[[], Any]
    """What gives typer's own conversion."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value as the command's function wants it; None and () for what was not given, as typer has it."""
        is_many = param.multiple or param.nargs == -1
        if value is None:
            return () if is_many else None
        if self.make is None:
            return self.given().coerce(value, param=param, ctx=ctx)
        return [self.make(each) for each in value] if is_many else self.make(value)


def take_texts(command: Any) -> Any:
    """The command, which converts its texts, paths and flags without pydantic: that import costs more than a check.

    A typer that converts in another way is left to itself.
    """
    given = command.get_help_option
    command.get_help_option = lambda ctx: _taking(given(ctx))
    for param in command.params:
        _taking(param)
    return command


def _taking(param: Any) -> Any:
    if not hasattr(param, "get_runtime_param"):
        return param
    annotation = getattr(getattr(param, "type_descriptor", None), "annotation", None)
    kinds = getattr(annotation, "__args__", (annotation,))
    taken = _Taken(_MAKERS.get(kinds[0]) if len(kinds) == 1 else None, param.get_runtime_param)
    param.get_runtime_param = lambda: taken
    return param
