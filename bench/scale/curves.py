"""How a whole check grows with pages, with citations and with the size of a page: a table, and curves.svg.

    python -m bench.scale.curves [--out bench/scale/curves.svg]

The pages are made from a seed: paragraphs of nine words that nobody speaks. CPU seconds of one process without a
cache; the curves are on logarithmic scales, where a straight line that rises like the dashed one is linear.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.scale.run import ran

CURVES: dict[str, tuple[tuple[int, int, int], ...]] = {
    "pages (200 citations)": tuple((count, 20, 200) for count in (300, 1_000, 3_000, 10_000)),
    "citations (100 pages)": tuple((100, count // 100 + 1, count) for count in (1_000, 3_000, 10_000, 30_000, 100_000)),
    "citations on one page": tuple((1, count, count) for count in (300, 1_000, 3_000, 10_000)),
    "paragraphs of one page (100 citations)": tuple(
        (1, count, 100) for count in (1_000, 3_000, 10_000, 30_000, 100_000)
    ),
}
"""For each curve its points: pages, paragraphs of each, citations."""
SYLLABLES = (("ra", "be", "co", "di", "fu", "mo"), ("l", "n", "st", "m", "rr"), ("a", "e", "io", "us", "er"))
WORDS = [a + b + c for a in SYLLABLES[0] for b in SYLLABLES[1] for c in SYLLABLES[2]]
COLOURS = ("#1b6ca8", "#b5532a", "#3a7d44", "#7a4b9a")
SIDE, MARGIN = 360, 50  # of the drawing, in pixels


def write_site(home: Path, pages: int, paragraphs: int, citations: int) -> None:
    """Pages, and a manifest with citations that are spread evenly over their paragraphs."""
    chance = random.Random(3)
    content = home / "content"
    content.mkdir(parents=True)
    entries: list[dict[str, str]] = []
    step = max(1, pages * paragraphs // citations)
    for page in range(pages):
        lines = [f"{' '.join(chance.choices(WORDS, k=9))} {page} {number}." for number in range(paragraphs)]
        first = (-page * paragraphs) % step
        entries += [{"docId": f"p{page}", "passage": line} for line in lines[first::step]]
        (content / f"p{page}.html").write_text("<h1>x</h1>" + "".join(f"<p>{line}</p>\n" for line in lines))
    (content / "all.citations.json").write_text(json.dumps(entries[:citations]))


def points(sizes: Sequence[tuple[int, int, int]]) -> Iterator[tuple[int, float, float]]:
    """For each size what grows, and the CPU seconds and megabytes of the check."""
    for pages, paragraphs, citations in sizes:
        with tempfile.TemporaryDirectory() as folder:
            write_site(Path(folder), pages, paragraphs, citations)
            command = [sys.executable, "-m", "citegate", "check", "--no-cache", "--jobs", "1", "--format", "json"]
            took = ran(command, Path(folder))
        if took.accepts != citations:
            raise SystemExit(f"{took.accepts} of {citations} citations are good")
        grown = next(size for size in reversed(list(zip(*sizes, strict=True))) if len(set(size)) > 1)
        yield grown[sizes.index((pages, paragraphs, citations))], took.cpu, took.peak


def drawing(curves: dict[str, list[tuple[int, float, float]]]) -> str:
    """The curves as SVG."""
    every = [point for curve in curves.values() for point in curve]
    low, high = math.log10(min(x for x, _, _ in every)), math.log10(max(x for x, _, _ in every))
    bottom, top = math.log10(min(y for _, y, _ in every)), math.log10(max(y for _, y, _ in every))

    def place(x: float, y: float) -> str:
        across = MARGIN + (math.log10(x) - low) / (high - low) * SIDE
        return f"{across:.1f},{MARGIN + SIDE - (math.log10(y) - bottom) / (top - bottom) * SIDE:.1f}"

    parts = []
    for colour, (name, curve) in zip(COLOURS, curves.items(), strict=False):
        line = " ".join(place(x, y) for x, y, _ in curve)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{MARGIN + 8}" y="{MARGIN + 14 * len(parts) // 2}" fill="{colour}">{name}</text>')
    rise = 10**top / 10**bottom
    corner = place(10**high / rise, 10**bottom)
    parts.append(f'<path d="M{corner} L{place(10**high, 10**top)}" stroke="#888" stroke-dasharray="4" fill="none"/>')
    for power in range(math.ceil(low), math.floor(high) + 1):
        across = place(10**power, 10**bottom).partition(",")[0]
        parts.append(f'<text x="{across}" y="{MARGIN + SIDE + 18}" text-anchor="middle">{10**power:,}</text>')
    for power in range(math.ceil(bottom), math.floor(top) + 1):
        down = place(10**low, 10**power).partition(",")[2]
        parts.append(f'<text x="{MARGIN - 6}" y="{down}" text-anchor="end">{10**power:g} s</text>')
    frame = f'<rect x="{MARGIN}" y="{MARGIN}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#ccc"/>'
    size = SIDE + 2 * MARGIN
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" font-family="sans-serif" font-size="12">'
    )
    return "\n".join((head, '<rect width="100%" height="100%" fill="#fff"/>', frame, *parts, "</svg>")) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("curves.svg"))
    options = parser.parse_args()
    curves = {}
    for name, sizes in CURVES.items():
        print(f"\n| {name} | CPU s | peak MB |\n|---|---|---|")
        curves[name] = []
        for point in points(sizes):
            curves[name].append(point)
            print(f"| {point[0]:,} | {point[1]:.2f} | {point[2]:.0f} |", flush=True)
    options.out.write_text(drawing(curves), encoding="utf-8")


if __name__ == "__main__":
    main()
