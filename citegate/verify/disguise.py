"""CG113: does what a reviewer sees of a citation say what it says."""

from __future__ import annotations

from citegate import rules
from citegate.fragment.syntax import percent_decode
from citegate.model import Finding, Location, Verdict
from citegate.unicode.disguise import disguise
from citegate.verify.wording import passage_finding


def disguised(verdict: Verdict) -> Finding | None:
    """The finding for a citation that is shown otherwise than it reads; None for an honest one."""
    citation = verdict.citation
    words = citation.quote
    texts = (
        ("the quoted passage", words.exact if words else percent_decode(citation.fragment or "")),
        ("the prefix", words.prefix if words else ""),
        ("the suffix", words.suffix if words else ""),
        ("the claim", citation.claim),
        ("the passage on the page", verdict.text),
    )
    for where, text in texts:
        found = disguise(text)
        if found is None:
            continue
        message = f"{where} is shown otherwise than it reads: it holds U+{ord(found.char):04X}, {found.name}"
        help = "write the words without it, in the order in which they are read"
        place = verdict.source_span if text is verdict.text else None
        related = (Location(verdict.source_path, place, "as the page has it"),) if place is not None else ()
        return passage_finding(rules.READS_OTHERWISE, citation, message, "cited here", help, related)
    return None
