"""read_html: an HTML page to what each engine's search sees of it."""

from __future__ import annotations

import gc
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from turbohtml import Document as Tree
from turbohtml import Element, parse

from citegate.model import CHROMIUM, Block, Document, Engine, Link, OffsetMap, SourceText
from citegate.model.document import with_source
from citegate.model.offsets import LateMap
from citegate.parse.html.declared import Cascade
from citegate.parse.html.features import features_of
from citegate.parse.html.places import Cursor, line_feeds
from citegate.parse.html.scope import Scope
from citegate.parse.html.walk import ORDINARY, Walk

_SPACES = re.compile(r"[ \t\n\r\f]+")


@dataclass(frozen=True, slots=True)
class HtmlContent:
    """What one engine's search sees of a page."""

    blocks: tuple[Block, ...]
    """In flat-tree order, those that are not searched included."""
    element_ids: frozenset[str]
    """Every id and every named anchor, as written."""
    links: tuple[Link, ...]
    """In source order."""
    title: str
    """The text of the first h1, else of the title element, else ""."""
    base: str | None = None
    """`<base href>`, or None."""
    lang: str = ""
    """The root element's language, or ""."""
    canonical: str | None = None
    """`<link rel=canonical>`, or None."""


def read_html(
    markup: str,
    *,
    path: str,
    engines: Sequence[Engine] = (CHROMIUM,),
    places: OffsetMap | None = None,
    stylesheets: Sequence[str] = (),
    keeps_links: bool = True,
) -> tuple[HtmlContent, ...]:
    """One content for each engine, in their order. Never fails: HTML has no errors that stop a browser.

    Offsets count in `markup`, or, when `places` maps it to another source, in that. `stylesheets` are the texts of
    the style sheets that the page links to; those that stand in it are read anyhow. Without `keeps_links` there are
    none in what comes out, which saves a tenth of the time.
    """
    if "\r" in markup:
        markup, segments = line_feeds(markup)
        ends = OffsetMap.from_segments(segments)
        places = ends if places is None else ends.then(places)
    is_collecting = gc.isenabled()
    gc.disable()  # what a page is made of has no cycles to look for, and looking takes a tenth of the time
    try:
        tree = parse(markup, source_locations=True, scripting=True)
        contents = _read(tree, markup, path, engines, stylesheets, keeps_links=keeps_links)
    finally:
        if is_collecting:
            gc.enable()
    if places is None:
        return contents
    moved = {id(content): _moved(content, places) for content in contents}
    return tuple(moved[id(content)] for content in contents)


def parse_html_document(
    source: SourceText,
    *,
    id: str,
    url: str,
    engines: Sequence[Engine] = (CHROMIUM,),
    stylesheets: Sequence[str] = (),
    keeps_links: bool = True,
) -> tuple[Document, ...]:
    """A built page as one Document for each engine, in their order; `keeps_links` as for `read_html`."""
    contents = read_html(
        source.text, path=source.path, engines=engines, stylesheets=stylesheets, keeps_links=keeps_links
    )
    return tuple(
        Document(
            id=id,
            source=source,
            url=url,
            title=content.title or id,
            blocks=content.blocks,
            element_ids=content.element_ids,
            links=content.links,
            base=content.base,
        )
        for content in contents
    )


def _read(
    tree: Tree, markup: str, path: str, engines: Sequence[Engine], stylesheets: Sequence[str], *, keeps_links: bool
) -> tuple[HtmlContent, ...]:
    """One content for each engine: what does not differ is worked out once, the links by the first walk."""
    sheets = [*stylesheets, *(element.text for element in tree.select("style") if _is_style(element))]
    lower = markup.encode("utf-8", "surrogatepass").lower()
    features = features_of(
        tree, markup, lower, Cascade(tree, sheets), keeps_links=keeps_links, is_read_once=len(engines) == 1
    )
    has_templates = b"<template" in lower
    del lower  # as large as the page, and the walk is what needs most memory
    root = tree.root
    body = next((child for child in root or () if isinstance(child, Element) and child.tag == "body"), None)
    lang = (root.attr("lang") or "") if root is not None else ""
    common = HtmlContent(
        blocks=(),
        element_ids=_element_ids(tree, has_templates=has_templates),
        links=(),
        title=_title(tree),
        base=_attribute(tree, "base[href]", "href"),
        lang=lang,
        canonical=_attribute(tree, "link[rel~=canonical i][href]", "href"),
    )
    contents: list[HtmlContent] = []
    shared: dict[tuple[bool, ...], HtmlContent] = {}
    for engine in engines:
        ordinary = tuple(getattr(engine, field) for field in ORDINARY)
        if ordinary in shared:
            contents.append(shared[ordinary])
            continue
        scope = Scope(path)
        scope.lang = lang
        walk = Walk(Cursor(markup), features, engine, keeps_links=keeps_links and not contents)
        blocks = walk.blocks(body, scope) if body is not None else ()
        links = contents[0].links if contents else tuple(walk.links)
        contents.append(replace(common, blocks=blocks, links=links))
        if not walk.is_peculiar:
            shared[ordinary] = contents[-1]
    return tuple(contents)


def _is_style(element: Element) -> bool:
    kind = (element.attr("type") or "").strip().lower()
    return kind in ("", "text/css") and (element.attr("media") is None or element.attr("media") != "print")


def _element_ids(tree: Tree, *, has_templates: bool) -> frozenset[str]:
    names = {element.attr("id") for element in tree.select("[id]")}
    names |= {element.attr("name") for element in tree.select("a[name]")}
    if has_templates:  # what stands in one is no part of the page
        names -= {element.attr("id") for element in tree.select("template [id]")}
    return frozenset(name for name in names if name)


def _title(tree: Tree) -> str:
    for selector in ("h1", "title"):
        element = tree.select_one(selector)
        if element is not None and (text := _SPACES.sub(" ", element.text).strip(" ")):
            return text
    return ""


def _attribute(tree: Tree, selector: str, name: str) -> str | None:
    element = tree.select_one(selector)
    return element.attr(name) if element is not None else None


def _then(maps: tuple[OffsetMap, OffsetMap]) -> OffsetMap:
    inner, outer = maps
    return inner.then(outer)


def _moved(content: HtmlContent, places: OffsetMap) -> HtmlContent:
    """The content with its places in the source that `places` leads to."""
    return replace(
        content,
        blocks=tuple(
            with_source(block, LateMap(block.source.length, _then, (block.source, places), block.source.origin))
            for block in content.blocks
        ),
        links=tuple(
            replace(
                link,
                span=places.source_span(link.span),
                href_span=None if link.href_span is None else places.source_span(link.href_span),
            )
            for link in content.links
        ),
    )
