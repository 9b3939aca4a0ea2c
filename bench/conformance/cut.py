"""Cut directives out of a page at random places, and spoil some of them."""

from __future__ import annotations

import re
import unicodedata
from random import Random
from urllib.parse import quote

from selectolax.lexbor import LexborHTMLParser

from bench.conformance import sentences
from bench.conformance.soup import disguised

MAX_DIRECTIVES = 16  # of one link; Chromium reads no more
MAX_CUT = 160  # code points of one term
_EDGE = re.compile(r"\b|\s+")
_SHAPES = (
    ("plain", 50), ("prefix", 10), ("suffix", 10), ("both", 7), ("range", 10), ("range-prefix", 4), ("range-suffix", 4),
    ("range-both", 3), ("syntax", 2),
)  # fmt: skip
_WILD_TEXT = (
    "text={a},{b},{c} text={a}- text=-{a} text={a}-,{b}- text={a}% text={a}, text=,{a} text={a},{b},{c},{d} "
    "text={a}-,{b},{c},-{d} text={a}+{b} Text={a} text={a}%20 text=%20{a} text={a}%ff text={a}-,%20{b} "
    "text={a},-{b}- text={a}-{b} text={a}&foo text={a},-%20{b} text={a}%0A{b} text=%00{a} text={a},{a} "
    "text={a}-,{b},-{c} text={a},{b},-{c} text={a}%e4 text=,,{a}"
)
_WILD = tuple(_WILD_TEXT.split())
"""What an author may get wrong."""


def page_text(html: str) -> list[str]:
    """The text nodes of the body, joined into pieces that are probably one run each."""
    body = LexborHTMLParser(html).body
    pieces: list[str] = []
    if body is None:
        return pieces
    nodes = list(body.traverse(include_text=True))
    for node in nodes:
        if node.tag == "-text" and node.parent is not None and node.parent.tag not in ("script", "style"):
            text = node.text(deep=False)
            if text:
                pieces.append(text)
    return pieces


def cut_directives(html: str, random: Random, count: int) -> list[tuple[str, str]]:
    """Up to `count` pairs of shape and directive, no two equal but for ASCII case."""
    pieces = page_text(html)
    if not any(piece.strip() for piece in pieces):
        return []
    glue = random.choice(("", "", "", " ", "\n"))
    text = glue.join(pieces)
    if random.random() < 0.85:
        text = re.sub(r"[ \t\n\r\f]+", " ", text)
    edges = sorted({match.start() for match in _EDGE.finditer(text)} | {match.end() for match in _EDGE.finditer(text)})
    cuts: dict[str, tuple[str, str]] = {}
    for _ in range(count * 3):
        if len(cuts) == count:
            break
        shape = random.choices([name for name, _ in _SHAPES], [weight for _, weight in _SHAPES])[0]
        directive = _cut(shape, text, edges, random)
        if directive:
            cuts.setdefault(directive.lower(), (shape, directive))
    return list(cuts.values())


def _cut(shape: str, text: str, edges: list[int], random: Random) -> str:
    start, end = _stretch(text, edges, random)
    if start >= end:
        return ""
    if shape == "syntax":
        words = [quote(word, safe="") for word in random.choices(text.split() or ["x"], k=4)]
        return random.choice(_WILD).format(a=words[0], b=words[1], c=words[2], d=words[3])
    terms = []
    if shape in ("prefix", "both", "range-prefix", "range-both"):
        terms.append(_encode(_before(text, start, random), random) + "-")
    terms.append(_encode(text[start:end], random))
    last = end
    if shape.startswith("range"):
        later = [edge for edge in edges if edge >= end][:200]
        if not later:
            return ""
        last_start = random.choice(later)
        last = min(len(text), last_start + random.randint(1, 25))
        if random.random() < 0.8:
            last = next((edge for edge in edges if edge >= last and edge > last_start), last)
        terms.append(_encode(text[last_start:last], random))
    if shape in ("suffix", "both", "range-suffix", "range-both"):
        terms.append("-" + _encode(_after(text, last, random), random))
    return "text=" + ",".join(terms) if all(term.strip("-") for term in terms) else ""


def _stretch(text: str, edges: list[int], random: Random) -> tuple[int, int]:
    """Where a term begins and ends: mostly at the edges of words."""
    if random.random() < 0.12:
        start = random.randrange(len(text))
        return start, min(len(text), start + random.randint(1, 30))
    at = random.randrange(len(edges))
    start, end = edges[at], edges[min(len(edges) - 1, at + random.choice((1, 1, 2, 3, 3, 4, 6, 9, 14)))]
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, min(end, start + MAX_CUT)


def _before(text: str, start: int, random: Random) -> str:
    """Words right before a place."""
    words = text[max(0, start - 40) : start].split(" ")
    context = " ".join(words[-random.choice((1, 2, 2, 3)) :])
    return context.strip() if random.random() < 0.9 else context


def _after(text: str, end: int, random: Random) -> str:
    """Words right behind a place."""
    words = text[end : end + 40].split(" ")
    context = " ".join(words[: random.choice((1, 2, 2, 3))])
    return context.strip() if random.random() < 0.9 else context


def _encode(term: str, random: Random) -> str:
    """A term as it stands in a URL; spoilt now and then."""
    if random.random() < 0.22:
        term = _spoilt(term, random)
    term = "".join(char for char in term if not "\ud800" <= char <= "\udfff")
    if random.random() < 0.05:
        return quote(term.strip(), safe=" \"'()*+/:;<=>?@[]^_`{|}~!$").replace("-", "%2D")
    return quote(term, safe="").replace("-", "%2D")


def _spoilt(term: str, random: Random) -> str:
    kind = random.randrange(8)
    if kind < 3:
        return disguised(term, random)
    if kind == 3:
        return term.replace(" ", random.choice(sentences.SPACES))
    at = random.randrange(len(term) + 1)
    if kind == 4:
        return term[:at] + random.choice(sentences.INVISIBLE) + term[at:]
    if kind == 5:
        return term[:at] + term[at + 1 :]
    if kind == 6:
        return unicodedata.normalize("NFD", term)
    return term[:at] + random.choice((" ", "\n", "́", "x", ".")) + term[at:]
