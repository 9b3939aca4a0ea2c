"""Make a disagreement small: take tags, words and terms away while citegate and the browser still differ alike."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bench.conformance.ask import Witness
from bench.conformance.rows import Row
from bench.conformance.verdict import browser_answers, citegate_answers, is_same, kind_of_difference

_TOKEN = re.compile(r"<[^<>]*>|&[#\w]+;|[^\s<&]+|\s+|.", re.DOTALL)
BATCH = 12  # smaller pages that are asked at once
MAX_ROUNDS = 60  # batches for one disagreement


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
    (best,) = await witness.answers([row])
    kind = difference(best)
    if not kind:
        return None
    for _ in range(MAX_ROUNDS):
        smaller = await _next_smaller(best, kind, witness)
        if smaller is None:
            break
        best = smaller
    return {**best, "difference": kind}


async def _next_smaller(row: Row, kind: str, witness: Witness) -> Row | None:
    batch: list[Row] = []
    candidates = _smaller_rows(row)
    while True:
        batch = [
            {"id": f"{row['id']}.{number}", "kind": row["kind"], **candidate}
            for number, candidate in zip(range(BATCH), candidates, strict=False)
        ]
        if not batch:
            return None
        for answer in await witness.answers(batch):
            if difference(answer) == kind:
                return {**answer, "id": row["id"]}


def _smaller_rows(row: Row) -> Iterator[Row]:
    html, fragment = row["html"], row["fragment"]
    tokens = _TOKEN.findall(html)
    size = max(1, len(tokens) // 2)
    while True:
        for at in range(0, len(tokens), size):
            smaller = "".join(tokens[:at] + tokens[at + size :])
            if smaller != html:
                yield {"html": smaller, "fragment": fragment}
        if size == 1:
            break
        size = max(1, size // 2)
    for smaller in _shorter_fragments(fragment):
        yield {"html": html, "fragment": smaller}
    for at, token in enumerate(tokens):
        for smaller in _simpler_tags(token):
            yield {"html": "".join([*tokens[:at], smaller, *tokens[at + 1 :]]), "fragment": fragment}


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
