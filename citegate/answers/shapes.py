"""The patterns that the scanner of tokens reads by, each with one for what may still become it."""

from __future__ import annotations

import re

SPECIAL = re.compile("[\\\\`<\\[\\]{#:【\ue200-\ue202]")
"""What may begin or end something."""
PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")
"""ASCII punctuation: what a backslash takes the meaning from."""
LETTER = re.compile(r"[A-Za-z]")
LATIN = re.compile("[A-Za-z0-9_\u00c0-\u036f\u1e00-\u1eff]")
"""A letter or digit of a word or a name that an index may follow. Other scripts glue their citations."""
BACKTICKS = re.compile("`+")

_ATTRIBUTES = r"""(?:\s(?:"[^"]*"|'[^']*'|[^"'<>\[\]])*)?"""
TAG = re.compile(rf"<(/?)([A-Za-z][A-Za-z0-9-]*){_ATTRIBUTES}((?<=/)|/?)>", re.ASCII)
AUTOLINK = re.compile(r"<[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*>", re.ASCII)
ANGLE_UNDECIDED = re.compile(
    rf"""<(?:/|!-?|/?[A-Za-z][A-Za-z0-9-]*{_ATTRIBUTES}(?:"[^"]*|'[^']*|/)?"""
    r"|[A-Za-z][A-Za-z0-9+.-]{1,31}(?::[^\s<>]*)?)?",
    re.ASCII,
)
_RAW_ENDS = {name: re.compile(f"</{name}>", re.IGNORECASE) for name in ("code", "pre", "button", "a")}
RAW_END_LENGTH = 10
"""Code points of the longest of these ends, less one, and some more."""

_TITLE = r"""(?:"[^"]*"|'[^']*'|\([^()]*\))"""
_PLAIN = r"(?:[^\s()<\\]|\\[^\s]|\([^\s()]*\))"
DESTINATION = re.compile(
    r"""\((?:(kb:[^()<>"\n]*)(?:"[^"]*"\s*)?|"""
    rf"""\s*(?:<([^<>\n]*)>|({_PLAIN}*))(?:\s+{_TITLE})?\s*)\)"""
)
"""What stands behind a link's text; a `kb:` destination may have spaces."""
DESTINATION_UNDECIDED = re.compile(
    rf"""\((?:kb:[^()<>"\n]*(?:"[^"]*"?\s*)?|\s*(?:<[^<>\n]*|(?:<[^<>\n]*>|{_PLAIN}*)(?:\\|\([^\s()]*)?"""
    rf"""(?:\s+(?:{_TITLE}\s*|"[^"]*|'[^']*|\([^()]*)?)?))"""
)
BRACED_URL = re.compile(r"\{(https?://[^\s{}]+)\}")
BRACED_URL_UNDECIDED = re.compile(r"\{(?:h(?:t(?:t(?:ps?(?::(?:/(?:/[^\s{}]*)?)?)?)?)?)?)?")
BRACES = re.compile(r"\{\{[^{}\n]*\}\}|\{[0-9a-f]{12}\}")
BRACES_UNDECIDED = re.compile(r"\{(?:\{[^{}\n]*\}?|[0-9a-f]{0,12})")
DOLLARS = re.compile(r"##([0-9]{1,9})\$\$")
DOLLARS_UNDECIDED = re.compile(r"#(?:#(?:[0-9]{1,9}\$?)?)?")
LENTICULAR = re.compile(r"【[^【】\n]*】")
LENTICULAR_UNDECIDED = re.compile(r"【(?:\s?[0-9][^【】\n]*|\s?)")
PRIVATE = re.compile("\ue200[^\ue200\ue201\\s]*\ue201")
PRIVATE_UNDECIDED = re.compile("\ue200[^\ue200\ue201\\s]*")
PRIVATE_HEAD = re.compile("\ue200[A-Za-z0-9_:\ue202-]*")
CITE_HEAD = re.compile(r"[^|\[\]\n]*\|")

_URL = re.compile(r"(?:[!#-%&'*-;=?@A-Z_a-z~]+|(?<=[A-Za-z0-9_=/&\]-])\[[\w.-]{0,32}\])*", re.ASCII)
URL_UNDECIDED = re.compile(r"(?:\[[\w.-]{0,32})?", re.ASCII)

_NUMBERS = r"\[{1,2}\s?[0-9][0-9\s,;，、；–-]*\]{1,2}"
RUN = re.compile(rf"(?:{_NUMBERS})+")
"""Marks of numbers one behind the other."""
RUN_UNDECIDED = re.compile(r"(?:\[{1,2}[0-9\s,;，、；–-]*)?\]?")
AFTER_LENGTH = 8
"""Code points behind a run of marks that say whether it is an index."""
_CLAUSE_END = re.compile(r"""[*_~]*(?:[ \t\r]*\n|[.,;:!?]+(?![A-Za-z0-9_])|['")\]}|\x7f-\U0010ffff]|<[/b])""")


def raw_end(tag: re.Match[str]) -> re.Pattern[str] | None:
    """What ends the element that a tag opens, when its content holds no token; None for every other tag."""
    if tag.re is not TAG or tag[1] or tag[3]:
        return None
    return _RAW_ENDS.get(tag[2].lower())


def end_of_url(text: str, start: int, stop: int) -> int:
    """Where a URL ends whose scheme stands before `start`. Brackets belong to it when they are glued to a name."""
    found = _URL.match(text, start, stop)
    return found.end() if found else start


def is_doubled(text: str, inner: str) -> bool:
    """True when `text` is `inner` in brackets, with a space at most on each side."""
    return text[1:-1].removeprefix(" ").removesuffix(" ") == inner


def ends_clause(following: str) -> bool:
    """True when a mark that this follows stands where a citation does: before punctuation or the end of a line."""
    return _CLAUSE_END.match(following + "\n" * (len(following) < AFTER_LENGTH)) is not None
