"""What speaks against a passage as support of a claim: each fault in a few words."""

from __future__ import annotations

import re
from bisect import bisect, insort
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from citegate.evidence.claim import Claim, as_written, credit, met, term_set
from citegate.evidence.conditions import (
    is_mixed,
    is_only_thought,
    is_swapped,
    left_out,
    other_subject,
    other_topic,
    other_value,
    predicate_missing,
    relation_missing,
)
from citegate.evidence.logic import (
    Quantity,
    denied_briefly,
    denied_in,
    has_negation,
    is_cjk_negated,
    is_necessity,
    is_opposite_bound,
    names_of,
    numbers_of,
    quantity_of,
    restrictions_of,
)
from citegate.evidence.roles import is_turned_comparison, swapped
from citegate.evidence.signed import conflicts, signed
from citegate.evidence.signed_dense import dense_conflicts
from citegate.evidence.synonyms import LIGHT
from citegate.evidence.terms import STOP_WORDS, stem, terms, words

CLAIM_REACH = 2  # content words before and behind a number of the claim that say what is counted
NUMBER_REACH = 3  # content words around a number of the passage in which a word beside it in the claim must stand
CLAUSE_SHARE = 0.75  # of the claim's words in a sentence that a clause must have to be what the claim is about
SUBSTITUTED = (
    0.8  # of the mean weight of the claim's words: a lighter one that is missing was not put in another's place
)
ORDERED_TERMS = 4  # words that claim and sentence share, from which their order is compared
MAX_TURNED = 0.6  # share of the pairs of them that may stand the other way round; a passive turns about half


def faults_of(claim: Claim, quote: str, above: str, window: str) -> Sequence[str]:
    """What the passage and its best sentence, the window, have against the claim; () where nothing is found."""
    faults = []
    numbers = numbers_of(quote) | numbers_of(above)
    near = window if claim.numbers <= numbers_of(window) else quote
    if missing := sorted(claim.numbers - numbers):
        faults.append("the passage does not have the number " + ", ".join(missing))
    if claim.names and (strange := _not_named(claim, quote, above, window)):
        faults.append("the passage does not name " + ", ".join(strange))
    elif claim.numbers and (apart := _counted_otherwise(claim, near)):
        faults.append("the passage says something else of the number " + ", ".join(apart))
    if other := _substituted(claim, window, term_set(above)):
        faults.append(f"the passage has “{other}” where the claim has something else")
    if ("\t" not in window and _is_turned(claim, window)) or is_swapped(claim.text, window):
        faults.append("the passage has the words in another order")
    if word := relation_missing(claim.text, window):
        faults.append(f"the passage does not say “{word}”")
    if other := other_subject(claim.text, window, claim.names | names_of(window)):
        faults.append(f"the passage says it of {other}")
    if word := other_value(claim.text, window, claim.names, names_of(window)):
        faults.append(f"the passage says something else of “{word}”")
    if heading := other_topic(claim.text, above.rsplit("\n", 1)[-1]):
        faults.append(f"the passage is about “{heading}”")
    if is_mixed(claim.text, window):
        faults.append("the passage says one of the two of the other")
    if word := predicate_missing(claim.text, lambda term: bool(credit(term, term_set(window)))):
        faults.append(f"the passage does not say “{word}”")
    if is_opposite_bound(claim.text, window):
        faults.append("one of the two says “at least”, the other “at most”")
    if is_necessity(claim.text) and not is_necessity(window):
        faults.append("the claim says that it must be, and the passage does not")
    clause = clause_of(claim, window)
    if denial := contradiction(claim, clause, window):
        faults.append(denial)
    elif not claim.quantity.follows_from(quantity_of(clause)):
        faults.append(_overstated(claim.quantity, quantity_of(clause)))
    elif strict := sorted(claim.restrictions - restrictions_of(clause)):
        faults.append("the passage does not have “" + "”, “".join(strict) + "”")
    if not faults and (opposite := _opposed(claim.text, clause, window)):
        faults.append(opposite)
    if condition := left_out(_segment(claim, window), lambda term: bool(credit(term, claim.terms))):
        faults.append(f"the passage says so only “{condition}”")
    elif is_only_thought(claim.text, clause):
        faults.append("the passage says what would be, and not what is")
    return faults


_numbers_of_word = lru_cache(maxsize=16384)(numbers_of)


def _counted_otherwise(claim: Claim, quote: str) -> list[str]:
    """The numbers of the claim that stand beside words there of which none is near them in the passage."""
    wanted, near = _beside(claim.text, CLAIM_REACH), _beside(quote, NUMBER_REACH)
    return sorted(n for n in claim.numbers if wanted.get(n) and wanted[n].isdisjoint(near.get(n, ())))


def _beside(text: str, reach: int) -> dict[str, set[str]]:
    """For each number in a text, the content words up to `reach` places before and behind it."""
    found: dict[str, set[str]] = {}
    tokens = [(stem(word), _numbers_of_word(word)) for word in words(text)]
    tokens = [(term, numbers) for term, numbers in tokens if numbers or term not in STOP_WORDS]
    for at, (_, numbers) in enumerate(tokens):
        for number in numbers:
            beside = (*tokens[max(0, at - reach) : at], *tokens[at + 1 : at + 1 + reach])
            found.setdefault(number, set()).update(term for term, _ in beside)
    return found


