"""A model's answer as HTML: its Markdown sanitised, with chips and a panel of sources that only citegate can make."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token as MarkdownToken

from citegate.answers.cards import WORDS, chip, panel
from citegate.answers.resolve import Resolver
from citegate.answers.stream import read_answer
from citegate.model.answer import AnswerEvent, CitationEvent, EndEvent, SourceRecord, SourcesEvent, TextEvent

_BLOCKS = ("p", "br", "hr", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre")
_INLINE = ("code", "em", "strong", "b", "i", "s", "del", "sub", "sup", "kbd")
_TABLE = ("table", "thead", "tbody", "tr", "th", "td")
TAGS = frozenset((*_BLOCKS, *_INLINE, *_TABLE))
"""What is left of a model's markup. None of them loads, runs or leads anywhere."""
_RUNS = ("script", "style", "template", "noscript", "iframe", "noembed", "noframes", "object", "svg", "math")
SILENT = frozenset((*_RUNS, "title", "textarea", "select", "xmp", "plaintext"))
"""Elements that go with all that stands in them."""
MAX_START = 9  # digits of the number that a list begins with

BEGIN, END, LEFT_OUT = "\ufdd0", "\ufdd1", "\ufdd2"
"""Around the number of a citation, while the text is Markdown and then HTML, and where one was left out. No character
reference makes them, and they are taken out of the model's own words."""
_HELD = re.compile(f"{BEGIN}([0-9]+){END}")
_SIGNS = str.maketrans(dict.fromkeys((BEGIN, END, LEFT_OUT), "\ufffd"))
_GAP = re.compile(f"(?<![\\s{LEFT_OUT}]) *{LEFT_OUT}[ {LEFT_OUT}]*+(?=[.,;:!?)。，、；：！？）])")
_ANCHOR = re.compile(r"<a(?=[\s/])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Rendered:
    """An answer as HTML, and what was taken out of it."""

    text: str
    """The answer: elements of `TAGS` without attributes, chips, and marks where the model had written a link."""
    sources: str
    """The panel with the cards; "" when nothing was cited."""
    links: int
    """How many links and images of the model were taken out; their words stay."""
    lost: int
    """How many citations stood where nothing is shown: in a comment, say, or in an attribute."""
    remarks: tuple[str, ...]
    """What a reader is told below the answer."""

    @property
    def html(self) -> str:
        """All of it, for `citegate-answer.css`."""
        remarks = f"<p>{escape(' '.join(self.remarks))}</p>\n" if self.remarks else ""
        return (
            f'<div class="citegate">\n<div class="citegate-text">\n{self.text}</div>\n{remarks}{self.sources}</div>\n'
        )


def render_answer(
    answer: str | Iterable[AnswerEvent],
    resolver: Resolver | None = None,
    *,
    prefix: str = "citegate-1",
    words: Mapping[str, str] | None = None,
) -> Rendered:
    """The HTML of an answer: of its events, or of its text, which is then read with the resolver.

    `prefix` begins every id, so that two answers may stand on a page. Raises ValueError for a prefix that is no id, and
    for a text without a resolver.
    """
    if not re.fullmatch(r"[A-Za-z][\w-]*", prefix, re.ASCII):
        raise ValueError(f"{prefix!r} cannot begin an id")
    if isinstance(answer, str):
        if resolver is None:
            raise ValueError("a text needs a resolver")
        answer = read_answer(answer, resolver)
    said = {**WORDS, **(words or {})}
    markdown, chips, records, end = _gathered(answer, prefix, said)
    text, links, lost = _sanitised(markdown, chips, said)
    remarks = []
    if end is not None and not end.is_complete:
        remarks.append(said["cut"])
    if end is not None and end.dropped:
        remarks.append(f"{said['dropped']} {end.dropped}.")
    if links:
        remarks.append(f"{said['links']} {links}.")
    return Rendered(text, panel(records, prefix, said), links, lost, tuple(remarks))


def _gathered(
    events: Iterable[AnswerEvent], prefix: str, words: dict[str, str]
) -> tuple[str, list[str], list[SourceRecord], EndEvent | None]:
    """The Markdown with a place for each citation, what stands there, the sources, and how the answer ended.

    Where a citation is left out, the space before a full stop goes with it.
    """
    parts: list[str] = []
    chips: list[str] = []
    records: list[SourceRecord] = []
    end: EndEvent | None = None
    for event in events:
        if isinstance(event, TextEvent):
            parts.append(_own(event.text))
        elif isinstance(event, CitationEvent) and event.records:
            parts.append(f"{BEGIN}{len(chips)}{END}")
            chips.append(chip(event.records, event.token.label, prefix, words))
            records += event.records
        elif isinstance(event, CitationEvent):
            parts.append(_own(event.text) or LEFT_OUT)
        elif isinstance(event, SourcesEvent):
            records += event.records
        else:
            end = event
    return _GAP.sub("", "".join(parts)).replace(LEFT_OUT, ""), chips, records, end


def _own(text: str) -> str:
    """The model's words, without signs that only citegate writes and without halves of characters."""
    return text.translate(_SIGNS).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _sanitised(markdown: str, chips: Sequence[str], words: dict[str, str]) -> tuple[str, int, int]:
    """The text as HTML, how many links were taken out, and how many citations are not to be seen."""
    unlinked = f"x-{secrets.token_hex(16)}"
    renderer = _Renderer(unlinked)
    parser = MarkdownIt("commonmark", {"html": True}, renderer_cls=lambda _: renderer).enable(
        ["table", "strikethrough"]
    )
    parser.validateLink = lambda url: True  # type: ignore[method-assign] # every link goes, so none has to be left as text
    html = nh3.clean(
        parser.render(markdown),
        tags={*TAGS, unlinked},
        clean_content_tags=set(SILENT),
        attributes={"ol": {"start"}},
        attribute_filter=_start,
        link_rel=None,
        strip_comments=True,
    )
    seen: set[int] = set()

    def place(found: re.Match[str]) -> str:
        seen.add(int(found[1]))
        return chips[int(found[1])]

    html = _HELD.sub(place, html)
    html = html.replace(f"<{unlinked}>", f'<span class="citegate-unlinked" title="{escape(words["unlinked"])}">')
    html = html.replace(f"</{unlinked}>", "</span>").replace("<pre>", '<pre tabindex="0">')
    return html, renderer.links, len(chips) - len(seen)


def _start(tag: str, name: str, value: str) -> str | None:
    return value if value.isascii() and value.isdecimal() and len(value) <= MAX_START else None


class _Renderer(RendererHTML):
    """Markdown to HTML with an element of its own where a link or an image stood."""

    def __init__(self, unlinked: str) -> None:
        super().__init__()
        self.links = 0
        self._open, self._close = f"<{unlinked}>", f"</{unlinked}>"

    def link_open(self, *_: Any) -> str:
        self.links += 1
        return self._open

    def link_close(self, *_: Any) -> str:
        return self._close

    def image(self, tokens: Sequence[MarkdownToken], idx: int, options: Any, env: Any) -> str:
        self.links += 1
        return self._open + escape(self.renderInlineAsText(tokens[idx].children or [], options, env)) + self._close

    def heading_open(self, tokens: Sequence[MarkdownToken], idx: int, *_: Any) -> str:
        return f"<{_lower(tokens[idx].tag)}>"

    def heading_close(self, tokens: Sequence[MarkdownToken], idx: int, *_: Any) -> str:
        return f"</{_lower(tokens[idx].tag)}>\n"

    def html_inline(self, tokens: Sequence[MarkdownToken], idx: int, *_: Any) -> str:
        self.links += len(_ANCHOR.findall(tokens[idx].content))
        return tokens[idx].content

    def html_block(self, tokens: Sequence[MarkdownToken], idx: int, options: Any, env: Any) -> str:
        return self.html_inline(tokens, idx)


def _lower(tag: str) -> str:
    """Two levels down: the page has its own title, and the question another."""
    return f"h{min(6, int(tag[1]) + 2)}"
