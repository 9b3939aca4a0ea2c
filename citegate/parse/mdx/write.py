"""Tags and expressions to HTML: elements as they are, components by their settings, the unknown as opaque."""

from __future__ import annotations

import html
from typing import Any

from markdown_it.token import Token

from citegate.parse.html.tags import OPAQUE_TAG
from citegate.parse.markdown.places import Cut, escape_attribute
from citegate.parse.markdown.render import Writing, writes
from citegate.parse.mdx.components import UNKNOWN, Component, Display
from citegate.parse.mdx.tag import Attribute, Tag
from citegate.parse.mdx.values import Known, known_value, rendered

OPAQUE = f"<{OPAQUE_TAG}></{OPAQUE_TAG}>"
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
_ATTRIBUTES = {"className": "class", "htmlFor": "for", "defaultValue": "value", "tabIndex": "tabindex"}
_NO_WORDS = frozenset({"className", "class", "href", "src", "id", "key", "style", "to", "icon", "lang", "type", "url"})
_BOOLEAN = frozenset({"hidden", "inert", "open", "disabled", "checked", "multiple", "reversed", "popover"})


@writes("mdx_esm", "mdx_comment")
def write_nothing(_writing: Writing, _token: Token) -> None:
    """Nothing: imports, exports and comments are not text."""


@writes("mdx_gap")
def write_gap(writing: Writing, _token: Token) -> None:
    """The line feed that stands between the blocks of the page."""
    writing.out.markup("\n")


@writes("mdx_expression")
def write_expression(writing: Writing, token: Token) -> None:
    """The value, when it is known."""
    cut: Cut = token.meta["cut"]
    start = token.meta["at"]
    end = start + len(token.content)
    known = known_value(token.content, writing.env["names"])
    if known is not None and known.literal is not None:
        first, last = known.literal
        writing.out.text(token.content[first:last], start + first, cut)
        _write_gap(writing, token)
        return
    text = None if known is None else rendered(known.value)
    source, source_end = cut.source(start - 1), cut.end(end + 1)
    if text is None:
        writing.out.piece(OPAQUE, source, source_end)
    elif text:
        writing.out.generated(text, source, source_end)
    _write_gap(writing, token)


def _write_gap(writing: Writing, token: Token) -> None:
    if token.meta.get("gap"):
        writing.out.markup("\n")


@writes("mdx_tag")
def write_tag(writing: Writing, token: Token) -> None:
    """A start or end tag."""
    tag: Tag = token.meta["tag"]
    cut: Cut = token.meta["cut"]
    source, source_end = cut.source(tag.start), cut.end(tag.end)
    ends: list[tuple[str, int]] = writing.env["ends"]
    if tag.is_close:
        end, length = ends.pop()
        writing.out.drop_line_feed()
        writing.out.piece(OPAQUE + end if writing.out.length == length else end, source, source_end)
        _write_gap(writing, token)
        return
    setting = _setting(writing, tag)
    if setting is None:
        start, end = _element(writing, token, tag)
    else:
        partial = writing.env["partials"].get(tag.name) if tag.is_self_closing else None
        if partial is not None:
            writing.env["include"](writing, token, partial)
            return
        start, end = _component(writing, token, tag, setting)
    if tag.is_self_closing:
        if any(attribute.name == "children" for attribute in tag.attributes):
            writing.out.piece(start.removesuffix(OPAQUE), source, source)
            write_prop_text(writing, token, "children")
            start = ""
        start, end = start + end, ""
    else:
        ends.append((end, -1))
    if start:
        writing.out.piece(start, source, source_end)
    if not tag.is_self_closing and setting is writing.env["default_component"] and setting is UNKNOWN:
        ends[-1] = (end, writing.out.length)
    _write_gap(writing, token)


def write_opaque(writing: Writing, token: Token) -> None:
    """The opaque element, in the place of a tag."""
    tag: Tag = token.meta["tag"]
    cut: Cut = token.meta["cut"]
    writing.out.piece(OPAQUE, cut.source(tag.start), cut.end(tag.end))


def _setting(writing: Writing, tag: Tag) -> Component | None:
    """The setting of a component; None for a plain element."""
    setting: Component | None = writing.env["components"].get(tag.name)
    if setting is not None:
        return setting
    is_element = tag.name[:1].islower() and "." not in tag.name
    return None if is_element else writing.env["default_component"]


def _element(writing: Writing, token: Token, tag: Tag) -> tuple[str, str]:
    values = attribute_values(writing, token)
    content = ""
    parts = [f"<{tag.name}"]
    for name, value in values.items():
        if name == "dangerouslySetInnerHTML":
            content = OPAQUE
        elif name == "style":
            style = _style(value)
            if style:
                parts.append(f' style="{escape_attribute(style)}"')
        elif name in _BOOLEAN and isinstance(value, bool):
            if value:
                parts.append(f" {name}")
        elif isinstance(value, str | int) and not isinstance(value, bool):
            parts.append(f' {_ATTRIBUTES.get(name, name)}="{escape_attribute(str(value))}"')
    parts.append(f">{content}")
    return "".join(parts), "" if tag.name in _VOID else f"</{tag.name}>"


