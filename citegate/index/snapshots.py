"""Pages of other sites, kept in a folder: index.json says what each is, and when it was fetched."""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urldefrag, urlsplit

from citegate.errors import UnreadableSource
from citegate.index.files import Files
from citegate.json_text import to_json

INDEX = "index.json"
SCHEMA = 1
_NOT_IN_NAME = re.compile(r"[^\w.-]+")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One page of another site, or the attempt to get it."""

    url: str
    """As asked for, without fragment."""
    date: str
    """When it was asked for, in UTC, ISO 8601."""
    final_url: str = ""
    """Where the redirects ended; "" without an answer."""
    status: int = 0
    """Of HTTP; 0 without an answer."""
    media_type: str = ""
    file: str = ""
    """In the snapshot folder; "" when no page is kept."""
    sha256: str = ""
    """Of the file."""
    trouble: str = ""
    """Why there is no answer, in a few words; the page may be there all the same."""


class Snapshots:
    """What a snapshot folder holds. Raises UnreadableSource for an index that cannot be read."""

    def __init__(self, files: Files, folder: str) -> None:
        self.files = files
        self.folder = folder.rstrip("/")
        self.by_url = read_index(files, self.folder)

    def find(self, url: str) -> Snapshot | None:
        """The snapshot of a page, its fragment aside; None when there was none taken."""
        plain = plain_url(url)
        return self.by_url.get(plain) or self.by_url.get(plain.rstrip("/")) or self.by_url.get(plain + "/")

    def path(self, snapshot: Snapshot) -> str:
        """The path of the kept page."""
        return posixpath.join(self.folder, snapshot.file)

    def is_intact(self, snapshot: Snapshot) -> bool:
        """True when the kept page is the one that was fetched. Raises UnreadableSource when it is gone."""
        return hashlib.sha256(self.files.read(self.path(snapshot))).hexdigest() == snapshot.sha256


def plain_url(url: str) -> str:
    """The URL without fragment; the host in lower case, and "/" for no path."""
    parts = urlsplit(urldefrag(url)[0])
    return parts._replace(scheme=parts.scheme.lower(), netloc=parts.netloc.lower(), path=parts.path or "/").geturl()


def read_index(files: Files, folder: str) -> dict[str, Snapshot]:
    """The snapshots by URL; {} when there is no index yet. Raises UnreadableSource."""
    path = posixpath.join(folder, INDEX)
    if not any(True for _ in files.walk(path)):
        return {}
    try:
        data = json.loads(files.read(path).decode("utf-8"))
        pages = data["pages"]
        return {url: Snapshot(url, **entry) for url, entry in pages.items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UnreadableSource(path, f"{path} is no index of snapshots", "take the snapshots again") from error


def index_text(snapshots: Iterable[Snapshot]) -> str:
    """The text of the index: sorted, the same bytes for the same content."""
    pages = {snapshot.url: _entry(snapshot) for snapshot in snapshots}
    return to_json({"schema": SCHEMA, "pages": pages}, indent=2, sort_keys=True) + "\n"


def _entry(snapshot: Snapshot) -> Mapping[str, object]:
    return {
        "date": snapshot.date,
        "final_url": snapshot.final_url,
        "status": snapshot.status,
        "media_type": snapshot.media_type,
        "file": snapshot.file,
        "sha256": snapshot.sha256,
        "trouble": snapshot.trouble,
    }


def file_name(url: str) -> str:
    """A file name for a page, which tells the site and is the same every time."""
    parts = urlsplit(url)
    readable = _NOT_IN_NAME.sub("-", parts.netloc + parts.path).strip("-.")[:80]
    return f"{readable}-{hashlib.sha256(url.encode()).hexdigest()[:8]}.html"
