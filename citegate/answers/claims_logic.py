"""Where a statement denies, generalises, restricts or demands otherwise than the passage does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from citegate.answers.claims_clauses import ALIKE, Clause, clauses, nearest, readings
from citegate.answers.claims_denied import NOT_ALL, plain
from citegate.answers.claims_opposites import before_a_word, excepted, is_turned_condition
from citegate.answers.claims_words import content, share, stem
from citegate.evidence.logic import is_necessity
from citegate.evidence.roles import is_turned_comparison
from citegate.evidence.signed import conflicts, has_denial, signed
from citegate.evidence.signed_dense import compact, denials, dense_conflicts
from citegate.evidence.terms import STOP_WORDS, words

BESIDE = 2  # terms that a clause elsewhere needs to be about anything
NEARLY_ALL = 0.75  # share of its terms that the statement must have
_ENDS = " .;:,!?。；，：！？\t\n"
CLOSE = 0.6  # the same, from which a word of quantity that only one has is a difference

_STRENGTHS = {
    5: "all every each always everyone everything everywhere everybody 所有 全部 每 总是 一切 全体 一律",
    4: "most mostly usually generally typically normally mainly largely primarily 大多数 大部分 多数 通常"
    " 往往 一般 主要",
    3: "many often frequently numerous 许多 很多 经常",
    2: "some sometimes several partly 一些 有些 有时 部分 若干",
    1: "few rarely seldom occasionally hardly 很少 偶尔 少数",
}
_STRENGTH = {word: level for level, known in _STRENGTHS.items() for word in known.split()}
_DENSE = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_DENSE_STRENGTH = re.compile(
    "|".join(sorted((word for word in _STRENGTH if _DENSE.match(word)), key=len, reverse=True))
)
_ANY_WORDS = (
    "any daily weekly monthly hourly annual annually constantly continuously throughout whole entire must required only"
    " both need needs mandatory"
)
_ANY = frozenset(_ANY_WORDS.split())
"""Words of a passage that may mean "all"."""
_ANY_DENSE = re.compile("任何|都|均|必须|只|凡|天天|各")
_HEDGED = frozenset(("might", "possibly", "perhaps")) | {word for word, level in _STRENGTH.items() if level < 3}
_EXEMPT = re.compile(
    r"\b(?:need(?:s)? not|(?:do|does) not (?:have|need) to|not (?:required|obliged) to"
    r"|(?:don|doesn)'t (?:have|need) to)\b",
    re.IGNORECASE,
)
_BARRED = re.compile(r"\b(?:must|may|can) ?not\b|\b(?:mustn|can)'t\b|\bnot allowed to\b", re.IGNORECASE)
_PERMISSIVE = re.compile(r"\b(?:may|can|might|could|optional|optionally|allowed)\b(?! not)|可以|可选", re.IGNORECASE)
_SOFT = frozenset(["may", "might", "can", "could", "possibly", "perhaps", "probably", "likely"])
_SOFT_DENSE = re.compile("可能|也许|或许|能|可以")

_ONLY = re.compile(r"\b(?:only|solely|exclusively|just|alone)\b|只有|只能|只在|只对|只限|(?<!不)仅", re.IGNORECASE)
_EXCLUSIVE = re.compile(
    r"\b(?:only|solely|exclusively|just|alone|except|unless|nothing but|nobody else|not|no|never"
    r"|(?:restricted|limited|confined) to)\b|只|仅|除|唯一",
    re.IGNORECASE,
)
_NOT_EXCLUSIVE = re.compile(r"\bnot (?:exclusively|solely|only|limited to|restricted to)\b|不仅|不限于", re.IGNORECASE)
_TOTAL_DENSE = re.compile("任何|所有|全部|均可|都可")
_ONLY_DENSE = re.compile("(?<!不)(?:只[能有在对限供]|仅[能供限在对由])")
_NOT_SURE = re.compile(
    r"\bmight not\b|\bmay not (?:be able|always|work|have|see|get|receive|notice|reflect|contain)\b"
    r"|可能[不无没]|不一定",
    re.IGNORECASE,
)
"""What may be, and need not."""
_CERTAIN = re.compile(r"\b(?:never|always|under no circumstances)\b|从不|从未|绝不|永不|一定|必然", re.IGNORECASE)
_DENIES = re.compile(r"\b(?:no|not|never|cannot|none)\b|n['’]t\b", re.IGNORECASE)
_ANYONE = re.compile(r"\b(?:anyone|anybody|everyone|everybody|any user|all users|every user)\b", re.IGNORECASE)
_NOT_ONLY = re.compile(
    r"\bnot\s+(?:only|just|exclusively|solely)\b|\bonly\s+(?:after|when|if)\b|不仅|不只", re.IGNORECASE
)

_MUST, _SHOULD, _MAY = "must", "should", "may"
_MODALS = {
    **dict.fromkeys(("must", "shall"), _MUST),
    **dict.fromkeys(("should", "ought"), _SHOULD),
    **dict.fromkeys(("may", "can", "could", "might"), _MAY),
}
_HAVE_TO = re.compile(r"\b(?:have|has|had|need|needs|required|obliged)\s+to\b", re.IGNORECASE)


def differences(statement: str, passage: str, antecedent: str = "") -> tuple[str, ...]:
    """What of the two does not agree, one phrase each; compared clause by clause.

    `antecedent` is the sentence before the passage, which a pronoun at its start speaks of.
    """
    theirs = readings(passage, antecedent)
    same = {each.text.strip(_ENDS) for each in theirs}
    found: dict[str, None] = {}
    for clause in clauses(statement):
        if clause.strip(_ENDS) in same:
            continue
        near, alike = nearest(clause, theirs)
        if near is not None and alike >= ALIKE:
            found.update(dict.fromkeys(_compare(clause, near, alike, passage)))
    return tuple(found)


def denied_beside(statement: str, sentences: Sequence[str]) -> str:
    """What a short clause of any sentence denies of the statement's matter: most of its words are in it."""
    for clause in clauses(statement):
        here = frozenset(content(clause))
        if _DENSE.search(clause) or has_denial(plain(clause)):
            continue
        ours = signed(plain(clause))
        for sentence in sentences:
            for other in readings(sentence):
                if (
                    len(set(other.own)) < BESIDE
                    or share(other.own, here) < NEARLY_ALL
                    or not has_denial(plain(other.text))
                ):
                    continue
                if said := next(conflicts(ours, other.signs), ""):
                    return said
    return ""


