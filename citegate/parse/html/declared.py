"""Cascade: the declarations of each element of one page."""

from __future__ import annotations

import re
from collections.abc import Iterable

from turbohtml import Document, Element, ShadowRoot
from turbohtml.query import SelectorSyntaxError

from citegate.parse.cascade import layer_ranks
from citegate.parse.html.computed import Computed
from citegate.parse.html.effects import Effect
from citegate.parse.html.selected import VARIABLE, Claim, Selected, select_all, sheets_of, used_variables, winners
from citegate.parse.html.tags import Box
from citegate.parse.stylesheet import SIZES, Declarations, parse_stylesheet, read_declarations

_INLINE = 1 << 31  # order of a style attribute: behind every rule
_MAX_VARIABLES = 8  # var() in var(): deeper than any page needs, and an end to circles
_MAX_VALUE = 10_000  # code points of a value while variables are put in, each of which may double it
_HOST = re.compile(r":host(?:\(((?:[^()]|\([^()]*\))*)\))?(?![\w-])")
_TOKEN = re.compile(r"[^ \t\n\r\f]+")
_CLASS = re.compile(r"\.([a-z_][a-z0-9_-]*)")  # a selector of one class, without capitals
_SLOTTED = re.compile(r"::slotted\(((?:[^()]|\([^()]*\))*)\)")


class Cascade:
    """Which selectors of its style sheets select each element of a page, and what that comes to."""

    def __init__(self, document: Document, stylesheets: Iterable[str]) -> None:
        self._sheets = sheets_of(tuple(stylesheets))
        self._own: list[Selected] = []
        """Those of the page's shadow trees."""
        last = self._sheets.selected[-1:]
        self._order = last[0].order if last else 0
        """That of the selector that was added last."""
        self._numbers: dict[Element, list[int]] = {}
        self._generated: dict[tuple[Element, str], list[int]] = {}
        self._variables = self._sheets.variables
        by_class = _by_class(document)
        for number, selected in enumerate(self._sheets.selected):
            if not selected.classes <= by_class.keys():
                continue  # of a site's rules, most are about other pages
            found = _CLASS.fullmatch(selected.selector)
            if found is None or not by_class.is_exact:
                self._note(number, selected.where, document.select(selected.selector))
                continue
            for elements in by_class[found[1]]:
                self._note(number, selected.where, elements)

    def add_shadow(self, root: ShadowRoot) -> None:
        """Adds the style sheets that stand in a shadow tree: they hold in it, on its host, and on what is slotted."""
        sheets = [parse_stylesheet(element.text) for element in root.select("style")]
        used = self._sheets.used | used_variables(rule for rules, _ in sheets for rule in rules)
        self._variables = dict(self._variables)
        for rules, layers in sheets:
            ranks = layer_ranks(list(layers))
            for selected in select_all(rules, ranks, used, self._variables, self._order, is_in_shadow=True):
                self._order = selected.order
                try:
                    elements, is_outside = _in_shadow(root, selected.selector)
                except SelectorSyntaxError:
                    continue  # a browser drops a rule that it cannot read, too
                self._own.append(selected.outside() if is_outside else selected)
                self._note(len(self._sheets.selected) + len(self._own) - 1, selected.where, elements)

    def _note(self, number: int, where: str, elements: Iterable[Element]) -> None:
        if where:
            for element in elements:
                self._generated.setdefault((element, where), []).append(number)
            return
        known = self._numbers
        for element in elements:
            if element in known:
                known[element].append(number)
            else:
                known[element] = [number]

    def notable(self, styled: Iterable[Element]) -> tuple[frozenset[Element], frozenset[Element]]:
        """The elements whose declarations have to be looked at, and those of which that depends on where they stand:
        see Effect. `styled` are the elements with a style attribute.
        """
        always: set[Element] = {element for element, _ in self._generated}
        sometimes: set[Element] = set()
        styled = frozenset(styled)
        of_sheets = not self._own
        for element, numbers in self._numbers.items():
            if of_sheets and element not in styled:
                effect = self._sheets.effect(element.tag, tuple(numbers))
                if effect is Effect.ALWAYS:
                    always.add(element)
                elif effect is Effect.SOMETIMES:
                    sometimes.add(element)
            elif any(name not in SIZES for _, name, _ in self._claims(numbers)):
                always.add(element)
        return frozenset(always), frozenset(sometimes - always)

    def _claims(self, numbers: Iterable[int]) -> list[Claim]:
        sheets = self._sheets.selected
        count = len(sheets)
        each = (sheets[number] if number < count else self._own[number - count] for number in numbers)
        return [claim for selected in each for claim in selected.claims]

    def declarations(self, element: Element) -> Declarations | None:
        """The element's declarations that matter, or None; not to be changed."""
        numbers = self._numbers.get(element)
        written = element.attr("style")
        if written:
            claims = self._claims(numbers or ())
            claims += [
                ((important, _INLINE, (0, 0, 0), 0), name, value)
                for name, value, important in read_declarations(written)
            ]
            found = winners(claims) or None
        elif numbers is None:
            return None
        else:
            found = winners(self._claims(numbers)) if self._own else self._sheets.declarations(tuple(numbers))
        if found and any("var(" in value for value in found.values()):
            found = dict(found)
            self._substitute(found, element)
        return found

    def computed(self, element: Element, tag: str, box: Box) -> Computed | None:
        """What its declarations make of an element that no attribute changes; None when they have to be looked at.

        Pages that have their style sheets in common share it.
        """
        numbers = self._numbers.get(element)
        if numbers is None or self._own or element.attr("style"):
            return None
        return self._sheets.computed_of(tuple(numbers), tag, box)

    def has_generated(self, element: Element) -> bool:
        """True when style sheets put something before or behind the element's content."""
        known = self._generated
        return bool(known) and ((element, "before") in known or (element, "after") in known)

    def generated(self, element: Element, where: str) -> Declarations | None:
        """The declarations of the element's `before` or `after`, or None."""
        numbers = self._generated.get((element, where))
        if numbers is None:
            return None
        return {name: value for _, name, value in sorted(self._claims(numbers), key=lambda claim: claim[0])}

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
                value = VARIABLE.sub(value_of, value)
            if "var(" in value:
                del found[name]
            else:
                found[name] = value.strip().lower()

    def _inherited(self, element: Element, name: str) -> str | None:
        """The custom property as the nearest ancestor below the root sets it, or None."""
        ancestor = element.parent
        while isinstance(ancestor, Element):
            claims = [claim for claim in self._claims(self._numbers.get(ancestor, ())) if claim[1] == name]
            if claims:
                return max(claims, key=lambda claim: claim[0])[2]
            ancestor = ancestor.parent
        return None


