"""Parse and write directives; percent-encoding.

https://wicg.github.io/scroll-to-text-fragment/#syntax, with the measured departures of each engine.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote

from citegate.model import CHROMIUM, Engine, FragmentDirective, InvalidDirective, TextDirective

DELIMITER = ":~:"
TEXT_KEY = "text="
MAX_TERMS = 4  # prefix, text_start, text_end, suffix

_URL_STRIPPED = re.compile("[\t\n\r]")  # URL standard, basic URL parser, step 3
_ENCODED_BY_URL = re.compile("[^!#-;=?-_a-~]")  # URL standard, fragment percent-encode set
_BAD_ESCAPE = re.compile("%(?![0-9A-Fa-f]{2})")
_ESCAPE = re.compile(b"%([0-9A-Fa-f]{2})")
_KEPT = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~/:;?@=$!")
"""Bytes written as they are. `,` `-` `&` are syntax; `#` `%` `<` `>` `"` and the backquote are not allowed in a
fragment; brackets, `*`, `'`, `+`, `|`, `^`, `\\` and all non-ASCII are cut or changed by Markdown processors."""


def percent_encode(term: str) -> str:
    """A term as it stands in a directive. Raises ValueError for a lone surrogate, which no URL can hold."""
    try:
        encoded = term.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ValueError(f"a lone surrogate (U+{ord(term[error.start]):04X}) cannot stand in a URL") from error
    return "".join(chr(byte) if byte in _KEPT else f"%{byte:02X}" for byte in encoded)


def percent_decode(raw: str) -> str:
    """A term as an engine reads it: once, as UTF-8, each broken sequence as U+FFFD."""
    if "%" not in raw:
        return raw
    data = _ESCAPE.sub(lambda match: bytes((int(match[1], 16),)), raw.encode("utf-8", "surrogatepass"))
    return data.decode("utf-8", "replace")


def format_text_directive(directive: TextDirective) -> str:
    """The directive as it stands in a URL, `text=` included."""
    terms = []
    if directive.prefix is not None:
        terms.append(percent_encode(directive.prefix) + "-")
    terms.append(percent_encode(directive.text_start))
    if directive.text_end is not None:
        terms.append(percent_encode(directive.text_end))
    if directive.suffix is not None:
        terms.append("-" + percent_encode(directive.suffix))
    return TEXT_KEY + ",".join(terms)


def format_fragment(directives: Sequence[TextDirective], element_id: str = "") -> str:
    """What stands behind `#` for these directives."""
    return element_id + DELIMITER + "&".join(format_text_directive(directive) for directive in directives)


def parse_fragment_directive(fragment: str, engine: Engine = CHROMIUM) -> FragmentDirective:
    """Read what stands behind `#`, as the engine does; never fails.

    Directives that are not text directives are left out; text directives that the engine ignores are given
    in `invalid`. Exact duplicates and those past the engine's limit are dropped.
    https://wicg.github.io/scroll-to-text-fragment/#extracting-the-fragment-directive
    """
    fragment = _URL_STRIPPED.sub("", fragment).rstrip("".join(map(chr, range(0x21))))
    element_id, delimiter, rest = fragment.partition(DELIMITER)
    if not delimiter:
        return FragmentDirective(element_id)
    directives: list[TextDirective] = []
    invalid: list[InvalidDirective] = []
    seen: set[str] = set()
    for raw in rest.split("&"):
        if not raw.startswith(TEXT_KEY):
            continue
        key = _ENCODED_BY_URL.sub(lambda found: quote(found.group(), safe="", errors="surrogatepass"), raw).translate(
            _ASCII_LOWER
        )
        if key in seen:
            continue
        seen.add(key)
        parsed = parse_text_directive(raw, engine)
        if isinstance(parsed, InvalidDirective):
            invalid.append(parsed)
        elif engine.max_directives and len(directives) == engine.max_directives:
            invalid.append(
                InvalidDirective(
                    raw,
                    f"only the first {engine.max_directives} directives of a link count",
                    "give each passage a link of its own",
                )
            )
        else:
            directives.append(parsed)
    return FragmentDirective(element_id, tuple(directives), tuple(invalid), has_delimiter=True)


def _percent_encoded(found: re.Match[str]) -> str:
    return quote(found.group(), safe="", errors="surrogatepass")


_ASCII_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


def parse_text_directive(raw: str, engine: Engine = CHROMIUM) -> TextDirective | InvalidDirective:
    """Read one `text=…`; what the engine would ignore comes back as an InvalidDirective.

    https://wicg.github.io/scroll-to-text-fragment/#parse-a-text-directive
    """
    value = raw.removeprefix(TEXT_KEY)
    terms = value.split(",")
    if not value:
        return InvalidDirective(raw, "the directive is empty", "write the quoted words after text=")
    if len(terms) > MAX_TERMS:
        return _invalid(raw, f"{len(terms)} terms, and a directive has at most {MAX_TERMS}", "write each comma as %2C")
    prefix = suffix = None
    if len(terms) > 1 and terms[0].endswith("-"):
        prefix = terms.pop(0)[:-1]
    if len(terms) > 1 and terms[-1].startswith("-"):
        suffix = terms.pop()[1:]
        if not suffix and engine.ignores_empty_suffix:
            suffix = None
    if len(terms) > 2:
        return _invalid(
            raw, "three terms, and none is marked as prefix or suffix", "write each comma of the text as %2C"
        )
    named = [("prefix", prefix), ("start", terms[0]), ("end", terms[1] if len(terms) > 1 else None), ("suffix", suffix)]
    for name, term in named:
        if term == "":
            return _invalid(raw, f"the {name} is empty", "write a comma of the text as %2C and a hyphen as %2D")
        if term is None:
            continue
        if "-" in term and (not engine.allows_bare_hyphen or term == "-"):
            return _invalid(raw, f"a bare hyphen in the {name} “{term}”", "write each hyphen of the text as %2D")
        if not engine.allows_bare_percent and (bad := _BAD_ESCAPE.search(term)):
            found = term[bad.start() : bad.start() + 3]
            return _invalid(raw, f"“{found}” is not a percent-escape", "write a percent sign of the text as %25")
    if len(terms) == 1 and prefix is None and terms[0].startswith("-"):
        return _invalid(raw, "the only term is marked as a suffix", "write a hyphen of the text as %2D")
    decoded = [None if term is None else percent_decode(term) for _, term in named]
    start = decoded[1]
    assert start is not None
    return TextDirective(start, decoded[2], decoded[0], decoded[3])


def _invalid(raw: str, problem: str, advice: str) -> InvalidDirective:
    return InvalidDirective(raw, problem, advice)
