"""What is fuzzed: each target takes bytes, does what citegate does with such text, and asserts its laws."""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from citegate import gate
from citegate.baseline import read_baseline
from citegate.config import Config
from citegate.errors import CitegateError
from citegate.fragment.build import Built, build_text_directive, indicates
from citegate.fragment.match import Page, find_all_ranges, find_range_from_text_directive
from citegate.fragment.syntax import format_fragment, parse_fragment_directive
from citegate.index.files import MemoryFiles
from citegate.model import CHROMIUM, ENGINES, Document, SourceText, Span, TextDirective
from citegate.parse import parse_document
from citegate.parse.stylesheet import parse_stylesheet
from citegate.report import RENDERERS
from citegate.verify.located import Node, SyntaxFault, read_json
from citegate.verify.manifests import read_manifest

try:
    from tests.hostile import specification
except ImportError:  # the tests are not on the path
    specification = None  # type: ignore[assignment]

ALL = tuple(ENGINES.values())
ALPHABET = ("a", "b", "A", "é", "1", "2", " ", " ", " ", ".", ",", "'", "-", "\n")
"""A newline begins another block."""


class Bytes:
    """Choices made with the bytes of an input; when they are used up, the first one each time."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def below(self, limit: int) -> int:
        if self.at >= len(self.data) or limit <= 1:
            return 0
        self.at += 1
        return self.data[self.at - 1] % limit

    def text(self, limit: int) -> str:
        return "".join(ALPHABET[self.below(len(ALPHABET))] for _ in range(self.below(limit) + 1))

    def rest(self) -> bytes:
        return self.data[self.at :]


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def read(path: str, text: str) -> tuple[Document, ...]:
    """The documents of all engines, with the laws that hold for every document."""
    try:
        documents = parse_document(SourceText(path, text), id="x", url="/x", engines=ALL)
    except CitegateError as error:
        assert error.message
        return ()
    for document in documents:
        for block in document.blocks:
            assert block.source.length == len(block.text)
            if block.path == path and block.text:
                first, last = block.source.source_of(0), block.source.source_of(len(block.text) - 1)
                assert max(first.end, last.end) <= len(text), (block, text)
        assert document.text == "\n".join(block.text for block in document.searchable)
    return documents


def html(data: bytes) -> None:
    for document in read("x.html", text_of(data)):
        for link in document.links:
            assert 0 <= link.span.start <= link.span.end <= len(data)


def markdown(data: bytes) -> None:
    read("x.md", text_of(data))


def mdx(data: bytes) -> None:
    read("x.mdx", text_of(data))


def css(data: bytes) -> None:
    text = text_of(data)
    parse_stylesheet(text)
    read("x.html", f"<style>{text}</style><p class=a id=b>words<b>more</b>")


def directive(data: bytes) -> None:
    text = text_of(data)
    for fragment in (text, f":~:text={text}"):
        for engine in ALL:
            parsed = parse_fragment_directive(fragment, engine)
            if parsed.directives:
                again = parse_fragment_directive(format_fragment(parsed.directives), engine)
                wanted = tuple(dict.fromkeys(parsed.directives))  # two kinds of broken bytes are one sign
                assert again.directives == wanted, (parsed, again)


def plain_page(data: Bytes) -> tuple[list[str], Page] | None:
    """A page of a few plain paragraphs."""
    blocks = [line for line in (" ".join(line.split()) for line in data.text(60).split("\n")) if line]
    if not blocks:
        return None
    documents = read("x.html", "".join(f"<p>{block}</p>" for block in blocks))
    assert [block.text for block in documents[0].searchable] == blocks
    return blocks, Page(documents[0], CHROMIUM)


def term_of(data: Bytes, blocks: list[str]) -> str | None:
    block = blocks[data.below(len(blocks))]
    start = data.below(len(block))
    term = block[start : start + 1 + data.below(8)].strip()
    return term if term and term[0].isalnum() and term[-1].isalnum() else None


def matcher(data: bytes) -> None:
    """The matcher against the specification, on terms that begin and end with a letter or digit."""
    choices = Bytes(data)
    made = plain_page(choices)
    if made is None or specification is None:
        return
    blocks, page = made
    for _ in range(8):
        terms = [term_of(choices, blocks) if not n or choices.below(2) else None for n in range(4)]
        if terms[0] is None:
            continue
        asked = TextDirective(terms[0], terms[1], terms[2], terms[3])
        wanted = specification.find_range(asked, blocks)
        found = find_range_from_text_directive(asked, page)
        starts = page.document.starts
        spans = wanted and Span(
            starts[wanted.start.block] + wanted.start.offset, starts[wanted.end.block] + wanted.end.offset
        )
        assert (found.span if found else None) == spans, (blocks, asked, spans, found)
        places = find_all_ranges(asked, page)
        assert places[:1] == ((found,) if found else ())


def builder(data: bytes) -> None:
    """What is built is found by the same engine, first and alone."""
    choices = Bytes(data)
    kind = choices.below(3)
    text = choices.text(120) if kind < 2 else text_of(choices.rest())
    documents = read(("x.html", "x.md", "x.html")[kind], text)
    if not documents or not documents[0].text.strip():
        return
    pages = tuple(map(Page, documents, ALL))
    size = len(documents[0].text)
    start = choices.below(size)
    target = Span(start, min(size, start + 1 + choices.below(30)))
    built = build_text_directive(pages, target)
    if isinstance(built, Built):
        (asked,) = parse_fragment_directive(built.fragment).directives
        found = find_all_ranges(asked, pages[0], 2)
        assert found, (text, target, built)
        assert not built.is_alone or len(found) == 1, (text, target, built)
        assert indicates(asked, pages[0], found[0].span)


def manifest_json(data: bytes) -> None:
    text = text_of(data)
    node = read_json(text)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        assert isinstance(node, SyntaxFault), text
    else:
        if isinstance(node, Node):
            assert same(plain(node), value), (text, node)
        else:
            assert "nested" in node.message, (text, node)
    lawful(read_manifest(SourceText("x.citations.json", text)), text)


def manifest_yaml(data: bytes) -> None:
    text = text_of(data)
    lawful(read_manifest(SourceText("x.citations.yaml", text)), text)


def lawful(manifest: Any, text: str) -> None:
    for finding in manifest.findings:
        assert 0 <= finding.primary.span.start <= finding.primary.span.end <= len(text), (text, finding)
    for citation in manifest.citations:
        assert citation.quote.exact.strip()
        assert citation.document_id.strip()


def plain(node: Node) -> Any:
    if node.kind == "array":
        return [plain(item) for item in node.items]
    if node.kind == "object":
        return {member.key: plain(member.value) for member in node.members}
    return node.value


def same(one: Any, other: Any) -> bool:
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, float) and math.isnan(one):
        return True  # NaN and the infinities, which no key of a manifest takes
    return bool(one == other)


_HOME = tempfile.TemporaryDirectory(prefix="citegate-fuzz-")  # gone when the process ends
_LIST = Path(_HOME.name) / "known.json"


def known_faults(data: bytes) -> None:
    _LIST.write_bytes(data)
    try:
        read_baseline(_LIST)
    except CitegateError as error:
        assert error.message


def whole_run(data: bytes) -> None:
    """A page and a manifest of any bytes: every report can be written, and a second run says the same."""
    half = len(data) // 2
    page, cited = data[:half], text_of(data[half:])
    entries = [{"docId": "x", "passage": piece} for piece in cited.split("|")[:4]]
    files: dict[str, str | bytes] = {"content/x.md": page, "content/m.citations.json": json.dumps(entries)}
    config = Config(Path("/nowhere"), writes=False, engines=ALL[:1])
    first = gate.run(config, MemoryFiles(files))
    written = [render(first.report) for render in RENDERERS.values()]
    second = gate.run(config, MemoryFiles(files))
    assert written == [render(second.report) for render in RENDERERS.values()]
    assert all("\x1b" not in text and "\u202e" not in text for text in written[:2])


TARGETS: dict[str, tuple[Callable[[bytes], None], tuple[str, ...]]] = {
    "directive": (directive, ("a,b", "text=a-,b,c,-d&text=%E2%80%A6", ":~:text=a%2Cb", "id:~:text=-a,,%")),
    "manifest-json": (
        manifest_json,
        ('[{"docId":"a","passage":"b","occurrence":0}]', '{"citations":[]}', '"\\ud83d\\ude00"'),
    ),
    "manifest-yaml": (manifest_yaml, ("- docId: a\n  passage: >-\n    b\n", "citations: &a [*a]", "{a: [b, 'c']}")),
    "known-faults": (known_faults, ('{"schema":1,"faults":{"a":{"code":"CG101","path":"a","quote":"b","count":1}}}',)),
    "css": (css, ("p{display:none}", "@media print{.a{x:y}}", "#b>:not(.a){content:'}'}", ":root{--a:var(--b)}")),
    "html": (
        html,
        ("<p>a<b>b</b><!--c-->", "<table><td>a<select><option>b", "<details><summary>a</summary>b", "<ruby>a<rt>b"),
    ),
    "markdown": (
        markdown,
        ("# a\n\n- b\n  > c\n", "| a |\n|---|\n| b |\n", "[a](b 'c') ![d](e)\n\n[^1]: f", "---\na: b\n---\n```\nc\n"),
    ),
    "mdx": (mdx, ("<A b={c}>d</A>\n", "import A from './b'\n\n<A/>\n\n{1 + `x${2}`}\n", "export const a = {b: [1]}\n")),
    "matcher": (matcher, ("\x20abcabcabc\n", "aaaa bbbb aaaa bbbb")),
    "builder": (builder, ("\x00\x30aaaa bbbb aaaa", "\x02<p>one two one two<p>three")),
    "whole-run": (whole_run, ("# a\n\nwords of a page that are long enough|words of a page that are long enough",)),
}
"""Each target by its name, with the inputs that it begins from."""
