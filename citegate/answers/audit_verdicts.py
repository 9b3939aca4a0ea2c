"""The citations of an answer as verdicts, so that a report counts what is good too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from citegate import rules
from citegate.answers.audit_text import ReadAnswer
from citegate.model import Citation, Finding, Status, TextQuoteSelector, Verdict
from citegate.model.answer import CitationEvent, Outcome

_AGAINST = frozenset(
    rule.code
    for rule in (
        rules.NUMBER_DIFFERS,
        rules.NEGATION_OR_QUANTIFIER_DIFFERS,
        rules.PASSAGE_DOES_NOT_SUPPORT,
        rules.PASSAGE_NOT_FOUND,
    )
)
"""Rules about what a cited statement says."""


def verdicts(
    path: str, answer: ReadAnswer, tokens: Iterable[CitationEvent], findings: Iterable[Finding]
) -> Iterator[Verdict]:
    """One verdict for each token: drifted where its statement says something else, missing where it names nothing."""
    against = sorted(
        (each.primary.span for each in findings if each.rule.code in _AGAINST and each.level.value == "error"),
        key=lambda span: span.start,
    )
    claims: dict[int, tuple[str, bool]] = {}
    at = 0
    for statement in answer.statements:
        while at < len(against) and against[at].start < statement.span.start:
            at += 1
        is_wrong = at < len(against) and against[at].start < statement.span.end
        claims.update({id(event): (statement.text, is_wrong) for event in statement.events})
    for event in tokens:
        claim, is_wrong = claims.get(id(event), ("", False))
        record = event.records[0] if event.records else None
        named = event.token.references[0] if event.token.references else None
        words = record.snippet if record else (named.passage if named else "")
        status = Status.VERIFIED if event.outcome is Outcome.RESOLVED else Status.MISSING
        citation = Citation(
            path,
            event.token.span,
            record.document_id if record else (named.value if named else event.token.text),
            (record.url or "").partition("#")[0] if record else "",
            TextQuoteSelector(words or event.token.text),
            claim=claim,
        )
        yield Verdict(
            citation,
            Status.DRIFTED if is_wrong and status is Status.VERIFIED else status,
            href=(record.url or "") if record else "",
            text=record.snippet if record else "",
            citation_id=(record.citation_id or "") if record else "",
            places=1 if record else 0,
        )
