"""Laws of Markdown and MDX: every word keeps its place, and nothing but citegate's own error is raised."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citegate.errors import CitegateError
from citegate.model import Document, SourceText, Span
from citegate.parse import DIALECTS, parse_document

WORD = re.compile(r"\bword\d+\b")
INLINE = (
    "{}",
    "*{}*",
    "**{}**",
    "`{}`",
    "[{}](/a)",
    '[{}](<b c> "d")',
    "~~{}~~",
    "{} &amp; \\*",
    "{}\n",
    '{} "quoted" -- it\'s...',
    "![alt](/b) {}",
    "&lt;{}&gt;",
    "a\u00e9\U0001f600 {}",
)
MDX_INLINE = (*INLINE, "<b>{}</b>", "{{/* note */}}{}", "<X a={{`}}`}}>{}</X>", "{{'{}'}}")
BLOCK = (
    "{}",
    "# {}",
    "{}\n===",
    "> {}",
    "> {}\nlazy",
    "- {}",
    "- {}\n\n  more",
    "1. {}\n2. b",
    "-\t{}",
    "```js\n{}\n  x\n```",
    "| a | b |\n|---|---|\n| {} | c \\| d |",
    "- [x] {}",
    "{}\n***",
    "a[^1]\n\n[^1]: {}",
)
MD_BLOCK = (*BLOCK, "    {}", "\t{}", "<div>\n{}\n</div>", "<p>\n\n{}\n\n</p>", "<!-- c -->\n{}")
MDX_BLOCK = (*BLOCK, "<X>\n{}\n</X>", "<X>\n\n{}\n\n</X>", "export const a = 1\n\n{}", "{{/* c\n\nd */}}\n\n{}")


def indented(text: str, prefix: str) -> str:
    return "\n".join(prefix + line if line else prefix.rstrip() for line in text.split("\n"))


@st.composite
def documents(draw: st.DrawFn, inlines: tuple[str, ...], blocks: tuple[str, ...]) -> str:
    """Blocks in containers, each with words that stand nowhere else."""
    count = 0
    parts = []
    for _ in range(draw(st.integers(1, 4))):
        words = []
        for _ in range(draw(st.integers(1, 3))):
            count += 1
            words.append(draw(st.sampled_from(inlines)).replace("{}", f"word{count}", 1))
        text = " ".join(word.replace("{{", "{").replace("}}", "}") for word in words).strip()
        block = draw(st.sampled_from(blocks))
        if "\n" in text and ("|" in block or block.startswith("#")):
            text = text.replace("\n", " ")
        block = block.replace("{}", text).replace("{{", "{").replace("}}", "}")
        for prefix in draw(st.lists(st.sampled_from(("> ", "  ")), max_size=3)):
            block = indented(block, "> ") if prefix == "> " else "- " + indented(block, "  ")[2:]
        parts.append(block)
    text = "\n\n".join(parts)
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


def check_places(source: SourceText, found: tuple[Document, ...]) -> None:
    for document in found:
        for block in document.blocks:
            for match in WORD.finditer(block.text):
                place = block.source.source_span(Span(match.start(), match.end()))
                assert source.text[place.start : place.end] == match.group()
            for length, start, end in block.source.segments():
                assert 0 <= start <= end <= len(source.text), length


@settings(max_examples=200, deadline=None)
@given(
    text=documents(INLINE, MD_BLOCK),
    dialect=st.sampled_from(sorted(set(DIALECTS) - {"docusaurus", "mintlify", "nextra"})),
)
def test_each_word_of_markdown_keeps_its_place(text: str, dialect: str) -> None:
    source = SourceText("page.md", text)
    check_places(source, parse_document(source, id="page", url="/page", dialect=DIALECTS[dialect]))


@settings(max_examples=200, deadline=None)
@given(text=documents(MDX_INLINE, MDX_BLOCK))
def test_each_word_of_mdx_keeps_its_place(text: str) -> None:
    source = SourceText("page.mdx", text)
    try:
        found = parse_document(source, id="page", url="/page")
    except CitegateError:
        return  # a word in a tag that another container cuts
    check_places(source, found)


ALPHABET = st.sampled_from(
    [*"[]!{}<>*_`~-#|\\&()=:\"'$^@. \t\n\r", "a", "b", "\x00", "\u4e00", "\U0001f600", "import ", "---\n"]
)


@settings(max_examples=300, deadline=None)
@given(text=st.lists(ALPHABET, max_size=60).map("".join), name=st.sampled_from(sorted(DIALECTS)), is_mdx=st.booleans())
def test_nothing_but_citegates_own_error(text: str, name: str, is_mdx: bool) -> None:
    source = SourceText("page.mdx" if is_mdx else "page.md", text)
    try:
        found = parse_document(source, id="page", url="/page", dialect=DIALECTS[name])
    except CitegateError as error:
        assert error.message
        assert error.hint
        return
    check_places(source, found)


@pytest.mark.parametrize(
    "unit", ["[", "![", "{", "<", "*", "_", "`", "> ", "- ", "<a>", "{`${", "[^", ":::a\n", "~", "$", "\\"]
)
@pytest.mark.parametrize("suffix", ["md", "mdx"])
@pytest.mark.parametrize("name", ["gfm", "vitepress", "mkdocs", "quarto", "docusaurus"])
def test_deep_nesting_has_an_answer(unit: str, suffix: str, name: str) -> None:
    for text in (unit * 1_000, unit * 1_000 + "a" + "]" * 1_000):
        source = SourceText(f"page.{suffix}", text)
        try:
            parse_document(source, id="page", url="/page", dialect=DIALECTS[name])
        except CitegateError as error:
            assert error.message