class _Classes(dict[str, list[list[Element]]]):
    """The elements of each class of a page, those whose attributes are written alike together."""

    is_exact = True
    """False when a class is written in capitals, so that the mode of the page decides what has it; the keys are case
    folded, as quirks mode has them."""


def _by_class(document: Document) -> _Classes:
    written: dict[str, list[Element]] = {}
    for element in document.select("[class]"):
        value = element.attr("class") or ""
        if value in written:
            written[value].append(element)
        else:
            written[value] = [element]
    found = _Classes()
    for value, elements in written.items():
        folded = value.casefold()
        if folded != value:
            found.is_exact = False
        for name in dict.fromkeys(_TOKEN.findall(folded)):
            found.setdefault(name, []).append(elements)
    return found


def _in_shadow(root: ShadowRoot, selector: str) -> tuple[list[Element], bool]:
    """The elements that a selector selects, and whether they stand outside the shadow tree of its style sheet.

    Raises SelectorSyntaxError for a selector that cannot be read.
    https://drafts.csswg.org/css-shadow-1/#selectors
    """
    slotted = _SLOTTED.fullmatch(selector)
    if slotted is not None:
        children = (child for child in root.host if isinstance(child, Element) and child.assigned_slot is not None)
        return [child for child in children if child.matches(slotted.group(1))], True
    found = _HOST.match(selector)
    if found is not None:
        if found.group(1) is not None and not root.host.matches(found.group(1)):
            return [], True
        inner = selector[found.end() :].strip(" >")
        return (list(root.select(inner)), False) if inner else ([root.host], True)
    return ([], False) if "::" in selector else (list(root.select(selector)), False)
