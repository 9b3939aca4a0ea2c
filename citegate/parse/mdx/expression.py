"""check_expression: what is plainly no JavaScript expression, though its brackets are closed."""

from __future__ import annotations

import re

from citegate.parse.mdx.javascript import NotJavaScript

_BLANK = re.compile(r"(?:\s|//[^\n]*|/\*[\s\S]*?\*/)*")
_ESCAPE = r'write "\{" for the sign itself'
_FAULTS: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (re.compile(r"#"), "a heading's id is no expression", "remove it, or use a dialect with heading ids"),
    (re.compile(r"\.(?!\d|\.\.)|[:%@*=,;)\]&|?^]|<(?![\w$>])"), "expression cannot start like this", _ESCAPE),
    (
        re.compile(r"\{(?!\s*(?:\}|[\w$\"'\[]|\.\.\.|\*|/[/*]))|\{\s*[\w$]+\s*[^\s\w$:,}(=\"'\[/*]"),
        "no object starts like this",
        'write "\\{\\{" for the signs themselves',
    ),
    (re.compile(r"(?:\"[^\"\n]*\"|'[^'\n]*'|[\w$]+)\s*:"), "unexpected colon in an expression", _ESCAPE),
    (
        re.compile(
            r"(?!(?:async|await|class|delete|function|in|instanceof|new|of|typeof|void|yield)\b)"
            r"[^\W\d][\w$]*[ \t]+(?!(?:in|instanceof|of|as|satisfies)\b)[^\W\d]"
        ),
        "two words follow each other in an expression",
        _ESCAPE,
    ),
)


def check_expression(src: str, start: int, end: int) -> None:
    """Raise NotJavaScript where the compiler's JavaScript parser would certainly refuse the expression."""
    blank = _BLANK.match(src, start, end)
    assert blank is not None
    at = blank.end()
    for pattern, message, hint in _FAULTS:
        if pattern.match(src, at, end) is not None:
            raise NotJavaScript(at, message, hint)
