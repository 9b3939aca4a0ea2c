"""CommonMark's inline rules where markdown-it's own leave out where things stand."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote

from markdown_it import helpers
from markdown_it.helpers import parseLinkDestination
from markdown_it.rules_inline import StateInline, escape, image, link
from markdown_it.rules_inline.state_inline import Delimiter

from citegate.parse.markdown.parser import InlineRule, PlacedMarkdown

_UNSAFE_IN_URL = re.compile(r"%(?![0-9A-Za-z]{2})|[^!#$%&-;=?-Z_a-z~]+")
_AUTOLINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.\-]{1,31}:[^<>\x00-\x20]*)>")
_AUTOLINK_EMAIL = re.compile(
    r"<([a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
    r"(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*)>"
)
_PLAIN_DESTINATION = re.compile(r"[^\s()\\<&\x00-\x1f\x7f]+(?=[ \t\n)])")
_BACKTICKS = re.compile(r"`+")
_SPACES = " \t\n"
MAX_IMAGE_NESTING = 2  # levels of images in the text of images that are read as Markdown


def normalize_url(url: str) -> str:
    """The URL as CommonMark renderers write it: what a URL may not hold is percent-encoded."""
    if _UNSAFE_IN_URL.search(url) is None:
        return url
    return _UNSAFE_IN_URL.sub(lambda match: quote(match.group().encode("utf-8", "replace"), safe=""), url)


def text(state: StateInline, silent: bool) -> bool:
    """Text up to the next character that a rule may begin with."""
    start = state.pos
    found = state.md.inline.terminator_re.search(state.src, start, state.posMax)
    end = found.start() if found else state.posMax
    if end == start:
        return False
    if not silent:
        state.append_pending(state.src[start:end])
    state.pos = end
    return True


_TERMINATORS = r"[\n!&*<\[\\\]_`~]"


def stop_text_at(md: PlacedMarkdown, pattern: str) -> None:
    """Let inline rules see what this pattern finds."""
    md.inline.terminator_re = re.compile(f"{md.inline.terminator_re.pattern}|{pattern}")


def backticks(state: StateInline, silent: bool) -> bool:
    """A code span; its `map` is where its content stands, without the space that is stripped at each end."""
    src, start = state.src, state.pos
    if src[start] != "`":
        return False
    opened = _BACKTICKS.match(src, start, state.posMax)
    assert opened is not None
    fence = opened.group()
    after = opened.end()
    if not state.backticksScanned:
        state.backticks = {match.end() - match.start(): match.start() for match in _BACKTICKS.finditer(src)}
        state.backticksScanned = True
    if state.backticks.get(len(fence), -1) >= after:
        for closed in _BACKTICKS.finditer(src, after):
            if closed.end() > state.posMax:
                break
            if closed.end() - closed.start() != len(fence):
                continue
            if not silent:
                low, high = after, closed.start()
                if high - low > 2 and src[low] in " \n" and src[high - 1] in " \n" and src[low:high].strip(" \n"):
                    low, high = low + 1, high - 1
                token = state.push("code_inline", "code", 0)
                token.content = src[low:high].replace("\n", " ")
                token.markup = fence
                token.map = [low, high]
                token.meta["whole"] = (start, closed.end())
            state.pos = closed.end()
            return True
    if not silent:
        state.append_pending(fence)
    state.pos = after
    return True


def emphasis(state: StateInline, silent: bool) -> bool:
    """A run of `*` or `_`, one token each, for the pairing that follows."""
    start = state.pos
    marker = state.src[start]
    if silent or marker not in "_*":
        return False
    scanned = state.scanDelims(start, marker == "*")
    can_open, can_close = scanned.can_open, scanned.can_close
    if marker == "*" and state.md.options.get("loose_emphasis", False):
        end = start + scanned.length
        can_open = end < state.posMax and not state.src[end].isspace()
        can_close = start > 0 and not state.src[start - 1].isspace()
    _push_delimiters(state, marker, 1, scanned.length, scanned.length, can_open, can_close)
    state.pos = start + scanned.length
    return True


def _push_delimiters(
    state: StateInline, marker: str, width: int, count: int, length: int, can_open: bool, can_close: bool
) -> None:
    at = state.pos
    for _ in range(count):
        token = state.push("text", "", 0)
        token.content = marker * width
        token.map = [at, -1]
        state.delimiters.append(Delimiter(ord(marker), length, len(state.tokens) - 1, -1, can_open, can_close))
        at += width


def strikethrough(state: StateInline, silent: bool) -> bool:
    """A run of one or two `~` as GFM reads it; longer ones are text."""
    start = state.pos
    if silent or state.src[start] != "~":
        return False
    scanned = state.scanDelims(start, True)
    widest = 2
    narrowest = 1 if state.md.options.get("strikethrough_single_tilde", False) else 2
    if narrowest <= scanned.length <= widest:
        _push_delimiters(state, "~", scanned.length, 1, 0, scanned.can_open, scanned.can_close)
    else:
        state.append_pending("~" * scanned.length)
    state.pos = start + scanned.length
    return True


def autolink(state: StateInline, silent: bool) -> bool:
    """`<scheme:…>` and `<name@host>`."""
    if state.src[state.pos] != "<":
        return False
    for pattern, scheme in ((_AUTOLINK, ""), (_AUTOLINK_EMAIL, "mailto:")):
        match = pattern.match(state.src, state.pos, state.posMax)
        if match is not None:
            if not silent:
                push_link(state, normalize_url(scheme + match[1]), match[1], match.span(1), match.span())
            state.pos = match.end()
            return True
    return False


def push_link(state: StateInline, href: str, words: str, inner: tuple[int, int], outer: tuple[int, int]) -> None:
    """Add a link whose text is the URL as written at `inner`; `outer` is all of it."""
    token = state.push("link_open", "a", 1)
    token.attrs = {"href": href}
    token.map = [outer[0], inner[0]]
    token.meta["href"] = inner
    token = state.push("text", "", 0)
    token.content = words
    token.map = [inner[0], -1]
    token.meta["is_url"] = True
    token = state.push("link_close", "a", -1)
    token.map = [inner[1], outer[1]]


def placed_link(state: StateInline, silent: bool) -> bool:
    """A link, full, collapsed or shortcut, inline or by reference; its tokens say where it starts and ends."""
    start = state.pos
    if state.src[start] != "[" or state.html_terminator_last("]") < start or not link(state, silent):
        return False
    if not silent:
        close = state.tokens[-1]
        assert close.map is not None
        label_end = close.map[0]
        close.map = [label_end, state.pos]
        depth = 0
        for token in reversed(state.tokens):
            depth -= token.nesting
            if depth == 0:
                token.map = [start, start + 1]
                token.meta["href"] = _destination(state, label_end + 1, state.pos)
                break
    return True


def parse_link_destination(src: str, start: int, end: int) -> Any:
    """markdown-it's parseLinkDestination, faster where the URL holds nothing special."""
    plain = _PLAIN_DESTINATION.match(src, start, end)
    if plain is None:
        return parseLinkDestination(src, start, end)
    return SimpleNamespace(ok=True, pos=plain.end(), str=plain.group())


