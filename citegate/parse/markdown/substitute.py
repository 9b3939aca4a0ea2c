"""Text that a generator changes after parsing: smart punctuation, symbols, emoji."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from markdown_it.rules_core import StateCore
from markdown_it.token import Token

Change = tuple[int, int, str]
"""Start and end in a text, and what stands there instead."""
Substitution = Callable[[str, str, str], Sequence[Change]]
"""A text, with the characters before and after it ("" at the ends of a block), to its changes, in order."""

_OUTSIDE = {"softbreak": " ", "hardbreak": " ", "image": "\ufffc"}


def core_rule(substitutions: Sequence[Substitution]) -> Callable[[StateCore], None]:
    """A core rule that makes the substitutions, one after the other, in the text of every block."""

    def substitute(state: StateCore) -> None:
        for token in state.tokens:
            if token.type == "inline" and token.children:
                children = _joined(token.children)
                for substitution in substitutions:
                    children = _substituted(children, substitution)
                token.children = children

    return substitute


def _joined(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with neighbouring text in one."""
    joined: list[Token] = []
    run: list[Token] = []
    for token in tokens:
        if run and not (token.type == "text" and _touch(run[-1], token)):
            joined.append(_join(run))
            run = []
        if token.type == "text" and token.map is not None and token.map[1] < 0:
            run.append(token)
        else:
            joined.append(token)
    if run:
        joined.append(_join(run))
    return joined


def _touch(left: Token, right: Token) -> bool:
    if left.map is None or right.map is None or right.map[1] >= 0:
        return False
    return left.map[0] + len(left.content) == right.map[0] and "is_url" not in left.meta and "is_url" not in right.meta


def _join(run: Sequence[Token]) -> Token:
    if len(run) > 1:
        run[0].content = "".join(token.content for token in run)
    return run[0]


def _substituted(tokens: Sequence[Token], substitution: Substitution) -> list[Token]:
    out: list[Token] = []
    before = ""
    for index, token in enumerate(tokens):
        text = token.content
        if token.type != "text" or token.map is None or token.map[1] >= 0 or "is_url" in token.meta:
            out.append(token)
            before = _OUTSIDE.get(token.type) or text[-1:] or before
            continue
        after = next((_first(following) for following in tokens[index + 1 : index + 4] if _first(following)), "")
        changes = substitution(text, before, after)
        before = text[-1:] or before
        if changes:
            out.extend(_pieces(token, changes))
        else:
            out.append(token)
    return out


def _first(token: Token) -> str:
    return _OUTSIDE.get(token.type) or token.content[:1]


def _pieces(token: Token, changes: Sequence[Change]) -> list[Token]:
    """The token cut at the changes."""
    base = token.map[0] if token.map is not None else 0
    out: list[Token] = []
    done = 0
    for start, end, replacement in changes:
        if start > done:
            out.append(Token("text", "", 0, content=token.content[done:start], map=[base + done, -1]))
        out.append(Token("text", "", 0, content=replacement, map=[base + start, base + end]))
        done = end
    if done < len(token.content):
        out.append(Token("text", "", 0, content=token.content[done:], map=[base + done, -1]))
    return out
