"""Whether a passage supports a claim: its words, its numbers and names, and that nothing in it says otherwise.

Nearness finds a passage; it does not prove a claim. "All wells met the limit" and "Not all wells met the limit" are as
near as can be. So each content word of the claim must be there, each number and each name, and the sentence that has
them must deny and generalise exactly as the claim does. Whoever words a claim freely is told "not supported" more
often than needed; whoever changes a number is never told "supported".
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from citegate.evidence.claim import Claim, as_written, credit, met, term_set
from citegate.evidence.cut import sentences
from citegate.evidence.faults import clause_of, contradiction, faults_of
from citegate.evidence.terms import stem, words
from citegate.evidence.thresholds import MIN_FOCUSED, MIN_GROUNDED, MIN_TERMS
from citegate.model.evidence import Grounds

ABOVE_CREDIT = 0.85  # of a word that only the title or the headings have
HEADING_CREDIT = 0.25  # the same when a sentence is judged by itself
PAIR_TERMS = 7  # content words from which a claim may rest on two sentences; a shorter one is said in one
EQUAL_SHARE = 0.02  # by which another sentence may have less of the claim and still speak against it
MAX_SENTENCE = 4_000  # code points; a longer one is none, and what is judged word by word would take for ever
PAIR_MARGIN = 0.08  # by which two sentences must be better than one to be taken together


APART = "the words stand apart, not in one statement"


def judge(
    claim: Claim,
    quote: str,
    headings: Sequence[str] = (),
    columns: Sequence[str] = (),
    *,
    min_grounded: float = MIN_GROUNDED,
    min_focused: float = MIN_FOCUSED,
) -> Grounds:
    """Whether the passage under these headings supports the claim; `columns` is the first row of its table."""
    above = "\n".join(headings)
    here, over = term_set(quote) | term_set("\n".join(columns)), term_set(above)
    grounded = _share(claim, here, over, ABOVE_CREDIT)
    window, focused, equals = _focus(claim, quote, over, columns)
    faults = list(faults_of(claim, "\n".join((*columns, quote)), above, window))
    if other := _of_another_column(claim, quote, window, columns):
        faults.append(f"the table says “{other}” of another column")
    denial = next(filter(None, (contradiction(claim, clause_of(claim, each), each) for each in equals)), "")
    if denial and denial not in faults:
        faults.append(denial)
    if len(claim.weights) < MIN_TERMS:
        faults.append("the claim says too little to be supported")
    supports = not faults and grounded >= min_grounded and focused >= min_focused
    if not supports and not faults:
        missing = [term for term in claim.weights if not credit(term, here) and not credit(term, over)]
        words = ", ".join(_all_as_written(claim.text, missing)[:5])
        is_long = any(end - start > MAX_SENTENCE for start, end in _sentences(quote))
        apart = f"a sentence has more than {MAX_SENTENCE} characters" if is_long else APART
        faults.append(f"the passage does not have: {words}" if words else apart)
    return Grounds(round(grounded, 3), round(focused, 3), tuple(faults), supports, bool(denial))


def _share(claim: Claim, here: frozenset[str], over: frozenset[str], worth: float) -> float:
    """How much of the claim is here; a word that the headings alone have counts less."""
    held = {*met(claim, here), *met(claim, over)}
    return sum(
        weight * max(credit(term, here), worth * credit(term, over))
        for term, weight in claim.weights.items()
        if term in held
    )


def _focus(
    claim: Claim, quote: str, over: frozenset[str], columns: Sequence[str]
) -> tuple[str, float, tuple[str, ...]]:
    """The sentence of the passage that has most of the claim, or two in a row; how much it has; and all as good."""
    sentences = [quote[start:end] for start, end in _sentences(quote)]
    single = [_cells(claim, each, columns) for each in sentences if len(each) <= MAX_SENTENCE]
    double = [
        quote[one[0] : other[1]]
        for one, other in pairwise(_sentences(quote))
        if len(claim.weights) >= PAIR_TERMS
        and other[1] - one[0] <= MAX_SENTENCE
        and "\t" not in quote[one[0] : other[1]]
    ]
    best, most, equals = quote[:MAX_SENTENCE], 0.0, list[str]()
    for windows, margin in ((single, 0.0), (double, PAIR_MARGIN)):
        for window in windows:
            here = term_set(window)
            share = _share(claim, here, over, HEADING_CREDIT)
            if share > most + margin:
                best, most, equals = window, share, [window]
            elif share > most - EQUAL_SHARE and windows is single:
                equals.append(window)
    return best, most, tuple(equals)


def _cells(claim: Claim, line: str, columns: Sequence[str]) -> str:
    """A row of a table; of one whose columns the claim names, its first cell and theirs, with their names."""
    cells = line.split("\t")
    if len(cells) == len(columns) + 1:
        columns = ("", *columns)  # nothing stands over the first one
    if len(cells) < 3 or len(cells) != len(columns) or tuple(cells) == tuple(columns):
        return line
    named = [at for at in range(1, len(cells)) if term_set(columns[at]) and term_set(columns[at]) <= claim.terms]
    return "\t".join((cells[0], *(f"{columns[at]} {cells[at]}" for at in named))) if named else line


def _of_another_column(claim: Claim, quote: str, window: str, columns: Sequence[str]) -> str:
    """A word of the claim that its row has, but not in the columns that the claim names; "" for none."""
    here = term_set(window)
    row = next((line for line in quote.split("\n") if "\t" in line and _cells(claim, line, columns) == window), window)
    there = term_set(row) if row != window else frozenset()
    return next((as_written(claim.text, t) for t in claim.weights if not credit(t, here) and credit(t, there)), "")


@lru_cache(maxsize=1024)
def _sentences(text: str) -> tuple[tuple[int, int], ...]:
    """Sentences, and list items and table rows, which often end without a full stop."""
    found, at = [], 0
    for line in text.split("\n"):
        found += [(at + span.start, at + span.end) for span in sentences(line)] if line.strip() else []
        at += len(line) + 1
    return tuple(found)


def _all_as_written(text: str, missing: Sequence[str]) -> list[str]:
    wanted = set(missing)
    return list(dict.fromkeys(word for word in words(text) if stem(word) in wanted))
