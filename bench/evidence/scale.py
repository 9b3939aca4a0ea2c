"""How evidence scales: build time, latency of a question and memory at 1,000 to 1,000,000 passages.

python -m bench.evidence.scale [--embeddings wordllama] [SIZE...]

The text is that of PostgreSQL's manual, cut as any site is. Beyond its own passages the corpus grows by copies in which
one word in six is replaced by another word of the manual, drawn by its frequency from a seeded generator. Each size
runs in a process of its own, so that its memory can be read. A question is eight words in a row of some passage.
"""

from __future__ import annotations

import json
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bench.corpora import documents_of
from citegate.evidence.cut import cut, quote_of
from citegate.evidence.dense import find_embedder
from citegate.evidence.lexical import search
from citegate.evidence.search import Searcher
from citegate.evidence.store import PassageRow, Store
from citegate.index.files import DiskFiles
from citegate.index.passages import passage_id
from citegate.index.site import Site
from citegate.model import Document, SourceText, Span

SIZES = (1_000, 10_000, 100_000, 1_000_000)
QUESTIONS = 60
REPLACED = 6  # one word in so many
OUT = Path(__file__).parent / "out"
Row = tuple[str, tuple[str, ...], str]


def real_passages() -> list[Row]:
    """Title, headings and quote of each passage of the manual; kept in a file, since cutting takes some seconds."""
    kept = OUT / "passages.json"
    if not kept.exists():
        OUT.mkdir(exist_ok=True)
        root = documents_of("postgresql")
        site = Site(DiskFiles(root), (".",))
        rows = []
        for route in site.routes.all:
            document = site.document(route)
            rows += [(document.title, piece.headings, quote_of(document, piece.span)) for piece in cut(document)]
        kept.write_text(json.dumps(rows), encoding="utf-8")
    return [(title, tuple(headings), quote) for title, headings, quote in json.loads(kept.read_text(encoding="utf-8"))]


def grown(rows: list[Row], size: int) -> Iterator[Row]:
    chance = random.Random(20261130)
    vocabulary = [word for _, _, quote in rows for word in quote.split(" ")]
    for number in range(size):
        title, headings, quote = rows[number % len(rows)]
        if number >= len(rows):
            words = quote.split(" ")
            for at in range(chance.randrange(REPLACED), len(words), REPLACED):
                words[at] = chance.choice(vocabulary)
            quote = " ".join(words)
        yield title, headings, quote


def build(store: Store, rows: Iterator[Row]) -> None:
    """A document for every 25 passages; the links are not made here, which `links` measures."""
    with store.connection:
        store.connection.execute("BEGIN")
        document = 0
        for number, (title, headings, quote) in enumerate(rows):
            if number % 25 == 0:
                name = f"page-{number // 25}"
                page = Document(name, SourceText(f"{name}.html", ""), f"/{name}", title, ())
                document = store.add_document(page, {})
            span, path = Span(0, len(quote)), f"{name}.html"
            id = passage_id(f"/{name}", quote, 0)
            store.add_passages(document, title, [PassageRow(id, ":~:text=x", headings, quote, path, span, "0" * 64)])


def timed(questions: list[str], answer: object) -> tuple[float, float]:
    """Median and 95th percentile, in milliseconds of CPU time: the machine has other work to do."""
    assert callable(answer)
    times = []
    for question in questions:
        begin = time.process_time()
        answer(question)
        times.append((time.process_time() - begin) * 1000)
    return round(statistics.median(times), 2), round(sorted(times)[int(len(times) * 0.95)], 2)


def measure(size: int, backend: str) -> dict[str, object]:
    file = OUT / f"{size}.db"
    file.unlink(missing_ok=True)
    rows = real_passages()
    store = Store(file)
    begin = time.process_time()
    build(store, grown(rows, size))
    lexical_build = time.process_time() - begin
    chance = random.Random(7)
    questions = []
    while len(questions) < QUESTIONS:
        words = chance.choice(rows[: min(size, len(rows))])[2].split()
        if len(words) > 20:
            at = chance.randrange(len(words) - 8)
            questions.append(" ".join(words[at : at + 8]))
    lexical = timed(questions, lambda question: search(store, question, 50))
    memory_lexical = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    begin = time.process_time()
    searcher = Searcher(store, find_embedder(backend))
    dense_build = time.process_time() - begin
    hybrid = timed(questions, searcher.rank)
    whole = timed(questions, searcher.ask)
    return {
        "passages": size,
        "backend": searcher.backend,
        "lexical_build_s": round(lexical_build, 1),
        "vectors_build_s": round(dense_build, 1),
        "index_mb": file.stat().st_size // 2**20,
        "lexical_ms": lexical,
        "hybrid_ms": hybrid,
        "answer_ms": whole,
        "memory_mb": {"lexical": memory_lexical, "hybrid": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024},
    }


def main() -> None:
    arguments = sys.argv[1:]
    backend = "ngrams"
    if "--embeddings" in arguments:
        at = arguments.index("--embeddings")
        backend = arguments[at + 1]
        del arguments[at : at + 2]
    if arguments[:1] == ["--one"]:
        print(json.dumps(measure(int(arguments[1]), backend)))
        return
    real_passages()
    for size in map(int, arguments or SIZES):
        command = [sys.executable, "-m", "bench.evidence.scale", "--one", str(size), "--embeddings", backend]
        print(subprocess.run(command, capture_output=True, text=True, check=True).stdout, end="", flush=True)


if __name__ == "__main__":
    main()