def _compare(claim: str, passage: Clause, alike: float, whole: str) -> Iterator[str]:
    denial = next(_contrary(claim, passage, whole), "")
    if denial:
        yield denial
        return
    if quantity := _quantity(claim, _quantified(claim, passage.text, whole), alike):
        yield quantity
    if alike >= CLOSE and _has_only(claim) and not _has_exclusive(passage.text):
        yield f"the sentence says “{_only(claim)}”, and the passage does not"
    if alike >= CLOSE and _has_only(claim) and (loose := _NOT_EXCLUSIVE.search(whole)):
        yield f"the sentence says “{_only(claim)}”, and the passage “{loose[0]}”"
    if _TOTAL_DENSE.search(claim) and not _ONLY.search(claim) and (only := _ONLY_DENSE.search(passage.text)):
        yield f"the passage says “{only[0]}”, and the sentence does not"
    yield from _modality(claim, passage.text)


def _quantified(claim: str, clause: str, whole: str) -> str:
    """The clause; where a claim without spaces says "all" and it does not, the sentence: such clauses are short."""
    is_bare = _DENSE.search(clause) and not _DENSE_STRENGTH.search(clause)
    return whole if is_bare and _strength(claim)[0] == max(_STRENGTHS) else clause


def weakened(statement: str, passage: str) -> str:
    """The word for a part in the statement, where the passage says "all", or the reverse, or a demand; "" for none."""
    ours, word = _strength(statement)
    theirs, other = _strength(passage)
    if ours == max(_STRENGTHS) and not theirs and not _may_mean_all(passage):
        return f"the sentence says “{word}”, and the passage does not"
    if _has_only(statement) and not _has_exclusive(passage):
        return f"the sentence says “{_only(statement)}”, and the passage does not"
    is_demand = is_necessity(statement) and not has_denial(plain(statement))
    if is_demand and not is_necessity(passage) and (soft := _PERMISSIVE.search(passage)):
        return f"the sentence says that it must be, and the passage “{soft[0]}”"
    if theirs != max(_STRENGTHS) or not 0 < ours < theirs - 2:
        return ""
    return f"the sentence says “{word}”, and the passage “{other}”"


