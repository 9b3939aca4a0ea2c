"""Numbers and negations: what no fix may change, because it may turn a claim into its opposite."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

from citegate.unicode.normalize import normalized

NEGATIONS = (
    "no not never none nor neither nobody nothing nowhere without cannot cant dont doesnt didnt isnt arent wasnt werent"
    " wont wouldnt shouldnt couldnt mustnt hasnt havent hadnt aint neednt shant"
    " lack lacks lacking fail fails failed false except unless only but however"
    " nicht kein keine keinen keiner keinem nie niemals ohne weder außer nur"
    " ne pas jamais aucun aucune sans ni sauf non"
    " nunca ningún ninguna ninguno sin jamás salvo"
    " nem sem mai nessun nessuna senza niet geen nooit zonder nie bez не нет никогда без ни"
    " 不 没 沒 無 无 未 非 别 勿 ない ません ぬ 안 못 없다 아니"
)
QUANTIFIERS = (
    "all any every each some most many few fewer several both half twice always sometimes often rarely seldom usually"
    " more less least at-least at-most up-to about nearly almost exactly over under above below before after until"
    " must should may might can could will would shall"
    " alle jeder jede jedes einige manche viele wenige mehr weniger immer selten muss soll darf kann"
    " tous tout toute chaque plusieurs quelques plus moins toujours doit peut"
    " todo todos toda cada algunos varios más menos siempre debe puede tutti ogni alcuni più meno sempre deve può"
    " 所有 全部 每 一些 多 少 都 必须 可以 すべて 全て 一部 必ず 모든 일부"
)
NUMBER_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion"
    " first second third fourth fifth single double triple dozen quarter"
    " null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf hundert tausend"
    " un une deux trois quatre cinq six sept huit neuf dix cent mille"
    " uno dos tres cuatro cinco seis siete ocho nueve diez cien mil"
    " 一 二 三 四 五 六 七 八 九 十 百 千 万 億 亿"
)
UNITS = (
    "percent per cent % ‰ ms s sec secs second seconds min mins minute minutes h hr hour hours day days week weeks"
    " month months year years mm cm m km inch inches foot feet mile miles g kg mg µg t ton tons ml l litre litres liter"
    " liters b kb mb gb tb kib mib gib bit bits byte bytes px pt em rem hz khz mhz ghz w kw mw v mv a ma k c f °"
    " $ € £ ¥ usd eur gbp am pm"
    " prozent sekunde sekunden minute minuten stunde stunden tag tage woche wochen monat monate jahr jahre"
    " 秒 分 时 時 日 天 月 年 元 円 个 個 名 人"
)

DENSE = "\u0e00"  # from here on scripts that write no spaces

_TOKEN = re.compile(
    r"\d+(?:[.,:/’' ]\d+)*|[^\W\d_぀-ヿ㐀-鿿]+(?:[’'][^\W\d_]+)?|[぀-ヿ㐀-鿿]|[^\w\s]",
)
_APOSTROPHES = str.maketrans({"’": None, "'": None})


def _keys(words: str) -> frozenset[str]:
    return frozenset(normalized(word).translate(_APOSTROPHES) for word in words.split())


_SHORT = 2  # code points; a unit as short as this is one only behind a number ("5 m"), and else any word
_NUMBERS, _UNITS = _keys(NUMBER_WORDS), _keys(UNITS)
_GUARDED: tuple[tuple[str, frozenset[str]], ...] = (
    ("a negation or condition", _keys(NEGATIONS)),
    ("a number", _NUMBERS),
    ("a unit", frozenset(unit for unit in _UNITS if len(unit) > _SHORT)),
    ("a quantifier", _keys(QUANTIFIERS)),
)
"""What may not change, from the gravest on, with the words of each kind."""


@dataclass(frozen=True, slots=True)
class Change:
    """One difference between two texts."""

    removed: str
    added: str


def changes(old: str, new: str) -> tuple[Change, ...]:
    """The differences between two texts, word by word; case, accents and width aside."""
    one, other = _TOKEN.findall(old), _TOKEN.findall(new)
    matcher = SequenceMatcher(None, list(map(normalized, one)), list(map(normalized, other)), autojunk=False)
    return tuple(
        Change(" ".join(one[low:high]), " ".join(other[start:end]))
        for kind, low, high, start, end in matcher.get_opcodes()
        if kind != "equal"
    )


def forbidden(old: str, new: str) -> str | None:
    """What a fix from `old` to `new` would change that no fix may change, in words; None when there is no such thing.

    Each kind is counted over the whole text, and none may stand among the words that differ.
    """
    if _numbers(old) != _numbers(new):
        return "a number"
    differing = [part for change in changes(old, new) for part in (change.removed, change.added)]
    for name, words in _GUARDED:
        if _found(old, words) != _found(new, words) or any(_found(part, words) for part in differing):
            return name
    return None


def _found(text: str, words: frozenset[str]) -> Counter[str]:
    """How often each of the words stands in a text; those of scripts without spaces anywhere in it."""
    counts = Counter(token for token in _tokens(text) if token in words)
    key = normalized(text)
    counts.update({word: key.count(word) for word in words if word[0] >= DENSE and word in key})
    return counts


def _tokens(text: str) -> list[str]:
    return [normalized(token).translate(_APOSTROPHES) for token in _TOKEN.findall(text)]


def _numbers(text: str) -> tuple[str, ...]:
    """Every number with its unit, in order: 1,200 is not 12,00, and 5 m is not 5 km."""
    tokens = [*_tokens(text), ""]
    return tuple(
        f"{token} {following}" if following in _UNITS else token
        for token, following in pairwise(tokens)
        if token[:1].isdigit() or token in _NUMBERS
    )


def word_diff(old: str, new: str) -> str:
    """The new text with what differs marked: [-taken out-] {+put in+}."""
    one, other = old.split(), new.split()
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    parts: list[str] = []
    for kind, low, high, start, end in matcher.get_opcodes():
        if kind == "equal":
            parts.append(" ".join(one[low:high]))
            continue
        removed, added = " ".join(one[low:high]), " ".join(other[start:end])
        parts.append((f"[-{removed}-]" if removed else "") + (f"{{+{added}+}}" if added else ""))
    return " ".join(parts)
