"""How fast are HTML to blocks, folding and the search, and a whole run beside lychee on the same pages and links?

    python -m bench.scale.run [CORPUS ...] [--links 2000] [--seed 1] [--rounds 3]

For each corpus: the text of every page, in stages (parse alone, parse to blocks, fold), as MB of HTML a second of
CPU; then a file of true links into the pages, checked in turn by `lychee --offline --include-fragments=full` and by
`citegate check --site` in several ways: without a cache for one engine and for all three, with a cache that is
empty, full, and full when one page has changed. Wall and CPU seconds, peak memory, and how many links each accepts.
"""

from __future__ import annotations

import argparse
import html
import json
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from turbohtml import parse

from bench.corpora import documents_of
from citegate.fragment.build import Built, build_text_directive
from citegate.fragment.match import Page, find_all_ranges
from citegate.model import CHROMIUM, ENGINES, Document, SourceText, Span
from citegate.parse.html import decode_html, parse_html_document

CORPORA = ("debian-policy", "postgresql")
SHORTEST, LONGEST = 24, 200  # code points of a passage


@dataclass(frozen=True, slots=True)
class Times:
    """What one command took."""

    wall: float
    cpu: float
    accepted: int


def stage(name: str, megabytes: float, run: Callable[[], object]) -> object:
    """Runs a stage once and prints its rate."""
    began = time.process_time()
    made = run()
    took = time.process_time() - began
    print(f"  {name}: {megabytes / took:.1f} MB/s ({took:.2f} s)")
    return made


def documents(pages: Sequence[tuple[str, str]], engines: int) -> list[tuple[Document, ...]]:
    chosen = tuple(ENGINES.values())[:engines]
    return [
        parse_html_document(SourceText(path, text), id=path, url="/" + path, engines=chosen) for path, text in pages
    ]


def links_of(pages: Sequence[Document], count: int, chance: random.Random) -> list[str]:
    """True links: a passage of whole words, singled out."""
    found: list[str] = []
    while len(found) < count:
        document = chance.choice(pages)
        blocks = [number for number, block in enumerate(document.searchable) if len(block.text) >= SHORTEST]
        if not blocks:
            continue
        page = Page(document, CHROMIUM)
        span = page.block_span(chance.choice(blocks))
        end = min(span.end, span.start + chance.randint(SHORTEST, LONGEST))
        while end < span.end and not page.is_boundary(end):
            end += 1
        if "\N{PILCROW SIGN}" in page.text[span.start : end]:
            continue  # a permalink that the style sheet hides, and no style sheet is read here
        built = build_text_directive([page], Span(span.start, end))
        if isinstance(built, Built):
            found.append(document.url[1:] + "#" + built.fragment)
    return found


def lychee(site: Path) -> Times:
    command = ["lychee", "--offline", "--include-fragments=full", "--no-progress", "--format", "json",
               "--root-dir", str(site), str(site / "links.html")]  # fmt: skip
    wall, cpu, done = timed(command, site)
    report = json.loads(done)
    return Times(wall, cpu, report["successful"])


def citegate(site: Path, *options: str) -> Times:
    command = [sys.executable, "-m", "citegate", "check", "--site", site.name, "--content", "content",
               "--format", "json", *options]  # fmt: skip
    wall, cpu, done = timed(command, site.parent)
    report = json.loads(done)
    return Times(wall, cpu, sum(verdict["status"] == "verified" for verdict in report["citations"]))


def empty_interpreter(site: Path) -> Times:
    wall, cpu, _ = timed([sys.executable, "-c", "print()"], site.parent)
    return Times(wall, cpu, 0)


