"""Selected: the style sheets of a page, ready to be asked of its elements, and what each selector claims of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from turbohtml import parse
from turbohtml.query import SelectorSyntaxError

from citegate.parse.cascade import layer_ranks
from citegate.parse.html.computed import Computed, computed
from citegate.parse.html.effects import Effect, effect_of
from citegate.parse.html.tags import Box
from citegate.parse.selectors import Specificity, needed_classes, specificity, split_list
from citegate.parse.stylesheet import Declarations, Rule, parse_stylesheet

OUTSIDE = -1  # order of what a shadow tree says of its host and of slotted elements: the page's rules go before
_UNLAYERED = 1 << 30  # order of what stands in no @layer: behind every layer
_MAX_SHARED = 10_000  # sets of selectors whose declarations are kept for the pages to come
_ROOTS = frozenset((":root", "html", ":where(:root)", "*", "body", ":host"))
"""Selectors whose custom properties hold on the whole page."""
_GENERATED = re.compile(r"::?(before|after)$", re.IGNORECASE)
_PSEUDO_ELEMENT = re.compile(r"::|:(?:before|after|first-line|first-letter)\b", re.IGNORECASE)
_LINK = re.compile(r":(?:any-)?link\b", re.IGNORECASE)
_OF_SHADOW = re.compile(r":host(?![\w-])|::slotted\(")
_NO_PAGE = parse("")
VARIABLE = re.compile(r"var\(\s*(--[^\s,()]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)")

Claim = tuple[tuple[bool, int, Specificity, int], str, str]
"""What decides whether it wins (greater does), property, value."""


class Selected(NamedTuple):
    """One complex selector, and what it says of the elements that it selects."""

    selector: str
    where: str
    """`before` or `after` for the element's generated content, else ""."""
    claims: tuple[Claim, ...]
    """One at least."""
    classes: frozenset[str]
    """Without these on a page it selects nothing there: see `needed_classes`."""

    @property
    def order(self) -> int:
        """Its place among all; of two that weigh the same the later one wins."""
        return self.claims[0][0][3]

    def outside(self) -> Selected:
        """The same where it holds outside the shadow tree of its style sheet."""
        moved = tuple(
            ((key[0], -OUTSIDE if key[0] else OUTSIDE, key[2], key[3]), name, value) for key, name, value in self.claims
        )
        return self._replace(claims=moved)


Numbers = tuple[int, ...]
"""Which of `Sheets.selected` select an element, ascending."""


@dataclass(slots=True)
class Sheets:
    """Style sheets that hold together, in their order."""

    selected: tuple[Selected, ...]
    """Those that may matter to the search."""
    variables: Declarations
    """The custom properties of the whole page."""
    used: frozenset[str]
    """The custom properties that decide something."""
    found: dict[Numbers, Declarations] = field(default_factory=dict)
    """The declarations of elements that were asked for, `var()` as written; filled by the pages that have the sheets,
    for they mostly hold the same kinds of elements."""
    effects: dict[tuple[str, Numbers], Effect] = field(default_factory=dict)
    """What those declarations do to an element of that name, filled in the same way."""
    computed: dict[tuple[Numbers, str, Box], Computed | None] = field(default_factory=dict)
    """What they make of an element of that name and box; None where a custom property has a say."""

    def declarations(self, numbers: Numbers) -> Declarations:
        """The cascade's winner for each property, of an element that these selectors select; not to be changed."""
        found = self.found.get(numbers)
        if found is None:
            found = winners(claim for number in numbers for claim in self.selected[number].claims)
            if len(self.found) >= _MAX_SHARED:
                self.found.clear()
            self.found[numbers] = found
        return found

    def computed_of(self, numbers: Numbers, tag: str, box: Box) -> Computed | None:
        """What these selectors make of an element of that name and box; None where a custom property has a say."""
        key = numbers, tag, box
        if key not in self.computed:
            declared = self.declarations(numbers)
            if len(self.computed) >= _MAX_SHARED:
                self.computed.clear()
            is_known = not any("var(" in value for value in declared.values())
            self.computed[key] = computed(tag, box, declared) if is_known else None
        return self.computed[key]

    def effect(self, tag: str, numbers: Numbers) -> Effect:
        """What these selectors do to an element of that name."""
        effect = self.effects.get((tag, numbers))
        if effect is None:
            effect = effect_of(tag, self.declarations(numbers))
            if len(self.effects) >= _MAX_SHARED:
                self.effects.clear()
            self.effects[tag, numbers] = effect
        return effect


