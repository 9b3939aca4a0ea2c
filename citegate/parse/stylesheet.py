"""What CSS hides or changes for the search: style sheets to the declarations of an element."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from turbohtml import Document, Element, ShadowRoot
from turbohtml.cssom import StyleDeclaration
from turbohtml.query import SelectorSyntaxError

from citegate.parse.cascade import MAX_NESTING, add_layer, layer_name, layer_ranks
from citegate.parse.media import is_media_matched, is_supported
from citegate.parse.selectors import nested, specificity, split_list

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

_SIZES = frozenset(
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
_OUTSIDE = -1  # order of what a shadow tree says of its host and of slotted elements: the page's rules go before
_UNLAYERED = 1 << 30  # order of what stands in no @layer: behind every layer
_INLINE = 1 << 31  # order of a style attribute: behind every rule
_MAX_VARIABLES = 8  # var() in var(): deeper than any page needs, and an end to circles
_TOO_DEEP = "@"  # the beginning of a block that stands deeper: nothing in it holds
_MAX_VALUE = 10_000  # code points of a value while variables are put in, each of which may double it
_TOKEN = re.compile(
    r"""/\*(?s:.*?)(?:\*/|\Z)|"(?:\\(?s:.)|[^"\\\n])*"?|'(?:\\(?s:.)|[^'\\\n])*'?|\\(?s:.)|[{}();\[\]]"""
)
_COMMENT = re.compile(r"/\*(?s:.*?)(?:\*/|\Z)")
_VARIABLE = re.compile(r"var\(\s*(--[^\s,()]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)")
_PSEUDO_ELEMENT = re.compile(r"::|:(?:before|after|first-line|first-letter)\b", re.IGNORECASE)
_GENERATED = re.compile(r"::?(before|after)$", re.IGNORECASE)
_HOST = re.compile(r":host(?:\(((?:[^()]|\([^()]*\))*)\))?(?![\w-])")
_SLOTTED = re.compile(r"::slotted\(((?:[^()]|\([^()]*\))*)\)")
_LINK = re.compile(r":(?:any-)?link\b", re.IGNORECASE)


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
    return any(name not in _SIZES for name, _, _ in read_declarations(text))


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


_Claim = tuple[tuple[bool, int, tuple[int, int, int], int], str, str]


