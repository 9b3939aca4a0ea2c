"""Does `citegate fix` mend what it should, and nothing that it must not?

    python -m bench.repair.run [--seed 1] [--each 60]

Samples sentences of other people's documents as citations, changes each in one of the ways below, and runs the
fixes, the unsafe ones too. A fix is right when the citation is again what the page says. A sentence whose number,
negation or quantifier was changed must never be edited: it is for a person. Prints a table in Markdown.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bench.citations.run import document_id, put_together, read
from bench.citations.sentences import sentences
from citegate import fix
from citegate.config import load

MANIFEST = "content/bench.citations.json"
Mutation = Callable[[random.Random, str], str | None]


@dataclass(frozen=True, slots=True)
class Case:
    """One citation as it was sampled, and as it was changed."""

    kind: str
    document: str
    passage: str
    cited_document: str
    cited: str


def _word(chance: random.Random, text: str, pattern: str) -> re.Match[str] | None:
    found = list(re.finditer(pattern, text))
    return chance.choice(found) if found else None


def typo(chance: random.Random, text: str) -> str | None:
    match = _word(chance, text, r"\b[a-z]{6,}\b")
    if match is None:
        return None
    at = match.start() + chance.randrange(1, len(match.group()) - 2)
    changed = text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    return changed if changed != text else None


def case(chance: random.Random, text: str) -> str | None:
    match = _word(chance, text, r"\b[a-z]{4,}\b")
    return text[: match.start()] + match.group().upper() + text[match.end() :] if match else None


def quotes(_chance: random.Random, text: str) -> str | None:
    changed = text.translate(str.maketrans({"“": '"', "”": '"', "’": "'", '"': "“", "'": "’", "–": "-", "…": "..."}))
    return changed if changed != text else None


def marks(chance: random.Random, text: str) -> str | None:
    match = _word(chance, text, r"\b[A-Za-z]{4,}\b")
    return text[: match.start()] + f"**{match.group()}**" + text[match.end() :] if match else None


def reworded(chance: random.Random, text: str) -> str | None:
    match = _word(chance, text, r"(?<= )(?:the|this|these|that|an|used|using|value|system|file|example|such) ")
    return text[: match.start()] + text[match.end() :] if match else None


def number(chance: random.Random, text: str) -> str | None:
    match = _word(chance, text, r"(?<![\w.])\d+(?![\w.])")
    return (
        text[: match.start()] + str(int(match.group()) + chance.randint(1, 9)) + text[match.end() :] if match else None
    )


def negation(_chance: random.Random, text: str) -> str | None:
    changed = re.sub(r" not\b", "", text, count=1)
    return changed if changed != text else re.sub(r"\b(is|are|can|must|will|may) ", r"\1 not ", text, count=1)


def quantifier(_chance: random.Random, text: str) -> str | None:
    pairs = {"all": "some", "each": "any", "must": "may", "always": "often", "only": "mostly", "more": "less"}
    match = re.search(r"\b(" + "|".join(pairs) + r")\b", text)
    return text[: match.start()] + pairs[match.group()] + text[match.end() :] if match else None


MENDED: dict[str, Mutation | None] = {
    "case": case, "quotes": quotes, "marks": marks, "typo": typo, "reworded": reworded, "moved": None,
}  # fmt: skip
REFUSED: dict[str, Mutation] = {"number": number, "negation": negation, "quantifier": quantifier}


def sample(site: Path, chance: random.Random, each: int) -> list[Case]:
    """The changed citations, as many of each kind."""
    documents = [path for paths in put_together(site).values() for path in paths]
    cases: list[Case] = []
    for kind, mutate in {**MENDED, **REFUSED}.items():
        wanted, seen = each, set()
        for _ in range(each * 200):
            if not wanted:
                break
            path = chance.choice(documents)
            paragraphs = read(path).paragraphs
            found = sentences(chance.choice(paragraphs).text) if paragraphs else ()
            text = chance.choice(found) if found else ""
            changed = text if mutate is None else mutate(chance, text)
            if len(text) < 40 or not changed or (mutate and changed == text) or text in seen:
                continue
            seen.add(text)
            id = document_id(site, path)
            cited = id if mutate else document_id(site, chance.choice(documents))
            cases.append(Case(kind, id, text, cited, changed))
            wanted -= 1
    return cases


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        site = Path(name)
        cases = sample(site, random.Random(options.seed), options.each)
        entries = [{"docId": each.cited_document, "passage": each.cited, "id": str(n)} for n, each in enumerate(cases)]
        (site / MANIFEST).write_text(json.dumps(entries, ensure_ascii=False, indent=1), encoding="utf-8")
        begin = time.perf_counter()
        mended = fix.mend(load(site, {"engines": ["chromium"], "severity": {"CG103": "off"}}), unsafe=True)
        seconds = time.perf_counter() - begin
    after = json.loads(mended.changed.get(MANIFEST, json.dumps(entries).encode()))
    table: dict[str, Counter[str]] = {kind: Counter() for kind in (*MENDED, *REFUSED)}
    for each, entry in zip(cases, after, strict=True):
        is_right = " ".join(entry["passage"].split()) == " ".join(each.passage.split())
        if entry["passage"] == each.cited and entry["docId"] == each.cited_document:
            result = "left alone"
        else:
            result = "mended" if is_right and entry["docId"] == each.document else "otherwise"
        table[each.kind][result] += 1
        if result == "otherwise" or (each.kind in REFUSED and result != "left alone"):
            print(json.dumps({"kind": each.kind, "was": each.passage, "cited": each.cited, "now": entry["passage"]}))
    print(
        f"\n{len(cases)} citations, {seconds:.1f} s\n\n| changed | mended | left alone | otherwise |\n|---|---|---|---|"
    )
    for kind, counts in table.items():
        print(f"| {kind} | {counts['mended']} | {counts['left alone']} | {counts['otherwise']} |")


if __name__ == "__main__":
    main()
