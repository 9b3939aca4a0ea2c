"""The quantities of a text: numbers in digits and in words, with their units, ready to be compared exactly."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from citegate.answers.claims_units import CJK_COUNTERS, MONTHS, UNITS, Unit

MAX_DIGITS = 40  # of a number that is compared; a longer one is data


@dataclass(frozen=True, slots=True)
class Quantity:
    """One number of a text."""

    text: str
    """As written, with its unit."""
    value: Fraction | str
    """In the base of its unit; of a version or a date its parts, joined in one way."""
    dimension: str
    """What is measured (bytes, percent, crowns …); "" for a bare number."""
    bound: str = ""
    """least, most, over, under or about, where the text says so; "" where it does not."""
    start: int = 0
    """Code points of the text before it."""
    end: int = 0
    is_word: bool = False
    """True for a small number in words, which may count what the text only lists."""
    raw: Fraction | None = None
    """The number without its unit; None of dates and versions."""
    written: str = ""
    """The digits, in one way."""


_ONES_IN_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
)
_ONES = {word: number for number, word in enumerate(_ONES_IN_WORDS.split())}
_TENS_IN_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety"
_TENS = {word: 20 + 10 * number for number, word in enumerate(_TENS_IN_WORDS.split())}
_POWERS = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_SINGLE = {"dozen": Fraction(12), "twice": Fraction(2), "double": Fraction(2), "triple": Fraction(3)}
_FRACTIONS = {"half": Fraction(1, 2), "quarter": Fraction(1, 4)}
_NUMBER_WORD = "|".join(sorted((*_ONES, *_TENS, *_POWERS), key=len, reverse=True))
_AND = r"(?<=hundred)\s+and\s+|(?<=thousand)\s+and\s+|(?<=million)\s+and\s+"
_WORDS = re.compile(
    rf"\b(?:(?:{_NUMBER_WORD})(?:(?:{_AND}|[\s-]+)(?={_NUMBER_WORD}\b)|\b))+|\b(?:{'|'.join(_SINGLE)})\b",
    re.IGNORECASE,
)
_CJK_ONES = {char: number for number, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
_CJK_POWERS = {"十": 10, "百": 100, "千": 1000, "万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_CJK_SIGNS = "".join((*_CJK_ONES, *_CJK_POWERS))
_SPACES = "\u00a0\u2007\u2009\u202f "
_DIGITS = re.compile(
    rf"(?<![A-Za-z0-9_.])(?P<sign>[-−+])?(?P<whole>\d{{1,3}}(?:[,'’{_SPACES}]\d{{3}})+(?!\d)|\d+)"
    r"(?P<decimals>\.\d+|,\d+(?![\d,]))?",
)
_DASHES = frozenset(("-", "–", "—", "~", "～", "至", "到", "to"))
_RANGE = re.compile(rf"[{_SPACES}]*([-–—~～至到]|to|and|or)[{_SPACES}]*[-−]?\d[\d.,]*")
CODE = "code "
"""How the dimension of a name with a number begins, the name's letters behind it."""
_CODE = re.compile(r"(?<![A-Za-z0-9_.\-/])([A-UW-Za-uw-z][A-Za-z]{0,11}-?)(\d{2,12})(?![A-Za-z0-9_]|\.\d)")
_VERSION = re.compile(r"(?<![\w.])[vV]?(\d+(?:\.\d+){2,}|(?<=[vV])\d+(?:\.\d+)*)(?![\w])")
_SPOKEN = re.compile(
    rf"\b(half\s+past|quarter\s+past|quarter\s+to)\s+(\d{{1,2}}|{'|'.join(list(_ONES)[1:13])})\b", re.IGNORECASE
)
_CJK_TIME = re.compile(rf"(\d{{1,2}}|[{_CJK_SIGNS}]+)[点时時](半|\d{{1,2}}分|[{_CJK_SIGNS}]+分)(?!钟)")
_ISO_DATE = re.compile(r"(?<!\d)(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?!\d)")
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_DATE = re.compile(
    rf"\b(?:(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?\.?(?:\s+of)?\s+(?P<m1>{_MONTH})\.?|(?P<m2>{_MONTH})\.?\s+"
    r"(?P<d2>\d{1,2})(?:st|nd|rd|th)?(?![\d.,]\d|\d))(?:,?\s+(?P<y>\d{4}))?",
)
_CJK_DATE = re.compile(r"(?<!\d)(\d{1,2})月(\d{1,2})[日号]")
_HALF = r"(am|pm|a\.m\.|p\.m\.)(?![A-Za-z0-9_])"
_TIME = re.compile(
    rf"(?<![A-Za-z0-9_.:])(\d{{1,2}})(?::(\d{{2}})(?::\d{{2}})?(?:\s?{_HALF})?|\.(\d{{2}})\s?{_HALF})(?![A-Za-z0-9_:])",
    re.IGNORECASE,
)
_HOUR = re.compile(rf"(?<![A-Za-z0-9_.:])(\d{{1,2}})\s?{_HALF}", re.IGNORECASE)
_SCALE = "hundred|thousand|million|billion|trillion|mn|bn|[kKMB](?![A-Za-z])|万亿|千万|百万|万|亿"
_UNIT = r"percentage points?|per cent|%|‰|°\s?[CF]|℃|℉|[$€£¥]|o['’]clock|[A-Za-zµμΩ]+(?:/[a-z]+)?|[\u4e00-\u9fff]+"
_UNIT_AFTER = re.compile(rf"[{_SPACES}-]?(?:(?P<scale>{_SCALE})[{_SPACES}-]?)?(?P<unit>{_UNIT})?")
_CURRENCY_BEFORE = re.compile(rf"(?:[$€£¥]|\b(?:USD|EUR|GBP|CNY|RMB|JPY)[{_SPACES}]?)\Z")
_SCALES = {
    "hundred": 2, "thousand": 3, "million": 6, "billion": 9, "trillion": 12, "mn": 6, "bn": 9, "k": 3, "K": 3,
    "M": 6, "B": 9, "万": 4, "亿": 8, "百万": 6, "千万": 7, "万亿": 12,
}  # fmt: skip
"""Powers of ten."""

