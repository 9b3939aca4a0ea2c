"""Blocks and speed of citegate's Markdown and MDX against the real compilers.

python -m bench.mdx.run [--show N] [--limit N]

Fetches the packages into bench/.corpora/mdx, installs the compilers of package.json there, renders every file with
both, and compares what read_html makes of the two: kind and text of each block that is searched, and the opaque ones.
"""

from __future__ import annotations

import argparse
import difflib
import json
import shutil
import subprocess
import sys
import tarfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from markdown_it import MarkdownIt

from citegate.errors import CitegateError
from citegate.model import BlockKind, SourceText
from citegate.parse.html import read_html
from citegate.parse.markdown.markdown import Rendered, render_markdown
from citegate.parse.mdx.mdx import render_mdx

HERE = Path(__file__).parent
HOME = HERE.parent / ".corpora" / "mdx"
PACKAGES = (
    ("npm", "ai@6.0.326"),
    ("npm", "@chakra-ui/docs@0.0.0-dev-20240124224937"),
    ("npm", "@mastra/mcp-docs-server@0.13.31"),
    ("npm", "next@16.4.6"),
    ("pypi", "fastmcp==4.2.3"),
)
RENDER: dict[str, Callable[[SourceText], Rendered]] = {".mdx": render_mdx, ".md": render_markdown}
Blocks = list[tuple[str, str]]


def fetch(registry: str, package: str) -> Path:
    """The folder of an unpacked package."""
    home = HOME / "src" / package.replace("/", "-").strip("@")
    if not home.exists():
        work = home.with_suffix(".part")
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        command = ["npm", "pack", "--silent", package]
        if registry == "pypi":
            command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", package]
        subprocess.run(command, cwd=work, check=True, stdout=subprocess.DEVNULL)
        for archive in (*work.glob("*.tgz"), *work.glob("*.tar.gz")):
            with tarfile.open(archive) as tar:
                tar.extractall(work, filter="data")
            archive.unlink()
        work.rename(home)
    return home


def install() -> None:
    """The compilers, once."""
    HOME.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "compile.mjs"):
        shutil.copy(HERE / name, HOME / name)
    if not (HOME / "node_modules").exists():
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=HOME, check=True)


def compile_all(files: list[Path]) -> Iterator[dict[str, object]]:
    """What the real compiler makes of each file."""
    names = "".join(f"{path}\n" for path in files)
    run = subprocess.run(
        ["node", "compile.mjs"], cwd=HOME, check=True, input=names, capture_output=True, encoding="utf-8"
    )
    for line in run.stdout.split("\n"):
        if line:
            yield json.loads(line)


def blocks(html: str, rendered: Rendered | None = None) -> Blocks:
    (content,) = read_html(html, path="page", places=None if rendered is None else rendered.places)
    return [
        (block.kind.value, block.text)
        for block in content.blocks
        if block.is_searchable or block.kind is BlockKind.OPAQUE
    ]


def compare(suffix: str, files: list[Path], show: int) -> None:
    """Print how many files and blocks are equal, and the first differences."""
    count: Counter[str] = Counter()
    theirs_ms = 0.0
    for result in compile_all(files):
        path = Path(str(result["path"]))
        theirs_ms += float(str(result["ms"]))
        source = SourceText(path.name, path.read_text("utf-8-sig"))
        try:
            rendered = RENDER[suffix](source)
        except CitegateError as error:
            count["refused by both" if "error" in result else "refused by citegate alone"] += 1
            if "error" not in result:
                print(f"{path}: {error.message}")
            continue
        if "error" in result:
            count["refused by the compiler alone"] += 1
            print(f"{path}: {result['error']}")
            continue
        count["files"] += 1
        expected, found = blocks(str(result["html"])), blocks(rendered.html, rendered)
        count["blocks"] += len(expected)
        if expected == found:
            count["equal files"] += 1
            count["equal blocks"] += len(expected)
            continue
        match = difflib.SequenceMatcher(None, expected, found, autojunk=False)
        count["equal blocks"] += sum(run.size for run in match.get_matching_blocks())
        for operation, a, b, c, d in match.get_opcodes():
            if operation != "equal" and show > 0:
                show -= 1
                print(f"{path}\n  compiler {expected[a:b]}\n  citegate {found[c:d]}")
    equal, total = count["equal blocks"], count["blocks"]
    print(
        f"{suffix}: {count['equal files']} of {count['files']} files, {equal} of {total} blocks ({equal / total:.4%})"
    )
    print(f"{suffix}: {dict(count)}; the compiler took {theirs_ms / 1000:.1f} s")


def speed(suffix: str, files: list[Path]) -> None:
    """Print the CPU time of citegate and of markdown-it-py alone on the same files, best of three."""
    sources = [SourceText(path.name, path.read_text("utf-8-sig")) for path in files]
    size = sum(len(source.text.encode()) for source in sources) / 1e6
    alone = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    best = {"markdown-it-py": float("inf"), "citegate to HTML": float("inf"), "citegate to blocks": float("inf")}
    for _ in range(3):
        start = time.process_time()
        for source in sources:
            alone.render(source.text)
        best["markdown-it-py"] = min(best["markdown-it-py"], time.process_time() - start)
        start = time.process_time()
        rendered = [RENDER[suffix](source) for source in sources]
        middle = time.process_time()
        for page in rendered:
            read_html(page.html, path="page", places=page.places)
        best["citegate to HTML"] = min(best["citegate to HTML"], middle - start)
        best["citegate to blocks"] = min(best["citegate to blocks"], time.process_time() - start)
    for name, seconds in best.items():
        ratio = seconds / best["markdown-it-py"]
        print(f"{suffix}: {name}: {seconds:.2f} s for {size:.1f} MB, {size / seconds:.1f} MB/s, {ratio:.2f} times")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--show", type=int, default=20, help="differences to print")
    arguments.add_argument("--limit", type=int, default=None, help="files of each kind")
    options = arguments.parse_args()
    install()
    homes = [fetch(registry, package) for registry, package in PACKAGES]
    for suffix in RENDER:
        files = sorted(path for home in homes for path in home.rglob(f"*{suffix}"))[: options.limit]
        compare(suffix, files, options.show)
        speed(suffix, files)


if __name__ == "__main__":
    main()
