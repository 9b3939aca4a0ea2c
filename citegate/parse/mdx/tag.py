"""JSX tags as MDX reads them: `<name attr="…" {...spread}>`, `</name>`, `<>`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from citegate.parse.mdx.javascript import NotJavaScript, end_of_code

_NAME_START = re.compile(r"[^\W\d]|[$_]")
_NAME = re.compile(r"(?:[^\W\d]|[$_])[\w$\-\u200c\u200d]*")
_SPACE = re.compile(r"[\s\ufeff]*")


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute of a tag; offsets count in the text that the tag stands in."""

    name: str
    """Its name, with its namespace; "" for `{...spread}`."""
    kind: str
    """"boolean" (no value), "string", "expression" or "spread"."""
    start: int
    """Where its value starts: after the quote or the brace."""
    end: int
    """Where its value ends."""


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag."""

    name: str
    """As written, with members and namespace; "" for a fragment."""
    is_close: bool
    is_self_closing: bool
    attributes: tuple[Attribute, ...]
    start: int
    """Where "<" stands."""
    end: int
    """After ">"."""


def read_tag(src: str, start: int, end: int) -> Tag | None:
    """The tag at `start`, where "<" stands; None where "<" is text, which it is before white space.

    Raises NotJavaScript where the MDX compiler refuses what follows.
    """
    at = start + 1
    if at >= end or src[at] in " \t\n":
        return None
    at = _skip(src, at, end)
    is_close = at < end and src[at] == "/"
    if is_close:
        at = _skip(src, at + 1, end)
    name = ""
    if not (at < end and src[at] == ">"):
        name, at = _read_name(src, at, end)
    attributes: list[Attribute] = []
    is_self_closing = False
    while True:
        at = _skip(src, at, end)
        if at >= end:
            raise NotJavaScript(start, f"tag <{name} is never ended", 'end it with ">" in the same block')
        character = src[at]
        if character == ">":
            return Tag(name, is_close, is_self_closing, tuple(attributes), start, at + 1)
        if character == "/":
            if is_close:
                raise NotJavaScript(at, 'unexpected "/" in a closing tag', "remove it")
            after = _skip(src, at + 1, end)
            if after >= end or src[after] != ">":
                raise _unexpected(src, after, end, 'after "/"', 'end the tag with "/>"')
            is_self_closing = True
            at = after
            continue
        if is_close:
            raise NotJavaScript(at, "unexpected attribute in a closing tag", "move it to the opening tag")
        attribute, at = _read_attribute(src, at, end)
        attributes.append(attribute)


def _skip(src: str, at: int, end: int) -> int:
    space = _SPACE.match(src, at, end)
    assert space is not None
    return space.end()


def _unexpected(src: str, at: int, end: int, where: str, hint: str) -> NotJavaScript:
    if at >= end:
        return NotJavaScript(end, f"unexpected end {where}", hint)
    return NotJavaScript(at, f"unexpected character {src[at]!r} (U+{ord(src[at]):04X}) {where}", hint)


def _read_name(src: str, at: int, end: int) -> tuple[str, int]:
    """The name of an element: `a`, `a-b`, `a:b`, `a.b.c`."""
    first = _NAME.match(src, at, end)
    if first is None:
        if src.startswith("!--", at):
            hint = "write a comment as {/* text */}"
        elif at < end and (src[at].isdigit() or src[at] in "=-<"):
            hint = r'write "\<" or "&lt;" for the sign itself'
        else:
            hint = 'a name starts with a letter, "$" or "_"; write "\\<" for the sign itself'
        raise _unexpected(src, at, end, "before name", hint)
    start = at
    at = _skip(src, first.end(), end)
    if at < end and src[at] == ":":
        local = _skip(src, at + 1, end)
        second = _NAME.match(src, local, end)
        if second is None:
            is_link = src.startswith("//", local)
            hint = "write a link as [text](url)" if is_link else "a local name starts with a letter"
            raise _unexpected(src, local, end, "before local name", hint)
        return f"{first.group()}:{second.group()}", second.end()
    names = [first.group()]
    last = first.end()
    while at < end and src[at] == ".":
        member = _NAME.match(src, _skip(src, at + 1, end), end)
        if member is None:
            raise _unexpected(src, at + 1, end, "before member name", "a member name starts with a letter")
        names.append(member.group())
        last = member.end()
        at = _skip(src, last, end)
    if at < end and last == at and src[at] not in "/>{" and _NAME_START.match(src[at]) is None:
        hint = r'write "\<" for the sign itself'
        if src[at] == "@":
            hint = "write an e-mail link as [text](mailto:address)"
        raise _unexpected(src, at, end, "in name", hint)
    del start
    return ".".join(names), last


def _read_attribute(src: str, at: int, end: int) -> tuple[Attribute, int]:
    if src[at] == "{":
        close = end_of_code(src, at + 1, end, braces=True)
        if not src[at + 1 : close].lstrip().startswith("..."):
            raise NotJavaScript(at, "unexpected expression in a tag", 'write a spread, "{...value}"')
        return Attribute("", "spread", at + 1, close), close + 1
    name = _NAME.match(src, at, end)
    if name is None:
        raise _unexpected(src, at, end, "before attribute name", "an attribute name starts with a letter")
    text, after = name.group(), name.end()
    at = _skip(src, after, end)
    if at < end and src[at] == ":":
        local = _NAME.match(src, _skip(src, at + 1, end), end)
        if local is None:
            raise _unexpected(src, at + 1, end, "before local attribute name", "a local name starts with a letter")
        text, after = f"{text}:{local.group()}", local.end()
        at = _skip(src, after, end)
    if at >= end or src[at] != "=":
        if at == after and at < end and src[at] not in "/>{":
            raise _unexpected(src, at, end, "in attribute name", "separate attributes with spaces")
        return Attribute(text, "boolean", after, after), after
    at = _skip(src, at + 1, end)
    if at < end and src[at] in "\"'":
        close = src.find(src[at], at + 1, end)
        if close < 0:
            raise NotJavaScript(at, "attribute value is never closed", f"close it with {src[at]}")
        return Attribute(text, "string", at + 1, close), close + 1
    if at < end and src[at] == "{":
        close = end_of_code(src, at + 1, end, braces=True)
        return Attribute(text, "expression", at + 1, close), close + 1
    raise _unexpected(src, at, end, "before attribute value", "write the value in quotes or braces")
