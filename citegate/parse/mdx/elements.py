"""Which tag closes which: MDX's rules for tags between Markdown, and the paragraphs that it takes away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType

from citegate.parse.mdx.components import Component
from citegate.parse.mdx.syntax import tag_fault
from citegate.parse.mdx.tag import Tag
from citegate.parse.mdx.values import exported_values

_NAMES = {"th_open": "table cell", "td_open": "table cell", "em_open": "emphasis", "s_open": "strikethrough"}


def pair_tags(state: StateCore) -> None:
    """Core rule: pair the tags, note panels with their group, and take paragraphs of nothing but JSX away.

    Raises MalformedMarkup where a tag is not closed where it was opened.
    """
    env = state.env
    components: Mapping[str, Component] = env["components"]
    names: dict[str, object] = env["names"]
    open_tokens: list[Token] = []
    tokens = state.tokens
    for index, token in enumerate(tokens):
        kind = token.type
        if kind == "inline":
            _pair(env, components, open_tokens, token.children or ())
        elif kind == "mdx_tag":
            _pair(env, components, open_tokens, (token,))
            tag: Tag = token.meta["tag"]
            token.meta["gap"] = (tag.is_close or tag.is_self_closing) and not _is_in_element(open_tokens)
        elif kind == "mdx_expression":
            token.meta["gap"] = not _is_in_element(open_tokens)
        elif kind == "mdx_esm":
            names.update(exported_values(token.content))
        elif token.nesting > 0:
            if kind == "paragraph_open":
                _unravel(tokens, index, _is_in_element(open_tokens))
            open_tokens.append(token)
        elif token.nesting < 0:
            _close_markdown(env, open_tokens)
    if open_tokens:
        name = open_tokens[-1].meta["tag"].name
        raise tag_fault(env, open_tokens[-1], f"tag <{name}> is never closed", f"add </{name}>")


def _is_in_element(open_tokens: Sequence[Token]) -> bool:
    return bool(open_tokens) and open_tokens[-1].type == "mdx_tag"


def _pair(env: EnvType, components: Mapping[str, Component], open_tokens: list[Token], tokens: Sequence[Token]) -> None:
    for token in tokens:
        if token.type != "mdx_tag":
            if token.nesting > 0:
                open_tokens.append(token)
            elif token.nesting < 0:
                _close_markdown(env, open_tokens)
            continue
        tag: Tag = token.meta["tag"]
        if not tag.is_close:
            _note_panel(components, open_tokens, token)
            if not tag.is_self_closing:
                open_tokens.append(token)
            continue
        if not any(opened.type == "mdx_tag" for opened in reversed(open_tokens)):
            raise tag_fault(env, token, f"closing tag </{tag.name}> closes nothing", "remove it, or open it before")
        opened = open_tokens[-1]
        if opened.type != "mdx_tag":
            where = _name(opened)
            raise tag_fault(
                env,
                token,
                f"closing tag </{tag.name}> stands inside a {where} that its opening tag stands before",
                f"close it after the end of the {where}, or open it inside",
            )
        if opened.meta["tag"].name != tag.name:
            name = opened.meta["tag"].name
            raise tag_fault(env, token, f"closing tag </{tag.name}> does not close <{name}>", f"write </{name}> first")
        open_tokens.pop()


def _close_markdown(env: EnvType, open_tokens: list[Token]) -> None:
    opened = open_tokens.pop()
    if opened.type == "mdx_tag":
        name = opened.meta["tag"].name
        where = next((_name(token) for token in reversed(open_tokens) if token.type != "mdx_tag"), "block")
        raise tag_fault(
            env,
            opened,
            f"tag <{name}> is not closed before the end of its {where}",
            f"add </{name}> inside the {where}",
        )


def _name(token: Token) -> str:
    return _NAMES.get(token.type, token.type.removesuffix("_open").replace("_", " "))


def _note_panel(components: Mapping[str, Component], open_tokens: list[Token], token: Token) -> None:
    for opened in reversed(open_tokens):
        if opened.type == "mdx_tag":
            setting = components.get(opened.meta["tag"].name)
            if setting is not None and setting.tabs:
                panels = opened.meta.setdefault("panels", [])
                token.meta["panel"] = (len(panels), setting)
                panels.append(token)
            return


def _unravel(tokens: Sequence[Token], index: int, is_in_element: bool) -> None:
    """Take a paragraph of nothing but JSX away; a paragraph in an element stays, however tight its list is."""
    opened, content, closed = tokens[index], tokens[index + 1], tokens[index + 2]
    if is_in_element:
        opened.hidden = closed.hidden = False
    parts = _siblings(content.children or ())
    if parts is None:
        return
    opened.hidden = True
    closed.hidden = closed.meta["is_gone"] = True
    gap = () if is_in_element else (Token("mdx_gap", "", 0),)
    content.children = [token for part in parts for token in (*part, *gap)]


def _siblings(tokens: Sequence[Token]) -> list[list[Token]] | None:
    """The tags, with what stands in them, and the expressions of a paragraph that has nothing else but white space."""
    parts: list[list[Token]] = []
    depth = 0
    for token in tokens:
        if depth:
            parts[-1].append(token)
        elif token.type in ("mdx_tag", "mdx_expression"):
            parts.append([token])
        elif token.type != "softbreak" and not (token.type == "text" and not token.content.strip(" \t\r\n")):
            return None
        if token.type == "mdx_tag":
            tag: Tag = token.meta["tag"]
            depth += 0 if tag.is_self_closing else -1 if tag.is_close else 1
    return parts or None
