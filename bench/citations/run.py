"""Are citations of text that nobody here wrote decided rightly, and how long does it take?

    python -m bench.citations.run [--seed 1] [--true 500] [--altered 100] [--ask] [--keep FOLDER]

Samples sentences of five packages as citations, puts one fault into some of them, and runs `citegate check` on
the whole. A true citation is decided rightly when it is bound; an altered one when it is refused by a rule that
names its fault. With --ask Chromium is asked what it indicates. Prints a table in Markdown; the wrong decisions
follow it, one JSON object a line.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bench.citations.altered import KINDS, Altered, Page
from bench.citations.sentences import paragraphs_of, visible_text
from bench.citations.witness import Question, bare_directive, indicated, same_words
from bench.corpora import documents_of

CORPORA = ("postgresql", "debian-reference-ja", "debian-policy", "ai", "chakra-ui")

SUFFIXES = (".html", ".md", ".mdx")
TRUE = "unchanged"
NOT_DISTINGUISHABLE = "CG104"
MOST_TRIES = 200  # paragraphs drawn for each citation that is wanted, before the corpora count as exhausted


@dataclass(frozen=True, slots=True)
class Row:
    """One citation and what has to become of it."""

    kind: str
    corpus: str
    path: Path
    """The document's file in the site that is put together."""
    document: str
    """Its id."""
    passage: str
    rules: tuple[str, ...]
    """Codes that are right answers; () for a true citation."""
    count: int
    """How often the passage stands in the document as read here."""


def put_together(site: Path) -> dict[str, list[Path]]:
    """The corpora as one site below `site`/content; for each corpus its documents."""
    found: dict[str, list[Path]] = {}
    for name in CORPORA:
        source = documents_of(name)
        paths = sorted(p for p in source.rglob("*") if p.suffix in SUFFIXES and p.is_file() and not p.is_symlink())
        for path in paths:
            place = site / "content" / name / path.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)
            found.setdefault(name, []).append(place)
    return found


def sample(site: Path, documents: dict[str, list[Path]], chance: random.Random, kinds: dict[str, int]) -> list[Row]:
    """The citations: `kinds` says how many of each kind are wanted, spread over the corpora."""
    rows: dict[tuple[str, str], Row] = {}
    makers = {maker.__name__: maker for maker in KINDS}
    for name, wanted in kinds.items():
        before = len(rows)
        for at in range(MOST_TRIES * wanted):
            if len(rows) - before == wanted:
                break
            corpus = list(documents)[at % len(documents)]
            path = chance.choice(documents[corpus])
            page = read(path)
            if not page.paragraphs:
                continue
            number = chance.randrange(len(page.paragraphs))
            row = _true(chance, page, number) if name == TRUE else makers[name](chance, page, number)
            if row is not None:
                document = document_id(site, path)
                count = page.count(row.passage)
                rows.setdefault(
                    (document, row.passage), Row(row.kind, corpus, path, document, row.passage, row.rules, count)
                )
    return list(rows.values())


def _true(chance: random.Random, page: Page, at: int) -> Altered | None:
    whole = page.paragraphs[at].sentences
    return Altered(TRUE, chance.choice(whole), ()) if whole else None


@cache
def read(path: Path) -> Page:
    """The document, read once."""
    return Page(paragraphs_of(path), visible_text(path))


def document_id(site: Path, path: Path) -> str:
    """The id as the guide defines it."""
    plain = path.relative_to(site / "content").with_suffix("")
    return (plain.parent if plain.name.casefold() in ("index", "readme") else plain).as_posix()


