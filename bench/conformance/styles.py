"""Random style sheets of the properties that change what is searched."""

from __future__ import annotations

from random import Random

DISPLAYS = (
    "block",
    "inline",
    "inline-block",
    "none",
    "flex",
    "grid",
    "table",
    "table-cell",
    "table-row",
    "list-item",
    "contents",
    "flow-root",
    "inline-flex",
    "inline-grid",
    "inline-table",
    "table-caption",
    "ruby",
    "ruby-text",
    "run-in",
    "bogus",
)
PROPERTIES = {
    "display": DISPLAYS,
    "visibility": ("hidden", "visible", "collapse", "inherit"),
    "white-space": ("pre", "pre-wrap", "pre-line", "nowrap", "normal", "break-spaces"),
    "text-transform": ("uppercase", "lowercase", "capitalize", "none", "full-width"),
    "float": ("left", "right", "none"),
    "position": ("absolute", "fixed", "relative", "sticky", "static"),
    "opacity": ("0", "0.5"),
    "content-visibility": ("hidden", "auto"),
    "-webkit-text-security": ("disc", "none"),
    "writing-mode": ("vertical-rl", "horizontal-tb"),
    "height": ("0", "10px", "auto"),
    "overflow": ("hidden", "visible", "auto"),
    "width": ("0", "50%"),
    "user-select": ("none",),
    "font-size": ("0", "20px"),
    "all": ("unset", "initial", "revert"),
    "white-space-collapse": ("preserve", "collapse", "preserve-breaks"),
    "columns": ("2",),
    "contain": ("strict", "paint"),
    "unicode-bidi": ("isolate", "bidi-override"),
    "text-indent": ("-999px",),
    "clip-path": ("inset(100%)",),
    "column-span": ("all",),
    "break-before": ("page",),
    "font-variant": ("small-caps",),
    "hyphens": ("auto", "manual"),
    "word-break": ("break-all", "keep-all"),
    "-webkit-line-clamp": ("1",),
    "text-overflow": ("ellipsis",),
}
WEIGHTS = (12, 5, 6, 3, 4, 4) + (1,) * (len(PROPERTIES) - 6)  # the first ones of PROPERTIES matter most
SELECTORS = (
    ".c{n}",
    ".c{n}",
    ".c{n}",
    "p.c{n}",
    "span.c{n}",
    ".c{n} span",
    ".c{n} > b",
    ".c{n} *",
    ".c{n} + *",
    ".c{n} ~ p",
    "#i{n}",
    "li:first-child",
    "li:nth-child(2n)",
    "p:last-of-type",
    ":not(.c{n}) > em",
    "td:nth-child(2)",
    "[lang|=ja]",
    "div p",
    "summary",
    "code",
    "b, i, strong",
    "*|kbd",
    ":is(h1, h2) span",
    ":where(.c{n})",
    "p::first-letter",
    "p::before",
    "a:hover",
    "a:link",
    "section:has(.c{n})",
    "[class]",
    "[class~=c{n}]",
    ":root em",
    "body > div",
    "p:empty",
    "li::marker",
    "dt:only-child",
    "sup",
)
CONDITIONS = (
    "@media screen",
    "@media print",
    "@media (min-width: 600px)",
    "@media (max-width: 600px)",
    "@media (prefers-color-scheme: dark)",
    "@media not print",
    "@media screen and (hover: hover)",
    "@media (width >= 700px) and (orientation: landscape)",
    "@supports (display: grid)",
    "@supports (display: nonsense)",
    "@supports not (display: grid)",
    "@layer base",
)


def declarations(random: Random) -> str:
    """One to three declarations, now and then with `!important` or a variable."""
    parts = []
    for name in random.choices(tuple(PROPERTIES), weights=WEIGHTS, k=random.choice((1, 1, 1, 2, 3))):
        value = random.choice(PROPERTIES[name])
        if random.random() < 0.06:
            value += " !important"
        elif random.random() < 0.03:
            value = f"var(--unset, {value})"
        parts.append(f"{name}:{value}")
    return ";".join(parts)


def stylesheet(random: Random) -> str:
    """A few rules."""
    rules = []
    for _ in range(random.randint(1, 7)):
        selector = random.choice(SELECTORS).format(n=random.randrange(8))
        rule = f"{selector} {{ {declarations(random)} }}"
        if random.random() < 0.2:
            rule = f"{random.choice(CONDITIONS)} {{ {rule} }}"
        elif random.random() < 0.05:
            rule = f".c{random.randrange(8)} {{ & {selector.split(',')[0]} {{ {declarations(random)} }} }}"
        rules.append(rule)
    return "\n".join(rules)
