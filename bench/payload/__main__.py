"""How much a reader's browser loads: `python -m bench.payload`."""

from __future__ import annotations

import gzip

import brotli

from citegate.serve.bundle import MODULE, STYLE, answer_module, answer_style

QUALITY = 11  # of brotli; what a server does that compresses once


def main() -> None:
    total = 0
    print("| file | bytes | gzip -9 | brotli -q 11 |\n|---|---|---|---|")
    for name, text in ((MODULE, answer_module()), (STYLE, answer_style())):
        data = text.encode()
        size = len(brotli.compress(data, quality=QUALITY))
        total += size
        print(f"| {name} | {len(data)} | {len(gzip.compress(data, 9, mtime=0))} | {size} |")
    print(f"| together | | | {total} |")


if __name__ == "__main__":
    main()
