"""Is the closest passage of a large site found, and soon?

    python -m bench.repair.near [--seed 1] [--pages 10000] [--paragraphs 60]

Makes a site of many pages out of sentences of other people's documents, samples sentences, changes one word of
each, and looks for them on the whole site. Prints a table in Markdown.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from bench.citations.run import put_together, read
from bench.citations.sentences import sentences
from citegate.index.files import DiskFiles
from citegate.index.site import Site
from citegate.repair.elsewhere import find_elsewhere

ASKED = (1, 10, 100)


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--paragraphs", type=int, default=60)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as temporary:
        content = Path(temporary) / "content"
        content.mkdir()
        kept = pages(chance, options.pages, options.paragraphs, content)
        size = sum(file.stat().st_size for file in content.iterdir()) / 1e6
        print(f"{options.pages} pages, {size:.0f} MB\n")
        print("| quotations | found on the right page | CPU seconds | ms for each |\n|---|---|---|---|")
        for count in ASKED:
            asked = {changed(chance, text): document for document, text in chance.sample(kept, count)}
            site = Site(DiskFiles(Path(temporary)), ["content"])
            begin = time.process_time()
            found = find_elsewhere(tuple(asked), site)
            seconds = time.process_time() - begin
            right = sum(1 for quote, places in found.items() if places and places[0].route.id == asked[quote])
            print(f"| {count} | {right} | {seconds:.2f} | {seconds * 1000 / count:.0f} |")


if __name__ == "__main__":
    main()