_COUNTER = "|".join(sorted(CJK_COUNTERS, key=len, reverse=True))
_CJK = re.compile(
    rf"(?P<of>百分之|千分之|第)?(?P<number>[{_CJK_SIGNS}]+(?:点[零〇一二三四五六七八九]+)?)(?P<unit>个百分点|{_COUNTER})?"
)
_NAMED = re.compile(r"(?:\b[A-Z][A-Za-z]+|\b[Vv]ersion|版本|版) ?\Z")
"""What stands before a version: a name, or the word for it."""
_ORIGIN = re.compile(r"从[零〇一二][开起数计算]")
"""A single sign that is a number: where one begins to count."""
_NOT_DIGIT = re.compile(r"\D")
_VAGUE = frozenset("一两万千百亿十")
_VAGUE_COUNTERS = frozenset(("", *"个种次名位条项件家"))
"""With one of the numbers above: more often "a" or "many" than a count."""
_NOT_NUMBERS = re.compile(
    "千万[别不要]|万一|十分(?!钟|之|钱)|一[样般些直旦起定切共]|统一|唯一|第一|万[事能]|百姓|千秋|四川|三明治|九州|五金|七夕|双十一"
)
_BOUNDS = {
    "least": r"at least|(?:no|not) (?:less|fewer) than|minimum(?: of)?|≥|>=|至少|不少于|不低于|最少|最低",
    "most": r"at most|up to|limit(?:ed)? (?:to|of|is)|capped at|(?:no|not) (?:more|longer) than|maximum(?: of)?|≤|<="
    r"|[至最]多|不[得能]?超过|不[多高]于",
    "over": r"(?:more|greater|larger|longer|higher|older) than|over|above|exceed(?:s|ing)?|>|超过|[多大高]于",
    "under": r"(?:less|fewer|shorter|smaller|lower) than|under|below|nearly|almost|<|[少小低]于|不[到足]|近",
    "about": r"about|around|approximately|roughly|some|circa|ca\.|~|≈|大约|约|左右|大概",
}
_BOUND_NAMES = "|".join(f"(?P<{name}>{words})" for name, words in _BOUNDS.items())
_BOUND = re.compile(rf"(?<![A-Za-z])(?:{_BOUND_NAMES})\s*(?:the\s+|a\s+|为|是|要?有|达)?[$€£¥]?\s*\Z", re.IGNORECASE)
_BOUND_AFTER = re.compile(
    r"\s*(?:(?P<least>or more|or longer|or above|or older|minimum|以上|及以上)"
    r"|(?P<most>or less|or fewer|or below|at most|maximum|以下|以内|之内|及以下)|(?P<about>or so|左右|上下))",
    re.IGNORECASE,
)
REACH = 28  # code points before a number in which a word that bounds it stands


