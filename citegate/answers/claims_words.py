"""The words of a statement as they are compared: without endings, one word for those that mean the same here."""

from __future__ import annotations

import re
from functools import lru_cache

from citegate.answers.claims_numbers import quantities
from citegate.evidence.terms import STOP_WORDS, words
from citegate.evidence.terms import stem as stem_of

NEAR_LENGTH = 5  # letters that two forms of one word share at least ("encoding", "encoder")
NEAR_SHARE = 0.7  # of the longer form
NEAR_CREDIT = 0.75  # of a word of which the passage has another form

FORMS = {
    "forbidden": "forbid",
    "forbad": "forbid",
    "driven": "driv",
    "spent": "spend",
    "met": "meet",
    "fell": "fall",
    "fallen": "fall",
    "ros": "ris",
    "risen": "ris",
    "sold": "sell",
    "bought": "buy",
}
"""Irregular forms to their stems, beside those that the stemmer knows."""


def stem(word: str) -> str:
    """The normal form of a word, without its ending."""
    found = stem_of(word)
    return FORMS.get(found, found)


_SAME = """
travel ride go | begin start commence open launch | end finish stop cease close shut | big large | small little
buy purchase | cost price fee charge pay | allow permit let may | need require must necessary mandatory obligatory
get receive obtain | use employ utilise utilize | make create produce build generate | run operate work | help assist
keep store hold retain save | send transmit | remove delete erase | fix repair mend correct | change alter modify edit
choose select pick | fast quick rapid | show display present | leave depart | arrive reach come | ask request
say state tell mention note describe explain | find locate discover | contain include comprise have hold
accept take | refuse reject deny | write author | read view see | check verify test examine inspect sample
limit cap maximum | error fault failure | file document | folder directory | website site | webpage page
customer client user passenger visitor guest | staff employee worker | pier dock quay wharf jetty
boat ship ferry vessel | ticket fare | lead leash | journey trip crossing ride | dusk nightfall sunset
dawn daybreak sunrise
increase rise grow climb | decrease fall drop shrink decline | hour hourly
every each all any | day daily | week weekly | month monthly | year yearly annual annually
forbid ban prohibit disallow | possible can able | free gratis complimentary | near close nearby | around about
kid child children | bike bicycle cycle | car vehicle | photo picture image | old aged | rule regulation
default standard | option setting parameter | turn switch | save keep | exceed surpass | yearly annual
late last final latest | early first initial earliest | open accessible | supply provide offer give | own belong
""".strip()
"""Words of one line part that a paraphrase puts for each other."""

_APART = """
north south east west northern southern eastern western | spring summer autumn winter fall
monday tuesday wednesday thursday friday saturday sunday weekday weekend
january february march april may june july august september october november december
morning noon afternoon evening night midnight dawn dusk | yesterday today tomorrow
red green blue yellow black white grey gray orange purple brown pink | gold silver bronze
first second third last | left right | upper lower | inner outer | front back | top bottom
dog cat horse bird | men women boy girl | father mother | adult child | hot cold warm cool
oldest newest | oldest youngest | earliest latest | highest lowest
minimum maximum | read write | input output | upload download | client server | public private | internal external
export import | buy sell | win lose | success failure | ascending descending | horizontal vertical
asynchronous synchronous | encrypt decrypt | arrival departure | arrive depart | import export
chromium firefox webkit safari chrome edge | windows linux macos | json yaml toml xml csv
request response | header body footer | row column | width height | uppercase lowercase | tcp udp | http https
parent child | source destination | primary secondary replica | username password | debug info warning error
username email | host guest | producer consumer | publisher subscriber | sender receiver | master worker
""".strip()
"""Words of one line part that shut each other out."""

