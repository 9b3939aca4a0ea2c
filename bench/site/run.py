"""Do built sites that nobody here wrote behave in a real browser as citegate says?

    python -m bench.site.run [--browser chromium] [--true 300] [--wrong 60] [--seed 1] [--out FILE] [NAME...]

Of each site passages are sampled, and passages with a fault; of each the plain directive is asked, whatever citegate
says of it, and for those that citegate binds also the link that it makes. A site agrees where the browser indicates
the text at the place that citegate predicts, or nothing where it predicts nothing. Prints a table in Markdown, with
how many of the disagreements are on pages that run scripts; FILE gets each as a JSON object on a line.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.site.sample import Sampled, sample
from bench.site.sites import SITES, folder_of
from citegate.fragment.syntax import DELIMITER, format_text_directive
from citegate.index.built import BuiltSite
from citegate.index.files import DiskFiles
from citegate.index.routes import Route
from citegate.model import ENGINES, Citation, Span, Status, TextDirective, TextQuoteSelector, Verdict
from citegate.model.proof import Answer, Question
from citegate.proof.ask import Proof, ask_browser
from citegate.proof.serve import serve_site
from citegate.verify.passage import Decision, check_passage
from citegate.verify.proof import questions
from citegate.verify.target import Target

PAGES = 60  # at most, of each site
MIN_PAGE = 400  # bytes; shorter ones forward to others or are frames


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked of one site."""

    name: str
    pages: int
    questions: tuple[Question, ...]
    kinds: dict[tuple[str, str], str]
    """Page and directive → kind."""
    static_seconds: float
    built: BuiltSite


def prepare(name: str, engine: str, true: int, wrong: int, seed: int) -> Asked:
    """Sample a site and decide everything statically."""
    folder = folder_of(name)
    built = BuiltSite(DiskFiles(folder.parent), folder.name, (ENGINES[engine],))
    chance = random.Random(f"{seed} {name}")
    routes = [route for route in built.routes.all if len(built.files.read(route.path)) > MIN_PAGE]
    routes = [route for route in routes if built.landing(route) == route]
    chosen = chance.sample(routes, min(PAGES, len(routes)))
    pools = [(route, sample(built.files.read(route.path), chance, 40, 10)) for route in chosen]
    picked = _pick(chance, pools, true, wrong)
    asked: list[Question] = []
    kinds: dict[tuple[str, str], str] = {}
    began = time.process_time()
    for route, samples in picked.items():
        found = _questions(built, route, samples)
        for question, kind in found:
            kinds.setdefault((question.url, question.directive), kind)
        asked.extend(question for question, _ in found)
    return Asked(name, len(picked), tuple(asked), kinds, time.process_time() - began, built)


def _pick(
    chance: random.Random, pools: Sequence[tuple[Route, list[Sampled]]], true: int, wrong: int
) -> dict[Route, list[Sampled]]:
    picked: dict[Route, list[Sampled]] = {}
    for is_true, count in ((True, true), (False, wrong)):
        kinds = ("prose", "element")
        all_of = [(route, each) for route, pool in pools for each in pool if (each.kind in kinds) is is_true]
        for route, each in chance.sample(all_of, min(count, len(all_of))):
            picked.setdefault(route, []).append(each)
    return picked


def _questions(built: BuiltSite, route: Route, samples: Sequence[Sampled]) -> list[tuple[Question, str]]:
    target = Target(route, built.pages(route))
    page = target.pages[0]
    found: list[tuple[Question, str]] = []
    for number, each in enumerate(samples):
        words = each.words
        link = Citation(route.path, Span(0, 0), route.id, route.url, None, format_of(words), id=str(number))
        plain = Decision(Verdict(link, Status.SKIPPED))
        quote = Citation(route.path, Span(0, 0), route.id, route.url, TextQuoteSelector(words), id=str(number))
        decisions = [plain, check_passage(quote, target, min_length=0)]
        kinds = (each.kind, f"{each.kind}, built link")
        for decision, kind in zip(decisions, kinds, strict=True):
            found += [(question, kind) for question in questions([decision], page, has_offsets=True)]
    return found


def format_of(words: str) -> str:
    """The plain directive."""
    return DELIMITER + format_text_directive(TextDirective(words))


def disagreements(asked: Asked, proof: Proof) -> list[dict[str, object]]:
    """Each answer that is not as expected, for people."""
    return [_row(asked, answer) for answer in proof.answers if answer.outcome.value != "as_expected"]


def _row(asked: Asked, answer: Answer) -> dict[str, object]:
    question = answer.question
    return {
        "site": asked.name,
        "page": question.citation.path,
        "kind": asked.kinds[question.url, question.directive],
        "outcome": answer.outcome.value,
        "directive": question.directive,
        "expected": question.expected and question.expected.text,
        "found": answer.text,
        "scripted": answer.is_scripted,
        "detail": answer.detail,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of {', '.join(SITES)}")
    parser.add_argument("--browser", default="chromium", choices=tuple(ENGINES))
    parser.add_argument("--true", type=int, default=300)
    parser.add_argument("--wrong", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    rows: list[dict[str, object]] = []
    print("| site | made with | pages | links | agree | disagree | of these scripted | static s | browser s |")
    print("|---|---|---|---|---|---|---|---|---|")
    browser = ""
    for name in options.names or SITES:
        asked = prepare(name, options.browser, options.true, options.wrong, options.seed)
        began = time.monotonic()
        proof = ask_browser(options.browser, asked.questions, serve_site(asked.built), None)
        took = time.monotonic() - began
        found = disagreements(asked, proof)
        rows += found
        browser = proof.browser
        print(
            f"| {name} | {SITES[name].maker} | {asked.pages} | {len(proof.answers)} | {proof.agreed} | {len(found)} "
            f"| {sum(bool(row['scripted']) for row in found)} | {asked.static_seconds:.1f} | {took:.0f} |",
            flush=True,
        )
    print(f"\n{browser}, seed {options.seed}")
    if options.out:
        options.out.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