@lru_cache(maxsize=4096)
def quantities(text: str) -> tuple[Quantity, ...]:
    """Every number of a text, in order; what is one date, time or version is one."""
    plain = _narrow(text)
    taken: list[tuple[int, int]] = []
    found: list[Quantity] = []
    for reader in (_codes, _dates, _versions, _times, _digits, _cjk_numbers, _number_words):
        some = list(reader(_without(plain, taken)))
        found.extend(some)
        taken.extend((each.start, each.end) for each in some)
    return tuple(sorted(found, key=lambda each: each.start))


def _narrow(text: str) -> str:
    """The text with digits and signs of every width as ASCII has them, one for one."""
    if text.isascii():
        return text
    return "".join(narrow if len(narrow := unicodedata.normalize("NFKC", char)) == 1 else char for char in text)


def _without(text: str, taken: list[tuple[int, int]]) -> str:
    """The text with what was read already blotted out, as long as before."""
    if not taken:
        return text
    parts, at = [], 0
    for start, end in sorted(taken):
        parts.append(text[at:start] + "\ufdd0" * (end - start))
        at = end
    return "".join(parts) + text[at:]


def _dates(text: str) -> Iterator[Quantity]:
    for match in _ISO_DATE.finditer(text):
        if 1 <= int(match[2]) <= 12 and 1 <= int(match[3]) <= 31:
            yield Quantity(match[0], f"{int(match[1])}-{int(match[2])}-{int(match[3])}", "date", "", *match.span())
    for match in _DATE.finditer(text):
        month, day = MONTHS[match["m1"] or match["m2"]], int(match["d1"] or match["d2"])
        if day <= 31:
            yield Quantity(match[0], f"{match['y'] or ''}-{month}-{day}".lstrip("-"), "date", "", *match.span())
    for match in _CJK_DATE.finditer(text):
        if text[match.start() - 1 : match.start()] != "年":
            yield Quantity(match[0], f"{int(match[1])}-{int(match[2])}", "date", "", *match.span())


def _codes(text: str) -> Iterator[Quantity]:
    for match in _CODE.finditer(text):
        yield Quantity(match[0], match[2], CODE + match[1].lower(), "", *match.span(), written=match[2])


def _versions(text: str) -> Iterator[Quantity]:
    for match in _VERSION.finditer(text):
        yield Quantity(match[0], match[1], "version", "", *match.span())


def _times(text: str) -> Iterator[Quantity]:
    found = list(_clock(text))
    yield from found
    for match in _HOUR.finditer(_without(text, [(each.start, each.end) for each in found])):
        yield _time(match, int(match[1]), 0, match[2])


