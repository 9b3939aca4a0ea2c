"""GFM's autolink literals: bare URLs and e-mail addresses.

https://github.github.com/gfm/#autolinks-extension-
"""

from __future__ import annotations

import re

from markdown_it.rules_inline import StateInline

from citegate.parse.markdown.inline import normalize_url, push_link, stop_text_at
from citegate.parse.markdown.parser import PlacedMarkdown

_START = re.compile(r"https?://|www\.", re.IGNORECASE)
_DOMAIN = re.compile(r"(?:[^\s<!-,/:;=?@\[-`{-~]|[_.\-])+")
_PATH = re.compile(r"(?:[^\s<\]]|\](?![(\[]))*")
_TRAIL = "?!.,:;*_~\"']"
_BEFORE_WWW = " \t\n(*_[]~"
_ENTITY_END = re.compile(r"&[A-Za-z0-9]+;\Z")
_EMAIL_DOMAIN = re.compile(r"[A-Za-z0-9](?:[\w-]*)(?:\.[\w-]+)+", re.ASCII)
_EMAIL_NAME = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_+"
_MAX_EMAIL_NAME = 256  # characters; mail allows 64

TERMINATOR = r"(?<![A-Za-z])(?:[hH][tT][tT][pP][sS]?(?=://)|[wW]{3}(?=\.))"
"""Where, in text, an autolink literal may start."""


def autolink_literal(state: StateInline, silent: bool) -> bool:
    """`http://…`, `https://…`, `www.…` as far as GFM takes it."""
    src, start = state.src, state.pos
    if src[start] not in "hHwW" or state.linkLevel > 0:
        return False
    opened = _START.match(src, start, state.posMax)
    if opened is None:
        return False
    is_www = opened.group()[0] in "wW"
    before = src[start - 1] if start > 0 else " "
    if (is_www and before not in _BEFORE_WWW) or (before.isascii() and before.isalpha()):
        return False
    domain = _DOMAIN.match(src, start if is_www else opened.end(), state.posMax)
    if domain is None or not _is_domain(domain.group()):
        return False
    path = _PATH.match(src, domain.end(), state.posMax)
    end = path.end() if path is not None else domain.end()
    end = _trimmed(src, start, end)
    if end <= opened.end() - (4 if is_www else 0):
        return False
    if not silent:
        url = src[start:end]
        push_link(state, normalize_url(f"http://{url}" if is_www else url), url, (start, end), (start, end))
    state.pos = end
    return True


def _is_domain(domain: str) -> bool:
    """True unless one of the last two labels has an underscore."""
    return "_" not in "".join(domain.rstrip(".").split(".")[-2:]) and bool(domain.strip("._-"))


def _trimmed(src: str, start: int, end: int) -> int:
    """Where the link ends when the punctuation that ends a sentence is not part of it."""
    opened = src.count("(", start, end)
    closed = src.count(")", start, end)
    while end > start:
        character = src[end - 1]
        if character in _TRAIL:
            if character == ";":
                entity = _ENTITY_END.search(src, max(start, end - 40), end)
                if entity is not None:
                    end = entity.start()
                    continue
            end -= 1
        elif character == ")" and closed > opened:
            closed -= 1
            end -= 1
        else:
            break
    return end


def email_literal(state: StateInline, silent: bool) -> bool:
    """`name@host.tld`: the name was read as text already, and is taken back."""
    src, at = state.src, state.pos
    if src[at] != "@" or state.linkLevel > 0:
        return False
    domain = _EMAIL_DOMAIN.match(src, at + 1, state.posMax)
    if domain is None:
        return False
    host = domain.group().rstrip(".")
    if "." not in host or "_" in host or not host[-1].isalpha():
        return False
    pending = state.pending
    tail = pending[-_MAX_EMAIL_NAME:]
    length = len(tail) - len(tail.rstrip(_EMAIL_NAME))
    if length == 0 or (at > length and src[at - length - 1] in _EMAIL_NAME):
        return False
    end = at + 1 + len(host)
    if not silent:
        start = at - length
        state.pending = pending[:-length]
        address = src[start:end]
        push_link(state, normalize_url(f"mailto:{address}"), address, (start, end), (start, end))
    state.pos = end
    return True


def install(md: PlacedMarkdown) -> None:
    """Add these rules."""
    stop_text_at(md, TERMINATOR)
    stop_text_at(md, "@")
    md.inline.ruler.after("text", "autolink_literal", autolink_literal)
    md.inline.ruler.after("text", "email_literal", email_literal)
