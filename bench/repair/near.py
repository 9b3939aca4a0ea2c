"""Is the closest passage of a large site found, and soon?

    python -m bench.repair.near [--seed 1] [--pages 10000] [--paragraphs 60] [--questions 200]

Makes a site of many pages out of sentences of other people's documents, samples sentences, changes one word of
each, and looks for them on the whole site: many in one run, one after the other in a process that stays, one in each
new run, and with the command. Prints tables in Markdown; times are CPU time, milliseconds for each quotation.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.citations.run import put_together, read
from bench.citations.sentences import sentences
from citegate.index.cache import Cache
from citegate.index.files import DiskFiles
from citegate.index.parsed import Parsed
from citegate.index.routes import Route
from citegate.index.site import Site
from citegate.index.stamps import Stamps
from citegate.index.words import is_whole, needles_of
from citegate.repair.elsewhere import candidates_for, find_elsewhere, sightings_in

ASKED = (1, 10, 100)
FIRST = 6  # questions after which the words of 10,000 pages are in the cache
COMMANDS = 30  # runs of the command, and of a site that is opened anew

Asked = dict[str, str]
"""Quotations, each with the id of the page that it was taken from."""


def pages(chance: random.Random, count: int, paragraphs: int, folder: Path) -> list[tuple[str, str]]:
    """Write the pages, and give sentences that stand on one page only, with the id of the page."""
    with tempfile.TemporaryDirectory() as temporary:
        paths = [path for found in put_together(Path(temporary)).values() for path in found]
        pool = [text for path in paths for part in read(path).paragraphs for text in sentences(part.text)]
    pool = [text for text in dict.fromkeys(pool) if 40 <= len(text) <= 400]
    kept = []
    for number in range(count):
        chosen = chance.sample(pool, paragraphs)
        own = f"{chosen[0].rstrip('.')} in the case of page {number}."
        chosen.insert(paragraphs // 2, own)
        (folder / f"p{number}.md").write_text("\n\n".join(chosen) + "\n", encoding="utf-8")
        kept.append((f"p{number}", own))
    return kept


def changed(chance: random.Random, text: str) -> str:
    words = text.split(" ")
    words[chance.randrange(len(words) // 2)] = "otherwise"
    return " ".join(words)


def timed(call: Callable[[], object]) -> float:
    """Milliseconds of CPU time of this process."""
    begin = time.process_time()
    call()
    return (time.process_time() - begin) * 1000


def spread(times: Sequence[float]) -> str:
    """The cells of median, 95th percentile and maximum."""
    ordered = sorted(times)
    return f"{statistics.median(ordered):.0f} | {ordered[int(len(ordered) * 0.95)]:.0f} | {ordered[-1]:.0f}"


def together(asked: Asked, site: Site) -> tuple[float, list[float], int]:
    """Milliseconds to choose the documents of all, those for each with its share of that, and how many are right."""
    begin = time.process_time()
    chosen = candidates_for(tuple(asked), site)
    choosing = (time.process_time() - begin) * 1000
    by_route: dict[Route, list[str]] = {}
    for quote, routes in chosen.items():
        for route in routes:
            by_route.setdefault(route, []).append(quote)
    times = dict.fromkeys(asked, choosing / len(asked))
    for route in sorted(by_route, key=lambda route: route.path):
        quotes = by_route[route]
        spent = timed(lambda route=route, quotes=quotes: list(sightings_in(route, quotes, site)))  # type: ignore[misc]
        for quote in quotes:
            times[quote] += spent / len(quotes)
    found = find_elsewhere(tuple(asked), site)
    right = sum(1 for quote, places in found.items() if places and places[0].route.id == asked[quote])
    return choosing, list(times.values()), right


def opened(root: Path) -> Site:
    """The site as a check has it, with its cache beside it."""
    files, cache = DiskFiles(root), Cache(root / "cache")
    stamps = Stamps(files, cache)
    return Site(files, ["content"], stamps=stamps, parsed=Parsed(cache), cache=cache)


def close(site: Site) -> None:
    if site.stamps and site.cache:
        site.stamps.keep()
        site.cache.close()


def is_spaced(quote: str) -> bool:
    """True where the script has spaces between words."""
    return all(map(is_whole, needles_of(quote)))


def one_by_one(asked: Asked, root: Path) -> None:
    """One question after the other, of a process that stays and of one that begins; prints their rows."""
    site = opened(root)
    times = {quote: timed(lambda quote=quote: find_elsewhere([quote], site)) for quote in asked}  # type: ignore[misc]
    close(site)
    first, later = list(asked)[:FIRST], list(asked)[FIRST:]
    for name, quotes in (
        ("a process that stays: the first six", first),
        ("a process that stays: later", [quote for quote in later if is_spaced(quote)]),
        ("the same, in a script without spaces", [quote for quote in later if not is_spaced(quote)]),
    ):
        if quotes:
            print(f"| {name} | {len(quotes)} | {spread([times[quote] for quote in quotes])} |")
    opening, asking = [], []
    for quote in [quote for quote in later if is_spaced(quote)][:COMMANDS]:
        begin = time.process_time()
        site = opened(root)
        states = sum(1 for route in site.routes.all if site.facts(route.path))
        opening.append((time.process_time() - begin) * 1000)
        assert states == len(site.routes.all)
        asking.append(timed(lambda quote=quote, site=site: find_elsewhere([quote], site)))  # type: ignore[misc]
        close(site)
    print(f"| a run that begins: listing and state of all files | {COMMANDS} | {spread(opening)} |")
    print(f"| a run that begins: the quotation | {COMMANDS} | {spread(asking)} |")


def commands(asked: Asked, root: Path) -> list[float]:
    """Milliseconds of `citegate find`, start and all."""
    times = []
    for quote in list(asked)[:COMMANDS]:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        paths = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (os.getcwd(), os.environ.get("PYTHONPATH"))))}  # noqa: PTH109
        command = [sys.executable, "-m", "citegate", "find", quote]
        subprocess.run(command, cwd=root, env=paths, check=False, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append((after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--paragraphs", type=int, default=60)
    parser.add_argument("--questions", type=int, default=200)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary)
        content = root / "content"
        content.mkdir()
        kept = pages(chance, options.pages, options.paragraphs, content)
        size = sum(file.stat().st_size for file in content.iterdir()) / 1e6
        print(f"{options.pages} pages, {size:.0f} MB\n")
        print("| quotations in one run | found on the right page | to choose, for all | for each: median | p95 | max |")
        print("|---|---|---|---|---|---|")
        sets = [{changed(chance, text): document for document, text in chance.sample(kept, count)} for count in ASKED]
        for each in sets:
            choosing, times, right = together(each, Site(DiskFiles(root), ["content"]))
            print(f"| {len(each)} | {right} | {choosing:.0f} | {spread(times)} |")
        asked = {changed(chance, text): document for document, text in chance.sample(kept, options.questions)}
        print("\n| one quotation at a time | asked | median | p95 | max |\n|---|---|---|---|---|")
        one_by_one(asked, root)
        rows = []
        for each in sets:
            site = opened(root)
            choosing, times, right = together(each, site)
            close(site)
            rows.append(f"| {len(each)}, words in the cache | {right} | {choosing:.0f} | {spread(times)} |")
        print(f"| `citegate find`, the whole command | {COMMANDS} | {spread(commands(asked, root))} |\n")
        print("\n".join(rows))


if __name__ == "__main__":
    main()
