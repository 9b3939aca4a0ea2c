"""The edits of fixes, made in files."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import unified_diff
from pathlib import Path

from citegate.errors import UnreadableSource
from citegate.index.allowlist import write_atomically
from citegate.index.files import Files
from citegate.model import Edit, Fix

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Overlay:
    """Files with some of them changed, in memory alone."""

    def __init__(self, files: Files, changed: dict[str, bytes]) -> None:
        self.files = files
        self.changed = changed
        self.walk = files.walk

    def read(self, path: str) -> bytes:
        """The bytes of a file, as changed. Raises UnreadableSource."""
        return self.changed[path] if path in self.changed else self.files.read(path)


def edited(files: Files, fixes: Iterable[Fix]) -> tuple[dict[str, bytes], tuple[Fix, ...]]:
    """The new bytes of each file that the fixes change, and the fixes that were made.

    A fix one of whose edits would overlap an earlier one is left out. Only UTF-8 files are edited; what is not
    edited keeps its bytes, line ends and byte order mark included.
    """
    taken: dict[str, list[Edit]] = {}
    made: list[Fix] = []
    for fix in fixes:
        fits = all(not any(overlap(edit, other) for other in taken.get(edit.path, ())) for edit in fix.edits)
        if fix.edits and fits and all(is_utf8(files, edit.path) for edit in fix.edits):
            made.append(fix)
            for edit in fix.edits:
                if edit not in taken.setdefault(edit.path, []):
                    taken[edit.path].append(edit)
    return {path: _apply(files.read(path), edits) for path, edits in taken.items()}, tuple(made)


def overlap(one: Edit, other: Edit) -> bool:
    """True when two different edits of one file touch the same text."""
    return one != other and one.path == other.path and (one.span.overlaps(other.span) or one.span == other.span)


def is_utf8(files: Files, path: str) -> bool:
    """True when the file can be edited as text without changing its other bytes."""
    try:
        files.read(path).decode("utf-8")
    except (UnreadableSource, UnicodeDecodeError):
        return False
    return True


def _apply(data: bytes, edits: list[Edit]) -> bytes:
    mark = BYTE_ORDER_MARK if data.startswith(BYTE_ORDER_MARK) else b""
    text = data.removeprefix(mark).decode("utf-8")
    for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
        text = text[: edit.span.start] + edit.replacement + text[edit.span.end :]
    return mark + text.encode("utf-8")


def write(root: Path, files: Files, changed: dict[str, bytes], before: dict[str, bytes]) -> tuple[str, ...]:
    """Put the new files in their places, each at once; gives the paths that were written.

    A file whose bytes are no longer those in `before` was changed meanwhile, and is left alone.
    """
    written = []
    for path in sorted(changed):
        if files.read(path) == before[path]:
            write_atomically(root / path, changed[path])
            written.append(path)
    return tuple(written)


def _named(path: str) -> str:
    """The name of a file as git writes it in a patch: in quotation marks with escapes where it has odd signs."""
    if path.isprintable() and not set(path) & {'"', "\\"}:
        return path
    signs = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    written = "".join(signs.get(char) or (char if char.isprintable() else _octal(char)) for char in path)
    return f'"{written}"'


def _octal(char: str) -> str:
    return "".join(f"\\{byte:03o}" for byte in char.encode("utf-8", "surrogateescape"))


def diff(before: dict[str, bytes], changed: dict[str, bytes]) -> str:
    """What would change, as a unified diff."""
    parts: list[str] = []
    for path in sorted(changed):
        old, new = (data[path].decode("utf-8").splitlines(keepends=True) for data in (before, changed))
        parts.extend(unified_diff(old, new, _named(f"a/{path}"), _named(f"b/{path}")))
    return "".join(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in parts)
