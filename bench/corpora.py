"""Documentation that nobody of this project wrote, fetched from package registries into bench/.corpora.

python bench/corpora.py NAME...        fetches what is not there yet, and prints the folders
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / ".corpora"


@dataclass(frozen=True, slots=True)
class Corpus:
    """One package and the folder in it that holds documents."""

    registry: str
    """debian or npm."""
    package: str
    """What the registry calls it, with the version where the registry keeps old ones."""
    documents: str
    """Folder inside the unpacked package."""


CORPORA = {
    "postgresql": Corpus("debian", "postgresql-doc-15", "usr/share/doc/postgresql-doc-15/html"),
    "debian-reference-ja": Corpus("debian", "debian-reference-ja", "usr/share/debian-reference"),
    "debian-policy": Corpus("debian", "debian-policy", "usr/share/doc/debian-policy"),
    "nodejs": Corpus("debian", "nodejs-doc", "usr/share/doc/nodejs/api"),
    "python": Corpus("debian", "python3.11-doc", "usr/share/doc/python3.11/html"),
    "cmake": Corpus("debian", "cmake-doc", "usr/share/doc/cmake-data/html"),
    "openjdk": Corpus("debian", "openjdk-17-doc", "usr/share/doc/openjdk-17-jre-headless"),
    "rust": Corpus("debian", "rust-doc", "usr/share/doc/rust-doc/html"),
    "ai": Corpus("npm", "ai@6.0.326", "package/docs"),
    "chakra-ui": Corpus("npm", "@chakra-ui/docs@0.0.0-dev-20240124224937", "package/content"),
}


def documents_of(name: str) -> Path:
    """The folder with the corpus's documents, fetched when it is not there. Raises when a fetch fails."""
    corpus = CORPORA[name]
    home = FOLDER / name
    if not home.exists():
        FOLDER.mkdir(exist_ok=True)
        work = FOLDER / f".{name}.part"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir()
        (_fetch_debian if corpus.registry == "debian" else _fetch_npm)(corpus.package, work)
        work.rename(home)
    return home / corpus.documents


def _fetch_debian(package: str, work: Path) -> None:
    subprocess.run(["apt-get", "download", package], cwd=work, check=True, stdout=subprocess.DEVNULL)
    for archive in work.glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", archive.name, "."], cwd=work, check=True)
        archive.unlink()


def _fetch_npm(package: str, work: Path) -> None:
    subprocess.run(["npm", "pack", "--silent", package], cwd=work, check=True, stdout=subprocess.DEVNULL)
    for archive in work.glob("*.tgz"):
        with tarfile.open(archive) as tar:
            tar.extractall(work, filter="data")
        archive.unlink()


if __name__ == "__main__":
    for name in sys.argv[1:] or CORPORA:
        print(documents_of(name))
