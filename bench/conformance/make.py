"""Make fresh random cases: pages of soup and changed real pages, each with a link of up to 16 directives.

    python -m bench.conformance.make OUT.jsonl --seed N --pages N [--real FOLDER ...] [--kind NAME ...]

A row has `id`, `kind` (how the page was made), `html`, `fragment` and `cuts` (how each directive was cut). The same
seed, count and folders give the same rows. The folders hold real pages, for example those of a documentation package.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from bench.conformance import sentences
from bench.conformance.cut import MAX_DIRECTIVES, cut_directives
from bench.conformance.rows import write_rows
from bench.conformance.soup import Soup

TASTES: dict[str, dict[str, Any]] = {
    "prose": {"css": 0.0, "hidden": 0.0, "widgets": 0.02, "marks": 0.3},
    "marks": {"css": 0.0, "hidden": 0.0, "widgets": 0.05, "marks": 0.8},
    "scripts": {"css": 0.0, "hidden": 0.0, "widgets": 0.02, "foreign": 0.95},
    "invisible": {"css": 0.0, "hidden": 0.0, "invisible": 0.5, "foreign": 0.4},
    "widgets": {"css": 0.0, "hidden": 0.02, "widgets": 0.4, "marks": 0.2},
    "hidden": {"css": 0.0, "hidden": 0.35, "widgets": 0.05},
    "css": {"css": 0.3, "hidden": 0.02, "widgets": 0.05},
    "shadow": {"shadow": 0.5, "css": 0.03},
    "all": {"shadow": 0.05, "css": 0.15, "hidden": 0.1, "widgets": 0.15, "invisible": 0.1},
    "broken": {"css": 0.02, "widgets": 0.1},
    "astral": {"astral": True, "css": 0.0, "hidden": 0.0, "widgets": 0.02},
    "deep": {"css": 0.02, "hidden": 0.0, "widgets": 0.03},
    "real": {},
}
"""How often each kind of page takes each ingredient; "real" changes real pages."""
REAL_SHARE = 3  # real pages stand this many times among the kinds
DOCTYPES = ("<!doctype html>",) * 4 + ("", '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">')
HEAD = '<meta charset="utf-8"><title>page</title>'
_STRAY = (
    "</p> <p> </table> <td> <tr> </b> <b> </div> <li> <form> </body> <table> </br> <svg> </span> <option> <h2> "
    "<button> <a> </h2> </li> <ul> <select> <caption> <template> <pre> </pre> <dd> <head> <title> <nobr>"
)
STRAY = tuple(_STRAY.split())
"""Tags that stand where they should not."""
_TAG = re.compile(r"<[^<>]*>")


def make_rows(
    seed: int, pages: int, folders: Sequence[str] = (), kinds: Sequence[str] = ()
) -> Iterator[dict[str, Any]]:
    """The rows of a seed. A page on which nothing can be cut is left out."""
    files = sorted(path for folder in folders for path in Path(folder).rglob("*.htm*") if path.is_file())
    names = [name for name in kinds or TASTES if name != "real" or files]
    if not kinds and files:
        names += ["real"] * REAL_SHARE
    for number in range(pages):
        random = Random(f"{seed}/{number}")
        kind = names[number % len(names)]
        html = real_page(files, random) if kind == "real" else made_page(kind, random)
        cuts = cut_directives(html, random, 1 if kind == "astral" else MAX_DIRECTIVES)
        if not cuts:
            continue
        anchor = random.choice(("", "", "", "", "", "i3", "top"))
        yield {
            "id": f"fresh-{seed}-{number}",
            "kind": kind,
            "html": html,
            "fragment": f"{anchor}:~:" + "&".join(directive for _, directive in cuts),
            "cuts": [shape for shape, directive in cuts for _ in directive.split("&")],
        }


def made_page(kind: str, random: Random) -> str:
    """A page of soup."""
    soup = Soup(random, **TASTES[kind])
    body = soup.flow()
    if kind == "broken":
        body = broken(body, random)
    elif kind == "deep":
        body = deepened(body, random)
    head = soup.head()
    doctype = random.choice(DOCTYPES) if kind != "css" else DOCTYPES[0]
    lang = random.choice(("", "", " lang=en", " lang=ja", " lang=de", " lang=tr"))
    return f"{doctype}\n<html{lang}><head>{HEAD}{head}</head>\n<body>\n{body}\n</body></html>\n"


def broken(markup: str, random: Random) -> str:
    """The markup with tags taken away, doubled or moved."""
    parts = _TAG.split(markup)
    tags = _TAG.findall(markup)
    for _ in range(random.randint(1, 5)):
        at = random.randrange(len(tags)) if tags else -1
        if at < 0:
            break
        choice = random.randrange(4)
        if choice == 0:
            tags[at] = ""
        elif choice == 1:
            tags[at] += tags[random.randrange(len(tags))]
        elif choice == 2:
            other = random.randrange(len(tags))
            tags[at], tags[other] = tags[other], tags[at]
        else:
            tags[at] += random.choice(STRAY)
    return "".join(part + tag for part, tag in zip(parts, [*tags, ""], strict=True))


def deepened(markup: str, random: Random) -> str:
    """The markup with long chains of inline elements in it."""
    parts = markup.split(" ")
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(parts))
        chain = random.choices(("b", "i", "span", "a", "em", "font", "code", "u"), k=random.randint(5, 60))
        if not any(char in parts[at] for char in "<>&"):
            inner = "".join(f"<{name}>" for name in chain)
            outer = "".join(f"</{name}>" for name in reversed(chain)) if random.random() < 0.7 else ""
            parts[at] = inner + parts[at] + outer
    return " ".join(parts)


def real_page(files: Sequence[Path], random: Random) -> str:
    """A stretch of a real page, changed in a few places."""
    source = random.choice(files).read_text("utf-8", "replace")
    body = source[source.find("<body") :]
    body = re.sub(r"<script\b.*?</script>|<link\b[^>]*>", "", body, flags=re.DOTALL | re.IGNORECASE)
    at = body.find("<", random.randrange(max(1, len(body) - 500)))
    piece = body[at : at + random.randint(400, 5000)]
    piece = piece[: piece.rfind(">") + 1] or piece
    soup = Soup(random, hidden=0.05, css=0.03)
    pieces = re.split(r"(<[^<>]*>)", piece)
    for _ in range(random.randint(0, 12)):
        number = random.randrange(0, len(pieces), 2)
        pieces[number] = _changed(pieces[number], soup, random)
    if random.random() < 0.3:
        where = random.randrange(0, len(pieces), 2)
        pieces[where] += soup.block()
    doctype = random.choice(DOCTYPES)
    return f"{doctype}\n<html><head>{HEAD}{soup.head()}</head><body>{''.join(pieces)}</body></html>\n"


def _changed(text: str, soup: Soup, random: Random) -> str:
    """A piece of text with one change."""
    at = random.randrange(len(text) + 1)
    before, after = text[:at], text[at:]
    kind = random.randrange(6)
    if kind == 0:
        return f"{before}{soup.widget()}{after}"
    if kind == 1:
        return f"{before}{random.choice(sentences.INVISIBLE)}{after}"
    if kind == 2:
        return f"{before} {soup.text()} {after}"
    if kind == 3:
        word = re.match(r"[^<>&]{0,20}", after)
        assert word is not None
        name = random.choice(("b", "i", "code", "span", "a", "mark", "sub"))
        return f"{before}<{name}{soup.attributes()}>{word[0]}</{name}>{after[word.end() :]}"
    if kind == 4:
        return before + after.replace(" ", random.choice(sentences.SPACES), 1)
    return before + random.choice(("<br>", "<wbr>", "&shy;", "&nbsp;", "&zwj;", "<!-- x -->", "&amp;")) + after


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("rows")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--real", nargs="*", default=[], metavar="FOLDER")
    parser.add_argument("--kind", nargs="*", default=[], choices=sorted(TASTES))
    options = parser.parse_args()
    rows = list(make_rows(options.seed, options.pages, options.real, options.kind))
    write_rows(options.rows, rows)
    print(f"{len(rows)} pages, {sum(len(row['cuts']) for row in rows)} directives")


if __name__ == "__main__":
    main()
