"""Fetch a page of another site, once, for its snapshot."""

from __future__ import annotations

import hashlib
import http.client
import socket
import ssl
import urllib.error
import urllib.request

from citegate.index.snapshots import Snapshot, file_name
from citegate.version import __version__

MAX_BYTES = 50_000_000  # of one page; what is larger is no page
AGENT = f"citegate/{__version__}"
PAGES = ("text/html", "application/xhtml+xml", "text/plain")
GONE = frozenset({404, 410})
"""Answers that say that there is no page; any other refusal says nothing about it."""


def fetch(url: str, date: str, timeout: float) -> tuple[Snapshot, bytes | None]:
    """The snapshot of a page, and its bytes where there are some to keep. Never fails: trouble is an answer."""
    request = urllib.request.Request(url, headers={"User-Agent": AGENT, "Accept": "text/html,*/*;q=0.5"})
    try:
        with urllib.request.urlopen(request, timeout=timeout) as reply:
            body: bytes = reply.read(MAX_BYTES + 1)
            final, status, kind = reply.url, reply.status, reply.headers.get("Content-Type", "")
    except urllib.error.HTTPError as error:
        trouble = "" if error.code in GONE else f"HTTP {error.code} {error.reason}"
        return Snapshot(url, date, error.url or url, error.code, "", trouble=trouble), None
    except (OSError, http.client.HTTPException, ValueError) as error:
        return Snapshot(url, date, trouble=_words(error)), None
    if len(body) > MAX_BYTES:
        return Snapshot(url, date, final, status, kind, trouble=f"more than {MAX_BYTES:,} bytes"), None
    if kind.partition(";")[0].strip().lower() not in PAGES:
        return Snapshot(url, date, final, status, kind), None
    name = file_name(url)
    return Snapshot(url, date, final, status, kind, name, hashlib.sha256(body).hexdigest()), body


def _words(error: Exception) -> str:
    """What went wrong, in a few words, without what changes from run to run."""
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(reason, TimeoutError):
        return "no answer in time"
    if isinstance(reason, socket.gaierror):
        return "the host is not known"
    if isinstance(reason, ssl.SSLError):
        return f"TLS: {getattr(reason, 'verify_message', '') or reason.reason or 'failed'}"
    if isinstance(reason, OSError) and reason.strerror:
        return reason.strerror.lower()
    return str(reason).splitlines()[0][:120] if str(reason) else type(reason).__name__