_APART_CJK = (
    "东 西 南 北|春 夏 秋 冬|星期一 星期二 星期三 星期四 星期五 星期六 星期日|周一 周二 周三 周四 周五 周六 周日"
    "|上午 下午 中午 早上 晚上 凌晨 夜里|红 绿 蓝 黄 黑 白|左 右|男 女|大人 儿童|成人 儿童|第一 最后|首班 末班"
)

_LOGICAL_WORDS = (
    "not no never none nor neither nobody nothing cannot without all any every each some many few several always"
    " sometimes often only must may might can could should"
)
_LINKING_WORDS = (
    "provided providing given assuming according including regarding however therefore thus hence moreover furthermore"
    " additionally also currently simply actually basically really quite rather please even still yet already though"
    " although because since while whereas"
)
LOGICAL = frozenset(map(stem, (*_LOGICAL_WORDS.split(), *_LINKING_WORDS.split())))
"""Terms that are judged by what they do to a statement, not by being there; and those that only link its parts."""

_DENSE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
_DENSE_STOP = frozenset(
    "可必须的了是在和与或也就都而及把被对从到会能要有这那它他她我你们个里上下中时为以于其之并但不没无很更最的着过"
)
_CONTRACTED = re.compile(
    r"'(?:re|ve|ll|d|m)$|^(?:are|is|was|were|do|does|did|has|have|had|ca|wo|could|would|should)n't$", re.IGNORECASE
)
"""What an apostrophe leaves of a word that is not compared."""
_WORD_WITH_LETTERS = re.compile(r"[^\W\d_]")


def _groups(table: str) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for line in table.splitlines():
        for part in line.split(" | "):
            group = frozenset(stem(word) for word in part.split())
            for term in group:
                found[term] = found.get(term, frozenset()) | group
    return found


SAME = _groups(_SAME)
"""For a term, those that may stand in its place."""
APART = _groups(_APART)
"""For a term, those that cannot hold together with it."""
APART_CJK = tuple(frozenset(group.split()) for group in _APART_CJK.split("|"))


@lru_cache(maxsize=8192)
def content(text: str) -> tuple[str, ...]:
    """The content terms of a text in order: stems; of scripts without spaces, each two characters that follow."""
    plain = without_quantities(text)
    found: list[str] = []
    for run in _DENSE.findall(plain):
        kept = "".join(char for char in run if char not in _DENSE_STOP)
        found.extend(kept[at : at + 2] for at in range(max(1, len(kept) - 1)) if kept)
    for word in words(_DENSE.sub(" ", plain)):
        term = stem(_CONTRACTED.sub("", word))
        if term and term not in STOP_WORDS and term not in LOGICAL and _WORD_WITH_LETTERS.search(term):
            found.append(term)
    return tuple(found)


def without_quantities(text: str) -> str:
    """The text with a space in the place of each number and its unit."""
    parts, at = [], 0
    for quantity in quantities(text):
        parts.append(text[at : quantity.start])
        at = max(at, quantity.end)
    return " ".join([*parts, text[at:]])


@lru_cache(maxsize=32768)
def credit(term: str, there: frozenset[str]) -> float:
    """1 for a term that is there, or one of the same meaning; less for one that is there in another form; else 0."""
    if term in there or not SAME.get(term, frozenset()).isdisjoint(there):
        return 1.0
    if len(term) < NEAR_LENGTH or not term.isalpha():
        return 0.0
    start = term[:NEAR_LENGTH]
    for other in there:
        if other.startswith(start) and other.isalpha():
            pairs = enumerate(zip(term, other, strict=False))
            shared = next((number for number, (a, b) in pairs if a != b), min(len(term), len(other)))
            if shared >= NEAR_SHARE * max(len(term), len(other)):
                return NEAR_CREDIT
    return 0.0


def share(claim: tuple[str, ...], there: frozenset[str]) -> float:
    """How much of a claim's terms is there, 0.0 to 1.0; 1.0 for a claim without any."""
    different = dict.fromkeys(claim)
    return sum(credit(term, there) for term in different) / len(different) if different else 1.0