class Cascade:
    """The declarations of each element of one page."""

    def __init__(self, document: Document, stylesheets: Iterable[str]) -> None:
        self._claims: dict[Element, list[_Claim]] = {}
        self._generated: dict[tuple[Element, str], list[_Claim]] = {}
        self._variables: dict[str, str] = {}
        self._order = 0
        sheets = [parse_stylesheet(css) for css in stylesheets]
        self._used = _used_variables(rule for rules, _ in sheets for rule in rules)
        ranks = layer_ranks(list(dict.fromkeys(name for _, names in sheets for name in names)))
        for rules, _ in sheets:
            for rule in rules:
                self._add(document, rule, ranks)

    @property
    def elements(self) -> frozenset[Element]:
        """The elements that a rule says something of that may matter to the search."""
        claims = (
            element for element, claims in self._claims.items() if any(name not in _SIZES for _, name, _ in claims)
        )
        return frozenset(claims) | {element for element, _ in self._generated}

    def declarations(self, element: Element) -> Declarations | None:
        """The element's declarations that matter, or None."""
        claims = self._claims.get(element, [])
        written = element.attr("style")
        if written:
            claims = claims + [
                ((important, _INLINE, (0, 0, 0), 0), name, value)
                for name, value, important in read_declarations(written)
            ]
        if not claims:
            return None
        found: Declarations = {}
        for _, name, value in sorted(claims, key=lambda claim: claim[0]):
            if name == "all":
                found.clear()
            found[name] = value
        if any("var(" in value for value in found.values()):
            self._substitute(found, element)
        return found

    def generated(self, element: Element, where: str) -> Declarations | None:
        """The declarations of the element's `before` or `after`, or None."""
        claims = self._generated.get((element, where))
        if claims is None:
            return None
        return {name: value for _, name, value in sorted(claims, key=lambda claim: claim[0])}

    def add_shadow(self, root: ShadowRoot) -> None:
        """Adds the style sheets that stand in a shadow tree: they hold in it, on its host, and on what is slotted."""
        sheets = [parse_stylesheet(element.text) for element in root.select("style")]
        self._used |= _used_variables(rule for rules, _ in sheets for rule in rules)
        for rules, layers in sheets:
            ranks = layer_ranks(list(layers))
            for rule in rules:
                self._add(root, rule, ranks)

    def _add(self, tree: Document | ShadowRoot, rule: Rule, ranks: dict[str, int]) -> None:
        """Notes the rule at each element that it selects."""
        own_rank = ranks.get(rule.layer, _UNLAYERED) if rule.layer else _UNLAYERED
        for part in split_list(rule.selector):
            selector = _LINK.sub("[href]", part.strip())
            generated = _GENERATED.search(selector)
            if generated is not None:
                selector = selector[: generated.start()] or "*"
            try:
                elements, is_outside = _selected(tree, selector)
                weight = specificity(selector)
            except SelectorSyntaxError:
                continue  # a browser drops a rule that it cannot read, too
            rank = _OUTSIDE if is_outside else own_rank
            self._order += 1
            for name, value, important in rule.declarations:
                if name.startswith("--"):
                    if selector in (":root", "html", ":where(:root)", "*", "body", ":host"):
                        self._variables[name] = value
                        continue
                    if name not in self._used:
                        continue
                claim = ((important, -rank if important else rank, weight, self._order), name, value)
                if generated is not None:
                    for element in elements:
                        self._generated.setdefault((element, generated.group(1).lower()), []).append(claim)
                    continue
                for element in elements:
                    self._claims.setdefault(element, []).append(claim)

    def _substitute(self, found: Declarations, element: Element) -> None:
        """Puts in the values of custom properties; a value that stays unknown goes."""

        def value_of(use: re.Match[str]) -> str:
            name = use.group(1)
            own = found.get(name)
            if own is None:
                own = self._inherited(element, name)
            return self._variables.get(name, use.group(2) or "") if own is None else own

        for name, written in list(found.items()):
            value = written
            for _ in range(_MAX_VARIABLES):
                if "var(" not in value or len(value) > _MAX_VALUE:
                    break
                value = _VARIABLE.sub(value_of, value)
            if "var(" in value:
                del found[name]
            else:
                found[name] = value.strip().lower()

    def _inherited(self, element: Element, name: str) -> str | None:
        """The custom property as the nearest ancestor below the root sets it, or None."""
        ancestor = element.parent
        while isinstance(ancestor, Element):
            claims = [claim for claim in self._claims.get(ancestor, ()) if claim[1] == name]
            if claims:
                return max(claims, key=lambda claim: claim[0])[2]
            ancestor = ancestor.parent
        return None


def _selected(tree: Document | ShadowRoot, selector: str) -> tuple[list[Element], bool]:
    """The elements that a selector selects, and whether they stand outside the shadow tree of the style sheet.

    Raises SelectorSyntaxError for a selector that cannot be read.
    https://drafts.csswg.org/css-shadow-1/#selectors
    """
    if isinstance(tree, ShadowRoot):
        slotted = _SLOTTED.fullmatch(selector)
        if slotted is not None:
            children = (child for child in tree.host if isinstance(child, Element) and child.assigned_slot is not None)
            return [child for child in children if child.matches(slotted.group(1))], True
        found = _HOST.match(selector)
        if found is not None:
            if found.group(1) is not None and not tree.host.matches(found.group(1)):
                return [], True
            inner = selector[found.end() :].strip(" >")
            return (list(tree.select(inner)), False) if inner else ([tree.host], True)
    if not selector or _PSEUDO_ELEMENT.search(selector):
        return [], False
    return list(tree.select(selector)), False


def _used_variables(rules: Iterable[Rule]) -> frozenset[str]:
    """The custom properties that decide a property that matters, by themselves or through others."""
    uses: dict[str, set[str]] = {}
    for rule in rules:
        for name, value, _ in rule.declarations:
            if "var(" in value:
                uses.setdefault(name, set()).update(use[1] for use in _VARIABLE.finditer(value))
    wanted = [name for name in uses if not name.startswith("--")]
    found: set[str] = set()
    while wanted:
        for used in uses.get(wanted.pop(), ()):
            if used not in found:
                found.add(used)
                wanted.append(used)
    return frozenset(found)
