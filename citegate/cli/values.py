"""take_texts: options that are texts, paths and numbers are taken as they stand, so that typer imports no validator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_MAKERS: dict[object, Callable[[Any], Any]] = {str: str, Path: Path, bool: bool, int: int}
DIGITS = 9  # of a number that needs no further look; more is nobody's


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
        if self.make is None or (self.make is int and not _is_plain_number(value, param)):
            return self.given().coerce(value, param=param, ctx=ctx)
        return [self.make(each) for each in value] if is_many else self.make(value)


def _is_plain_number(value: Any, param: Any) -> bool:
    """True for what is a whole number in digits and within the option's bounds: anything else is typer's to judge."""
    text = str(value)
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
        return False
    bounds = getattr(param.type_descriptor, "parameter_info", None)
    least, most = getattr(bounds, "min", None), getattr(bounds, "max", None)
    return (least is None or int(text) >= least) and (most is None or int(text) <= most)


def take_texts(command: Any) -> Any:
    """The command, which converts its texts, paths, flags and numbers without pydantic.

    Importing that costs more than a check. A typer that converts in another way is left to itself.
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