def winners(claims: Iterable[Claim]) -> Declarations:
    """Property to value: of each property the claim that wins."""
    found: Declarations = {}
    for _, name, value in sorted(claims, key=lambda claim: claim[0]):
        if name == "all":
            found.clear()
        found[name] = value
    return found


@lru_cache(maxsize=32)
def sheets_of(texts: tuple[str, ...]) -> Sheets:
    """The style sheets of a page, in order; those of one set of texts are made ready once."""
    parsed = [parse_stylesheet(css) for css in texts]
    used = used_variables(rule for rules, _ in parsed for rule in rules)
    ranks = layer_ranks(list(dict.fromkeys(name for _, names in parsed for name in names)))
    rules = [rule for rules, _ in parsed for rule in rules]
    variables: Declarations = {}
    return Sheets(tuple(select_all(rules, ranks, used, variables)), variables, used)


def select_all(
    rules: Sequence[Rule],
    ranks: dict[str, int],
    used: frozenset[str],
    variables: Declarations,
    order: int = 0,
    *,
    is_in_shadow: bool = False,
) -> Iterator[Selected]:
    """The rules' selectors one by one, their order counted from `order`; those that cannot be read are left out.

    Custom properties that hold everywhere are added to `variables`, of the others only those in `used` are kept.
    """
    for rule in rules:
        rank = ranks.get(rule.layer, _UNLAYERED) if rule.layer else _UNLAYERED
        for selector, where, weight, classes, is_for_shadow in _parts(rule.selector):
            if is_for_shadow and not is_in_shadow:
                continue
            order += 1
            claims: list[Claim] = []
            for name, value, important in rule.declarations:
                if name.startswith("--"):
                    if selector in _ROOTS:
                        variables[name] = value
                        continue
                    if name not in used:
                        continue
                claims.append(((important, -rank if important else rank, weight, order), name, value))
            if claims:
                yield Selected(selector, where, tuple(claims), classes)


def used_variables(rules: Iterable[Rule]) -> frozenset[str]:
    """The custom properties that decide a property that matters, by themselves or through others."""
    uses: dict[str, set[str]] = {}
    for rule in rules:
        for name, value, _ in rule.declarations:
            if "var(" in value:
                uses.setdefault(name, set()).update(use[1] for use in VARIABLE.finditer(value))
    wanted = [name for name in uses if not name.startswith("--")]
    found: set[str] = set()
    while wanted:
        for used in uses.get(wanted.pop(), ()):
            if used not in found:
                found.add(used)
                wanted.append(used)
    return frozenset(found)


@lru_cache(maxsize=8192)
def _parts(selector_list: str) -> tuple[tuple[str, str, Specificity, frozenset[str], bool], ...]:
    """Each selector of a list that can be read: the selector of the element, whether it is for generated content,
    its weight, the classes that it needs, and whether it only says something in a shadow tree. A browser drops the
    others as well.
    """
    found = []
    for part in split_list(selector_list):
        selector = _LINK.sub("[href]", part.strip())
        generated = _GENERATED.search(selector)
        if generated is not None:
            selector = selector[: generated.start()] or "*"
        is_for_shadow = _OF_SHADOW.search(selector) is not None
        if is_for_shadow or (selector and not _PSEUDO_ELEMENT.search(selector) and _is_readable(selector)):
            where = generated.group(1).lower() if generated else ""
            found.append((selector, where, specificity(selector), needed_classes(selector), is_for_shadow))
    return tuple(found)


def _is_readable(selector: str) -> bool:
    try:
        _NO_PAGE.select(selector)
    except SelectorSyntaxError:
        return False
    return True
