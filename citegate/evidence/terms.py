"""The terms of a text, in any script: what the index holds, and what a claim is compared by.

Words are ICU's. An identifier (`verify-span`, `source_span`, `allowlist.json`) is one term, and its parts are too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from citegate.unicode.normalize import normalized
from citegate.unicode.scripts import has_spaces_between_words
from citegate.unicode.surrogates import without_surrogates

MAX_TERM_LENGTH = 80  # code points; longer runs are data (hashes, base64), and nobody asks for them
MAX_KEPT = 1_000  # code points of a text whose words are kept for a while
MIN_STEM = 3  # letters that stay when an ending is taken off

_LOCALE = "en"
_CHUNK = re.compile(r"\S+")
_ASCII_WORD = re.compile(r"[A-Za-z0-9_]+(?:[-.,'][A-Za-z0-9_]+)*")
_PART = re.compile(r"[-_.,]+")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_APOSTROPHES = str.maketrans({"’": "'", "ʼ": "'"})
_JOINERS = frozenset("-_.‐‑")


def terms(text: str) -> list[str]:
    """The terms of a text in order, normalized and without endings; an identifier is followed by its parts."""
    found: list[str] = []
    for word in words(text):
        found.extend(_forms(word))
    return found


def words(text: str) -> tuple[str, ...]:
    """The words of a text as written, identifiers whole; punctuation is none."""
    return _kept_words(text) if len(text) <= MAX_KEPT else tuple(_words(text))


@lru_cache(maxsize=1024)
def _kept_words(text: str) -> tuple[str, ...]:
    """A sentence and a claim are looked at in many ways, one after the other."""
    return tuple(_words(text))


def _words(text: str) -> Iterator[str]:
    text = without_surrogates(text).translate(_APOSTROPHES)
    if text.isascii():
        yield from _ASCII_WORD.findall(text)
        return
    for chunk in _CHUNK.findall(text):
        if chunk.isascii():
            yield from _ASCII_WORD.findall(chunk)
        else:
            yield from _segments(chunk)


def _segments(chunk: str) -> Iterator[str]:
    """ICU's words of a chunk without spaces, those that a joiner holds together as one."""
    from icu4py.breakers import WordBreaker  # noqa: PLC0415 - 11 ms that English text does not need

    word, joiner = "", ""
    for segment in WordBreaker(chunk, _LOCALE):
        if any(map(str.isalnum, segment)):
            if word and not joiner:
                yield word
                word = ""
            word, joiner = word + joiner + segment, ""
        elif word and not joiner and segment in _JOINERS:
            joiner = segment
        else:
            if word:
                yield word
            word, joiner = "", ""
    if word:
        yield word


@lru_cache(maxsize=65536)
def _forms(word: str) -> tuple[str, ...]:
    if len(word) > MAX_TERM_LENGTH:
        return ()
    whole = stem(word)
    if not whole:
        return ()
    if not has_spaces_between_words(word):
        return (whole, *(whole[at : at + 2] for at in range(len(whole) - 1) if len(whole) > 2))
    if _NUMBER.fullmatch(word):
        return (whole,)
    parts = [stem(part) for part in _PART.split(word) if part]
    return (whole, *(part for part in parts if part and part != whole)) if len(parts) > 1 else (whole,)


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The normal form of a word, an English one without its ending; never empty unless nothing of it is compared.

    The endings are those of number and of verbs, so that "matches", "matched" and "matching" are one term and
    "nation" and "national" are two.
    """
    key = normalized(word).replace(" ", "").replace("\0", "")
    if _NUMBER.fullmatch(key):
        return key.replace(",", "")
    key = key.removesuffix("'s").replace("'", "")
    if not key.isascii() or not key.isalpha():
        return key
    return _stem_english(key)


def _stem_english(word: str) -> str:
    word = _IRREGULAR.get(word, word)
    if len(word) <= MIN_STEM:
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith(("sses", "shes", "ches", "xes", "zes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ingly", "edly", "ing", "ed", "ly"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= MIN_STEM and any(vowel in rest for vowel in "aeiouy"):
            word = _mended(rest) if ending != "ly" else rest
            break
    if word.endswith("y") and len(word) > MIN_STEM and word[-2] not in "aeiou":
        word = word[:-1] + "i"
    return word.removesuffix("e") if len(word) > MIN_STEM else word


def _mended(rest: str) -> str:
    """What stood before "ing" or "ed": `stopp` is `stop`."""
    if len(rest) > MIN_STEM and rest[-1] == rest[-2] and rest[-1] not in "lsz":
        return rest[:-1]
    return rest


_IRREGULAR_FORMS = (
    "written=write wrote=write found=find stood=stand made=make gave=give given=give taken=take took=take said=say"
    " kept=keep held=hold left=leave sent=send built=build meant=mean told=tell known=know knew=know shown=show"
    " chosen=choose chose=choose begun=begin began=begin gone=go went=go seen=see saw=see ran=run led=lead lost=lose"
    " hidden=hide hid=hide broken=break broke=break drawn=draw grown=grow changed=change children=child came=come"
    " thrown=throw spoken=speak understood=understand laid=lay paid=pay worn=wear won=win got=get felt=feel"
)
_IRREGULAR = dict(pair.split("=") for pair in _IRREGULAR_FORMS.split())
"""English verb forms that no ending gives away."""
_STOP_WORDS = (
    "a an the this that these those it its they them their he she his her we us our you your i me my one"
    " is are was were be been being am do does did done has have had having will would shall"
    " and or but if then than so as of in on at to from by for with into onto over under about above below"
    " between through during before after up down out off again there here when where why how what which who whom"
    " also just very such own same other another more most"
    " der die das den dem des ein eine einer eines und oder ist sind war im in von zu mit auf für"
    " le la les un une des du de et ou est sont dans sur pour avec que qui"
    " 的 了 是 在 和 与 或 也 就 都 而 及 把 被 对 从 到 会 能 要 有 这 那 它 他 她 我 你 们 个 里 上 下 中 时"
    " の は を が に へ で と も や から まで です ます する した して いる ある この その あの"
)
STOP_WORDS = frozenset(map(stem, _STOP_WORDS.split()))
"""Terms that say nothing about what a text is about."""
