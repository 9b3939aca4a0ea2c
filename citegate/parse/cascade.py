"""Cascade layers: their names, and the order in which they win. https://drafts.csswg.org/css-cascade-5/#layering"""

from __future__ import annotations

MAX_NESTING = 64  # blocks in blocks, and layers in layers: nobody writes more


def layer_name(parent: str, name: str) -> str:
    """The full name of a layer inside another; "" is the outermost place."""
    name = name.strip()
    return f"{parent}.{name}" if parent else name


def add_layer(name: str, layers: dict[str, None]) -> None:
    """Note a layer, and those that it stands in, unless they are noted; one that is nested too deep is left out."""
    parts = name.split(".")
    if len(parts) > MAX_NESTING:
        return
    for size in range(1, len(parts) + 1):
        prefix = ".".join(parts[:size])
        layers.setdefault(prefix)


def layer_ranks(layers: list[str]) -> dict[str, int]:
    """Each layer's place: in the order of first use, a layer behind the layers in it."""
    order = {name: number for number, name in enumerate(layers)}

    def key(name: str) -> tuple[int, ...]:
        parts = name.split(".")
        return (*(order[".".join(parts[: size + 1])] for size in range(len(parts))), len(layers))

    return {name: number for number, name in enumerate(sorted(layers, key=key))}
