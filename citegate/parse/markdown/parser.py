"""PlacedMarkdown: markdown-it's parser, taught to remember where what it reads stands.

A block token with content has its `Cut` as meta["cut"]; an inline token has its start and end in the content of
its block as `map`; the end is -1 where the content stands there letter by letter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from markdown_it import MarkdownIt
from markdown_it.parser_block import ParserBlock
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from citegate.errors import MalformedMarkup
from citegate.model import Span
from citegate.parse.markdown.places import Cut

MAX_NESTING = 80  # levels, of blocks and within a line; one takes three or four of Python's thousand frames

BlockRule = Callable[[StateBlock, int, int, bool], bool]
InlineRule = Callable[[StateInline, bool], bool]


class PlacedStateBlock(StateBlock):
    """StateBlock that notes, for the lines it cuts out, where they stand."""

    cut: Cut = Cut.at(0)
    """Of the lines that `getLines` gave last."""

    def getLines(self, begin: int, end: int, indent: int, keepLastLF: bool) -> str:  # noqa: N802, N803 - their names
        """The lines without their indentation, as in the base class; `cut` says where they stand."""
        src, begins, ends = self.src, self.bMarks, self.eMarks
        parts: list[str] = []
        ats: list[int] = []
        sources: list[int] = []
        tabs: list[int] = []
        at, expected = 0, -1
        for line in range(begin, end):
            first = start = begins[line]
            last = ends[line] + 1 if keepLastLF or line + 1 < end else ends[line]
            column = 0
            if indent > 0:
                visible = start + self.tShift[line]
                while first < last and column < indent:
                    character = src[first]
                    if character == "\t":
                        column += 4 - (column + self.bsCount[line]) % 4
                    elif character == " " or first < visible:
                        column += 1
                    else:
                        break
                    first += 1
            over = column - indent if column > indent else 0
            part = src[first:last]
            if over:
                parts.append(" " * over)
                at += over
            if over or first != expected:
                ats.append(at)
                sources.append(first)
                tabs.append(over)
            parts.append(part)
            at += len(part)
            expected = last
        self.cut = Cut(ats, sources, tabs) if ats else Cut.at(begins[begin] if begin < len(begins) else 0)
        return parts[0] if len(parts) == 1 else "".join(parts)


STARTS: dict[str, str] = {
    "fence": "`~",
    "blockquote": ">",
    "hr": "*-_",
    "list": "-+*0123456789",
    "reference": "[",
    "html_block": "<",
    "heading": "#",
}
"""For a block rule: the characters that its blocks start with; a rule that is not here is asked about every line."""


class PlacedParserBlock(ParserBlock):
    """ParserBlock whose states keep places, which asks only the rules that may apply, and says when it gives up."""

    def __init__(self) -> None:
        super().__init__()
        self._chosen: dict[tuple[str, str], list[BlockRule]] = {}

    def rules(self, chain: str, character: str) -> list[BlockRule]:
        """The rules of a chain for a line whose text starts with `character`."""
        chosen = self._chosen.get((chain, character))
        if chosen is None:
            names = {rule.fn: rule.name for rule in self.ruler.__rules__}
            chosen = [rule for rule in self.ruler.getRules(chain) if character in STARTS.get(names[rule], character)]
            self._chosen[chain, character] = chosen
        return chosen

    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:  # noqa: N803 - their names
        """Read the lines. Raises MalformedMarkup below `MAX_NESTING`."""
        begins, shifts, ends, src = state.bMarks, state.tShift, state.eMarks, state.src
        if state.level >= MAX_NESTING:
            raise too_deep(state.env, begins[startLine])
        line = startLine
        has_blank = False
        while line < endLine:
            state.line = line = state.skipEmptyLines(line)
            if line >= endLine or state.sCount[line] < state.blkIndent:
                break
            for rule in self.rules("", src[begins[line] + shifts[line]]):
                if rule(state, line, endLine, False):
                    break
            state.tight = not has_blank
            line = state.line
            if begins[line - 1] + shifts[line - 1] >= ends[line - 1]:
                has_blank = True
            if line < endLine and begins[line] + shifts[line] >= ends[line]:
                has_blank = True
                line += 1
                state.line = line

    def parse(self, src: str, md: MarkdownIt, env: Any, outTokens: list[Token]) -> list[Token] | None:  # noqa: N803
        """Read a document into `outTokens`."""
        if not src:
            return None
        state = PlacedStateBlock(src, md, env, outTokens)
        self.tokenize(state, state.line, state.lineMax)
        return state.tokens


def too_deep(env: Any, at: int) -> MalformedMarkup:
    """The error that says that containers are nested too deeply at an offset of the normalized text."""
    return env["fault"](at, at, "blocks are nested too deeply", f"nest at most {MAX_NESTING} levels")  # type: ignore[no-any-return]


class PlacedStateInline(StateInline):
    """StateInline that notes where each token stands."""

    def __init__(self, src: str, md: MarkdownIt, env: Any, outTokens: list[Token]) -> None:  # noqa: N803
        super().__init__(src, md, env, outTokens)
        self.pending_at = 0
        self.cut: Cut = Cut.at(0)

    def append_pending(self, text: str) -> None:
        """Add literal text that stands at the current position."""
        if not self._pending_buffer and not self._pending:
            self.pending_at = self.pos
        self._pending_buffer.append(text)

    def pushPending(self) -> Token:  # noqa: N802
        """End the literal text, if there is any."""
        token = Token("text", "", 0, {}, [self.pending_at, -1], self.pendingLevel)
        token.content = self.pending
        self.tokens.append(token)
        self.tokens_meta.append(None)
        self._pending = ""
        return token

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        """A new token at the current position."""
        if self._pending_buffer or self._pending:
            self.pushPending()
        token = Token(ttype, tag, nesting, {}, [self.pos, -1])
        meta: dict[str, Any] | None = None
        if nesting < 0:
            self.level -= 1
            self.delimiters = self._prev_delimiters.pop()
        token.level = self.level
        if nesting > 0:
            self.level += 1
            self._prev_delimiters.append(self.delimiters)
            self.delimiters = []
            meta = {"delimiters": self.delimiters}
        self.pendingLevel = self.level
        self.tokens.append(token)
        self.tokens_meta.append(meta)
        return token


class PlacedParserInline(ParserInline):
    """ParserInline whose states keep places."""

    def parse(self, src: str, md: MarkdownIt, env: Any, tokens: list[Token]) -> list[Token]:
        """Read inline content into `tokens`."""
        state = PlacedStateInline(src, md, env, tokens)
        state.cut = env.get("cut") or state.cut
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


class PlacedMarkdown(MarkdownIt):
    """MarkdownIt with places, for what CommonMark says: every link is a link, whatever its scheme."""

    def __init__(self) -> None:
        super().__init__("commonmark", {"maxNesting": MAX_NESTING})
        block, inline = PlacedParserBlock(), PlacedParserInline()
        block.ruler, inline.ruler, inline.ruler2 = self.block.ruler, self.inline.ruler, self.inline.ruler2
        self.block, self.inline = block, inline

    def validateLink(self, url: str) -> bool:  # noqa: N802
        """True: a browser searches the text of any link."""
        return True

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802
        """The link as it is written."""
        return link


__all__ = ["BlockRule", "InlineRule", "PlacedMarkdown", "PlacedStateBlock", "PlacedStateInline", "Span", "too_deep"]