def _contrary(claim: str, passage: Clause, whole: str) -> Iterator[str]:
    """What one of the two denies, or says the opposite of."""
    if _DENSE.search(claim) and _DENSE.search(passage.text):
        yield from dense_conflicts(claim, passage.text, whole)
        return
    for one, other in ((claim, passage.text), (passage.text, claim)):
        if (free := _EXEMPT.search(one)) and not _EXEMPT.search(other) and (barred := _BARRED.search(other)):
            yield f"one of the two says “{free[0]}”, and the other “{barred[0]}”"
    if (every := _ANYONE.search(claim)) and not _ONLY.search(claim) and (only := _ONLY.search(passage.text)):
        yield f"the sentence says “{every[0]}”, and the passage “{only[0]}”"
    if is_turned_comparison(claim, passage.text):
        return
    yield from excepted(claim, passage.text)
    yield from before_a_word(claim, passage.text)
    if not is_turned_condition(claim, passage.text):
        yield from conflicts(signed(plain(claim)), passage.signs)


def _strength(text: str) -> tuple[int, str]:
    """How much of what it speaks of a clause is about, by its strongest word; 0 when it does not say."""
    weak = NOT_ALL.search(text)
    if weak:
        return 2, weak[0]
    said_plainly = plain(text)
    best, said = 0, ""
    found = [word for word in words(said_plainly.lower()) if word in _STRENGTH]
    for word in (*found, *_DENSE_STRENGTH.findall(said_plainly)):
        if _STRENGTH[word] > best:
            best, said = _STRENGTH[word], word
    return best, said


def _quantity(claim: str, passage: str, alike: float) -> str:
    ours, word = _strength(claim)
    theirs, other = _strength(passage)
    lowered = frozenset(words(passage.lower()))
    if (unsure := _NOT_SURE.search(passage)) and (sure := _CERTAIN.search(claim)):
        return f"the sentence says “{sure[0]}”, and the passage “{unsure[0]}”"
    if ours and theirs:
        is_more = ours - theirs > 1 or (ours == 5 and theirs < 5)
        return f"the sentence says “{word}”, and the passage “{other}”" if is_more or (ours == 1 and theirs > 2) else ""
    if ours == 5 and alike >= CLOSE:
        return "" if _may_mean_all(passage) else f"the sentence says “{word}”, and the passage does not"
    if not ours and alike >= CLOSE and not (frozenset(words(claim.lower())) & _SOFT or _SOFT_DENSE.search(claim)):
        hedge = other if other in _HEDGED else next(iter(sorted(lowered & _HEDGED)), "")
        if "可能" in passage:
            hedge = "可能"
        return f"the passage says “{hedge}”, and the sentence leaves it out" if hedge else ""
    return ""


def _may_mean_all(passage: str) -> bool:
    """True when something in the passage may speak of all, as "any" and every denial do."""
    is_said = frozenset(words(passage.lower())) & _ANY or _ANY_DENSE.search(passage)
    return bool(is_said or _DENIES.search(plain(passage)) or denials(compact(passage)))


def _has_exclusive(passage: str) -> bool:
    return _EXCLUSIVE.search(_NOT_ONLY.sub(" ", passage)) is not None


def _has_only(text: str) -> bool:
    return _ONLY.search(_NOT_ONLY.sub(" ", text)) is not None


def _only(text: str) -> str:
    match = _ONLY.search(_NOT_ONLY.sub(" ", text))
    return match[0] if match else ""


def _modality(claim: str, passage: str) -> Iterator[str]:
    """The same verb with "must" in one and "may" or "should" in the other."""
    ours, theirs = _demands(claim), _demands(passage)
    for verb, (kind, word) in ours.items():
        if verb in theirs and theirs[verb][0] != kind and _MUST in (kind, theirs[verb][0]):
            yield f"the sentence says “{word}”, and the passage “{theirs[verb][1]}”"


def _demands(text: str) -> dict[str, tuple[str, str]]:
    """Each verb behind a word like "must", with its kind."""
    found: dict[str, tuple[str, str]] = {}
    tokens = list(words(_HAVE_TO.sub("must", text)))
    for at, token in enumerate(tokens):
        kind = _MODALS.get(token.lower())
        behind = (term for word in tokens[at + 1 : at + 4] if (term := stem(word)) not in STOP_WORDS and word != "not")
        if kind and (verb := next(behind, "")):
            found[verb] = (kind, token)
    return found
