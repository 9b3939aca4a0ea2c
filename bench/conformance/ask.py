"""Ask a real Chromium which text each directive of a link finds.

    python -m bench.conformance.ask IN.jsonl OUT.jsonl [--jobs N]

Rows need `id`, `html` (a whole document) and `fragment` (what stands behind `#`; up to 16 valid directives,
each of which the browser decides by itself). Each row comes back with

    matched    for each valid directive, in URL order: the text of the DOM range found, or null
    at         the same as [start, end) in code points of `document.body.textContent`; null where it is not there
    resolved   whether any was found
    error      instead of these, when the browser did not answer twice

Needs playwright (as a protocol client) and a Chromium: $CITEGATE_CHROMIUM, else the first on the PATH.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sys
import time
from collections.abc import Iterable, Sequence
from typing import Any

from bench.conformance.rows import Row, read_rows, write_rows
from bench.conformance.server import PageServer

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ("--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
FEATURE = "--enable-blink-features=TextFragmentAPI"  # gives FragmentDirective.items and getMatchingRange
VIEWPORT = {"width": 800, "height": 500}
PATIENCE = 7  # seconds for one page; a browser that needs more hangs
PAGES_PER_CONTEXT = 200  # then a new one, lest the browser grow

READ = """async () => {
  const items = document.fragmentDirective ? document.fragmentDirective.items : [];
  const answers = [];
  for (const item of items) {
    try {
      const late = new Promise(done => setTimeout(() => done('late'), 4000));
      answers.push(await Promise.race([item.getMatchingRange(), late]));
    } catch (e) { answers.push(null); }
  }
  if (answers.includes('late')) return 'late';
  const length = text => Array.from(text).length, where = new Map();
  let total = 0;
  if (document.body) {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION);
    while (walker.nextNode()) { where.set(walker.currentNode, total); total += length(walker.currentNode.data); }
  }
  const place = (node, at) => where.has(node) ? where.get(node) + length(node.data.slice(0, at)) : null;
  return answers.map(r => r === null ? null : {
    text: r.toString(),
    at: [place(r.startContainer, r.startOffset), place(r.endContainer, r.endOffset)],
    from: r.startContainer.nodeName + ' in ' + (r.startContainer.parentNode || {}).nodeName});
}"""


def find_chromium() -> str:
    """The browser's path. Raises SystemExit when there is none."""
    for name in (os.environ.get("CITEGATE_CHROMIUM"), *NAMES):
        path = name and shutil.which(name)
        if path:
            return path
    raise SystemExit("no Chromium found; set CITEGATE_CHROMIUM")


class Witness:
    """A running Chromium with several pages, each of which takes the next row; `async with`."""

    def __init__(self, jobs: int = 3, extra: Sequence[str] = (), patience: float = PATIENCE) -> None:
        self.version = ""
        self._patience = patience
        self._jobs = jobs
        self._extra = tuple(extra)
        self._server = PageServer()
        self._waiting: asyncio.Queue[tuple[Row, asyncio.Future[Row]]] = asyncio.Queue()

    async def __aenter__(self) -> Witness:
        from playwright.async_api import async_playwright

        flags = [*FLAGS, FEATURE, *self._extra]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            flags.append("--no-sandbox")
        self._playwright = await async_playwright().start()
        self._browser = await self._playwright.chromium.launch(executable_path=find_chromium(), args=flags)
        self.version = "Chromium " + self._browser.version
        self._workers = [asyncio.create_task(self._work()) for _ in range(self._jobs)]
        return self

    async def __aexit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        try:
            await asyncio.wait_for(self._browser.close(), 10)
        except TimeoutError:
            print("the browser did not close in time", file=sys.stderr)
        await self._playwright.stop()

    async def answer(self, row: Row) -> Row:
        """The row with its answer."""
        told: asyncio.Future[Row] = asyncio.get_running_loop().create_future()
        await self._waiting.put((row, told))
        return await told

    async def answers(self, rows: Iterable[Row]) -> list[Row]:
        """The rows with their answers, in order."""
        return await asyncio.gather(*map(self.answer, rows))

    async def _work(self) -> None:
        from playwright.async_api import Error

        context: Any = None
        page: Any = None
        count = 0
        while True:
            row, told = await self._waiting.get()
            answer: Row = {}
            for _ in range(2):
                try:
                    if page is None or count >= PAGES_PER_CONTEXT:
                        await _close(context)
                        context = await self._browser.new_context(viewport=VIEWPORT)
                        page, count = await context.new_page(), 0
                    count += 1
                    answer = await asyncio.wait_for(self._one(page, row), self._patience)
                    break
                except (TimeoutError, Error) as error:
                    answer = {"error": (str(error) or "no answer").splitlines()[0][:200]}
                    await _close(context)
                    context = page = None
            told.set_result({**row, **answer})

    async def _one(self, page: Any, row: Row) -> Row:
        url = self._server.put(row["html"])
        try:
            await page.goto(f"{url}#{row['fragment']}", wait_until="load")
            found = await page.evaluate(READ)
        finally:
            self._server.drop(url)
        if found == "late":
            raise TimeoutError("a directive had no answer")
        return {
            "resolved": any(found),
            "matched": [one and one["text"] for one in found],
            "at": [one and (None if None in one["at"] else one["at"]) for one in found],
        }


async def _close(context: Any) -> None:
    from playwright.async_api import Error

    if context is not None:
        try:
            await asyncio.wait_for(context.close(), 5)
        except (TimeoutError, Error):
            print("a page that hangs was left behind", file=sys.stderr)


def ask_all(rows: Sequence[Row], jobs: int = 3) -> tuple[str, list[Row]]:
    """The browser's version, and the rows with its answers, in order."""

    async def run() -> tuple[str, list[Row]]:
        async with Witness(jobs) as witness:
            return witness.version, await witness.answers(rows)

    return asyncio.run(run())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else "")
    parser.add_argument("rows")
    parser.add_argument("answers")
    parser.add_argument("--jobs", type=int, default=3)
    options = parser.parse_args()
    rows = read_rows(options.rows)
    began = time.monotonic()
    version, answers = ask_all(rows, options.jobs)
    took = time.monotonic() - began
    write_rows(options.answers, answers)
    asked = sum(len(row.get("matched", ())) for row in answers)
    errors = sum("error" in row for row in answers)
    print(f"{version}: {len(rows)} pages, {asked} directives in {took:.1f} s, {errors} errors")


if __name__ == "__main__":
    main()
