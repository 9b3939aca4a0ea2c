"""Kill every command that writes, again and again, at random moments: `python -m bench.kills.run [KILLS] [SEED]`.

What a command owns must be as it was, or complete, and the next run must mend it. One row for each command.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.hostile.killing import WRITINGS, kill_some, page_server


def main(kills: int, seed: int) -> int:
    each = -(-kills // len(WRITINGS))
    total, faults = 0, 0
    print("| command | runs | killed at work | wrong |\n|---|---|---|---|")
    with page_server() as server, tempfile.TemporaryDirectory() as folder:
        for name in WRITINGS:
            killed, wrong = kill_some(Path(folder), name, each, seed, server)
            total, faults = total + killed, faults + len(wrong)
            print(f"| {name} | {each} | {killed} | {len(wrong)} |", flush=True)
            for line in dict.fromkeys(wrong):
                print(f"  {line}", file=sys.stderr)
    print(f"| all | {each * len(WRITINGS)} | {total} | {faults} |")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1300, int(sys.argv[2]) if len(sys.argv) > 2 else 1))
