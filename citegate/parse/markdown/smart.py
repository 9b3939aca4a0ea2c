"""Smart punctuation: what each typographer makes of quotes, dashes, dots and signs."""

from __future__ import annotations

import re
from collections.abc import Mapping

from citegate.parse.markdown.substitute import Change, Substitution

_SIGNS = {"(c)": "©", "(C)": "©", "(r)": "®", "(R)": "®", "(tm)": "™", "(TM)": "™"}
_RUNS: Mapping[str, Mapping[str, str]] = {
    "smartypants": {"--": "\u2014", "...": "\u2026"},
    "dashes": {"---": "\u2014", "--": "\u2013", "...": "\u2026"},
    "typographer": {"---": "\u2014", "--": "\u2013", "...": "\u2026", "+-": "±", **_SIGNS},
    "symbols": {
        **{name: sign for name, sign in _SIGNS.items() if name.islower() or name == "(C)"},
        "+/-": "±",
        "c/o": "℅",
        "<-->": "↔",
        "-->": "→",
        "<--": "←",
        "=/=": "≠",
        "1/4": "¼",
        "1/2": "½",
        "3/4": "¾",
        "1/3": "⅓",
        "2/3": "⅔",
        "1/5": "⅕",
        "1/6": "⅙",
        "1/8": "⅛",
        "3/8": "⅜",
        "5/8": "⅝",
        "7/8": "⅞",
    },
}
"""Name of a typographer → the signs it makes. `smartypants` is that of Astro, `dashes` those of kramdown, pandoc and
Goldmark, `typographer` markdown-it's, `symbols` that of pymdownx.smartsymbols."""

_PATTERNS = {
    "smartypants": r"(?<!-)--(?!-)|\.{3,}",
    "dashes": r"(?<!-)-{2,3}(?!-)|\.{3}",
    "typographer": r"(?<!-)---(?!-)|(?<![-\S])--(?![-\S])|(?<![-\s])--(?![-\s])|(?:(?<=^)--(?=[^-\s]))"
    r"|\.{2,}|\+-|\((?:[cCrR]|tm|TM)\)",
    "symbols": r"\((?:tm|[cCrR])\)|\+/-|\bc/o\b|<-->|(?<!-)-->|<--(?!-)|=/=|"
    r"(?<![\d/])(?:1/[234568]|2/3|3/[48]|[57]/8)(?![\d/])",
}
_OPENING = "([{\u2014\u2013-/\u201c\u2018\"'<"
_DECADE = re.compile(r"\d\ds?\b")


def substitution(name: str) -> Substitution:
    """The substitution that a typographer makes; with quotes, except `symbols`."""
    has_quotes = name != "symbols"
    pattern = re.compile(_PATTERNS[name] + (r"|[\"']" if has_quotes else ""))
    signs = _RUNS[name]

    def changes(text: str, before: str, after: str) -> list[Change]:
        found: list[Change] = []
        for match in pattern.finditer(text):
            start, end = match.span()
            sign = match.group()
            if sign in "\"'":
                found.append((start, end, _quote(sign, text, start, before, after)))
            else:
                found.append((start, end, signs.get(sign) or ("\u2026" if sign.startswith("..") else sign)))
        return [change for change in found if text[change[0] : change[1]] != change[2]]

    return changes


def _quote(sign: str, text: str, at: int, before: str, after: str) -> str:
    previous = text[at - 1] if at else before
    following = text[at + 1] if at + 1 < len(text) else after
    opens = (not previous or previous.isspace() or previous in _OPENING) and following and not following.isspace()
    if sign == "'" and _DECADE.match(text, at + 1):
        opens = False
    return ("\u201c" if opens else "\u201d") if sign == '"' else ("\u2018" if opens else "\u2019")
