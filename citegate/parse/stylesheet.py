"""Style sheets: the rules that hide text from the search or change what it sees, and their declarations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from turbohtml.cssom import StyleDeclaration

from citegate.parse.cascade import MAX_NESTING, add_layer, layer_name
from citegate.parse.media import is_media_matched, is_supported
from citegate.parse.selectors import nested

Declarations = dict[str, str]
"""Property to value, lower case, the cascade's winner for each."""

PROPERTIES = frozenset(
    (
        "all",
        "content",
        "content-visibility",
        "display",
        "float",
        "grid-template-rows",
        "height",
        "interactivity",
        "max-height",
        "max-width",
        "min-height",
        "min-width",
        "overflow",
        "overflow-x",
        "overflow-y",
        "padding",
        "padding-bottom",
        "padding-left",
        "padding-right",
        "padding-top",
        "position",
        "quotes",
        "visibility",
        "white-space",
        "white-space-collapse",
        "width",
        "writing-mode",
        "-webkit-line-clamp",
        "-webkit-text-security",
    )
)
"""The properties that the text search depends on."""

SIZES = frozenset(
    (
        "grid-template-rows",
        "height",
        "max-height",
        "max-width",
        "min-height",
        "min-width",
        "padding",
        "padding-bottom",
        "padding-left",
        "padding-right",
        "padding-top",
        "width",
    )
)
"""Properties that decide nothing by themselves: only with `overflow` or `display` of the same element."""
_TOO_DEEP = "@"  # the beginning of a block that stands deeper: nothing in it holds
_TOKEN = re.compile(
    r"""/\*(?s:.*?)(?:\*/|\Z)|"(?:\\(?s:.)|[^"\\\n])*"?|'(?:\\(?s:.)|[^'\\\n])*'?|\\(?s:.)|[{}();\[\]]"""
)
_COMMENT = re.compile(r"/\*(?s:.*?)(?:\*/|\Z)")


@dataclass(frozen=True, slots=True)
class Rule:
    """One selector list and those of its declarations that matter."""

    selector: str
    """As written, nesting resolved."""
    declarations: tuple[tuple[str, str, bool], ...]
    """Property, value, and whether it is important."""
    layer: str
    """The cascade layer's full name; "" outside any."""


def parse_stylesheet(css: str) -> tuple[tuple[Rule, ...], tuple[str, ...]]:
    """The rules that hold on a desktop screen and have a property that matters, and the layers in their order.

    What cannot be read is left out, as a browser leaves it out. The rules of one text are parsed once.
    """
    return _parse(css)


@lru_cache(maxsize=64)
def _parse(css: str) -> tuple[tuple[Rule, ...], tuple[str, ...]]:
    rules: list[Rule] = []
    layers: dict[str, None] = {}
    open_blocks: list[_Open] = [_Open(selector=None, layer="", is_dead=False)]
    start = 0
    brackets = 0
    css = _COMMENT.sub(" ", css) if '"' not in css and "'" not in css else css
    for token in _TOKEN.finditer(css):
        mark = token.group()
        if mark in "([":
            brackets += 1
        elif mark in ")]":
            brackets = max(0, brackets - 1)
        elif mark == ";" and not brackets:
            _statement(css[start : token.start()], open_blocks[-1], layers)
            start = token.end()
        elif mark == "{":
            brackets = 0
            prelude = css[start : token.start()] if len(open_blocks) <= MAX_NESTING else _TOO_DEEP
            open_blocks.append(_opened(prelude, open_blocks[-1], layers))
            start = token.end()
        elif mark == "}":
            brackets = 0
            _statement(css[start : token.start()], open_blocks[-1], layers)
            start = token.end()
            if len(open_blocks) > 1:
                rules.extend(open_blocks.pop().rules())
    _statement(css[start:], open_blocks[-1], layers)
    for block in reversed(open_blocks[1:]):
        rules.extend(block.rules())
    return tuple(rules), tuple(layers)


class _Open:
    """A block whose end has not come yet."""

    __slots__ = ("declarations", "is_dead", "layer", "selector")

    def __init__(self, *, selector: str | None, layer: str, is_dead: bool) -> None:
        self.selector = selector
        """None outside style rules."""
        self.layer = layer
        self.is_dead = is_dead
        """True when nothing in the block holds."""
        self.declarations: list[str] = []

    def rules(self) -> Iterator[Rule]:
        """The rule that the block makes, when it makes one."""
        if self.selector is None or self.is_dead or not self.declarations:
            return
        kept = tuple(read_declarations(";".join(self.declarations)))
        if kept:
            yield Rule(self.selector, kept, self.layer)


def read_declarations(text: str) -> Iterator[tuple[str, str, bool]]:
    """Property, value and importance of the declarations that matter, custom properties included."""
    style = StyleDeclaration.parse(text)
    for name in style.properties():
        value = style.get(name, "")
        lower = name.lower()
        if lower in PROPERTIES and value:
            yield lower, value.strip() if lower == "content" else value.strip().lower(), style.important(name)
        elif name.startswith("--") and value is not None:
            yield name, value.strip(), style.important(name)


@lru_cache(maxsize=1024)
def is_style_notable(text: str) -> bool:
    """True when a style attribute declares something that may matter to the search."""
    return any(name not in SIZES for name, _, _ in read_declarations(text))


def _statement(text: str, block: _Open, layers: dict[str, None]) -> None:
    text = _COMMENT.sub(" ", text).strip()
    if not text:
        return
    if text.startswith("@"):
        name, _, names = text[1:].partition(" ")
        if name.lower() == "layer" and not block.is_dead:
            for layer in names.split(","):
                add_layer(layer_name(block.layer, layer), layers)
    elif block.selector is not None:
        block.declarations.append(text)


def _opened(prelude: str, parent: _Open, layers: dict[str, None]) -> _Open:
    """The block that a `{` opens."""
    prelude = _COMMENT.sub(" ", prelude).strip()
    if not prelude.startswith("@"):
        selector = nested(prelude, parent.selector)
        return _Open(selector=selector, layer=parent.layer, is_dead=parent.is_dead)
    found = re.match(r"@([\w-]+)\s*", prelude)
    name = found.group(1).lower() if found else ""
    condition = prelude[found.end() :] if found else ""
    is_dead, layer = parent.is_dead, parent.layer
    if name == "media":
        is_dead = is_dead or not is_media_matched(condition)
    elif name == "supports":
        is_dead = is_dead or not is_supported(condition)
    elif name == "layer":
        layer = layer_name(layer, condition or f"\0{len(layers)}")
        if not is_dead:
            add_layer(layer, layers)
    else:
        is_dead = True  # @font-face, @keyframes, @page hold no rules; @container and @scope cannot be decided
    return _Open(selector=parent.selector, layer=layer, is_dead=is_dead)
