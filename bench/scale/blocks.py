"""How fast is HTML to blocks beside parsing and gathering the text in C alone, on the same pages in the same run?

    python -m bench.scale.blocks [CORPUS ...] [--megabytes 3] [--rounds 5]

For each corpus a sample of its pages, and in turn, round after round: turbohtml's parse and its own text, a walk in
Python that only touches every node, blocks for Chromium, for all three engines. CPU seconds, the least of all rounds.
Then pages that are large in one way each, at two sizes: twice the size should take twice the time.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence

from turbohtml import Element, Text, parse

from bench.corpora import documents_of
from citegate.model import ENGINES, SourceText
from citegate.parse.html import decode_html, parse_html_document, read_html

CORPORA = ("debian-policy", "postgresql", "nodejs", "python")
ALL = tuple(ENGINES.values())

LARGE: dict[str, Callable[[int], str]] = {
    "paragraphs, 10 MB": lambda n: "".join(f"<p id=a{i}>some <b>words</b> of text {i}</p>\n" for i in range(n * 2000)),
    "one block, 5 MB": lambda n: "<p>" + "some words of  text\n  and more " * (n * 1600),
    "inline elements in a block": lambda n: "<p>" + "<i>x</i> " * (n * 1000),
    "nested inline elements": lambda n: "<p>" + "<span>x " * (n * 1000),
    "nested blocks with text": lambda n: "<div>x " * (n * 500),
    "hidden inline elements": lambda n: "<p>" + '<i style="visibility:hidden">y</i>' * (n * 200) + "x",
    "links with a title": lambda n: "<p>x" + "<a href=x title=a>t</a>" * (n * 200),
    "rows of a table": lambda n: "<table>" + "<tr><td>a</td> <td>b</td></tr>\n" * (n * 400),
}
"""Pages that are large in one way; at 100 they are as large as they are called."""


def bare(markup: str) -> None:
    """Touches every node, its tag or its text."""
    stack = [iter(parse(markup, scripting=True))]
    while stack:
        for node in stack[-1]:
            if type(node) is Element:
                node.tag  # noqa: B018 - asked for what it costs
                stack.append(iter(node))
                break
            if type(node) is Text:
                node.data  # noqa: B018
        else:
            stack.pop()


def blocks(pages: Sequence[tuple[str, str]], engines: int) -> None:
    for path, text in pages:
        parse_html_document(SourceText(path, text), id=path, url="/", engines=ALL[:engines], keeps_links=False)


def sample(name: str, megabytes: float) -> tuple[list[tuple[str, str]], float]:
    files = sorted(path for path in documents_of(name).rglob("*.html") if path.is_file() and not path.is_symlink())
    random.Random(1).shuffle(files)
    pages, size = [], 0.0
    for path in files:
        data = path.read_bytes()
        pages.append((path.name, decode_html(data)))
        size += len(data) / 1e6
        if size > megabytes:
            break
    return pages, size


def measure(name: str, megabytes: float, rounds: int) -> None:
    pages, size = sample(name, megabytes)
    runs: dict[str, Callable[[], object]] = {
        "text in C": lambda: [parse(text, scripting=True).text for _, text in pages],
        "bare walk": lambda: [bare(text) for _, text in pages],
        "one engine": lambda: blocks(pages, 1),
        "three engines": lambda: blocks(pages, 3),
    }
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(rounds):
        for kind, run in runs.items():
            began = time.process_time()
            run()
            best[kind] = min(best[kind], time.process_time() - began)
    rates = " | ".join(f"{size / took:.1f}" for took in best.values())
    one, three = (best["text in C"] / best[kind] for kind in ("one engine", "three engines"))
    print(f"| {name}, {len(pages)} pages, {size:.1f} MB | {rates} | {one:.3f} | {three:.3f} |")


def large() -> None:
    print("\n| page | MB | CPU s | twice as large |\n|---|---|---|---|")
    for name, make in LARGE.items():
        took, size = [], 0.0
        for scale in (50, 100):
            markup = "<!doctype html>" + make(scale)
            size = len(markup) / 1e6
            began = time.process_time()
            read_html(markup, path="p", engines=ALL, keeps_links=False)
            took.append(time.process_time() - began)
        print(f"| {name} | {size:.1f} | {took[1]:.2f} | {took[1] / took[0]:.1f} times |")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("corpora", nargs="*", default=list(CORPORA))
    parser.add_argument("--megabytes", type=float, default=3.0)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print("| MB of HTML a CPU second | text in C | bare walk | one engine | three engines | one / C | three / C |")
    print("|---|---|---|---|---|---|---|")
    for name in options.corpora:
        measure(name, options.megabytes, options.rounds)
    large()


if __name__ == "__main__":
    main()