def _clock(text: str) -> Iterator[Quantity]:
    for match in _TIME.finditer(text):
        hour, minutes, half = int(match[1]), int(match[2] or match[4]), match[3] or match[5]
        if hour < 25 and minutes < 60:
            yield _time(match, hour, minutes, half)
    for match in _SPOKEN.finditer(text):
        word = match[2].lower()
        hour = int(word) if word.isdigit() else _ONES[word]
        yield _time(
            match, hour, {"half past": 30, "quarter past": 15, "quarter to": -15}[" ".join(match[1].lower().split())]
        )
    for match in _CJK_TIME.finditer(text):
        first = _digits_or_cjk(match[1])
        second = Fraction(30) if match[2] == "半" else _digits_or_cjk(match[2].rstrip("分"))
        if first is not None and second is not None and first < 25 and second < 60:
            yield _time(match, int(first), int(second))


def _digits_or_cjk(text: str) -> Fraction | None:
    return Fraction(text) if text.isascii() else _cjk_value(text)


def _time(match: re.Match[str], hour: int, minutes: int, half: str | None = None) -> Quantity:
    if half is not None:
        hour = hour % 12 + 12 * half.lower().startswith("p")
    dimension = "hour of day" if half is None and hour <= 12 else "time of day"
    value = Fraction(hour * 60 + minutes)
    return Quantity(match[0], value, dimension, "", *match.span(), raw=Fraction(hour) if not minutes else None)


def _digits(text: str) -> Iterator[Quantity]:
    for match in _DIGITS.finditer(text):
        whole, decimals = match["whole"], match["decimals"] or ""
        if decimals.startswith(",") and text[match.start() - 1 : match.start()] == ",":  # a list: 1,2,3
            end = match.end()
            yield _measured(text, end - len(decimals) + 1, end, Fraction(decimals[1:]), "", decimals[1:])
            decimals = ""
        start, end = match.start(), match.end("whole") + len(decimals)
        if end - start > MAX_DIGITS:
            yield Quantity(text[start:end], text[start:end], "", "", start, end)
            continue
        written = _NOT_DIGIT.sub("", whole) + decimals.replace(",", ".")
        yield _measured(text, start, end, Fraction(written), match["sign"] or "", written)


def _measured(text: str, start: int, end: int, value: Fraction, sign: str, written: str) -> Quantity:
    if sign in ("-", "−") and not text[max(0, start - 1) : start].isalnum():
        value = -value
    elif sign in ("-", "−"):
        start += 1
    scale, unit, stop = _unit_behind(text, end)
    if unit is None and (before := _CURRENCY_BEFORE.search(text, max(0, start - 5), start)):
        unit = UNITS.get(before[0].strip().lower()) or UNITS.get(before[0].strip())
        start = before.start()
    if unit is None and not scale and "." in written and _NAMED.search(text, max(0, start - REACH), start):
        return Quantity(text[start:stop], written, "version", "", start, stop, written=written)
    raw = value * 10**scale
    value = raw * (unit.factor or 1) if unit else raw
    dimension = unit.dimension if unit else ""
    return Quantity(
        text[start:stop], value, dimension, _bound(text, start, stop), start, stop, raw=raw, written=written
    )


def _unit_behind(text: str, end: int, *, is_first: bool = True) -> tuple[int, Unit | None, int]:
    """The power of ten and the unit behind a number, and where they end."""
    match = _UNIT_AFTER.match(text, end)
    if is_first and (further := _RANGE.match(text, end)):  # a range has its unit behind its end
        scale, unit, _ = _unit_behind(text, further.end(), is_first=False)
        return (scale if further[1] in _DASHES else 0), unit, end
    if match is None:
        return 0, None, end
    scale = _SCALES.get(match["scale"] or "", 0)
    stop = match.end("scale") if match["scale"] else end
    written = match["unit"] or ""
    if not written:
        return scale, None, stop
    if "\u4e00" <= written[0] <= "\u9fff":
        for length in range(min(len(written), 4), 0, -1):
            unit = UNITS.get(written[:length])
            if unit is not None:
                return scale, unit, match.start("unit") + length
        return scale, None, stop
    unit = UNITS.get(written) or UNITS.get(written.lower())
    if unit is None or (len(written) == 1 and written.isalpha() and match.start("unit") > end + 1):
        return scale, None, stop
    return scale, unit, match.end("unit")


