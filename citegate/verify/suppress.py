"""Findings that the author asks to ignore, in place and with a reason."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from citegate import rules
from citegate.errors import UnknownRule
from citegate.model import Document, Finding, Location, Span
from citegate.rule_names import find_rule
from citegate.verify.manifests import Manifest

_COMMENT = re.compile(r"citegate:[ \t]*ignore\[([^\]\n]*)\]")
_BLANK_LINE = re.compile(r"\n[ \t\r]*(?=\n)")
_CODE = re.compile(r"[^\s,]+")


@dataclass(frozen=True, slots=True)
class Suppression:
    """One rule that is ignored in one piece of a file."""

    code: str
    """As written; it may be no rule's."""
    place: Location
    """Where it is asked for."""
    covers: Span
    """A finding that starts in here is ignored."""


def in_document(document: Document) -> tuple[Suppression, ...]:
    """The suppressions in comments of a document: each covers its own line up to the next blank one.

    What a reader sees (a comment shown as an example, in code) asks for nothing.
    """
    text = document.source.text
    found = []
    for match in _COMMENT.finditer(text):
        if is_shown(document, match.start()):
            continue
        start = text.rfind("\n", 0, match.start()) + 1
        blank = _BLANK_LINE.search(text, match.end())
        covers = Span(start, blank.start() if blank else len(text))
        for code in _CODE.finditer(match[1]):
            span = Span(match.start(1) + code.start(), match.start(1) + code.end())
            found.append(Suppression(code.group(), Location(document.source.path, span, "asked for here"), covers))
    return tuple(found)


def is_shown(document: Document, offset: int) -> bool:
    """True when a place in the source is text of the page."""
    for block in document.blocks:
        if block.path != document.source.path:
            continue
        for start, end in zip(block.source.source_starts, block.source.source_ends, strict=True):
            if start <= offset < end:
                return True
    return False


def in_manifest(manifest: Manifest) -> tuple[Suppression, ...]:
    """The suppressions that entries of a manifest ask for under `ignore`."""
    return tuple(
        Suppression(
            member.key,
            Location(manifest.citations[number].path, member.key_span, "asked for here"),
            manifest.citations[number].span,
        )
        for number, members in manifest.ignores.items()
        for member in members
    )


def silence(findings: Iterable[Finding], suppressions: Sequence[Suppression]) -> tuple[Finding, ...]:
    """The findings that nobody asks to ignore, and one for each suppression that ignores nothing."""
    by_path: dict[str, list[Suppression]] = {}
    for suppression in suppressions:
        by_path.setdefault(suppression.place.path, []).append(suppression)
    used: set[Suppression] = set()
    kept: list[Finding] = []
    for finding in findings:
        silencing = [
            each
            for each in by_path.get(finding.primary.path, ())
            if finding.rule.code not in rules.COULD_NOT_WORK
            and each.code.upper() == finding.rule.code
            and each.covers.start <= finding.primary.span.start <= each.covers.end
        ]
        used.update(silencing)
        if not silencing:
            kept.append(finding)
    return (*kept, *(_unused(each) for each in suppressions if each not in used))


def _unused(suppression: Suppression) -> Finding:
    try:
        code = find_rule(suppression.code).code
        message, help = f"no {code} is found here, and none needs to be ignored", "remove it"
    except UnknownRule as error:
        message, help = error.message, error.hint
    return Finding(rules.UNUSED_SUPPRESSION, message, suppression.place, (), help, quote=suppression.code)
