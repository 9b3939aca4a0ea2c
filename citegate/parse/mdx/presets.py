"""The components of each generator: which print a prop, which hold blocks, which hide what they hold."""

from __future__ import annotations

from collections.abc import Mapping

from citegate.parse.mdx.components import Component, Display

_BLOCK = Component(Display.BLOCK)
_INLINE = Component(Display.INLINE)
_EMPTY = Component(Display.HIDDEN)
_TITLED = Component(Display.BLOCK, text=("title",))
_DETAILS = Component(Display.BLOCK, text=("title",), element="details", text_element="summary")
_OPAQUE = Component(Display.OPAQUE)


def _tabs(label: str, *, hides_rest: bool = True) -> Component:
    return Component(Display.BLOCK, tabs=label, hides_rest=hides_rest)


DOCUSAURUS: Mapping[str, Component] = {
    "Tabs": _tabs("label value"),
    "TabItem": _BLOCK,
    "CodeBlock": Component(Display.BLOCK, text=("title",), element="pre"),
    "Admonition": Component(Display.BLOCK, text=("title",), defaults=(("title", "note"),)),
    "Details": Component(Display.BLOCK, text=("summary",), element="details", text_element="summary"),
    "Link": Component(Display.INLINE, element="a"),
    "Head": _EMPTY,
    "BrowserOnly": _OPAQUE,
    "TOCInline": _OPAQUE,
    "DocCardList": _OPAQUE,
    "Translate": _INLINE,
}
STARLIGHT: Mapping[str, Component] = {
    "Tabs": _tabs("label"),
    "TabItem": _BLOCK,
    "Card": _TITLED,
    "CardGrid": _BLOCK,
    "LinkCard": Component(Display.BLOCK, text=("title", "description")),
    "LinkButton": Component(Display.INLINE, element="a"),
    "Aside": Component(Display.BLOCK, text=("title",), defaults=(("title", "Note"),)),
    "Badge": Component(Display.INLINE, text=("text",)),
    "Icon": Component(Display.INLINE),
    "Steps": _BLOCK,
    "FileTree": _BLOCK,
    "Code": Component(Display.BLOCK, text=("title", "code"), text_element="pre"),
}
NEXTRA: Mapping[str, Component] = {
    "Tabs": Component(Display.BLOCK, hides_rest=True, tabs="label"),
    "Tabs.Tab": _BLOCK,
    "Tab": _BLOCK,
    "Callout": _BLOCK,
    "Cards": _BLOCK,
    "Cards.Card": _TITLED,
    "Card": _TITLED,
    "Steps": _BLOCK,
    "FileTree": _BLOCK,
    "FileTree.Folder": Component(Display.BLOCK, text=("name",)),
    "FileTree.File": Component(Display.BLOCK, text=("name",)),
    "Bleed": _BLOCK,
}
FUMADOCS: Mapping[str, Component] = {
    "Tabs": Component(Display.BLOCK, tabs="title value", hides_rest=True),
    "Tab": _BLOCK,
    "Callout": _TITLED,
    "Cards": _BLOCK,
    "Card": Component(Display.BLOCK, text=("title", "description")),
    "Steps": _BLOCK,
    "Step": _BLOCK,
    "Accordions": _BLOCK,
    "Accordion": _TITLED,
    "Files": _BLOCK,
    "Folder": Component(Display.BLOCK, text=("name",)),
    "File": Component(Display.BLOCK, text=("name",)),
    "TypeTable": _OPAQUE,
    "AutoTypeTable": _OPAQUE,
    "InlineTOC": _OPAQUE,
}
MINTLIFY: Mapping[str, Component] = {
    "Note": _BLOCK,
    "Warning": _BLOCK,
    "Info": _BLOCK,
    "Tip": _BLOCK,
    "Check": _BLOCK,
    "Danger": _BLOCK,
    "Card": _TITLED,
    "CardGroup": _BLOCK,
    "Columns": _BLOCK,
    "Column": _BLOCK,
    "Tabs": _tabs("title"),
    "Tab": _BLOCK,
    "CodeGroup": _BLOCK,
    "Accordion": _DETAILS,
    "AccordionGroup": _BLOCK,
    "Expandable": _DETAILS,
    "Steps": _BLOCK,
    "Step": _TITLED,
    "Frame": Component(Display.BLOCK),
    "Icon": _INLINE,
    "Tooltip": _INLINE,
    "Update": Component(Display.BLOCK, text=("label", "description")),
    "ParamField": Component(Display.BLOCK, text=("path", "query", "body", "header", "type")),
    "ResponseField": Component(Display.BLOCK, text=("name", "type")),
    "RequestExample": _BLOCK,
    "ResponseExample": _BLOCK,
    "Snippet": _OPAQUE,
}
VITEPRESS: Mapping[str, Component] = {
    "Badge": Component(Display.INLINE, text=("text",)),
}