def _bound(text: str, start: int, end: int) -> str:
    match = _BOUND.search(text, max(0, start - REACH), start) or _BOUND_AFTER.match(text, end)
    return (match.lastgroup or "") if match else ""


def _number_words(text: str) -> Iterator[Quantity]:
    for match in _WORDS.finditer(text):
        written = match[0].rstrip(" -")
        parts = [part for part in re.split(r"[\s-]+", written.lower()) if part != "and"]
        if parts in (["one"], ["hundred"], ["thousand"], ["million"], ["billion"], ["trillion"], ["twice"], ["double"]):
            continue  # "one of", "thousands of": more often a turn of phrase than a number
        end = match.start() + len(written)
        value = _SINGLE[parts[0]] if parts[0] in _SINGLE else Fraction(_spelled(parts))
        scale, unit, stop = _unit_behind(text, end)
        raw = value * 10**scale
        value = raw * (unit.factor or 1) if unit else raw
        is_small = unit is None and len(parts) == 1 and raw <= 3
        place = (match.start(), stop)
        dimension = unit.dimension if unit else ""
        yield Quantity(text[slice(*place)], value, dimension, _bound(text, *place), *place, is_small, raw, str(raw))


def _spelled(parts: list[str]) -> int:
    total, current = 0, 0
    for part in parts:
        if part in _ONES:
            current += _ONES[part]
        elif part in _TENS:
            current += _TENS[part]
        elif part == "hundred":
            current = (current or 1) * 100
        else:
            total += (current or 1) * _POWERS[part]
            current = 0
    return total + current


def _cjk_numbers(text: str) -> Iterator[Quantity]:
    if text.isascii():
        return
    plain = _NOT_NUMBERS.sub(lambda match: "\ufdd0" * len(match[0]), text)
    for match in _CJK.finditer(plain):
        number, unit_name, of = match["number"], match["unit"] or "", match["of"] or ""
        value = _cjk_value(number)
        is_origin = _ORIGIN.search(plain[max(0, match.start() - 1) : match.end() + 1]) is not None
        if value is None or (
            number in ("一", "两", "万", "千", "百", "亿")
            and not of
            and unit_name in ("", "个", "种", "次", "些", "名", "位")
            and not is_origin
        ):
            continue
        if (
            not unit_name
            and not of
            and not is_origin
            and (len(number) < 2 or plain[match.start() - 1 : match.start()].isdigit())
        ):
            continue
        unit = UNITS.get(unit_name)
        if of in ("百分之", "千分之"):
            unit, value = UNITS["%"], value if of == "百分之" else value / 10
        raw = value
        value = raw * (unit.factor or 1) if unit else raw
        dimension = unit.dimension if unit else ""
        place = match.span()
        is_small = not dimension and raw <= 3 and not is_origin
        yield Quantity(match[0], value, dimension, _bound(text, *place), *place, is_small, raw, str(raw))


def _cjk_value(number: str) -> Fraction | None:
    whole, _, decimals = number.partition("点")
    if not any(char in _CJK_POWERS for char in whole):
        if len(whole) > 1 and any(char in "两兩" for char in whole):
            return None
        value = Fraction(int("".join(str(_CJK_ONES[char]) for char in whole)))
    else:
        total, section, digit = 0, 0, 0
        for char in whole:
            if char in _CJK_ONES:
                digit = _CJK_ONES[char]
            elif _CJK_POWERS[char] < 10**4:
                section += (digit or 1) * _CJK_POWERS[char]
                digit = 0
            else:
                total = (total + section + digit or 1) * _CJK_POWERS[char]
                section = digit = 0
        value = Fraction(total + section + digit)
    if decimals:
        value += Fraction(int("".join(str(_CJK_ONES[char]) for char in decimals)), 10 ** len(decimals))
    return value
