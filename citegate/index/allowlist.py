"""allowlist.json: what may be cited, with the links; read, write, check."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from citegate.errors import OutputError
from citegate.index.files import read_file
from citegate.json_text import to_json
from citegate.model import Status, Verdict

SEPARATOR = "::"
_DEVICES = ("/dev", "/dev/fd", "/proc/self/fd")  # links in these are the streams of a process


def allowlist_text(verdicts: Iterable[Verdict]) -> str:
    """The file's text: every verified quotation, sorted, the same bytes for the same content.

    The key is `docId::passage` as authored, for the first place that is cited; each further place of the same
    passage has `::` and the number of that place, from 0, behind it.
    """
    places: dict[tuple[str, str], dict[int, Verdict]] = {}
    for verdict in verdicts:
        citation = verdict.citation
        if verdict.status is not Status.VERIFIED or citation.quote is None:
            continue
        places.setdefault((citation.document_id, citation.quote.exact), {}).setdefault(verdict.occurrence, verdict)
    entries: dict[str, dict[str, object]] = {}
    further: list[tuple[str, Verdict]] = []
    for (document_id, passage), found in sorted(places.items()):
        key = f"{document_id}{SEPARATOR}{passage}"
        first, *others = (found[number] for number in sorted(found))
        entries[key] = entry(first)
        further.extend((key, verdict) for verdict in others)
    for key, verdict in further:  # last, so that a passage that itself ends in "::1" keeps its plain key
        name = f"{key}{SEPARATOR}{verdict.occurrence}"
        while name in entries:
            name += f"{SEPARATOR}{verdict.occurrence}"
        entries[name] = entry(verdict)
    return to_json(entries, indent=2, sort_keys=True) + "\n"


def entry(verdict: Verdict) -> dict[str, object]:
    """What the file says of one verified quotation."""
    assert verdict.source_span is not None
    return {
        "href": verdict.href,
        "quote": verdict.text,
        "ambiguous": verdict.places > 1 and verdict.has_context,
        "citation_id": verdict.citation_id,
        "occurrence": verdict.occurrence,
        "places": verdict.places,
        "verbatim": verdict.is_verbatim,
        "source": verdict.source_path,
        "source_span": {"start": verdict.source_span.start, "end": verdict.source_span.end},
    }


def read_allowlist(path: Path) -> str | None:
    """The text of the file as it stands; None when there is none. Raises OutputError when it cannot be read."""
    try:
        return read_file(path).decode("utf-8").replace("\r\n", "\n")  # as some checkouts have it
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise OutputError(f"cannot read {path.name}: {reason(error)}", "remove the file, or set `out`") from error


def write_atomically(path: Path, text: str | bytes) -> None:
    """Put the text in the file's place at once: written beside it, then renamed. Raises OutputError.

    A link keeps leading where it leads, and a pipe or a device (/dev/stdout) is written to: it is not replaced. A link
    to a file of neither its own folder nor the one that citegate runs in is not followed: content may have brought it.
    """
    try:
        target = path.resolve()
        if path.is_symlink() and not _may_lead_to(path, target):
            raise OutputError(
                f"cannot write {path.name}: it is a link to a file outside the project",
                "put a file in the place of the link, or name the file that it leads to",
            )
        if target.exists() and not (target.is_file() or target.is_dir()):
            handle = os.open(target, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))  # fails for a pipe that nobody reads
            os.set_blocking(handle, True)
            with os.fdopen(handle, "wb") as stream:
                stream.write(text if isinstance(text, bytes) else text.encode("utf-8"))
            return
        path = target
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(text if isinstance(text, bytes) else text.encode("utf-8"))
                stream.flush()
                os.fsync(stream.fileno())  # a name that outlives a power cut must not lead to an empty file
            temporary.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_mask())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)
    except (OSError, ValueError, RuntimeError) as error:
        # a ValueError for a name that no file can have, or half a character; a RuntimeError for links in a circle
        hint = "make room, or check the name of the file and who may write there"
        raise OutputError(f"cannot write {path.name}: {reason(error)}", hint) from error


def _mask() -> int:
    """What the user lets nobody else do with new files."""
    mask = os.umask(0o077)  # the only way to ask is to set it
    os.umask(mask)
    return mask


def _may_lead_to(link: Path, target: Path) -> bool:
    """Whether a link may be written through."""
    if link.parent.as_posix() in _DEVICES or (target.exists() and not target.is_file()):
        return True
    return any(target.is_relative_to(folder.resolve()) for folder in (link.parent, Path.cwd()))


def _sync_folder(folder: Path) -> None:
    """Let the new name outlive a power cut, where the system can do that for folders."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # some file systems cannot
            raise
    finally:
        os.close(handle)


def reason(error: Exception) -> str:
    """What the system says, in lower case."""
    if isinstance(error, RuntimeError):
        return "links lead in a circle"
    return ((error.strerror if isinstance(error, OSError) else None) or type(error).__name__).lower()