def kinds_of_run(site: Path, changed: Path) -> dict[str, Callable[[], Times]]:
    """Each kind of run by its name, in the order in which they follow one another."""
    cache = site.parent / "cache"
    kept = ("--cache", str(cache), "--jobs", "1")

    def cold() -> Times:
        shutil.rmtree(cache, ignore_errors=True)
        return citegate(site, *kept)

    def after_a_change() -> Times:
        changed.write_text(changed.read_text("utf-8", "replace") + "<p>One sentence more.", "utf-8")
        return citegate(site, *kept)

    return {
        "empty interpreter": lambda: empty_interpreter(site),
        "lychee": lambda: lychee(site),
        "citegate, Chromium alone": lambda: citegate(site, "--no-cache", "--engines", "chromium", "--jobs", "1"),
        "citegate, three engines": lambda: citegate(site, "--no-cache", "--jobs", "1"),
        "three engines, two processes": lambda: citegate(site, "--no-cache", "--jobs", "2"),
        "three engines, cache empty": cold,
        "three engines, cache full": lambda: citegate(site, *kept),
        "three engines, one page changed": after_a_change,
    }


def timed(command: Sequence[str], folder: Path) -> tuple[float, float, str]:
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=environment)
    wall, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode not in (0, 1, 2) or not done.stdout:
        raise SystemExit(f"{command[0]} failed: {done.stderr[-500:]}")
    return wall, cpu, done.stdout


def measure(name: str, count: int, chance: random.Random, rounds: int) -> None:
    folder = documents_of(name)
    files = sorted(path for path in folder.rglob("*.html") if path.is_file())
    pages = [(path.relative_to(folder).as_posix(), decode_html(path.read_bytes())) for path in files]
    megabytes = sum(path.stat().st_size for path in files) / 1e6
    print(f"{name}: {len(files)} pages, {megabytes:.1f} MB")
    stage("parse alone (turbohtml)", megabytes, lambda: [parse(text, scripting=True) for _, text in pages])
    read = stage("HTML to blocks, one engine", megabytes, lambda: documents(pages, 1))
    assert isinstance(read, list)
    stage("HTML to blocks, three engines", megabytes, lambda: documents(pages, 3))
    made = [Page(one[0], CHROMIUM) for one in read]
    text = sum(len(page.text) for page in made) / 1e6
    stage(f"fold, per MB of text ({text:.1f} MB)", text, lambda: [page.folded for page in made])
    links = links_of([one[0] for one in read], count, chance)
    by_url = {page.document.url[1:]: page for page in made}
    began = time.process_time()
    for link in links:
        search(by_url, link)
    print(f"  search with all pages folded: {count / (time.process_time() - began):.0f} links a second")
    with tempfile.TemporaryDirectory() as home:
        site = Path(home) / "site"
        shutil.copytree(folder, site, symlinks=False, ignore_dangling_symlinks=True)
        (site.parent / "content").mkdir()
        items = "".join(f'<li><a href="{html.escape(link)}">x</a></li>' for link in links)
        (site / "links.html").write_text(f"<!doctype html><meta charset=utf-8><ul>{items}</ul>", "utf-8")
        cited = links[0].partition("#")[0]
        kinds = kinds_of_run(site, site / cited)
        times: dict[str, list[Times]] = {kind: [] for kind in kinds}
        for _ in range(rounds):
            for kind, run in kinds.items():
                times[kind].append(run())
    print("  | run | wall s | CPU s | CPU, lychee = 1 | accepts |\n  |---|---|---|---|---|")
    for kind, taken in times.items():
        wall, cpu = (statistics.median(values) for values in zip(*((t.wall, t.cpu) for t in taken), strict=True))
        ratio = statistics.median(a.cpu / b.cpu for a, b in zip(taken, times["lychee"], strict=True))
        print(f"  | {kind} | {wall:.2f} | {cpu:.2f} | {ratio:.2f} | {taken[-1].accepted} of {count} |")


def search(pages: dict[str, Page], link: str) -> None:
    from citegate.fragment.syntax import parse_fragment_directive

    path, _, fragment = link.partition("#")
    (directive,) = parse_fragment_directive(fragment).directives
    if len(find_all_ranges(directive, pages[path], 2)) != 1:
        raise SystemExit(f"a link that was built is not found alone: {link}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("corpora", nargs="*", default=list(CORPORA))
    parser.add_argument("--links", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    for name in options.corpora:
        measure(name, options.links, random.Random(options.seed), options.rounds)


if __name__ == "__main__":
    main()
