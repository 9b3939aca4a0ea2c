"""How well the retrieval finds what a golden set asks for: recall@k, MRR, nDCG@k."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

from citegate.errors import ConfigError
from citegate.evidence.search import DEPTH, LEGS, Searcher
from citegate.unicode.normalize import normalized


@dataclass(frozen=True, slots=True)
class Question:
    """One row of a golden set."""

    text: str
    document: str
    """Id of the document that answers it."""
    sentence: str
    """Words of the passage that answers it; "" when any passage of the document will do."""


@dataclass(frozen=True, slots=True)
class Score:
    """What one leg reaches over all questions, each figure 0.0 to 1.0."""

    leg: str
    recall: float
    """Share of the questions whose passage is among the first k."""
    mrr: float
    """Mean of 1 / rank of the passage, 0 where it is not among the first `DEPTH`."""
    ndcg: float
    """Normalized discounted cumulative gain at k, with one relevant passage a question."""
    misses: tuple[Question, ...]
    """The questions whose passage is not among the first k."""


def read_questions(text: str, name: str) -> tuple[Question, ...]:
    """The rows of a golden set: JSON lines with `question`, `document` and, mostly, `sentence`. Raises ConfigError."""
    found = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            question = Question(row["question"], row["document"], row.get("sentence", ""))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ConfigError(
                f"{name}:{number}: not a question", 'write {"question", "document", "sentence"}'
            ) from error
        if not all(isinstance(value, str) for value in (question.text, question.document, question.sentence)):
            raise ConfigError(f"{name}:{number}: question, document and sentence are texts")
        if not question.text.strip():
            raise ConfigError(f"{name}:{number}: the question is empty")
        found.append(question)
    if not found:
        raise ConfigError(f"{name} has no questions")
    return tuple(found)


def evaluate(searcher: Searcher, questions: Sequence[Question], k: int) -> tuple[Score, ...]:
    """The score of each leg."""
    return tuple(_score(searcher, questions, k, leg) for leg in LEGS)


def unanswerable(searcher: Searcher, questions: Sequence[Question]) -> tuple[Question, ...]:
    """The questions whose sentence no passage of the index has: the golden set is older than the site."""
    held = [(passage.doc_id, normalized(passage.quote)) for passage in searcher.store.all()]
    return tuple(
        question
        for question in questions
        if not any(id == question.document and normalized(question.sentence) in quote for id, quote in held)
    )


def _score(searcher: Searcher, questions: Sequence[Question], k: int, leg: str) -> Score:
    ranks = [_rank(searcher, question, leg) for question in questions]
    count = len(questions)
    return Score(
        leg,
        sum(1 for rank in ranks if rank and rank <= k) / count,
        sum(1 / rank for rank in ranks if rank) / count,
        sum(1 / log2(rank + 1) for rank in ranks if rank and rank <= k) / count,
        tuple(question for question, rank in zip(questions, ranks, strict=True) if not rank or rank > k),
    )


def _rank(searcher: Searcher, question: Question, leg: str) -> int:
    """The place of the first passage that answers the question, from 1; 0 when there is none among `DEPTH`."""
    fused, _, _ = searcher.rank(question.text, leg)
    wanted = normalized(question.sentence)
    passages = searcher.store.passages([number for number, _, _ in fused[:DEPTH]])
    for rank, passage in enumerate(passages, 1):
        if passage.doc_id == question.document and wanted in normalized(passage.quote):
            return rank
    return 0
