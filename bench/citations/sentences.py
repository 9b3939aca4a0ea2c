"""Sentences of a document, read without citegate, so that the sample owes nothing to what it tests.

HTML goes through lexbor; a paragraph is an element that holds text and inline elements only. From MDX and
Markdown only paragraphs are taken whose markup can be removed with four plain replacements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser, LexborNode

SHORTEST, LONGEST = 24, 300  # characters; the gate's own limits
SHORTEST_CJK = 10
INLINE = frozenset(
    {"a", "abbr", "acronym", "b", "code", "em", "i", "q", "span", "strong", "sub", "sup", "tt", "u", "var"}
)
HOLDERS = frozenset({"p", "li", "dd", "dt", "td", "h1", "h2", "h3", "h4"})
CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
LATIN = re.compile(r"[A-Za-z]")
SENTENCE_END = re.compile(r"(?<=[.!?])[ ](?=[A-Z])|(?<=[。！？])(?![」』）])")
ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|sec)\.$", re.IGNORECASE)
UNSURE = re.compile(r"[{}<>\\|$^~`*_\[\]!]|https?:|&\w+;|:\w+:|--|\.\.\.")  # markup that may change the text


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph as a reader sees it."""

    text: str
    sentences: tuple[str, ...]


def paragraphs_of(path: Path) -> tuple[Paragraph, ...]:
    """The document's paragraphs in order; () when it has none of the simple kind."""
    data = path.read_bytes()
    texts = _html(data) if path.suffix == ".html" else _markdown(data.decode("utf-8", "replace"))
    return tuple(Paragraph(text, sentences(text)) for text in texts)


def sentences(text: str) -> tuple[str, ...]:
    """The whole sentences of a paragraph that are long enough to cite."""
    parts: list[str] = []
    for part in SENTENCE_END.split(text):
        if parts and ABBREVIATION.search(parts[-1]):
            parts[-1] += " " + part
        else:
            parts.append(part)
    return tuple(part for part in (part.strip() for part in parts) if shortest(part) <= len(part) <= LONGEST)


def shortest(text: str) -> int:
    """The fewest characters that a citation needs; in mixed scripts the greater number."""
    return SHORTEST_CJK if CJK.search(text) and not LATIN.search(text) else SHORTEST


def visible_text(path: Path) -> str:
    """All text of the document with white space collapsed, to see whether some words stand there at all."""
    data = path.read_bytes()
    if path.suffix == ".html":
        body = LexborHTMLParser(data).body
        return collapsed(body.text() if body else "")
    return collapsed(re.sub(r"[*`_]", "", data.decode("utf-8", "replace")))


def collapsed(text: str) -> str:
    """White space as CSS collapses it."""
    return re.sub(r"[ \t\n\r\f]+", " ", text).strip(" ")


def _html(data: bytes) -> Iterator[str]:
    tree = LexborHTMLParser(data)
    for node in tree.css("noscript"):
        node.decompose()
    for node in tree.css(",".join(sorted(HOLDERS))):
        if _is_simple(node):
            text = collapsed(node.text())
            if text:
                yield text


def _is_simple(node: LexborNode) -> bool:
    return all(child.tag in INLINE for child in node.css("*") if child != node)


def _markdown(text: str) -> Iterator[str]:
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
    text = re.sub(r"(?ms)^[ \t]*(`{3,}|~{3,}).*?^[ \t]*\1[`~]*[ \t]*$", "\n", text)
    for part in re.split(r"\n[ \t]*\n", text):
        if not re.match(r"[A-Z\u3040-\u9fff*`]", part) or re.search(
            r"(?m)^\s*(?:[-+*] |\d+\. |#|>|import |export )", part
        ):
            continue
        if re.search(r" {2}\n|^ ", part):
            continue
        plain = re.sub(r"\[([^\[\]]*)\]\([^()\s]*\)", r"\1", part)
        plain = re.sub(r"(\*\*?)(\w[^*]*?)\1", r"\2", plain)
        plain = re.sub(r"`([\w .()-]+)`", r"\1", plain)
        if not UNSURE.search(plain):
            yield collapsed(plain)
