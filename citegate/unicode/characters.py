"""Folding character by character, as Firefox compares: letters without case and accents, dashes and quotes as one.

No expansions and no compatibility forms; white space in runs is one space; combining marks are not seen. A default
ignorable character of the page is stepped over, unless white space stands behind it: then the term must have it, too.
One of the term must be met. Every rule here was measured on rows of the conformance cases.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from citegate.model.engine import WHITE_SPACE
from citegate.model.span import Span
from citegate.unicode.contraction import ONE, PARTING

_SPACE = " \t\n\r\f\xa0"
_RUNS = re.compile(f"[{_SPACE}]+")
_LONG_RUNS = re.compile(f"[{_SPACE}]{{2,}}|[\t\n\r\f\xa0]")
_IGNORABLE = (
    "\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_IGNORABLES = re.compile(f"[{_IGNORABLE}]")
_BARRIERS = re.compile(f"[{_IGNORABLE}](?=[{_SPACE}])")
_BARRIER = "\ufdd0"  # a noncharacter: in place of a default ignorable character with white space behind it
_DROPPED = "\xad"
# Measured with Firefox 153, each character against its lower case, its decompositions and its name's letter.
_LETTERS_FROM = "ıŋðĸɛȷʉɟɡɧᶓẜẝỽℊℎℓℯℴℹⅆⅇⅈⅉⅰⅴⅹⅼⅽⅾⅿꝇꝱꝲꝳꝴꝵꝷꝺꝼꞇʛᴌ"
_LETTERS_TO = "indqejujghessvghleoideijivxlcdmldlmnrtdftɢʟ"
_SIGNS = {
    "-": "‐‑‒–—―−˗︱︲﹘﹣",
    "'": "‘’‛′ʼ",
    '"': "“”‟″〝〞",
    "/": "⁄∕÷",
    ".": "。．｡․﹒︒",
    ",": "‚、､﹐﹑︐︑",
    **dict(zip("[]:;!?(){}〔〕〈〉", "⁅⁆︓︔︕︖︵︶︷︸︹︺︿﹀", strict=True)),
}
_SMALL_FROM = "﹇﹈﹔﹕﹖﹗﹙﹚﹛﹜﹝﹞﹟﹠﹡﹢﹤﹥﹦﹨﹩﹪﹫"
_SMALL_TO = "[];:?!(){}〔〕#&*+<>=\\$%@"
_EQUAL = {
    **dict(zip(_LETTERS_FROM + _SMALL_FROM, _LETTERS_TO + _SMALL_TO, strict=True)),
    **{char: sign for sign, chars in _SIGNS.items() for char in chars},
}
_FULLWIDTH = range(0xFF01, 0xFF5F)
_SEEN_CLASSES = frozenset((0, 8, 9, 91, 129, 130, 132, 240))  # marks of other combining classes are not seen
_LAST_NAMED = "\ua7a9"  # Latin letters behind it stand for themselves
_UNNAMED = "\u024a\u024b\ua78e\ua794\ua795\ua796\ua797\ua798\ua799"  # and so do these
_IOTA, _OVERLAY = "\u0345", "\u0338"


class _Characters(dict[int, str]):
    """A translation that is made as it is used."""

    def __missing__(self, point: int) -> str:
        self[point] = folded = folded_char(chr(point))
        return folded


class _Lengths(dict[int, str]):
    """The lengths of that translation, as characters."""

    def __missing__(self, point: int) -> str:
        self[point] = length = chr(len(_CHARACTERS[point]))
        return length


_CHARACTERS, _LENGTHS = _Characters(), _Lengths()


def _prepared(text: str) -> str:
    """The text, as long as before, with all but the first space of a run dropped, and barriers set."""
    if _IGNORABLES.search(text):
        text = _BARRIERS.sub(_BARRIER, text)
    if _LONG_RUNS.search(text):
        text = _RUNS.sub(lambda match: " " + _DROPPED * (len(match.group()) - 1), text)
    return text


def character_key(text: str) -> str:
    """What a page's text is compared by. Of blocks that `PARTING` keeps apart, those in ASCII cost little."""
    return PARTING.join(
        [
            part.lower() if part.isascii() and not _LONG_RUNS.search(part) else _prepared(part).translate(_CHARACTERS)
            for part in text.split(PARTING)
        ]
    )


def character_lengths(text: str) -> str:
    """For each code point of a page's text, the length of its part of the key, as a character."""
    return ONE.join(
        [
            ONE * len(part) if part.isascii() and not _LONG_RUNS.search(part) else _prepared(part).translate(_LENGTHS)
            for part in text.split(PARTING)
        ]
    )


@lru_cache(maxsize=4096)
def term_character_key(term: str) -> str:
    """What a term is compared by: without white space at its ends."""
    return character_key(term.strip(WHITE_SPACE))


def whole_match(term: str, text: str, span: Span) -> Span | None:
    """The match, with the default ignorables at its ends that the term has; None when the text lacks any of them.

    Also None when a run of spaces in the term is longer than the text's.
    """
    term = term.strip(WHITE_SPACE)
    wanted, present = _RUNS.findall(term), _RUNS.findall(text, span.start, span.end)
    if any(len(run) > len(other) for run, other in zip(wanted, present, strict=False)):
        return None
    if not _IGNORABLES.search(term):
        return span
    start, end = span.start, span.end
    while start > 0 and _IGNORABLES.match(term) and _IGNORABLES.match(text, start - 1):
        start -= 1
    while end < len(text) and _IGNORABLES.match(term[-1]) and _IGNORABLES.match(text, end):
        end += 1
    rest = iter(_kept(text[start:end]))
    met = all(any(char == other for other in _until(rest, char)) for char in _kept(term))
    return Span(start, end) if met else None


def _kept(text: str) -> str:
    return "".join(char if _IGNORABLES.match(char) else folded_char(char) for char in _RUNS.sub(" ", text))


def _until(rest: Iterator[str], char: str) -> Iterator[str]:
    """The characters up to the first that is not stepped over."""
    for other in rest:
        yield other
        if other != char and not _IGNORABLES.match(other):
            return


def folded_char(char: str) -> str:
    """What one character is compared as; "" when it is not seen."""
    point = ord(char)
    if point in _FULLWIDTH:
        char = chr(point - 0xFEE0)
    if char == _DROPPED or _is_unseen_mark(char) or _IGNORABLES.match(char):
        return ""
    char = _EQUAL.get(char, char)
    folded = char.casefold()
    char = folded if len(folded) == 1 else char.lower()[0]
    decomposed = unicodedata.normalize("NFD", char)
    marks = decomposed[1:].replace(_IOTA, "")
    if len(decomposed) > 1 and char < "\U00010000" and _OVERLAY not in marks and all(map(_is_unseen_mark, marks)):
        char = decomposed[0]
    elif char >= "\x80":
        char = _latin_base(char)
    return _EQUAL.get(char, char)


def _is_unseen_mark(char: str) -> bool:
    return unicodedata.combining(char) not in _SEEN_CLASSES


def _latin_base(char: str) -> str:
    """The letter that a Latin letter with a stroke, a hook and the like is named after."""
    if char > _LAST_NAMED or char in _UNNAMED:
        return char
    name, with_, _ = unicodedata.name(char, "").partition(" WITH ")
    if with_ and name.startswith("LATIN SMALL LETTER ") and len(name) == len("LATIN SMALL LETTER X"):
        return name[-1].lower()
    return char
