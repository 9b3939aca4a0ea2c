"""A corpus made into a site with true links: a page `links.html` that cites passages of pages drawn at random."""

from __future__ import annotations

import html
import json
import random
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bench.corpora import documents_of

if TYPE_CHECKING:
    from citegate.model import Document

FOLDER = "site"
LINKS = "links.html"


def site_in_another_process(name: str, home: Path, links: int, seed: int, pages: int) -> tuple[Path, list[str]]:
    """As `make_site`, by a process of its own: what is started by a large process counts as large itself."""
    given = [name, str(home), str(links), str(seed), str(pages)]
    made = subprocess.run([sys.executable, "-m", "bench.scale.site", *given], capture_output=True, check=True)
    return home / FOLDER, json.loads(made.stdout)


def make_site(name: str, home: Path, links: int, seed: int, *, pages: int = 0) -> tuple[Path, list[str]]:
    """The site's folder below `home`, and its links; with `pages` only so many pages of the corpus are copied."""
    from bench.scale.stages import links_of

    chance = random.Random(seed)
    corpus = documents_of(name)
    files = sorted(path for path in corpus.rglob("*.html") if path.is_file() and not path.is_symlink())
    kept = sorted(chance.sample(files, pages)) if pages else files
    site = home / FOLDER
    if pages:
        copy(corpus, site, [*kept, *(path for path in corpus.rglob("*.css") if path.is_file())])
    else:
        shutil.copytree(corpus, site, symlinks=False, ignore_dangling_symlinks=True)
    drawn = chance.sample(kept, min(len(kept), max(2, links)))
    found = links_of([document(corpus, path) for path in drawn], links, chance)
    write_links(site, found)
    (home / "content").mkdir(exist_ok=True)
    return site, found


def copy(corpus: Path, site: Path, files: Iterable[Path]) -> None:
    """Some files of the corpus, in their folders."""
    for path in files:
        target = site / path.relative_to(corpus)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def document(corpus: Path, path: Path) -> Document:
    """A page as Chromium sees it, without style sheets."""
    from citegate.model import CHROMIUM, SourceText
    from citegate.parse.html import decode_html, parse_html_document

    name = path.relative_to(corpus).as_posix()
    source = SourceText(name, decode_html(path.read_bytes()))
    return parse_html_document(source, id=name, url="/" + name, engines=(CHROMIUM,))[0]


def write_links(site: Path, links: Sequence[str]) -> None:
    """The page with the links."""
    items = "".join(f'<li><a href="{html.escape(link)}">x</a></li>\n' for link in links)
    (site / LINKS).write_text(f"<!doctype html><meta charset=utf-8><ul>{items}</ul>", "utf-8")


if __name__ == "__main__":
    corpus_name, folder, *numbers = sys.argv[1:]
    how_many, chosen, at_most = map(int, numbers)
    print(json.dumps(make_site(corpus_name, Path(folder), how_many, chosen, pages=at_most)[1]))
