"""Do the links that citegate builds lead to their passage in Chromium, and how long are they?

    python -m bench.links.run [--links 3000] [--seed 1] [--jobs 3]

Passages are sampled from the built HTML of documentation packages: sentences, parts of sentences, headings,
table cells, single words. For each the builder makes a directive that has to work in all three engines. Chromium
opens the page with up to 16 of them, and says which range each one matches; that range must hold the passage's
words, as many of the same words must stand before it as before the passage, and there must be no second place.
In the same page load text-fragments-polyfill (npm) builds its own link for the very range.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import statistics
import subprocess
import tarfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.conformance.ask import Witness
from bench.conformance.rows import Row
from bench.corpora import FOLDER, documents_of
from citegate.fragment.build import Refusal, build_text_directive
from citegate.fragment.match import Page
from citegate.fragment.syntax import format_text_directive
from citegate.model import ENGINES, SourceText, Span
from citegate.parse.html import decode_html, parse_html_document

SITES = ("postgresql", "debian-policy", "nodejs", "debian-reference-ja", "python", "cmake")
POLYFILL = "text-fragments-polyfill@6.7.0"
PER_PAGE = 16  # directives of one link that Chromium reads
LARGEST = 400_000  # bytes of HTML; larger pages would make the polyfill give up by its own time limit

ALSO = """async () => {
  const items = document.fragmentDirective ? document.fragmentDirective.items : [];
  const fragments = [];
  for (const item of items) {
    let range = null;
    try { range = await item.getMatchingRange(); } catch (e) { }
    if (!range) { fragments.push(null); continue; }
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range.cloneRange());
    let made = null;
    try { made = polyfill.generateFragment(selection); } catch (e) { }
    selection.removeAllRanges();
    fragments.push(made && made.status === 0 ? made.fragment : null);
  }
  return [fragments, document.body.textContent];
}"""


@dataclass(frozen=True, slots=True)
class Sample:
    """A passage and the link that was built for it."""

    text: str
    before: int
    """How often the same letters stand before it in the page's text."""
    directive: str


class Comparer(Witness):
    """Asks for the ranges, and has the polyfill build links for them."""

    def __init__(self, jobs: int, polyfill: str) -> None:
        super().__init__(jobs, patience=90)
        self._polyfill = polyfill

    async def _one(self, page: Any, row: Row) -> Row:
        url = self._server.put(row["html"])
        try:
            await page.goto(f"{url}#{row['fragment']}", wait_until="load")
            await page.evaluate(self._polyfill)
            fragments, text = await page.evaluate(ALSO)
        finally:
            self._server.drop(url)
        return {**await super()._one(page, row), "polyfill": fragments, "content": text}


def bare(text: str) -> str:
    """Letters and digits alone."""
    return "".join(char for char in text if char.isalnum())


def sampled(page: Page, chance: random.Random) -> Iterator[Span]:
    """Passages of the page, each inside one block and word bounded."""
    blocks = page.document.searchable
    weights = [len(block.text) for block in blocks]
    while True:
        index = chance.choices(range(len(blocks)), weights)[0]
        span = page.block_span(index)
        edges = [at for at in range(span.start, span.end + 1) if page.is_boundary(at)]
        if len(edges) < 2:
            continue
        first = chance.randrange(len(edges) - 1)
        words = chance.choice((1, 4, 8, 16, 32, 64, len(edges)))
        found = Span(edges[first], edges[min(first + words, len(edges) - 1)])
        if bare(page.text[found.start : found.end]):
            yield found


def rows_of(path: Path, chance: random.Random, refused: Counter[str]) -> tuple[Row, list[Sample]] | None:
    """A page with the links to open it with; None when it has no text."""
    html = decode_html(path.read_bytes())
    engines = tuple(ENGINES.values())
    documents = parse_html_document(SourceText(path.name, html), id="p", url="/p", engines=engines)
    pages = [Page(document, engine) for document, engine in zip(documents, engines, strict=True)]
    if sum(len(block.text) for block in pages[0].document.searchable) < 500:
        return None
    samples: list[Sample] = []
    for span, _ in zip(sampled(pages[0], chance), range(4 * PER_PAGE), strict=False):
        built = build_text_directive(pages, span)
        if isinstance(built, Refusal):
            refused[built.reason] += 1
            continue
        text = pages[0].text[span.start : span.end]
        directive = format_text_directive(built.directive)
        if any(sample.directive == directive for sample in samples):
            continue
        before = bare(pages[0].text[: span.start]).count(bare(text))
        samples.append(Sample(text.strip(), before, directive))
        if len(samples) == PER_PAGE:
            break
    fragment = ":~:" + "&".join(sample.directive for sample in samples)
    return {"id": path.name, "html": html, "fragment": fragment}, samples


