"""Whole runs on a corpus beside lychee and Chromium: cold, from the cache, and after one thing has changed.

    python -m bench.scale.run [CORPUS ...] [--links N] [--pages 0] [--rounds 1] [--prove 0]

Every run is a process of its own, one after the other, with the report as JSON; wall and CPU seconds, peak memory of
the largest process, and how many links are accepted. With `--prove N` Chromium opens N of the links too.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.scale.site import LINKS, site_in_another_process, write_links

ROOT = Path(__file__).parents[2]
CORPORA = {"debian-policy": 500, "postgresql": 1_000, "openjdk": 2_000, "rust": 2_000}
"""Corpora from small to large, and how many links are made to each."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What one process took."""

    wall: float
    cpu: float
    peak: float
    """Megabytes."""
    accepts: int
    report: str = ""


SPAWN = """
import json, os, sys, time
out, *command = sys.argv[1:]
actions = [(os.POSIX_SPAWN_OPEN, 1, out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)]
began = time.monotonic()
_, status, used = os.wait4(os.posix_spawnp(command[0], command, os.environ, file_actions=actions), 0)
took = time.monotonic() - began, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
print(json.dumps([os.waitstatus_to_exitcode(status), *took]))
"""
"""Runs a command out of a small process: a process that is made by a large one is counted as large as that."""


def ran(command: Sequence[str], folder: Path) -> Ran:
    """Runs a command in a folder; its report is what it writes to standard output."""
    with tempfile.TemporaryDirectory() as place:
        out = Path(place, "out")
        spawned = subprocess.run(
            [sys.executable, "-S", "-c", SPAWN, str(out), *command],
            cwd=folder,
            env={"PYTHONPATH": str(ROOT), **os.environ},
            capture_output=True,
            text=True,
            check=True,
        )
        text = out.read_text("utf-8")
    code, wall, cpu, peak = json.loads(spawned.stdout)
    if code not in (0, 1, 2):
        raise SystemExit(f"{command} failed: {spawned.stderr[-500:]}")
    return Ran(wall, cpu, peak, accepted(text), text)


def accepted(text: str) -> int:
    """How many links a report says are good."""
    if not text.startswith("{"):
        return 0
    report = json.loads(text)
    if "citations" in report:
        return sum(each["status"] == "verified" for each in report["citations"])
    return int(report["successful"])


def kinds(home: Path, links: list[str]) -> dict[str, Callable[[], Ran]]:
    """Each kind of run by its name, in the order in which they follow one another."""
    site, cache = home / "site", home / "cache"
    changed = site / links[0].partition("#")[0]

    def check(*options: str) -> Ran:
        command = [sys.executable, "-m", "citegate", "check", "--site", "site", "--format", "json", *options]
        return ran(command, home)

    def cached(*options: str) -> Ran:
        time.sleep(0.2)  # what was written just before is not relied on
        return check("--cache", str(cache), *options)

    def cold() -> Ran:
        shutil.rmtree(cache, ignore_errors=True)
        return cached()

    def one_page() -> Ran:
        changed.write_text(changed.read_text("utf-8", "replace") + "<p>One sentence more.", "utf-8")
        return cached()

    def one_link() -> Ran:
        write_links(site, [*links, links[-1]])
        try:
            return cached()
        finally:
            write_links(site, links)

    lychee = ["lychee", "--offline", "--include-fragments=full", "--no-progress", "--format", "json",
              "--root-dir", str(site), str(site / LINKS)]  # fmt: skip
    return {
        "empty interpreter": lambda: ran([sys.executable, "-c", "print()"], home),
        "citegate --version": lambda: ran([sys.executable, "-m", "citegate", "--version"], home),
        "lychee": lambda: ran(lychee, home),
        "Chromium's view alone, one process": lambda: check("--no-cache", "--engines", "chromium", "--jobs", "1"),
        "Chromium's view alone, two processes": lambda: check("--no-cache", "--engines", "chromium", "--jobs", "2"),
        "three engines, one process": lambda: check("--no-cache", "--jobs", "1"),
        "three engines, two processes": lambda: check("--no-cache", "--jobs", "2"),
        "cache empty, two processes": cold,
        "nothing changed": cached,
        "one page changed": one_page,
        "one link more": one_link,
        "a severity changed": lambda: cached("--fail-on", "warning"),
        "engines changed": lambda: cached("--engines", "chromium"),
    }


def measure(name: str, home: Path, options: argparse.Namespace) -> None:
    site, links = site_in_another_process(name, home, options.links or CORPORA[name], options.seed, options.pages)
    pages = [path for path in site.rglob("*.html") if path.is_file()]
    size = sum(path.stat().st_size for path in pages) / 1e6
    print(f"\n{name}: {len(pages):,} pages, {size:.0f} MB, {len(links):,} links\n", flush=True)
    times: dict[str, list[Ran]] = {}
    for _ in range(options.rounds):
        for kind, run in kinds(home, links).items():
            times.setdefault(kind, []).append(run())
            print(f"  {kind}: {times[kind][-1].wall:.2f} s", file=sys.stderr, flush=True)
    plain = times["three engines, one process"][0].report
    same = all(taken[0].report == plain for kind, taken in times.items() if kind in SAME)
    print("| run | wall s | CPU s | wall, lychee = 1 | CPU, lychee = 1 | peak MB | accepts |")
    print("|---|---|---|---|---|---|---|")
    for kind, taken in times.items():
        print("|", " | ".join((kind, *row(taken, times["lychee"]))), "|")
    print(f"\nthe reports are {'the same bytes' if same else 'NOT the same'}: {', '.join(SAME)}")
    if options.prove:
        prove(home, links, options.prove)


def row(taken: Sequence[Ran], peer: Sequence[Ran]) -> tuple[str, ...]:
    """The cells of one kind of run: medians, and medians of the ratios to the peer in the same round."""
    wall, cpu = (statistics.median(values) for values in zip(*((e.wall, e.cpu) for e in taken), strict=True))
    pairs = [(one.wall / other.wall, one.cpu / other.cpu) for one, other in zip(taken, peer, strict=True)]
    walls, cpus = (statistics.median(values) for values in zip(*pairs, strict=True))
    numbers = (f"{value:.2f}" if value >= SHORT else f"{value:.3f}" for value in (wall, cpu, walls, cpus))
    return (*numbers, f"{max(each.peak for each in taken):.0f}", str(taken[-1].accepts or ""))


SHORT = 0.1  # seconds, or a ratio; below it a third digit tells something
SAME = ("three engines, two processes", "cache empty, two processes", "nothing changed")


def prove(home: Path, links: list[str], count: int) -> None:
    """How many links one Chromium opens a second."""
    write_links(home / "site", random.Random(1).sample(links, count))
    command = [sys.executable, "-m", "citegate", "check", "--site", "site", "--format", "json", "--no-cache",
               "--jobs", "1", "--engines", "chromium"]  # fmt: skip
    without, with_browser = ran(command, home), ran([*command, "--prove", "chromium"], home)
    write_links(home / "site", links)
    took = with_browser.wall - without.wall
    print(f"\nChromium opens {count} links in {took:.1f} s: {count / took:.1f} a second", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("corpora", nargs="*", default=list(CORPORA), choices=list(CORPORA))
    parser.add_argument("--links", type=int, default=0)
    parser.add_argument("--pages", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--prove", type=int, default=0)
    options = parser.parse_args()
    print(f"load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores, Python {sys.version.split()[0]}")
    for name in options.corpora:
        with tempfile.TemporaryDirectory() as home:
            measure(name, Path(home), options)


if __name__ == "__main__":
    main()