def _is_turned(claim: Claim, window: str) -> bool:
    """True when most pairs of the claim's words stand the other way round in the sentence: who does what to whom."""
    places: dict[str, list[int]] = {}
    for at, term in enumerate(terms(window)):
        places.setdefault(term, []).append(at)
    held = [places[term] for term in claim.weights if term in places]
    if len(held) < ORDERED_TERMS:
        return False
    turned, firsts = 0, list[int]()
    for each in held:
        turned += len(firsts) - bisect(firsts, each[-1])
        insort(firsts, each[0])
    return turned > MAX_TURNED * (len(held) * (len(held) - 1) // 2)


def contradiction(claim: Claim, clause: str, window: str) -> str:
    """What one of the two denies and the other says; "" when they agree."""
    denied, here = denied_in(window), term_set(window)
    is_met = any(credit(term, denied) for term in claim.denied)
    for term in claim.weights if denied else ():
        if term not in (claim.denied if is_met else claim.denied_wide) and credit(term, denied) == 1.0:
            return f"the passage denies “{as_written(window, term)}”, and the claim does not"
    wide = any(credit(term, denied) for term in claim.denied_wide - claim.denied)
    for term in claim.weights if claim.denied else ():
        if term in claim.denied and not wide and not credit(term, denied) and (credit(term, here) or not is_met):
            return f"the claim denies “{as_written(claim.text, term)}”, and the passage does not"
    if _NOTHING.search(claim.text) and not _NO.search(window):
        return "the claim denies everything, and the passage does not"
    if claim.denied and not is_met and not wide:
        return "the claim denies something, and the passage does not"
    if not has_negation(claim.text) and (brief := denied_briefly(window) & claim.weights.keys()):
        return f"the passage says of “{as_written(window, min(brief))}” that it is not"
    if not claim.denied and has_negation(claim.text) and not has_negation(window):
        return "the claim denies something, and the passage does not"
    if claim.is_cjk_negated != is_cjk_negated(clause):
        return "one of the two denies what the other says"
    return ""


def _opposed(claim: str, clause: str, window: str) -> str:
    """What the claim says and the clause the opposite of, or who does what to whom the other way round; "" for none."""
    if _DENSE.search(claim) and _DENSE.search(clause):
        return next(dense_conflicts(claim, clause, window), "")
    if is_turned_comparison(claim, clause):
        return ""
    if said := next(conflicts(signed(claim), signed(clause)), ""):
        return said
    verb = swapped(claim, clause)
    return f"who does it and what it is done to have changed places around “{verb}”" if verb else ""


_DENSE = re.compile("[\u3040-\u30ff\u3400-\u9fff]")


def _overstated(claimed: Quantity, said: Quantity) -> str:
    if not claimed.word:
        return f"the passage says less than the claim: “{said.word}”"
    return f"the claim says “{claimed.word}”, and the passage " + (f"“{said.word}”" if said.word else "does not")


_NOTHING = re.compile(r"\b(?:nothing|none|nobody|nowhere)\b", re.IGNORECASE)
_NO = re.compile(r"\b(?:no|none|nothing|nobody|nowhere|neither|never)\b", re.IGNORECASE)
_SEGMENT = re.compile(r"(?<=[;:；：。.])\s+")


def _segment(claim: Claim, window: str) -> str:
    """The part of the sentence between semicolons or colons that has most of the claim."""
    parts = _SEGMENT.split(window)
    if len(parts) < 2:
        return window
    held = [sum(claim.weights[term] for term in met(claim, term_set(part))) for part in parts]
    return parts[max(range(len(parts)), key=lambda at: (held[at], -at))]


_CLAUSE = re.compile(r"(?<=[;:—–])\s+|,\s+(?:and|but|so|while|whereas|although|which)\s+|(?<=[；：，])|\s+but\s+")


def clause_of(claim: Claim, window: str) -> str:
    """The shortest clause of the sentence that has nearly all of the claim's words that the sentence has."""
    held = frozenset(met(claim, term_set(window)))
    clauses = [part for part in _CLAUSE.split(window) if part and part.strip()]
    for clause in sorted(clauses, key=len):
        if held and len(held.intersection(met(claim, term_set(clause)))) >= CLAUSE_SHARE * len(held):
            return clause
    return window


def _substituted(claim: Claim, window: str, over: frozenset[str]) -> str:
    """A word of the passage that stands where the claim has another one, beside the same neighbour; "" for none.

    Only neighbours with no other word between them count, in the claim and in the passage.
    """
    here = term_set(window)
    spoken, said = list(words(claim.text)), list(words(window))
    before = {stem(word): previous for previous, word in pairwise(said)}
    behind = {stem(word): following for word, following in pairwise(said)}
    for at, word in enumerate(spoken):
        term = stem(word)
        if term not in claim.weights or credit(term, here) or term in over or term in LIGHT:
            continue
        if claim.weights[term] * len(claim.weights) < SUBSTITUTED:
            continue
        left = behind.get(stem(spoken[at - 1]), "") if at and stem(spoken[at - 1]) in claim.weights else ""
        follower = spoken[at + 1] if at + 1 < len(spoken) else ""
        right = before.get(stem(follower), "") if follower and stem(follower) in claim.weights else ""
        for other in (left, right):
            found = stem(other) if other else ""
            if found and found not in STOP_WORDS and found not in LIGHT and not credit(found, claim.terms):
                return other
    return ""


def _not_named(claim: Claim, quote: str, above: str, window: str) -> list[str]:
    """The names of the claim that the passage lacks, and its headings too or the sentence has another one of theirs."""
    strange = [name for name in claim.names if not _has_name(name, quote)]
    if strange and not any(_has_name(rival, above) for rival in names_of(window) - claim.names):
        strange = [name for name in strange if not _has_name(name, above)]
    return sorted(strange)


def _has_name(name: str, text: str) -> bool:
    if stem(name) in STOP_WORDS:
        return name in words(text)
    here = term_set(text)
    whole, *parts = terms(name) or [name]
    return whole in here or (bool(parts) and here.issuperset(parts))
