"""URLs of web sources: one form for each page, and which of them a reader may be sent to."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, unquote_to_bytes, urlsplit

_PORTS = {"http": "80", "https": "443"}
_TRACKING = re.compile(
    r"utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|ttclid|igshid|mc_[ce]id|_ga|_gl|_hsenc|_hsmi|"
    r"mkt_tok|srsltid",
    re.IGNORECASE | re.ASCII,
)
_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
_UNRESERVED = re.compile(rb"[A-Za-z0-9._~-]")
_UNSAFE = re.compile(r"[\s\\<>\"\x00-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def canonical_url(url: str) -> str:
    """The URL of a page without what does not change the page; a text that is no http(s) URL as it stands, trimmed.

    Scheme and host in lower case, without the default port, the fragment, tracking parameters (`utm_*`, `gclid`,
    `fbclid`, …), a slash at the end of the path, and needless percent-encoding (RFC 3986, 6.2.2).
    """
    parts = _split(url.strip())
    if parts is None:
        return url.strip()
    scheme, host = parts.scheme.lower(), (parts.hostname or "").rstrip(".")
    host = f"[{host}]" if ":" in host else host
    user, at, _ = parts.netloc.rpartition("@")
    port = _port(parts)
    place = f"{user}{at}{host}{f':{port}' if port and port != _PORTS[scheme] else ''}"
    query = "&".join(
        pair for pair in parts.query.split("&") if pair and not _TRACKING.fullmatch(pair.partition("=")[0])
    )
    path = _escaped(parts.path).rstrip("/") or "/"
    return f"{scheme}://{place}{path}{'?' + _escaped(query) if query else ''}"


def is_followable(url: str) -> bool:
    """True for what a reader may be sent to: an http(s) URL, or a path of the site itself."""
    if _UNSAFE.search(url):
        return False
    return (url.startswith("/") and not url.startswith("//")) or _split(url) is not None


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        if parts.scheme.lower() in _PORTS and parts.hostname:
            _port(parts)
            return parts
    except ValueError:  # brackets that hold no IPv6 address, a port that is no number
        return None
    return None


def _port(parts: SplitResult) -> str:
    port = parts.port
    return "" if port is None else str(port)


def _escaped(text: str) -> str:
    return _ESCAPE.sub(lambda escape: _one_form(escape[0]), text)


def _one_form(escape: str) -> str:
    byte = unquote_to_bytes(escape)
    return byte.decode("ascii") if _UNRESERVED.fullmatch(byte) else escape.upper()