def polyfill_source() -> str:
    """The polyfill's generator as an expression that sets the global `polyfill`."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    name = subprocess.run(["npm", "pack", POLYFILL], cwd=FOLDER, check=True, capture_output=True, text=True)
    with tarfile.open(FOLDER / name.stdout.split()[-1]) as package:
        member = package.extractfile("package/dist/fragment-generation-utils.js")
        assert member is not None
        code = member.read().decode()
    exported = re.search(r"export\{(.*)\};?\s*$", code)
    assert exported is not None
    names = [part.split(" as ") for part in exported[1].split(",")]
    table = ",".join(f"{public}:{own}" for own, public in names)
    code = code[: exported.start()] + f"globalThis.polyfill={{{table}}};globalThis.polyfill.setTimeout(1500);"
    return "() => {" + code + "}"


@dataclass(slots=True)
class Tally:
    """What came out so far."""

    found: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    misses: list[dict[str, Any]] = field(default_factory=list)
    ours: list[int] = field(default_factory=list)
    theirs: list[int] = field(default_factory=list)


def judge(samples: list[Sample], answer: Row, site: str, tally: Tally) -> Counter[str]:
    """Counts the hits and misses of one page, and keeps the misses and the lengths."""
    page = {"site": site, "page": answer["id"]}
    if "error" in answer:
        tally.misses.append({**page, "error": answer["error"]})
        return Counter(error=len(samples))
    found: Counter[str] = Counter()
    content = bare(answer["content"])
    for sample, matched, at, other in zip(samples, answer["matched"], answer["at"], answer["polyfill"], strict=True):
        good = matched is not None and bare(matched) == bare(sample.text)
        if good and at and content.count(bare(sample.text)) > 1:
            good = bare(answer["content"][: at[0]]).count(bare(sample.text)) == sample.before
        found["hit" if good else "miss"] += 1
        if not good:
            tally.misses.append({**page, "text": sample.text, "directive": sample.directive, "matched": matched})
        elif other:
            tally.ours.append(len(sample.directive))
            tally.theirs.append(len(_directive(other)))
    return found


async def ask(site: str, share: int, chance: random.Random, browser: Comparer, tally: Tally) -> None:
    """Builds the links of one site and has the browser open them."""
    files = (path for path in sorted(documents_of(site).rglob("*.html")) if path.is_file())
    paths = [path for path in files if path.stat().st_size <= LARGEST]
    chance.shuffle(paths)
    began, chosen = time.process_time(), []
    for path in paths:
        made = rows_of(path, chance, tally.refused)
        if made and made[1]:
            chosen.append(made)
        if len(chosen) == share:
            break
    took = time.process_time() - began
    answers = await browser.answers(row for row, _ in chosen)
    found: Counter[str] = Counter()
    for (_, samples), answer in zip(chosen, answers, strict=True):
        found += judge(samples, answer, site, tally)
    tally.found += found
    print(f"{site}: {dict(found)}, {len(chosen)} pages, built in {took:.1f} s of CPU", flush=True)


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--links", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=3)
    parser.add_argument("--misses", help="a file for the links that miss, as JSON lines")
    options = parser.parse_args()
    chance, tally = random.Random(options.seed), Tally()
    share = -(-options.links // (len(SITES) * PER_PAGE))
    async with Comparer(options.jobs, polyfill_source()) as browser:
        print(browser.version, flush=True)
        for site in SITES:
            await ask(site, share, chance, browser, tally)
            if options.misses:
                lines = (json.dumps(miss, ensure_ascii=False) + "\n" for miss in tally.misses)
                Path(options.misses).write_text("".join(lines), "utf-8")
    print(f"all: {dict(tally.found)}; not built: {dict(tally.refused)}")
    for name, lengths in (("citegate", tally.ours), ("polyfill", tally.theirs)):
        print(f"{name}: {statistics.median(lengths):.0f} characters a directive in the median, "
              f"{statistics.mean(lengths):.0f} in the mean, of {len(lengths)} that both built")  # fmt: skip


def _directive(made: dict[str, str]) -> str:
    """The polyfill's answer as it stands in a URL; its terms are encoded already."""
    prefix = made["prefix"] + "-," if made.get("prefix") else ""
    end = "," + made["textEnd"] if made.get("textEnd") else ""
    suffix = ",-" + made["suffix"] if made.get("suffix") else ""
    return f"text={prefix}{made['textStart']}{end}{suffix}"


if __name__ == "__main__":
    asyncio.run(main())