def attribute_values(writing: Writing, token: Token) -> dict[str, object]:
    """The attributes of a tag whose values are known."""
    tag: Tag = token.meta["tag"]
    text: str = token.meta["text"]
    values: dict[str, object] = {}
    for attribute in tag.attributes:
        known = _value(writing, text, attribute)
        if known is not None:
            values[attribute.name] = known.value
    return values


def _value(writing: Writing, text: str, attribute: Attribute) -> Known | None:
    raw = text[attribute.start : attribute.end]
    if attribute.kind == "boolean":
        return Known(True)
    if attribute.kind == "string":
        return Known(html.unescape(raw), (0, len(raw)) if "&" not in raw else None)
    if attribute.kind == "spread":
        return None
    return known_value(raw, writing.env["names"])


def _style(value: object) -> str:
    if isinstance(value, str):
        return value
    if not isinstance(value, dict):
        return ""
    rules = []
    for name, item in value.items():
        property_name = "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name)
        unit = "px" if isinstance(item, int) and item and property_name not in _UNITLESS else ""
        rules.append(f"{property_name}:{item}{unit}")
    return ";".join(rules)


_UNITLESS = frozenset({"opacity", "order", "flex", "flex-grow", "flex-shrink", "z-index", "zoom", "line-height"})


def _component(writing: Writing, token: Token, tag: Tag, setting: Component) -> tuple[str, str]:
    display = setting.display
    if setting is writing.env["default_component"]:
        _note_props(writing, token)
    if display is Display.OPAQUE or (display is Display.TRANSPARENT and tag.is_self_closing and not setting.text):
        is_known = setting is not UNKNOWN and display is not Display.OPAQUE
        hide = ("<span hidden>", "</span>") if not tag.is_self_closing else ("", "")
        return ("", "") if is_known else (OPAQUE + hide[0], hide[1])
    panel: tuple[int, Component] | None = token.meta.get("panel")
    hidden = " hidden" if display is Display.HIDDEN or (panel and panel[1].hides_rest and panel[0]) else ""
    element = setting.element
    if not element and display is not Display.TRANSPARENT:
        element = "span" if display is Display.INLINE else "div"
    if hidden and not element:
        element = "div"
    start, end = (f"<{element}{hidden}>", f"</{element}>") if element else ("", "")
    cut: Cut = token.meta["cut"]
    writing.out.piece(start, cut.source(tag.start), cut.source(tag.start))
    for name in setting.text:
        _write_prop(writing, token, name, setting)
    if setting.tabs:
        _write_labels(writing, token, setting)
    return "", end


def _note_props(writing: Writing, token: Token) -> None:
    """Leave the words in a component's props as an attribute: no text, but a report can say where they stand."""
    tag: Tag = token.meta["tag"]
    cut: Cut = token.meta["cut"]
    text: str = token.meta["text"]
    for attribute in tag.attributes:
        value = text[attribute.start : attribute.end]
        if attribute.kind == "string" and attribute.name not in _NO_WORDS and value.strip():
            out = writing.out
            out.piece('<i title="', cut.source(attribute.start), cut.source(attribute.start))
            out.raw(value.replace('"', "'"), attribute.start, cut)
            out.piece('"></i>', cut.end(attribute.end), cut.end(attribute.end))


def _write_prop(writing: Writing, token: Token, name: str, setting: Component) -> None:
    """The text of a prop, in its own element, with its place."""
    inner = "span" if setting.display is Display.INLINE else setting.text_element
    out = writing.out
    out.markup(f"<{inner}>")
    if write_prop_text(writing, token, name):
        out.markup(f"</{inner}>")
        return
    default = dict(setting.defaults).get(name, "")
    cut: Cut = token.meta["cut"]
    tag: Tag = token.meta["tag"]
    if default:
        out.generated(default, cut.source(tag.start), cut.end(tag.end))
    out.markup(f"</{inner}>")


def write_prop_text(writing: Writing, token: Token, name: str) -> bool:
    """Write the text of a prop; False when the tag does not have it."""
    tag: Tag = token.meta["tag"]
    cut: Cut = token.meta["cut"]
    text: str = token.meta["text"]
    out = writing.out
    for attribute in tag.attributes:
        if attribute.name != name or attribute.kind == "boolean":
            continue
        known = _value(writing, text, attribute)
        raw = text[attribute.start : attribute.end]
        if known is not None and known.literal is not None:
            first, last = known.literal
            out.text(raw[first:last], attribute.start + first, cut)
            return True
        shown = None if known is None else rendered(known.value)
        source, source_end = cut.source(attribute.start), cut.end(attribute.end)
        if shown is None:
            out.piece(OPAQUE, source, source_end)
        else:
            out.generated(shown, source, source_end)
        return True
    return False


def _write_labels(writing: Writing, token: Token, setting: Component) -> None:
    """The labels of a group of panels: a list before them."""
    panels: list[Any] = token.meta.get("panels", [])
    writing.out.markup("<ul>")
    for panel in panels:
        writing.out.markup("<li>")
        for name in setting.tabs.split():
            if write_prop_text(writing, panel, name):
                break
        writing.out.markup("</li>")
    writing.out.markup("</ul>")
