"""How fast are HTML to blocks, folding and the search, each by itself?

    python -m bench.scale.stages [CORPUS ...] [--links 2000] [--seed 1]

For each corpus the text of every page, in stages (parse alone, parse to blocks, fold), as MB of HTML a second of CPU;
then true links into the pages, looked for on pages that are folded.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence

from turbohtml import parse

from bench.corpora import documents_of
from citegate.fragment.build import Built, build_text_directive
from citegate.fragment.match import Page, find_all_ranges
from citegate.model import CHROMIUM, ENGINES, Document, SourceText, Span
from citegate.parse.html import decode_html, parse_html_document

CORPORA = ("debian-policy", "postgresql")
SHORTEST, LONGEST = 24, 200  # code points of a passage


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


def measure(name: str, count: int, chance: random.Random) -> None:
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
    options = parser.parse_args()
    for name in options.corpora:
        measure(name, options.links, random.Random(options.seed))


if __name__ == "__main__":
    main()
