"""Make a disagreement small: take tags, words and terms away while citegate and the browser still differ alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice

from bench.conformance.ask import Witness
from bench.conformance.rows import Row
from bench.conformance.verdict import browser_answers, citegate_answers, is_same, kind_of_difference

_TOKEN = re.compile(r"<[^<>]*>|&[#\w]+;|[^\s<&]+|\s+|.", re.DOTALL)
BATCH = 9  # smaller pages that are asked at once


def difference(row: Row) -> str:
    """How citegate and the browser differ on a row that the browser has answered; "" when they do not."""
    if "error" in row:
        return ""
    ours, theirs = citegate_answers(row["html"], row["fragment"]), browser_answers(row)
    if len(ours) != len(theirs):
        return "number of directives"
    for mine, other in zip(ours, theirs, strict=True):
        if not is_same(mine, other):
            return kind_of_difference(mine, other)
    return ""


async def minimised(row: Row, witness: Witness) -> Row | None:
    """A small row with the same kind of difference, answered; None when asking again shows no difference."""
    best = await witness.answer(row)
    kind = difference(best)
    if not kind:
        return None
    for ways in (_without_tokens, _without_terms, _without_attributes):
        best = await _reduced(best, kind, ways, witness)
    return {**best, "difference": kind}


async def _reduced(row: Row, kind: str, ways: Callable[[Row], Iterator[Row]], witness: Witness) -> Row:
    """The row after each way of making it smaller has been tried until none keeps the difference."""
    candidates = ways(row)
    while True:
        batch = list(islice((one for one in candidates if _may_differ(one, kind)), BATCH))
        if not batch:
            return row
        for answer in await witness.answers(batch):
            if difference(answer) == kind:
                row = answer
                candidates = ways(row)
                break


def _may_differ(row: Row, kind: str) -> bool:
    """False when citegate's own answer rules this kind of difference out; the browser need not be asked then."""
    ours = citegate_answers(row["html"], row["fragment"])
    return len(ours) == 1 and (ours[0] is None) == (kind == "only browser")


def _without_tokens(row: Row) -> Iterator[Row]:
    """The page without a stretch of tags and words, the longest first."""
    html = row["html"]
    tokens = _TOKEN.findall(html)
    size = 1 << max(0, (len(tokens) - 1).bit_length() - 1)
    while size:
        for at in range(0, len(tokens), size):
            yield {**row, "html": "".join(tokens[:at] + tokens[at + size :])}
        size //= 2


def _without_terms(row: Row) -> Iterator[Row]:
    """The directive with a term or a word less."""
    for fragment in _shorter_fragments(row["fragment"]):
        yield {**row, "fragment": fragment}


def _without_attributes(row: Row) -> Iterator[Row]:
    """The page with an attribute or a declaration less."""
    tokens = _TOKEN.findall(row["html"])
    for at, token in enumerate(tokens):
        for smaller in _simpler_tags(token):
            yield {**row, "html": "".join([*tokens[:at], smaller, *tokens[at + 1 :]])}


def _shorter_fragments(fragment: str) -> Iterator[str]:
    element_id, _, directive = fragment.partition(":~:text=")
    if element_id:
        yield f":~:text={directive}"
    terms = directive.split(",")
    for number, term in enumerate(terms):
        if len(terms) > 1:
            yield ":~:text=" + ",".join(terms[:number] + terms[number + 1 :])
        words = re.split("(%20)", term)
        if len(words) > 2:
            head, tail = ("", "-") if term.endswith("-") else ("-", "") if term.startswith("-") else ("", "")
            for shorter in ("".join(words[2:]), "".join(words[:-2])):
                whole = head + shorter.strip("-") + tail
                yield ":~:text=" + ",".join([*terms[:number], whole, *terms[number + 1 :]])


def _simpler_tags(token: str) -> Iterator[str]:
    """The tag with an attribute or a declaration less."""
    if not token.startswith("<") or token.startswith(("</", "<!")):
        return
    name = re.match(r"<[^\s>]*", token)
    assert name is not None
    if token != name[0] + ">":
        yield name[0] + ">"
    attributes = re.findall(r"""\s+[^\s=>]+(?:=(?:"[^"]*"|'[^']*'|[^\s>]*))?""", token[name.end() : -1])
    for number, attribute in enumerate(attributes):
        if len(attributes) > 1:
            yield name[0] + "".join(attributes[:number] + attributes[number + 1 :]) + ">"
        declarations = attribute.split(";")
        if "style=" in attribute and len(declarations) > 1:
            for first in declarations:
                body = first.split("=", 1)[-1].strip("\"' ")
                rest = [*attributes[:number], f' style="{body}"', *attributes[number + 1 :]]
                yield name[0] + "".join(rest) + ">"
