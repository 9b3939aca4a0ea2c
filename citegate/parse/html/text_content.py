"""The text of a piece of markup as the DOM has it: hidden text and scripts included."""

from __future__ import annotations

from turbohtml import Element, Text, parse_fragment


def text_content(markup: str) -> str:
    """What `Range.toString()` gives for a range over this piece: every text node, rendered or not.

    Comments, the content of templates and shadow trees are left out.
    https://dom.spec.whatwg.org/#dom-range-stringifier
    """
    if "<" not in markup and "&" not in markup:
        return markup
    found: list[str] = []
    waiting = list(reversed(parse_fragment(markup).children))
    while waiting:
        node = waiting.pop()
        if isinstance(node, Text):
            found.append(node.data)
        elif not isinstance(node, Element) or node.tag != "template":
            waiting.extend(reversed(node.children))
    return "".join(found)
