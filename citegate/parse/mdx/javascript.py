"""Where JavaScript ends: strings, templates, comments, regular expressions, brackets and JSX, in one pass."""

from __future__ import annotations

import re

_CODE = re.compile(r"[{}()\[\]\"'`/<]|\n(?=[ \t]*(?:\n|\Z))")
_TEMPLATE = re.compile(r"[`\\]|\$\{")
_CHILDREN = re.compile(r"[{<]")
_TAG = re.compile(r"[\"'{>]|/(?=\s*>)")
_STRING = {quote: re.compile(rf"(?:[^{quote}\\\n]|\\[\s\S])*") for quote in "\"'"}
_REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
_ELEMENT = re.compile(r"<(?:[^\W\d]|[$>])")
_WORD = re.compile(r"[\w$]+\Z")
_OPERAND_BEFORE = re.compile(r"[\w$)\]}\"'`]")
_KEYWORDS = frozenset(
    {
        "return",
        "typeof",
        "case",
        "in",
        "of",
        "new",
        "delete",
        "void",
        "throw",
        "do",
        "else",
        "yield",
        "await",
        "default",
    }
)
_CLOSE = "close each bracket that is opened"
_CLOSERS = {"}": "{", ")": "(", "]": "["}
_WORD_LENGTH = 12  # characters; longer than every keyword


class NotJavaScript(Exception):
    """The code cannot be read on; `at` is where."""

    def __init__(self, at: int, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.at, self.message, self.hint = at, message, hint


def _expects_operand(src: str, start: int, at: int) -> bool:
    """True where an expression may begin at `at`, so that "/" is a regular expression and "<" an element."""
    while at > start and src[at - 1] in " \t\n":
        at -= 1
    if at == start:
        return True
    if not _OPERAND_BEFORE.match(src[at - 1]):
        return True
    word = _WORD.search(src, max(start, at - _WORD_LENGTH), at)
    return word is not None and word.group() in _KEYWORDS


def end_of_code(src: str, start: int, end: int, *, braces: bool) -> int:
    """Where the code that begins at `start` ends.

    With `braces`, that is the "}" that nothing in the code opened; without, the first blank line, or `end`, at
    which all brackets are closed. Raises NotJavaScript where there is no such place.
    """
    stack: list[tuple[str, int]] = []
    at = start
    while True:
        mode = stack[-1][0] if stack else "{"
        if mode == "`":
            found = _TEMPLATE.search(src, at, end)
            if found is None:
                raise NotJavaScript(stack[-1][1], "template literal is never closed", 'close it with "`"')
            at = found.end()
            if found.group() == "`":
                stack.pop()
            elif found.group() == "\\":
                at += 1
            else:
                stack.append(("{", found.start()))
            continue
        if mode == "children":
            at = _in_children(src, at, end, stack)
            continue
        if mode == "tag":
            at = _in_tag(src, at, end, stack)
            continue
        found = _CODE.search(src, at, end)
        if found is None:
            if braces or stack:
                raise NotJavaScript(stack[-1][1] if stack else start - braces, "expression is never closed", _CLOSE)
            return end
        at = found.end()
        if found.group() == "\n":
            if not braces and not stack and not _goes_on(src, start, at - 1):
                return at - 1
        elif found.group() == "}" and braces and not stack:
            return at - 1
        else:
            at = _in_code(src, start, at - 1, end, stack)


def _in_code(src: str, start: int, at: int, end: int, stack: list[tuple[str, int]]) -> int:
    character = src[at]
    if character in "{([`":
        stack.append((character, at))
    elif character in _CLOSERS:
        if not stack:
            raise NotJavaScript(at, f'"{character}" closes nothing', "remove it")
        if stack[-1][0] != _CLOSERS[character]:
            raise NotJavaScript(at, f'"{character}" does not close "{stack[-1][0]}"', "close brackets in order")
        stack.pop()
    elif character in _STRING:
        string = _STRING[character].match(src, at + 1, end)
        assert string is not None
        if string.end() >= end or src[string.end()] != character:
            raise NotJavaScript(at, "string is never closed", f"close it with {character}")
        return string.end() + 1
    elif character == "/":
        return _after_slash(src, start, at, end)
    elif _ELEMENT.match(src, at, end) and _expects_operand(src, start, at):
        stack.append(("tag", at))
    return at + 1


def _after_slash(src: str, start: int, at: int, end: int) -> int:
    if src.startswith("//", at):
        newline = src.find("\n", at, end)
        return end if newline < 0 else newline
    if src.startswith("/*", at):
        close = src.find("*/", at + 2, end)
        if close < 0:
            raise NotJavaScript(at, "comment is never closed", 'close it with "*/"')
        return close + 2
    if _expects_operand(src, start, at):
        regex = _REGEX.match(src, at, end)
        if regex is not None:
            return regex.end()
    return at + 1


def _in_children(src: str, at: int, end: int, stack: list[tuple[str, int]]) -> int:
    found = _CHILDREN.search(src, at, end)
    if found is None:
        raise NotJavaScript(stack[-1][1], "element is never closed", "add its closing tag")
    at = found.end()
    if found.group() == "{":
        stack.append(("{", at - 1))
    elif src.startswith("/", at):
        close = src.find(">", at, end)
        if close < 0:
            raise NotJavaScript(at - 1, "closing tag is never ended", 'end it with ">"')
        stack.pop()
        return close + 1
    else:
        stack.append(("tag", at - 1))
    return at


def _in_tag(src: str, at: int, end: int, stack: list[tuple[str, int]]) -> int:
    found = _TAG.search(src, at, end)
    if found is None:
        raise NotJavaScript(stack[-1][1], "tag is never ended", 'end it with ">"')
    at = found.end()
    character = found.group()
    if character == "{":
        stack.append(("{", at - 1))
    elif character == "/":
        stack.pop()
        return src.index(">", at) + 1
    elif character == ">":
        stack[-1] = ("children", stack[-1][1])
    else:
        close = src.find(character, at, end)
        if close < 0:
            raise NotJavaScript(at - 1, "attribute value is never closed", f"close it with {character}")
        return close + 1
    return at


_OPEN_END = re.compile(
    r"(?:=>|[=,+\-*/&|?:.<!~%^]|\b(?:from|import|export|default|as|const|let|var|return|extends))\s*\Z"
)


def _goes_on(src: str, start: int, at: int) -> bool:
    """True where a statement cannot end: after an operator, or a word that wants another."""
    return _OPEN_END.search(src, max(start, at - 2 * _WORD_LENGTH), at) is not None
