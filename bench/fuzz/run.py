"""Fuzz one target, guided by coverage, for some seconds: `python -m bench.fuzz.run TARGET SECONDS [FOLDER]`.

What fails is written to FOLDER/found, once for each place at which it failed; the inputs that reached something new
stay in FOLDER/corpus and are begun from the next time. The last line is a row for the table of the README.
"""

from __future__ import annotations

import hashlib
import sys
import time
import traceback
from pathlib import Path

import atheris

SLOW = 2.0  # seconds that no input of a few thousand bytes may take


def main(name: str, seconds: int, folder: Path) -> None:
    with atheris.instrument_imports(include=["citegate"]):
        from bench.fuzz import answers, pairs, targets
    target, seeds = {**targets.TARGETS, **answers.TARGETS, **pairs.TARGETS}[name]
    corpus, found = folder / "corpus" / name, folder / "found" / name
    corpus.mkdir(parents=True, exist_ok=True)
    found.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        data = seed.encode("utf-8")
        (corpus / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
    met: set[str] = set()
    count = 0

    def one(data: bytes) -> None:
        nonlocal count, until
        count += 1
        begin = time.perf_counter()
        try:
            target(data)
        except Exception as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            keep(f"{type(error).__name__} {Path(frame.filename).name}:{frame.lineno}", data, traceback.format_exc())
        if time.monotonic() > until:  # what fuzzes ends the process without a word
            until = float("inf")
            tell()
        if time.perf_counter() - begin > SLOW:
            keep(f"slow {len(data)}", data, f"{time.perf_counter() - begin:.1f} s")

    def keep(what: str, data: bytes, told: str) -> None:
        if what not in met:
            met.add(what)
            stem = found / hashlib.sha256(data).hexdigest()[:16]
            stem.with_suffix(".bin").write_bytes(data)
            stem.with_suffix(".txt").write_text(f"{what}\n{told}", encoding="utf-8", errors="backslashreplace")

    until = time.monotonic() + seconds - 1

    def tell() -> None:
        print(f"| {name} | {count:,} | {len(list(corpus.iterdir())):,} | {len(met)} |", flush=True)

    flags = [f"-max_total_time={seconds}", "-max_len=512", "-timeout=60", "-print_final_stats=0", "-verbosity=0"]
    atheris.Setup([sys.argv[0], *flags, "-rss_limit_mb=0", str(corpus)], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3] if len(sys.argv) > 3 else ".fuzz"))