def check(site: Path, rows: list[Row]) -> tuple[dict[int, list[str]], dict[int, dict[str, object]], float]:
    """For each row its findings' codes and its verdict; and the seconds that the command took."""
    entries = [{"docId": row.document, "passage": row.passage} for row in rows]
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
    (site / "content" / "sample.citations.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    started = time.perf_counter()
    command = [sys.executable, "-m", "citegate", "check", "--format", "json"]
    this_checkout = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(command, cwd=site, env=this_checkout, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - started
    if done.returncode not in (0, 1) or not done.stdout:
        sys.exit(f"citegate ended with {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    report = json.loads(done.stdout)
    codes: dict[int, list[str]] = {}
    for finding in report["findings"]:
        place = finding["location"]
        if place["path"].endswith("sample.citations.json"):
            codes.setdefault(place["start"]["line"] - 2, []).append(f"{finding['code']} {finding['message']}")
    own = [item for item in report["citations"] if item["path"].endswith("sample.citations.json")]
    return codes, dict(enumerate(own)), seconds


def is_right(row: Row, codes: Iterable[str], status: str) -> bool:
    """True for an altered citation refused by a rule that names its fault, and for a true one that is bound.

    A true one may be refused as indistinguishable if it stands more than once in the document as read here.
    """
    given = {text[:5] for text in codes}
    if row.rules:
        return status != "verified" and bool(given & set(row.rules))
    return status == "verified" or (row.count > 1 and NOT_DISTINGUISHABLE in given)


def ask(rows: list[Row], verdicts: dict[int, dict[str, object]]) -> list[str]:
    """What Chromium says: of each passage by itself, and of each link that was made; lines for people."""
    html = [number for number, row in enumerate(rows) if row.path.suffix == ".html"]
    bare = [
        Question(number, rows[number].path, bare_directive(rows[number].passage), rows[number].passage)
        for number in html
    ]
    made = [
        Question(number, rows[number].path, str(verdicts[number]["href"]).partition(":~:")[2], rows[number].passage)
        for number in html
        if verdicts[number]["status"] == "verified"
    ]
    version, found = indicated(bare)
    _, reached = indicated(made)
    lines = ["", f"{version}, HTML documents only:", ""]
    for name, questions, answers, is_true in (
        ("unchanged passages found as they stand", bare, found, True),
        ("altered passages found as they stand", bare, found, False),
        ("links that indicate exactly their passage", made, reached, True),
    ):
        asked = [each for each in questions if each.number in answers and (not rows[each.number].rules) == is_true]
        right = [each for each in asked if same_words(each.passage, answers[each.number])]
        lines.append(f"- {name}: {len(right)} of {len(asked)}")
        odd = [each for each in asked if (each in right) != is_true]
        for each in odd:
            shown = {"document": rows[each.number].document, "directive": each.directive, "found": answers[each.number]}
            lines.append("  " + json.dumps(shown, ensure_ascii=False))
    return [*lines, ""]


def main() -> None:
    """Sample, check, count."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--true", type=int, default=500)
    options.add_argument("--altered", type=int, default=100)
    options.add_argument("--ask", action="store_true", help="ask Chromium about the HTML documents, too")
    options.add_argument("--keep", type=Path, help="put the site here and leave it")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = given.keep or Path(folder)
        shutil.rmtree(site / "content", ignore_errors=True)
        documents = put_together(site)
        kinds = {TRUE: given.true} | {maker.__name__: given.altered // len(KINDS) for maker in KINDS}
        rows = sample(site, documents, random.Random(given.seed), kinds)
        codes, verdicts, seconds = check(site, rows)
        asked = ask(rows, verdicts) if given.ask else []
    failed = [
        number
        for number, row in enumerate(rows)
        if not is_right(row, codes.get(number, ()), str(verdicts[number]["status"]))
    ]
    print(
        f"{sum(map(len, documents.values()))} documents of {', '.join(documents)}; seed {given.seed}; {seconds:.1f} s\n"
    )
    print("| kind | citations | decided rightly |\n|---|---|---|")
    for kind, count in Counter(row.kind for row in rows).items():
        right = sum(1 for number, row in enumerate(rows) if row.kind == kind and number not in failed)
        print(f"| {kind} | {count} | {right} |")
    true = [number for number, row in enumerate(rows) if not row.rules]
    repeats = sum(1 for number in true if int(str(verdicts[number]["places"])) > 1)
    refused = [number for number in true if number not in failed and verdicts[number]["status"] != "verified"]
    print(f"\n{repeats} of the unchanged repeat on their page; of these, nothing singles out {len(refused)}")
    for line in asked:
        print(line)
    for number in failed:
        row = rows[number]
        given_codes = codes.get(number, [])
        fault = {"kind": row.kind, "document": row.document, "passage": row.passage, "findings": given_codes}
        print(json.dumps(fault, ensure_ascii=False))


if __name__ == "__main__":
    main()