def _destination(state: StateInline, at: int, end: int) -> tuple[int, int] | None:
    src = state.src
    if at >= end or src[at] != "(":
        return None
    at += 1
    while at < end and src[at] in _SPACES:
        at += 1
    found = parse_link_destination(src, at, end)
    if not found.ok:
        return None
    return (at + 1, found.pos - 1) if src[at] == "<" else (at, found.pos)


def placed_image(state: StateInline, silent: bool) -> bool:
    """An image; its `map` is all of it, its content the text of its description."""
    start = state.pos
    if not state.src.startswith("![", start) or state.html_terminator_last("]") < start:
        return False
    depth = state.env.get("image_depth", 0)
    state.env["image_depth"] = depth + 1
    try:
        found = depth < MAX_IMAGE_NESTING and image(state, silent)
    finally:
        state.env["image_depth"] = depth
    if found and not silent:
        state.tokens[-1].map = [start, state.pos]
    return found


_HELPERS = SimpleNamespace(**{**vars(helpers), "parseLinkDestination": parse_link_destination})


def escape_but_break(state: StateInline, silent: bool) -> bool:
    """A backslash escape; at the end of a line the backslash is text."""
    return not state.src.startswith("\\\n", state.pos) and escape(state, silent)


def install(md: PlacedMarkdown) -> None:
    """Put these rules in the place of markdown-it's."""
    rules: dict[str, InlineRule] = {
        "text": text,
        "backticks": backticks,
        "emphasis": emphasis,
        "strikethrough": strikethrough,
        "autolink": autolink,
        "link": placed_link,
        "image": placed_image,
    }
    md.inline.terminator_re = re.compile(_TERMINATORS)
    for name, rule in rules.items():
        md.inline.ruler.at(name, rule)
    md.helpers = _HELPERS  # type: ignore[assignment]
    md.normalizeLink = normalize_url  # type: ignore[method-assign]
    md.inline.ruler2.disable("fragments_join")


__all__ = ["install", "normalize_url", "push_link"]
