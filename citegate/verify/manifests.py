"""Read citation manifests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from citegate.index.names import closest_name
from citegate.model import Citation, Finding, Location, SourceText, Span, TextQuoteSelector
from citegate.rules import MALFORMED_MANIFEST
from citegate.verify.located import Member, Node, SyntaxFault, read_json
from citegate.verify.located_yaml import read_yaml

READERS: dict[str, Callable[[str], Node | SyntaxFault]] = {".json": read_json, ".yaml": read_yaml, ".yml": read_yaml}

ENTRY_KEYS: dict[str, str] = {
    "docId": "string",
    "passage": "string",
    "occurrence": "number",
    "prefix": "string",
    "suffix": "string",
    "claim": "string",
    "id": "string",
    "ignore": "object",
}
"""Every key of an entry and the kind of its value."""

REMARK_KEYS = ("line", "lines", "column", "page", "section", "note", "comment")
"""Keys that other tools and people write beside a passage; they do not decide anything, and any value is taken."""

REQUIRED = ("docId", "passage")
TOP_KEYS = ("citations", "$schema")

_ARTICLES = {"object": "an object", "array": "an array", "null": "null"}
_EXAMPLE = '[{"docId": "guide/start", "passage": "…"}]'


@dataclass(frozen=True, slots=True)
class Manifest:
    """What one manifest says, as far as it can be read."""

    citations: tuple[Citation, ...]
    findings: tuple[Finding, ...]
    ignores: dict[int, tuple[Member, ...]] = field(default_factory=dict)
    """For each citation by its number, the rules that its entry asks to ignore, with the reasons."""


def read_manifest(source: SourceText, ids: dict[str, Location] | None = None) -> Manifest:
    """The citations of a manifest and its faults. `ids` holds the entry ids met so far, and gains those of this one."""
    suffix = source.path[source.path.rfind(".") :].lower()
    tree = READERS.get(suffix, read_json)(source.text)
    return _Reading(source, {} if ids is None else ids).read(tree)


class _Reading:
    """One manifest while it is read."""

    def __init__(self, source: SourceText, ids: dict[str, Location]) -> None:
        self.source = source
        self.ids = ids
        self.citations: list[Citation] = []
        self.findings: list[Finding] = []
        self.ignores: dict[int, tuple[Member, ...]] = {}

    def read(self, tree: Node | SyntaxFault) -> Manifest:
        if isinstance(tree, SyntaxFault):
            self.fault(tree.message, Span(tree.at, tree.at), "the file cannot be read on from here", "mend the syntax")
        else:
            for entry in self.entries(tree):
                self.entry(entry)
        return Manifest(tuple(self.citations), tuple(self.findings), self.ignores)

    def fault(self, message: str, span: Span, label: str, help: str, related: tuple[Location, ...] = ()) -> None:
        location = Location(self.source.path, span, label)
        self.findings.append(Finding(MALFORMED_MANIFEST, message, location, related, help, quote=message))

    def entries(self, tree: Node) -> tuple[Node, ...]:
        if tree.kind == "array":
            return tree.items
        if tree.kind != "object":
            found = _article(tree.kind)
            self.fault(f"a manifest is an array of entries, not {found}", tree.span, found, f"write {_EXAMPLE}")
            return ()
        members = self.members(tree, TOP_KEYS)
        listed = members.get("citations")
        if listed is None and not self.misspelt(tree, "citations", TOP_KEYS):
            self.fault(
                'the key "citations" is missing', _opening(tree), "an object without entries", f"write {_EXAMPLE}"
            )
        if listed is None:
            return ()
        if listed.value.kind != "array":
            self.wrong_kind("citations", listed.value, "array")
            return ()
        return listed.value.items

    def members(self, node: Node, known: tuple[str, ...]) -> dict[str, Member]:
        """The members whose keys are known, the first of each; the others are faults."""
        kept: dict[str, Member] = {}
        for member in node.members:
            if member.key in REMARK_KEYS and known != TOP_KEYS:
                continue
            if member.key not in known:
                close = closest_name(member.key, known)
                help = f'write "{close}"' if close else "the known keys are " + ", ".join(known)
                self.fault(f"unknown key “{_shown(member.key)}”", member.key_span, "not a key of a manifest", help)
            elif member.key in kept:
                first = Location(self.source.path, kept[member.key].key_span, "first here")
                self.fault(
                    f"the key “{member.key}” stands twice",
                    member.key_span,
                    "again here",
                    "keep one of the two",
                    (first,),
                )
            else:
                kept[member.key] = member
        return kept

    def misspelt(self, node: Node, key: str, known: tuple[str, ...]) -> bool:
        """True when an unknown key, which is reported as such, is most like this one."""
        return any(
            member.key not in (*known, *REMARK_KEYS) and closest_name(member.key, known) == key
            for member in node.members
        )

    def entry(self, node: Node) -> None:
        if node.kind != "object":
            found = _article(node.kind)
            self.fault(f"an entry is an object, not {found}", node.span, found, f"write {_EXAMPLE[1:-1]}")
            return
        members = self.members(node, tuple(ENTRY_KEYS))
        for key in REQUIRED:
            if key not in members and not self.misspelt(node, key, tuple(ENTRY_KEYS)):
                self.fault(
                    f"the key “{key}” is missing", _opening(node), f"an entry without {key}", f'add "{key}": "…"'
                )
        sound = {key: member.value for key, member in members.items() if self.is_sound(key, member.value)}
        self.note_id(sound.get("id"))
        broken = {key for key in members if key not in sound}
        if broken - {"claim", "id", "ignore"} or not all(key in sound for key in REQUIRED):
            return
        if "ignore" in sound:
            self.ignores[len(self.citations)] = sound["ignore"].members
        occurrence = sound["occurrence"].value if "occurrence" in sound else None
        self.citations.append(
            Citation(
                path=self.source.path,
                span=node.span,
                document_id=_text(sound["docId"]),
                url="",
                quote=TextQuoteSelector(*(_text(sound.get(key)) for key in ("passage", "prefix", "suffix"))),
                occurrence=occurrence if isinstance(occurrence, int) else None,
                claim=_text(sound.get("claim")),
                id=_text(sound.get("id")),
                quote_span=sound["passage"].inner,
                document_span=sound["docId"].inner,
            )
        )

    def is_sound(self, key: str, value: Node) -> bool:
        """True when the value of a known key can be used; what is wrong with it is a fault."""
        before = len(self.findings)
        if value.kind != ENTRY_KEYS[key]:
            self.wrong_kind(key, value, ENTRY_KEYS[key])
        elif key == "occurrence" and not (isinstance(value.value, int) and value.value >= 0):
            self.fault(
                "“occurrence” counts the equal passages of a page from 0",
                value.span,
                "not a whole number from 0 on",
                "write 0 for the first place, 1 for the second",
            )
        elif isinstance(value.value, str):
            self.check_text(key, value, value.value)
        return len(self.findings) == before

    def check_text(self, key: str, value: Node, text: str) -> None:
        surrogate = next((char for char in text if "\ud800" <= char <= "\udfff"), None)
        if surrogate:
            self.fault(
                f"“{key}” holds a lone surrogate (U+{ord(surrogate):04X}), which is half a character",
                value.span,
                "no text can hold this",
                "write the character itself, or both halves of its escape",
            )
        elif not text.strip() and key != "claim":
            self.fault(
                f"“{key}” is empty",
                value.span,
                "nothing to look for",
                "leave the key out" if key not in REQUIRED else _FILL[key],
            )

    def wrong_kind(self, key: str, value: Node, wanted: str) -> None:
        hint = (
            "put it in quotation marks"
            if wanted == "string" and value.kind in ("number", "boolean")
            else ("leave the key out" if value.kind == "null" and key not in REQUIRED else f"write {_article(wanted)}")
        )
        found = _article(value.kind)
        self.fault(f"“{key}” is {_article(wanted)}, not {found}", value.span, found, hint)

    def note_id(self, value: Node | None) -> None:
        if value is None:
            return
        name, place = _text(value), Location(self.source.path, value.span, "first here")
        if name in self.ids:
            self.fault(
                f"two entries have the id “{_shown(name)}”", value.span, "again here", "rename one", (self.ids[name],)
            )
        else:
            self.ids[name] = place


_FILL = {"docId": "write the id of the cited document", "passage": "quote the words of the page"}


def _text(node: Node | None) -> str:
    return node.value if node is not None and isinstance(node.value, str) else ""


def _article(kind: str) -> str:
    return _ARTICLES.get(kind, f"a {kind}")


def _opening(node: Node) -> Span:
    return Span(node.span.start, node.span.start + 1)


def _shown(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
