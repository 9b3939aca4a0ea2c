"""An Answer in words and as JSON."""

from __future__ import annotations

import json
from typing import Any

from citegate.evidence.search import topic
from citegate.model.evidence import Answer, EvidencePassage, Hit

SCHEMA = 1


def passage_data(passage: EvidencePassage) -> dict[str, Any]:
    """A passage, field by field."""
    return {
        "citation_id": passage.citation_id,
        "doc_id": passage.doc_id,
        "url": passage.url,
        "href": passage.href,
        "title": passage.title,
        "headings": list(passage.headings),
        "quote": passage.quote,
        "source": passage.path,
        "source_span": {"start": passage.source_span.start, "end": passage.source_span.end},
        "sha256": passage.sha256,
    }


def hit_data(hit: Hit) -> dict[str, Any]:
    """A passage, where it came from, and how far it carries the claim."""
    return {
        **passage_data(hit.passage),
        "score": hit.score,
        "provenance": [{"leg": rank.leg, "rank": rank.rank, "score": rank.score} for rank in hit.ranks],
        "supports": hit.grounds.supports,
        "grounded": hit.grounds.grounded,
        "focused": hit.grounds.focused,
        "faults": list(hit.grounds.faults),
    }


def answer_data(answer: Answer) -> dict[str, Any]:
    """All of an answer. A passage that did not fit the budget leaves its source, without anything to cite."""
    return {
        "schema": SCHEMA,
        "claim": answer.claim,
        "supported": answer.supported,
        "backend": answer.backend,
        "passages": [hit_data(hit) for hit in answer.hits],
        "source_only": [
            {"doc_id": source.doc_id, "url": source.url, "title": source.title, "note": "source only"}
            for source in answer.dropped
        ],
        "covered": list(answer.covered),
        "notes": list(answer.notes),
    }


def passage_json(passage: EvidencePassage) -> str:
    """A passage on one line."""
    return json.dumps(passage_data(passage), ensure_ascii=False)


def answer_json(answer: Answer) -> str:
    """An answer, indented."""
    return json.dumps(answer_data(answer), ensure_ascii=False, indent=2) + "\n"


def passage_text(passage: EvidencePassage) -> str:
    """A passage for people: its link, where it stands, and its words."""
    quote = "\n".join("    " + line for line in passage.quote.splitlines() if line.strip())
    where = f"{passage.path}[{passage.source_span.start}:{passage.source_span.end}]"
    return f"{passage.href}\n  {topic(passage)}; {where}; id {passage.citation_id}\n{quote}\n"


def answer_text(answer: Answer) -> str:
    """An answer for people."""
    lines = ["supported" if answer.supported else "nothing here supports this"]
    for number, hit in enumerate(answer.hits, 1):
        legs = ", ".join(f"{rank.leg} {rank.rank}" for rank in hit.ranks)
        verdict = "supports the claim" if hit.grounds.supports else "; ".join(hit.grounds.faults)
        lines += ["", f"{number}. {passage_text(hit.passage)}  = {verdict} ({legs}; score {hit.score:.4f})"]
    for source in answer.dropped:
        lines += ["", f"source only: {source.url} ({source.title})"]
    if answer.covered:
        lines += ["", "what is covered:", *(f"  {topic}" for topic in answer.covered)]
    lines += ["", f"vectors: {answer.backend}", *(f"note: {note}" for note in answer.notes)]
    return "\n".join(lines) + "\n"
