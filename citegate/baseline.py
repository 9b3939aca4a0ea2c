"""The faults that a project already had: known ones are counted, new ones fail, and the list only ever shrinks."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from citegate import rules
from citegate.errors import ConfigError
from citegate.index.files import read_file
from citegate.json_text import to_json
from citegate.model import Finding

SCHEMA = 1

NEVER_KNOWN = frozenset({*rules.COULD_NOT_WORK, rules.ALLOWLIST_STALE.code})
"""Rules whose findings no list of known faults takes: each says that this run's answer is worth nothing."""
HIDES_OTHERS = frozenset({*rules.COULD_NOT_WORK, rules.MALFORMED_MARKUP.code})
"""Rules whose findings mean that citations were not looked at, so that a fault not found is not yet mended."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault by its fingerprint, with what a person needs to recognize it."""

    code: str
    path: str
    quote: str
    count: int
    """How often it is there."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """What a run makes of the list of known faults."""

    findings: tuple[Finding, ...]
    """Those that are not known."""
    note: str
    text: str | None = None
    """The list as it should be written now; None to leave it."""
    known: dict[str, Fault] = field(default_factory=dict)


def read_baseline(path: Path) -> dict[str, Fault]:
    """The known faults by fingerprint. Raises ConfigError for a file that is not there or not a list of faults."""
    try:
        data: Any = json.loads(read_file(path).decode("utf-8"))
    except FileNotFoundError as error:
        hint = f"to begin one, run `citegate check --baseline {path.name} --update-baseline` once, and commit the file"
        raise ConfigError(f"there is no list of known faults {path.name}", hint) from error
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigError(
            f"cannot read {path.name}: {type(error).__name__}", "restore it from the repository"
        ) from error
    if not isinstance(data, dict) or data.get("schema") != SCHEMA or not isinstance(data.get("faults"), dict):
        raise ConfigError(f"{path.name} is not a list of known faults", "begin a new one with --update-baseline")
    return {str(key): _fault(value, path) for key, value in data["faults"].items()}


def _fault(value: object, path: Path) -> Fault:
    match value:
        case {"code": str(code), "path": str(where), "quote": str(quote), "count": int(count)} if count > 0:
            return Fault(code, where, quote, count)
    raise ConfigError(f"{path.name} has a fault without code, path, quote or count", "restore it from the repository")


def baseline_text(faults: dict[str, Fault]) -> str:
    """The file: sorted by path and quote, the same bytes for the same faults."""
    ordered = sorted(faults.items(), key=lambda item: (item[1].path, item[1].code, item[1].quote, item[0]))
    entries = {
        key: {"code": fault.code, "path": fault.path, "quote": fault.quote, "count": fault.count}
        for key, fault in ordered
    }
    return to_json({"schema": SCHEMA, "faults": entries}, indent=2) + "\n"


def faults_of(findings: Iterable[Finding]) -> dict[str, Fault]:
    """The findings that may become known, counted by fingerprint."""
    found = [finding for finding in findings if finding.rule.code not in NEVER_KNOWN]
    counts = Counter(finding.fingerprint for finding in found)
    return {
        each.fingerprint: Fault(each.rule.code, each.primary.path, each.quote or each.message, counts[each.fingerprint])
        for each in found
    }


def set_known_aside(path: Path, findings: Sequence[Finding], *, is_whole: bool, update: bool) -> Baseline:
    """The findings beyond the known ones. The list shrinks after a run of everything, and grows only with `update`.

    Raises ConfigError when there is no list, unless `update` begins one.
    """
    known = {} if update and not path.exists() else read_baseline(path)
    now = faults_of(findings)
    if update and is_whole:
        held = sum(fault.count for fault in now.values())
        kept = tuple(finding for finding in findings if finding.rule.code in NEVER_KNOWN)
        return Baseline(kept, f"{path.name} holds {_faults(held)}", baseline_text(now), now)
    left = {key: fault.count for key, fault in known.items()}
    new: list[Finding] = []
    for finding in findings:
        if finding.rule.code not in NEVER_KNOWN and left.get(finding.fingerprint, 0) > 0:
            left[finding.fingerprint] -= 1
        else:
            new.append(finding)
    seen = len(findings) - len(new)
    note = f"{_faults(seen)} known from {path.name}"
    mended = sum(left.values())
    is_sure = is_whole and not any(finding.rule.code in HIDES_OTHERS for finding in findings)
    if not mended or not is_sure:
        return Baseline(tuple(new), note, None, known)
    remaining = {
        key: Fault(fault.code, fault.path, fault.quote, fault.count - left[key])
        for key, fault in known.items()
        if fault.count > left[key]
    }
    return Baseline(tuple(new), f"{note}; {mended} mended", baseline_text(remaining), remaining)


def _faults(count: int) -> str:
    return f"{count} fault{'s' * (count != 1)}"
