"""An answer and its sources to a report: what a reader would be misled by.

Read the answer, judge its tokens, its statements, its quotations, its links and its end; then say how much is cited.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from citegate import rules
from citegate.answers.audit_end import cut_off
from citegate.answers.audit_links import Written, written_links
from citegate.answers.audit_places import Places
from citegate.answers.audit_quotes import has_quotation, quotations
from citegate.answers.audit_text import ReadAnswer, Statement, read
from citegate.answers.audit_verdicts import verdicts
from citegate.answers.claims import Cited, Difference, Kind, compare
from citegate.answers.coverage import Coverage, asserts, denies_knowledge
from citegate.answers.resolve import Resolver
from citegate.answers.stream import read_answer
from citegate.answers.trailer import Trailer
from citegate.model import BlockKind, Finding, Location, Report, Rule, Severity, SourceText, Span
from citegate.model.answer import CitationEvent, EndEvent, Outcome, ReferenceKind, SourceRecord
from citegate.outcome import finding_order, in_force, verdict_order
from citegate.verify.suppress import in_document, silence
from citegate.verify.wording import WHOLE, brief
from citegate.version import __version__

SENTENCE, PARAGRAPH = "sentence", "paragraph"
COVERAGES = (SENTENCE, PARAGRAPH)
"""What a citation covers: its sentence, or what stands before it in its paragraph too."""

_KINDS = {
    Kind.NUMBER: rules.NUMBER_DIFFERS,
    Kind.LOGIC: rules.NEGATION_OR_QUANTIFIER_DIFFERS,
    Kind.SUPPORT: rules.PASSAGE_DOES_NOT_SUPPORT,
    Kind.DOUBT: rules.PASSAGE_DOES_NOT_SUPPORT,
}
_HELPS = {
    Kind.NUMBER: "write what the passage says, or cite the passage that has this",
    Kind.LOGIC: "say it as the passage does, or cite a passage that says this",
    Kind.SUPPORT: "cite the passage that says this, or leave the statement out",
    Kind.DOUBT: "use the words of the passage, so that a reader recognises it",
}
_MALFORMED = {
    "unfinished": "is not finished",
    "unknown-form": "is a mark that nobody reads",
    "wrong-form": "is not of the form that was asked for",
}


@dataclass(frozen=True, slots=True)
class Turn:
    """What an answer may cite, as far as the audit asks."""

    resolver: Resolver
    sources: SourceText | None = None
    """The file that the sources were read from, so that findings point into it."""
    expects: str | None = None
    """The one form of token that the model was asked for."""
    nonce: str | None = None
    """With one, the answer must end with the frame that has it."""
    lost: tuple[str, ...] = ()
    """Citations that stand nowhere in the answer because a provider placed them wrongly: where, and what is wrong."""


def audit(
    answer: SourceText,
    turn: Turn,
    *,
    levels: Mapping[str, Severity | None] | None = None,
    coverage: str = SENTENCE,
) -> Report:
    """The report on one answer. `levels` are the severities that the settings give to rules, None for off."""
    events = read_answer(answer.text, turn.resolver, expects=turn.expects, nonce=turn.nonce)
    tokens = [event for event in events if isinstance(event, CitationEvent)]
    ended = next(event for event in events if isinstance(event, EndEvent))
    taken = read(_without_trailer(answer, turn.nonce), tokens, ended.unread)
    auditor = _Auditor(answer, turn, taken, tokens, ended, coverage)
    found = tuple(auditor.findings())
    kept = silence(found, in_document(taken.document))
    findings = sorted(in_force(kept, levels or {}, None), key=finding_order)
    sources = [answer, *([turn.sources] if turn.sources else [])]
    return Report(
        findings=tuple(findings),
        verdicts=tuple(sorted(verdicts(answer.path, taken, tokens, found), key=verdict_order)),
        sources=tuple(sorted(sources, key=lambda source: source.path)),
        version=__version__,
        documents=1,
        notes=auditor.notes(),
    )


def _without_trailer(answer: SourceText, nonce: str | None) -> SourceText:
    """The answer without the frame of sources behind it."""
    if nonce is None:
        return answer
    frame = Trailer(nonce)
    return SourceText(answer.path, frame.feed(answer.text) + frame.end())


class _Auditor:
    """One answer under audit."""

    def __init__(
        self,
        answer: SourceText,
        turn: Turn,
        taken: ReadAnswer,
        tokens: Sequence[CitationEvent],
        ended: EndEvent,
        mode: str,
    ) -> None:
        self.answer, self.turn, self.taken, self.tokens, self.ended = answer, turn, taken, tokens, ended
        self.asserting = asserts(taken.statements)
        self.links = written_links(taken.document)
        self.places = Places(turn.sources)
        self.covered = self._covered(mode)

    def findings(self) -> Iterator[Finding]:
        """Everything that is wrong, in no particular order."""
        if not self.answer.text.strip():
            yield self._finding(
                rules.NOTHING_CHECKED, "the answer is empty", Span(0, 0), "nothing here", "check the file"
            )
            return
        yield from self._tokens()
        yield from self._links()
        yield from self._end()
        yield from self._uncited()
        for statement, is_asserting in zip(self.taken.statements, self.asserting, strict=True):
            yield from self._statement(statement, is_asserting)

    def notes(self) -> tuple[str, ...]:
        """How much is cited, and what became of the tokens."""
        count = Coverage(sum(self.asserting), sum(self.covered))
        ended = self.ended
        parts = [
            f"{number} {word}"
            for number, word in (
                (ended.resolved, "resolved"),
                (ended.dropped, "dropped"),
                (ended.out_of_range, "out of range"),
                (ended.malformed, "malformed"),
                (len(ended.unread), "left as an index"),
            )
            if number
        ]
        total = ended.resolved + ended.dropped + ended.out_of_range + ended.malformed + len(ended.unread)
        said = f": {', '.join(parts)}" if parts else ""
        return (
            f"{count.statements} statement{'s' * (count.statements != 1)}"
            + (f", {count.cited} cited ({int(100 * count.share)} %)" if count.statements else ""),
            f"{total} token{'s' * (total != 1)}{said}",
        )

    def _covered(self, mode: str) -> tuple[bool, ...]:
        """For each sentence that asserts, whether a citation that leads somewhere covers it."""
        found: list[bool] = []
        paragraph, below = -1, False
        for statement, is_asserting in zip(reversed(self.taken.statements), reversed(self.asserting), strict=True):
            own = any(event.outcome is Outcome.RESOLVED for event in (*statement.events, *statement.inherited))
            if statement.paragraph != paragraph:
                paragraph, below = statement.paragraph, False
            below = below or own
            found.append(is_asserting and (below if mode == PARAGRAPH else own))
        return tuple(reversed(found))

    def _tokens(self) -> Iterator[Finding]:
        end = len(self.answer.text.rstrip())
        for event in self.tokens:
            token = event.token
            named = ", ".join(
                dict.fromkeys(f"“{brief(_name(each.kind, each.value, each.passage))}”" for each in token.references)
            )
            if event.outcome is Outcome.DROPPED:
                message = f"{named} is neither among the sources nor in the allowlist"
                help = "cite a passage that the model was given, word for word"
                yield self._finding(rules.CITATION_NOT_ALLOWED, message, token.span, "dropped", help, token.text)
            elif event.outcome is Outcome.OUT_OF_RANGE:
                numbers = sorted({record.index for record in self.turn.resolver.sources.records})
                known = _listed(numbers)
                message = f"no source has the number {', '.join(each.value for each in token.references)}; {known}"
                help = "cite the number of a source that the model was given"
                yield self._finding(rules.NUMBER_OUT_OF_RANGE, message, token.span, "no such source", help, token.text)
            elif event.outcome is Outcome.MALFORMED and not (token.form == "unfinished" and token.span.end >= end):
                what = _MALFORMED.get(event.reason, "is not a citation")
                message = f"“{brief(token.text)}” {what}"
                help = (
                    f"ask the model for {self.turn.expects}"
                    if self.turn.expects
                    else "write a form that citegate reads, such as [1]"
                )
                yield self._finding(rules.CITATION_MALFORMED, message, token.span, "not read", help, token.text)
        for fault in self.turn.lost:
            help = "ask again; the provider's offsets do not fit its own words"
            message = f"a citation of the provider was dropped: {brief(fault, WHOLE)}"
            yield self._finding(rules.CITATION_NOT_ALLOWED, message, Span(end, end), "the end", help, fault)
        for span in self.ended.unread:
            text = self.answer.text[span.start : span.end]
            message = f"“{brief(text)}” is glued to a word, and was read as an index"
            finding = self._finding(
                rules.CITATION_MALFORMED,
                message,
                span,
                "left as text",
                "put a space before a citation, or code in backticks",
                text,
            )
            yield replace(finding, severity=Severity.NOTE)

    def _links(self) -> Iterator[Finding]:
        for link in self.links:
            known = self.turn.resolver.sources.by_url(link.href)
            help = (
                f"cite source {known[0].index} in its place" if known else "name a source; its link is made by citegate"
            )
            yield self._finding(
                rules.MODEL_WROTE_URL,
                f"the model wrote the address “{brief(link.href)}”",
                link.span,
                "not from a source",
                help,
                link.href,
            )

    def _end(self) -> Iterator[Finding]:
        text = self.answer.text
        end = len(text.rstrip())
        help = "ask again, or let the model go on"
        last = next(
            (event for event in self.tokens if event.token.form == "unfinished" and event.token.span.end >= end), None
        )
        if last is not None:
            message = f"the answer ends inside a citation: “{brief(last.token.text)}”"
            yield self._finding(rules.ANSWER_CUT_OFF, message, last.token.span, "the end", help, last.token.text)
        elif not self.ended.is_complete:
            message = "the mark that ends the answer is missing"
            yield self._finding(rules.ANSWER_CUT_OFF, message, Span(max(0, end - 1), end), "the end", help, message)
        elif found := cut_off(self.taken):
            message, span = found
            yield self._finding(rules.ANSWER_CUT_OFF, message, span, "the end", help, text[span.start : span.end])

    def _uncited(self) -> Iterator[Finding]:
        """The statements that nothing covers; one finding for an answer that has no citation at all."""
        bare = [
            statement
            for statement, is_asserting, is_covered in zip(
                self.taken.statements, self.asserting, self.covered, strict=True
            )
            if is_asserting and not is_covered and not self._is_tried(statement)
        ]
        count = sum(self.asserting)
        if bare and len(bare) == count and not self.tokens:
            message = f"the answer makes {count} statement{'s' * (count != 1)}, and cites nothing"
            help = "answer from the sources, with a citation at each statement, or say that nothing was found"
            span = bare[0].span
            yield self._finding(rules.ANSWER_WITHOUT_EVIDENCE, message, span, "stated here", help, bare[0].text)
            return
        for statement in bare:
            message = f"“{brief(statement.text)}” has no citation"
            help = "cite the passage that says so, or leave it out"
            yield self._finding(rules.STATEMENT_UNCITED, message, statement.span, "not cited", help, statement.text)

    def _is_tried(self, statement: Statement) -> bool:
        """True when something stands there in place of a citation, of which there is another finding."""
        return bool(statement.events or statement.inherited) or any(
            statement.span.overlaps(link.span) for link in self._links_near(statement.span)
        )

    def _links_near(self, span: Span) -> Iterable[Written]:
        return self.links if len(self.links) < 8 else [link for link in self.links if link.span.overlaps(span)]

    def _statement(self, statement: Statement, is_asserting: bool) -> Iterator[Finding]:
        """What of a cited statement is not what its passages say."""
        own = [record for event in statement.events for record in self._records(event)]
        records = own or [record for event in statement.inherited for record in self._records(event)]
        passages = list(dict.fromkeys(record for record in records if record.snippet.strip()))
        if not passages or denies_knowledge(statement.text):
            return
        is_wrong = False
        for words in quotations(statement.text):
            if not has_quotation(words, [record.snippet for record in passages]):
                is_wrong = True
                yield self._quotation(statement, words, passages)
        is_fragment = not own or statement.is_lead_in or statement.kind in (BlockKind.HEADING, BlockKind.TABLE_CELL)
        if is_wrong or not (is_asserting or is_fragment):
            return
        cited = [Cited(record.snippet, record.title) for record in passages]
        for difference in compare(statement.text, cited, is_whole=not is_fragment):
            yield self._difference(statement, difference, passages)

    def _records(self, event: CitationEvent) -> tuple[SourceRecord, ...]:
        """What a token cites: a link to a whole document all the passages that the turn has of it."""
        if event.outcome is not Outcome.RESOLVED:
            return ()
        if all(each.kind is ReferenceKind.DOCUMENT for each in event.token.references):
            whole = (self.turn.resolver.sources.by_document(record.document_id) for record in event.records)
            return tuple(record for records in whole for record in records) or event.records
        return event.records

    def _quotation(self, statement: Statement, words: str, passages: Sequence[SourceRecord]) -> Finding:
        place = self._place(statement, words)
        others = [record for record in self.turn.resolver.sources.records if has_quotation(words, [record.snippet])]
        if others:
            help = f"cite source {others[0].index}, which has these words"
        else:
            help = "quote the passage word for word, or take the quotation marks away"
        message = f"“{brief(words)}” is not in the cited passage"
        finding = self._finding(rules.PASSAGE_NOT_FOUND, message, place, "quoted here", help, words)
        return replace(finding, related=self.places.of(passages, ""))

    def _difference(self, statement: Statement, difference: Difference, passages: Sequence[SourceRecord]) -> Finding:
        place = self._place(statement, difference.words)
        finding = self._finding(
            _KINDS[difference.kind], difference.message, place, "said here", _HELPS[difference.kind], statement.text
        )
        finding = replace(finding, related=self.places.of(passages, difference.passage))
        return replace(finding, severity=Severity.WARNING) if difference.kind is Kind.DOUBT else finding

    def _place(self, statement: Statement, words: str) -> Span:
        """Where the words stand in the answer; the whole statement where they are written in another way."""
        span = statement.span
        at = self.answer.text.find(words, span.start, span.end) if words else -1
        return Span(at, at + len(words)) if at >= 0 else span

    def _finding(self, rule: Rule, message: str, span: Span, label: str, help: str, quote: str = "") -> Finding:
        return Finding(rule, message, Location(self.answer.path, span, label), (), help, quote=quote)


def _name(kind: ReferenceKind, value: str, passage: str) -> str:
    return f"{value}|{passage}" if kind is ReferenceKind.PASSAGE else value


def _listed(numbers: Sequence[int]) -> str:
    """Which numbers there are, on a short line."""
    if len(numbers) < 2:
        return f"the only source is {numbers[0]}" if numbers else "there are no sources"
    return f"the sources are {_run(numbers)}"


def _run(numbers: Sequence[int]) -> str:
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(map(str, numbers[:8])) + (", …" if len(numbers) > 8 else "")
