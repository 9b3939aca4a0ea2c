"""The forms of a citation token: how each is written, and what it refers to."""

from __future__ import annotations

import re
from urllib.parse import unquote

from citegate.model.answer import Reference, ReferenceKind

LIMIT = 2000
"""Code points from the beginning of a token, a link or a piece of inline code to its end. What is longer is text."""
MARK_LIMIT = 200
"""Code points of a mark without words of its own (a number, a list of numbers, a template mark), and of a run of
them."""
RANGE_LIMIT = 100
"""Numbers that `[1-9]` may stand for; a longer range is out of range as a whole."""

NUMBER, DOUBLE, FOOTNOTE, CITATION, LENTICULAR, ID, DOLLAR = (
    "number", "double", "footnote", "citation", "lenticular", "id", "dollar",
)  # fmt: skip
CITE_PASSAGE, CITE_ID, BRACE_ID, KB_LINK, QUOTED_URL, PRIVATE = (
    "cite-passage", "cite-id", "brace-id", "kb-link", "quoted-url", "private",
)  # fmt: skip
UNFINISHED, UNKNOWN, WRONG = "unfinished", "unknown-form", "wrong-form"

FORMS = {
    "[N]": NUMBER,
    "[[N]]": DOUBLE,
    "[^N]": FOOTNOTE,
    "[citation:N]": CITATION,
    "【N】": LENTICULAR,
    "[ID:N]": ID,
    "##N$$": DOLLAR,
    "[[cite:docId|passage]]": CITE_PASSAGE,
    "[[cite:citation_id]]": CITE_ID,
    "{citation_id}": BRACE_ID,
    "[title](kb:docId)": KB_LINK,
    "[words]{url}": QUOTED_URL,
    "\ue200cite\ue202id\ue201": PRIVATE,
}
"""How each form is written, to its name. `expects` takes either."""

PLAIN = frozenset({NUMBER, DOUBLE, FOOTNOTE, CITATION, LENTICULAR})
"""Forms that stay as plain text when they name no source."""

_RANGE = r"[0-9]{1,9}(?:\s?[-–]\s?[0-9]{1,9})?"
_LIST = rf"{_RANGE}(?:\s?[,;，、；]\s?(?:\^|citation:\s?|ID:\s?)?{_RANGE})*"
_BRACKETED = re.compile(rf"\[(?:(\s?{_LIST}\s?)|\^({_LIST})|citation:\s?({_LIST})|ID:\s?({_LIST}))\]")
_LENTICULAR = re.compile(rf"【\s?(?:({_LIST})|([0-9]{{1,9}}:[0-9]{{1,9}}))\s?(?:†[^【】\n]*)?】")
_ITEM = re.compile(r"([0-9]+)(?:\s?[-–]\s?([0-9]+))?")
_NAMES = r"(?:sources?|src|cit(?:e|es|ations?)|refs?|references?|docs?|documents?|fn|footnotes?|chunks?|passages?)"
_UNKNOWN_BRACKETED = re.compile(rf"\[(?:{_NAMES}\s?[:#=]?\s?{_LIST}|cite_(?:start|end))\]", re.IGNORECASE | re.ASCII)
_UNKNOWN_TEMPLATE = re.compile(rf"\{{\{{\s?(?:{_NAMES}\s?[:|=#_ -][^{{}}\n]*|{_LIST})\}}\}}", re.IGNORECASE | re.ASCII)
_BRACE_ID = re.compile(r"\{([0-9a-f]{12})\}|\{\{([0-9a-f]{12})\}\}")
_TURN_ID = re.compile(r"turn[0-9]+[a-z]+[0-9]+", re.ASCII)
_LINE_JOIN = re.compile(r"[ \t\r]*\n[ \t>]*")

_BRACKETED_FORMS = (NUMBER, FOOTNOTE, CITATION, ID)


def bracketed(text: str) -> tuple[str, tuple[Reference, ...]] | None:
    """The form and references of `[…]`; the form is `unknown-form` for a mark that no one asked for; else None."""
    if len(text) > MARK_LIMIT:
        return None
    found = _BRACKETED.fullmatch(text)
    if found is None:
        return (UNKNOWN, ()) if _UNKNOWN_BRACKETED.fullmatch(text) else None
    form = _BRACKETED_FORMS[(found.lastindex or 1) - 1]
    references = numbers(found[found.lastindex or 1], ReferenceKind.ID if form == ID else ReferenceKind.NUMBER)
    return None if references is None else (form, references)


def lenticular(text: str) -> tuple[Reference, ...] | None:
    """The references of `【1】` or `【1†words】`; `【4:0†words】` has the id "4:0"; else None."""
    found = _LENTICULAR.fullmatch(text)
    if found is None:
        return None
    if found[2]:
        return (Reference(ReferenceKind.ID, found[2]),)
    return numbers(found[1], ReferenceKind.NUMBER)


def braced(text: str) -> tuple[str, tuple[Reference, ...]] | None:
    """The same for `{…}` and `{{…}}`."""
    found = _BRACE_ID.fullmatch(text)
    if found:
        return BRACE_ID, (Reference(ReferenceKind.CITATION_ID, found[1] or found[2]),)
    return (UNKNOWN, ()) if _UNKNOWN_TEMPLATE.fullmatch(text) else None


def private(text: str) -> tuple[str, tuple[Reference, ...]]:
    """The same for a mark between U+E200 and U+E201, whose parts U+E202 divides: its name, then ids."""
    name, *parts = text[1:-1].split("\ue202")
    ids = tuple(Reference(ReferenceKind.ID, part) for part in parts if _TURN_ID.fullmatch(part))
    return (PRIVATE, ids) if name.endswith("cite") and ids else (UNKNOWN, ())


def cited(content: str) -> tuple[str, tuple[Reference, ...]] | None:
    """What stands between `[[cite:` and `]]`; None when there is nothing, or a part of it is empty."""
    document, bar, passage = content.partition("|")
    document, passage = document.strip(), one_line(passage)
    if not bar:
        return (CITE_ID, (Reference(ReferenceKind.CITATION_ID, document),)) if document else None
    if not document or not passage:
        return None
    return CITE_PASSAGE, (Reference(ReferenceKind.PASSAGE, document, passage),)


def kb_document(destination: str) -> str | None:
    """The document of a `kb:` destination, percent-decoded and without `#…`; None for every other link."""
    if destination[:3].lower() != "kb:":
        return None
    return unquote(re.split(r"[#?]", destination[3:], maxsplit=1)[0]).strip()


def one_line(words: str) -> str:
    """The words without line ends, the marks of a block quote behind them, or white space around them."""
    return _LINE_JOIN.sub(" ", words).strip()


def numbers(listed: str, kind: ReferenceKind) -> tuple[Reference, ...] | None:
    """One reference for each number, in order, each once. A range that is too long stands for its two ends.

    None when a range runs backwards: a score, say, and no citation.
    """
    found: dict[int, None] = {}
    for first, last in _ITEM.findall(listed):
        low, high = int(first), int(last or first)
        if low > high:
            return None
        found.update(dict.fromkeys(range(low, high + 1) if high - low < RANGE_LIMIT else (low, high)))
    return tuple(Reference(kind, str(number)) for number in found)
