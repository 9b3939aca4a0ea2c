"""Sites to look at: packages with built HTML, and builds of generators made here."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))

from corpora import CORPORA, FOLDER, Corpus, documents_of

CORPORA |= {
    "cargo": Corpus("debian", "cargo-doc", "usr/share/doc/cargo/doc"),
    "sfml": Corpus("debian", "libsfml-doc", "usr/share/doc/libsfml-dev/html"),
    "sqlite": Corpus("debian", "sqlite3-doc", "usr/share/doc/sqlite3"),
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a site comes from."""

    maker: str
    """What built it."""
    corpus: str = ""
    """Its name in bench/corpora.py; "" for a site that build.sh makes."""
    folder: str = ""
    """Of a site that is built here: its folder below .corpora/sites."""


SITES = {
    "debian-policy": Place("Sphinx", "debian-policy"),
    "postgresql": Place("DocBook", "postgresql"),
    "cargo": Place("rustdoc", "cargo"),
    "sfml": Place("Doxygen", "sfml"),
    "sqlite": Place("by hand, with Tcl", "sqlite"),
    "debian-reference-ja": Place("DocBook, Japanese", "debian-reference-ja"),
    "nodejs": Place("its own tool", "nodejs"),
    "docusaurus": Place("Docusaurus 3", folder="docusaurus"),
    "vitepress": Place("VitePress 1", folder="vitepress"),
    "starlight": Place("Astro Starlight", folder="starlight"),
    "mkdocs": Place("MkDocs Material", folder="mkdocs"),
}


def folder_of(name: str) -> Path:
    """The folder of built pages; a package is fetched, a build has to be there. Raises SystemExit when it is not."""
    place = SITES[name]
    if place.corpus:
        return documents_of(place.corpus)
    folder = FOLDER / "sites" / place.folder
    if not (folder / "index.html").exists():
        raise SystemExit(f"{name} is not built: run bench/site/build.sh first")
    return folder
