"""Which sentences of an answer say something that a citation should carry."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from citegate.answers.audit_text import Statement
from citegate.model import BlockKind

MIN_WORDS = 4  # of a statement; what is shorter is an exclamation or a label, unless it has a number
MIN_DENSE = 6  # characters of one in a script without spaces
MAX_SENTENCE = 1000  # code points of a sentence that are looked at for what it says of its sources
MAX_HEAD = 120  # code points of a sentence in which what kind of sentence it is shows

_DENSE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0eff]")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_HAS_NUMBER = re.compile(r"\d")
_QUESTION = re.compile(r"[?？؟][\"'”’»」』)）*_\s]*\Z")

_SOURCE = (
    "sources?|documents?|passages?|context|documentation|materials?|excerpts?|search\\s+results?|texts?|information"
)
_NOT = r"(?:\s+not|n['’]t)"
_NOTHING_FOUND = re.compile(
    rf"""(?:(?:unfortunately|sorry|apologies|i['’]m\s+(?:very\s+)?sorry|i\s+am\s+sorry|i\s+apologi[sz]e)\b[^.]{{0,30}}?)?
    (?:,?\s*(?:but|however|so)?,?\s*)?
    (?:(?:i|we)\s+(?:can(?:not|['’]t)|could{_NOT}|do{_NOT}|did{_NOT}|(?:was|am|were|are)\s+(?:not|unable)|have\s+no|have{_NOT}
        |found\s+no(?:thing)?)\b
    |i['’]m\s+(?:not|unable)\b
    |(?:the|these|this|those|your|none\s+of\s+the)?\s*(?:\w+\s+){{0,2}}?(?:{_SOURCE})\s+(?:\w+\s+){{0,4}}?
      (?:do(?:es)?{_NOT}|did{_NOT}|(?:contain|say|have|mention|give)s?\s+(?:no\b|nothing)|has\s+no\b|(?:is|are){_NOT})
    |there\s+(?:is|was|are)\s+(?:no|not\s+enough|nothing|insufficient|not\s+any)\s+(?:\w+\s+){{0,2}}?
      (?:{_SOURCE}|mention|evidence|details?|data|about|in\s+the)\b
    |no\s+(?:\w+\s+)?(?:{_SOURCE}|evidence|mention|details?)\b
    |(?:it|that|this)\s+is\s+(?:unclear|not\s+(?:clear|known|stated|specified|mentioned|covered|described))
    |nothing\s+in\s+the\s+(?:{_SOURCE})
    |as\s+an\s+ai\b)
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""The answer says that it does not know: that needs no citation."""

_NOT_IN_SOURCES = re.compile(
    rf"(?:{_NOT}|\bno\b|\bnothing\b|\bnor\b|\bnone\b).{{0,40}}\b(?:in|by|from)\s+(?:any\s+of\s+)?(?:the|these|my|your)\s+"
    rf"(?:\w+\s+){{0,2}}?(?:{_SOURCE})\b",
    re.IGNORECASE,
)
"""The same, said anywhere in a sentence."""

_TALK = re.compile(
    r"""(?:hello|hi|hey|dear|greetings|good\s+(?:morning|afternoon|evening|day)|welcome|thanks?|thank\s+you|cheers
    |sure|certainly|of\s+course|absolutely|great\s+question|good\s+question|glad|happy\s+to|you(?:['’]re|\s+are)\s+welcome
    |i\s+(?:hope|can\s+help|will|would|['’]ll|am\s+happy|['’]m\s+happy|am\s+glad|['’]d)|i['’](?:ll|d|ve)\s|let\s+me|let['’]s|feel\s+free
    |please|do\s+(?:let|not\s+hesitate)|don['’]t\s+hesitate|if\s+you(?:['’]d|\s+(?:need|have|want|would|wish|are\s+interested|could|tell|share))
    |would\s+you|could\s+you|can\s+you|just\s+(?:ask|let)|hope\s+(?:this|that|it)|here\s+(?:is|are|['’]s)\s+(?:what|how|a\s+(?:summary|list|short|brief|quick)|the\s+(?:answer|summary|list|steps?|details?)|my|some)
    |below\s+(?:is|are|you)|see\s+(?:also|below|above)|(?:you\s+(?:may|might|can|could|should)\s+(?:also\s+|always\s+)?(?:want\s+to\s+|wish\s+to\s+)?)?(?:contact|ask|check|consult|visit|try|see|consider|remember|tell\s+me)\b
    |the\s+following\b.{0,60}[:：]?$|in\s+short[:：]?$|to\s+summari[sz]e[:：]?$|have\s+a\s+(?:nice|good|great)|good\s+luck|enjoy|bon\s+voyage)
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""Talk with the reader: a greeting, an offer, a request."""

_DENSE_NOTHING_FOUND = re.compile(
    r"(?:很?抱歉|对不起|不好意思|很?遗憾|非常抱歉)?[，,]?\s*(?:但|不过)?(?:我们?)?(?:没有?|无法|不能|未能?|并未|不)(?:在.{0,12})?"
    r"(?:找到|查到|确定|知道|回答|确认|提供|了解|清楚)"
    r"|.{0,16}(?:资料|文档|文件|来源|上下文|文章|材料|信息|内容|段落).{0,8}(?:没有|未|并未|不|无)(?:提到|提及|说明|包含|涉及|给出|提供|写明|记载|描述|足够|足以)"
    r"|(?:尚|还)?不清楚|无法(?:得知|判断)|没有(?:相关|足够)"
    r"|(?:申し訳|すみません|残念ながら)|.{0,20}(?:見つかりません|わかりません|分かりません|記載(?:されて)?(?:が|は)?(?:い)?(?:ありません|ません))"
)
_DENSE_TALK = re.compile(
    r"(?:你好|您好|大家好|当然|好的|没问题|谢谢|感谢|不客气|希望(?:这|以上|对)|如果(?:您|你)(?:还|需要|想|有)|如需|如有|请(?!注意|务必|勿)|欢迎"
    r"|让我|以下是|下面是|综上[:：]?$|祝|こんにちは|もちろん|ありがとう|お役に立て|ご不明|何か)"
)
_GOES_ON = re.compile(
    r"(?:,|;|\s[-–—])\s*(?:but|however|although|though|yet|and)\s+(?=\S+(?:\s+\S+){3})|[，；](?:但是?|不过|然而|可是)(?=.{6})",
    re.IGNORECASE,
)
"""Where a sentence that begins with talk goes on with a statement."""
_REFERENCES = re.compile(
    r"(?:sources?|references?|citations?|bibliography|further\s+reading|footnotes?|links?|see\s+also|参考(?:文献|资料)?|来源|引用|出典)\s*[:：]?",
    re.IGNORECASE,
)
"""A heading above a list of sources."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many statements an answer makes, and how many of them have a citation."""

    statements: int
    cited: int

    @property
    def share(self) -> float:
        """0.0 to 1.0; 1.0 where there is nothing to cite."""
        return self.cited / self.statements if self.statements else 1.0


def asserts(statements: Iterable[Statement]) -> tuple[bool, ...]:
    """For each sentence, whether it says something that a citation should carry.

    Not: headings, questions, greetings, offers, "I could not find", lines that introduce a list, sources listed
    below a heading that says so, and what is too short to say anything.
    """
    found: list[bool] = []
    in_references = False
    for statement in statements:
        if statement.kind is BlockKind.HEADING or _REFERENCES.fullmatch(statement.text.strip(" *_")):
            in_references = _REFERENCES.fullmatch(statement.text.strip(" *_")) is not None
            found.append(False)
            continue
        found.append(not in_references and not statement.is_lead_in and _says_something(statement))
    return tuple(found)


def _says_something(statement: Statement) -> bool:
    text = statement.text.strip(" \t\n*_–—-•·")
    if _QUESTION.search(text[-12:]) or not is_long_enough(text, is_row=statement.kind is BlockKind.TABLE_CELL):
        return False
    return not is_talk(text)


def is_talk(text: str) -> bool:
    """True for a sentence that speaks with the reader, or says that nothing was found, and states nothing besides."""
    head = text.strip(' \t\n*_–—-•·"“')[:MAX_HEAD]
    if _NOT_IN_SOURCES.search(text, 0, MAX_SENTENCE):
        return True
    patterns = (_NOTHING_FOUND, _TALK, _DENSE_NOTHING_FOUND, _DENSE_TALK)
    match = next((found for pattern in patterns if (found := pattern.match(head))), None)
    if match is None:
        return False
    ends = match.end() == len(head) or not (
        head[match.end() - 1].isascii() and head[match.end()].isalpha() and head[match.end()].isascii()
    )
    if not ends and head[match.end() - 1].isalpha():
        return False  # "history", not "hi"
    rest = _GOES_ON.search(text)
    return rest is None or is_talk(text[rest.end() :])


def denies_knowledge(text: str) -> bool:
    """True when a sentence says that nothing was found, or is known."""
    head = text.strip(' \t\n*_–—-•·"“')[:MAX_HEAD]
    patterns = (_NOTHING_FOUND, _DENSE_NOTHING_FOUND)
    return any(pattern.match(head) for pattern in patterns) or bool(_NOT_IN_SOURCES.search(text, 0, MAX_SENTENCE))


def is_long_enough(text: str, *, is_row: bool = False) -> bool:
    """True when a text has words enough to say something; fewer are needed where it has a number."""
    dense = len(_DENSE.findall(text))
    count = len(_WORD.findall(_DENSE.sub(" ", text)))
    if _HAS_NUMBER.search(text):
        return count + dense >= 2
    return dense + 1.5 * count >= MIN_DENSE or (is_row and count >= 3)
