"""Retrieval on questions that nobody of this project wrote: the FAQ of Python's documentation (Debian, python3.11-doc).

python -m bench.evidence.public [--embeddings wordllama]

Each heading of the FAQ is a question, and the passages under it are the right answers. The index has the passages of
the FAQ, the tutorial and the how-tos, without any heading or title, so that a question cannot find itself.
"""

from __future__ import annotations

import sys
from math import log2

from bench.corpora import documents_of
from citegate.evidence.cut import cut, quote_of
from citegate.evidence.dense import find_embedder
from citegate.evidence.search import DEPTH, LEGS, Searcher
from citegate.evidence.store import PassageRow, Store
from citegate.index.files import DiskFiles
from citegate.index.site import Site
from citegate.model import Document, SourceText, Span

FOLDERS = ("faq", "tutorial", "howto")
K = 5


def build() -> tuple[Store, dict[str, set[int]]]:
    """The index, and for each question the numbers of the passages that answer it."""
    site = Site(DiskFiles(documents_of("python")), FOLDERS)
    store, answers = Store(), dict[str, set[int]]()
    number = 0
    for route in site.routes.all:
        document = site.document(route)
        held = Document(route.path, SourceText(route.path, ""), f"/{route.path}", "", ())
        row = store.add_document(held, {})
        for piece in cut(document):
            quote = quote_of(document, piece.span)
            store.add_passages(row, "", [PassageRow("", "x", (), quote, route.path, Span(0, 1), "")])
            number += 1
            heading = piece.headings[-1].rstrip("¶") if piece.headings else ""
            if route.path.startswith("faq/") and heading.endswith("?"):
                answers.setdefault(heading, set()).add(number)
    return store, answers


def main() -> None:
    backend = sys.argv[sys.argv.index("--embeddings") + 1] if "--embeddings" in sys.argv else "ngrams"
    store, answers = build()
    searcher = Searcher(store, find_embedder(backend))
    print(f"{len(answers)} questions, {store.count()} passages; vectors: {searcher.backend}")
    print(f"leg       recall@{K}    MRR  nDCG@{K}")
    for leg in LEGS:
        recall = mrr = ndcg = 0.0
        for question, right in answers.items():
            fused, _, _ = searcher.rank(question, leg)
            ranks = [rank for rank, (number, _, _) in enumerate(fused[:DEPTH], 1) if number in right]
            recall += any(rank <= K for rank in ranks)
            mrr += 1 / ranks[0] if ranks else 0.0
            ideal = sum(1 / log2(rank + 1) for rank in range(1, min(K, len(right)) + 1))
            ndcg += sum(1 / log2(rank + 1) for rank in ranks if rank <= K) / ideal
        count = len(answers)
        print(f"{leg:9} {recall / count:8.3f} {mrr / count:6.3f} {ndcg / count:7.3f}")


if __name__ == "__main__":
    main()
