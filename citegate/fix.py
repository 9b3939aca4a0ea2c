"""Run, mend, and run again: only fixes after which the same check finds less, and nothing new."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from citegate import gate
from citegate.config import Config
from citegate.index.files import DiskFiles, Files
from citegate.model import Applicability, Edit, Finding, Fix
from citegate.outcome import Outcome
from citegate.repair.apply import Overlay, diff, edited, write

MAX_ROUNDS = 8  # times that fixes which brought something new are taken back; each takes back at least one


@dataclass(frozen=True, slots=True)
class Mended:
    """What can be mended, and what the check says afterwards."""

    before: Outcome
    after: Outcome
    made: tuple[tuple[Finding, Fix], ...]
    """The fixes that hold, with what they mend, in the report's order."""
    refused: tuple[tuple[Finding, Fix], ...]
    """Fixes that a person has to look at."""
    original: dict[str, bytes]
    """The files that change, as they were read."""
    changed: dict[str, bytes]
    """The same, as they become."""

    @property
    def diff(self) -> str:
        """What changes, as a unified diff."""
        return diff(self.original, self.changed)


def mend(config: Config, files: Files | None = None, *, unsafe: bool = False) -> Mended:
    """What a run would mend; nothing is written. With `unsafe` also drifted passages, where one is clearly closest."""
    files = files or DiskFiles(config.root, config.max_bytes)
    quiet = replace(config, writes=False, frozen=False, baseline="")  # known faults are mended too
    before = gate.run(quiet, files)
    allowed = (Applicability.SAFE, Applicability.UNSAFE) if unsafe else (Applicability.SAFE,)
    proposed = [(finding, fix) for finding in before.report.findings for fix in finding.fixes[:1]]
    wanted = [(finding, fix) for finding, fix in proposed if fix.applicability in allowed and fix.edits]
    for _ in range(MAX_ROUNDS):
        changed, made = edited(files, [fix for _, fix in wanted])
        wanted = [(finding, fix) for finding, fix in wanted if fix in made]
        after = gate.run(quiet, Overlay(files, changed)) if changed else before
        guilty = _guilty(before, after, wanted)
        if not guilty:
            break
        wanted = [pair for pair in wanted if pair not in guilty]
    else:
        wanted, changed, after = [], {}, before
    original = {path: files.read(path) for path in changed}
    refused = tuple(pair for pair in proposed if pair not in wanted)
    return Mended(before, after, tuple(wanted), refused, original, changed)


def apply(config: Config, mended: Mended, files: Files | None = None) -> tuple[Outcome, tuple[str, ...]]:
    """Write the files, check once more, and give the outcome and the paths that were written.

    A file that has changed since it was read is left alone.
    """
    files = files or DiskFiles(config.root, config.max_bytes)
    written = write(config.root, files, mended.changed, mended.original)
    return gate.run(config, files), written


def _guilty(before: Outcome, after: Outcome, made: list[tuple[Finding, Fix]]) -> list[tuple[Finding, Fix]]:
    """The fixes that mended nothing or brought something new."""
    known = Counter(finding.fingerprint for finding in before.report.findings)
    found = Counter(finding.fingerprint for finding in after.report.findings)
    guilty = [pair for pair in made if found[pair[0].fingerprint] >= known[pair[0].fingerprint]]
    new = [finding for finding in after.report.findings if found[finding.fingerprint] > known[finding.fingerprint]]
    for finding in new:
        near = [pair for pair in made if _touches(finding, pair[1], made)]
        guilty.extend(pair for pair in near or made if pair not in guilty)
    return guilty


def _touches(finding: Finding, fix: Fix, made: list[tuple[Finding, Fix]]) -> bool:
    """True when a finding of the changed files stands where a fix has been made."""
    path, at = finding.primary.path, finding.primary.span.start
    edits = sorted({edit for _, other in made for edit in other.edits if edit.path == path}, key=lambda e: e.span)
    for edit in edits:
        shift = len(edit.replacement) - edit.span.length
        if edit.span.start > at:
            break
        if edit in fix.edits and _holds(edit, at):
            return True
        at -= shift
    return False


def _holds(edit: Edit, at: int) -> bool:
    return edit.span.start <= at <= edit.span.start + len(edit.replacement)
