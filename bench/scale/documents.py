"""How fast does a document come back from the cache, beside parsing it?

    python -m bench.scale.documents [FOLDER] [--rounds 9]

Every Markdown and MDX document of a folder, by default the guide, for three engines: parsed; read back from what the
cache keeps of it; read back, and all blocks and links asked for; or the place of every text. In turn, round after
round; CPU milliseconds, the least of all rounds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from citegate.index.files import DiskFiles
from citegate.index.parsed import packed, unpacked
from citegate.index.site import Site
from citegate.model import ENGINES, Document
from citegate.parse import parse_document

ALL = tuple(ENGINES.values())


def parts_of(documents: Sequence[Document]) -> int:
    """How many blocks and links they have."""
    return sum(len(document.blocks) + len(document.links) for document in documents)


def places_of(documents: Sequence[Document]) -> int:
    """How many segments the maps of all blocks have."""
    return sum(len(list(block.source.segments())) for document in documents for block in document.blocks)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", default="content")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    folder = Path(options.folder)
    site = Site(DiskFiles(folder.parent), (folder.name,), ALL)
    routes = [(route, site.source(route.path)) for route in site.routes.all]

    def parse() -> list[tuple[Document, ...]]:
        return [
            parse_document(
                source, id=route.id, url=route.url, engines=ALL, dialect=site.reading.dialect, read=site.read_partial
            )
            for route, source in routes
        ]

    kept = [(route, source, packed(documents)) for (route, source), documents in zip(routes, parse(), strict=True)]
    plain = [(route, source, data) for route, source, data in kept if data is not None]

    def load() -> list[tuple[Document, ...]]:
        return [unpacked(data, source, route.id, route.url) or () for route, source, data in plain]

    runs: dict[str, Callable[[], object]] = {
        "parsed": parse,
        "read back": load,
        "read back, blocks and links asked for": lambda: [parts_of(documents) for documents in load()],
        "read back, every place asked for": lambda: [places_of(documents) for documents in load()],
    }
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(options.rounds):
        for name, run in runs.items():
            began = time.process_time()
            run()
            best[name] = min(best[name], time.process_time() - began)
    size = sum(len(source.text) for _, source in routes)
    print(f"{len(routes)} documents, {len(plain)} of them kept, {size / 1000:.0f} kB\n")
    print("| | ms | times faster |\n|---|---|---|")
    for name, took in best.items():
        print(f"| {name} | {took * 1000:.2f} | {best['parsed'] / took:.0f} |")


if __name__ == "__main__":
    main()
