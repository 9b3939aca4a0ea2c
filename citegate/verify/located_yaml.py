"""YAML read with the place of every value, as the same nodes that JSON gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from citegate.model import Span
from citegate.verify.located import MAX_DEPTH, MAX_DIGITS, Member, Node, Scalar, SyntaxFault

if TYPE_CHECKING:
    import yaml

_KINDS = {
    "tag:yaml.org,2002:str": "string",
    "tag:yaml.org,2002:int": "number",
    "tag:yaml.org,2002:float": "number",
    "tag:yaml.org,2002:bool": "boolean",
    "tag:yaml.org,2002:null": "null",
}

_MERGE = "tag:yaml.org,2002:merge"


def read_yaml(text: str) -> Node | SyntaxFault:
    """The one document that the text holds, or its first fault. An empty file is null."""
    import yaml  # noqa: PLC0415 - 15 ms, and only for YAML manifests

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        root = yaml.compose(text, Loader=loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = " ".join((error.problem or "not YAML").split())
        if mark and error.context and error.context_mark and mark.index >= len(text.rstrip()):
            mark, problem = error.context_mark, f"{problem} {' '.join(error.context.split())}"
        return SyntaxFault(problem, min(mark.index, len(text)) if mark else 0)
    except yaml.reader.ReaderError as error:
        position = error.position if isinstance(error.position, int) else 0
        return SyntaxFault("a character that YAML does not allow", min(position, len(text)))
    except (RecursionError, UnicodeError):
        return SyntaxFault(f"values are nested more than {MAX_DEPTH} deep", 0)
    if root is None:
        return Node("null", None, Span(0, 0))
    try:
        return _Reader(text).read(root, 0)
    except _TooMuch as error:
        return SyntaxFault(str(error), 0)


class _TooMuch(Exception):
    """The document is deeper or larger than a manifest can be."""


class _Reader:
    """Turns composed nodes into ours, and counts them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.left = len(text) + 1  # each node takes a character, unless aliases make a small file endless

    def read(self, node: yaml.Node, depth: int) -> Node:
        """The node and all below it. Raises _TooMuch."""
        import yaml  # noqa: PLC0415 - see read_yaml

        self.left -= 1
        if depth > MAX_DEPTH or self.left < 0:
            raise _TooMuch("values are nested too deep, or aliases repeat them without end")
        span = Span(node.start_mark.index, max(node.start_mark.index, node.end_mark.index))
        if isinstance(node, yaml.SequenceNode):
            return Node("array", None, span, items=tuple(self.read(item, depth + 1) for item in node.value))
        if isinstance(node, yaml.MappingNode):
            return Node("object", None, span, members=self.members(node, depth))
        kind = _KINDS.get(node.tag, "string")
        return Node(kind, _scalar(kind, node.value), span, inner=_inner(node, span))

    def members(self, node: yaml.MappingNode, depth: int) -> tuple[Member, ...]:
        """The members of a mapping; what it merges in (`<<: *other`) stands behind its own, and gives way to them."""
        own: list[Member] = []
        merged: list[Member] = []
        for key, value in node.value:
            found = self.read(value, depth + 1)
            if key.tag == _MERGE and all(each.kind == "object" for each in (found.items or (found,))):
                merged += [member for each in (found.items or (found,)) for member in each.members]
            else:
                own.append(Member(self.name(key), Span(key.start_mark.index, key.end_mark.index), found))
        names = {member.key for member in own}
        first = {member.key: member for member in reversed(merged) if member.key not in names}
        return (*own, *(member for member in merged if first.get(member.key) is member))

    def name(self, key: yaml.Node) -> str:
        """A key's text; a key that is a list or a table is none of ours, and stands as it is written."""
        return key.value if isinstance(key.value, str) else self.text[key.start_mark.index : key.end_mark.index]


def _inner(node: yaml.Node, span: Span) -> Span:
    """A quoted scalar without its quotation marks; any other as it is."""
    quoted = getattr(node, "style", None) in ("'", '"') and span.length >= 2
    return Span(span.start + 1, span.end - 1) if quoted else span


def _scalar(kind: str, value: str) -> Scalar:
    readers: dict[str, Callable[[str], Scalar]] = {
        "string": str,
        "number": _number,
        "boolean": lambda word: word.lower() in ("true", "yes", "on"),
        "null": lambda _: None,
    }
    return readers[kind](value)


def _number(word: str) -> int | float:
    """A plain decimal integer as int; every other form as a float that no count accepts."""
    return int(word) if word.lstrip("+-").isdecimal() and len(word) < MAX_DIGITS else float("nan")
