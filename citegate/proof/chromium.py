"""Ask a real Chromium, Chrome or Edge which text each directive of a link indicates."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from citegate.errors import MissingBrowser, MissingExtra
from citegate.model import CHROMIUM
from citegate.model.proof import Answer, Outcome, Question
from citegate.proof.batches import Batch, batches
from citegate.proof.compare import Indicated, outcome
from citegate.proof.pictures import picture_name
from citegate.proof.scripts import DESCRIBE, SETTLE

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page, Playwright, ViewportSize

NAMES = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge",
    "microsoft-edge-stable", "msedge",
)  # fmt: skip
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
FLAGS = (
    "--headless=new",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-sync",
    "--lang=en-US",
    "--enable-blink-features=TextFragmentAPI",  # gives fragmentDirective.items and getMatchingRange
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # what a page fetches elsewhere must not decide
)
VIEWPORT: ViewportSize = {"width": 1280, "height": 800}
PAGES = 4  # open at a time
LOADING = (20_000, 60_000)  # milliseconds for a page to load, the first time and later
LATE = 5_000  # milliseconds for a directive to be answered
PATIENCE = 15  # seconds more for all else that is done on one page; a browser that needs more hangs
QUIET, LONGEST = 500, 4_000  # milliseconds without a change after which a page has come to rest, and at most
LOADS_PER_CONTEXT = 100  # then a new one, lest the browser grow
TRIES = 3  # the page as it is, then again, then each question by itself
RESTARTS = 8  # of a browser that has ended in mid-run; one that goes on ending is given up

_EARLY = """addEventListener('DOMContentLoaded', () => {
  const early = [];
  Object.defineProperty(window, '__citegate', {value: early});
  const items = document.fragmentDirective && document.fragmentDirective.items || [];
  items.forEach((item, i) => item.getMatchingRange().then(range => { early[i] = range.toString(); }, () => {}));
});"""
"""Reads the ranges as soon as they are there: scripts may take them away before the page has loaded."""

_ASK = (
    "async ([late]) => {"
    + DESCRIBE
    + SETTLE
    + r"""
  const items = document.fragmentDirective ? document.fragmentDirective.items : [];
  const ranges = [];
  for (const item of items) {
    const limit = new Promise(done => setTimeout(() => done('late'), late));
    try { ranges.push(await Promise.race([item.getMatchingRange(), limit])); } catch (e) { ranges.push(null); }
  }
  if (ranges.includes('late')) return {isLate: true};
  const found = ranges.map(describe), scripted = isScripted();
  if (scripted) await settle("""
    + f"{QUIET}, {LONGEST}"
    + r""");
  const isKept = (range, was) => range.startContainer.isConnected && range.toString() === was.text;
  const kept = ranges.map((range, i) => !range || isKept(range, found[i]));
  const early = window.__citegate || [];
  return {found, kept, scripted, early: ranges.map((_, i) => early[i] || '')};
}"""
)


def find_chromium(own: str) -> str:
    """The browser's path: $CITEGATE_CHROMIUM, Playwright's own, else the system's. Raises MissingBrowser."""
    named = os.environ.get("CITEGATE_CHROMIUM")
    if named:
        path = shutil.which(named)
        if path is None:
            raise MissingBrowser(f"CITEGATE_CHROMIUM is {named}, and no program is there", "correct or unset it")
        return path
    if own and Path(own).exists():
        return own
    for name in (*NAMES, *PLACES):
        path = shutil.which(name)
        if path:
            return path
    raise MissingBrowser(
        "no Chromium, Chrome or Edge is found", "playwright install chromium, or apt-get install chromium"
    )


class Chromium:
    """A running browser; `async with`."""

    def __init__(self, origin: str, pictures: Path | None) -> None:
        self.version = ""
        self._origin = origin
        self._pictures = pictures
        self._restarts = 0
        self._restarting = asyncio.Lock()

    async def __aenter__(self) -> Chromium:
        try:
            from playwright.async_api import async_playwright  # noqa: PLC0415 - 131 ms, and an extra
        except ImportError as error:
            raise MissingExtra("browser", "--prove") from error
        self._playwright: Playwright = await async_playwright().start()
        try:
            await self._launch()
        except BaseException:
            await self._playwright.stop()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        try:
            await asyncio.wait_for(self._browser.close(), PATIENCE)
        finally:
            await self._playwright.stop()

    async def _launch(self) -> None:
        from playwright.async_api import Error  # noqa: PLC0415

        flags = list(FLAGS)
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            flags.append("--no-sandbox")  # Chromium refuses to run as root with it
        path = find_chromium(self._playwright.chromium.executable_path)
        try:
            self._browser: Browser = await self._playwright.chromium.launch(executable_path=path, args=flags)
        except Error as error:
            reason = str(error).strip().splitlines()[0]
            raise MissingBrowser(f"{path} does not start: {reason}", "run it by hand to see why") from error
        self.version = f"Chromium {self._browser.version}"

    async def ask(self, questions: Iterable[Question], told: Callable[[Answer], None]) -> None:
        """Call `told` with the answer to each question, in no fixed order."""
        waiting = batches(questions, CHROMIUM)
        await asyncio.gather(*(self._work(waiting, told) for _ in range(min(PAGES, len(waiting)))))

    async def _work(self, waiting: list[Batch], told: Callable[[Answer], None]) -> None:
        from playwright.async_api import Error  # noqa: PLC0415

        context: BrowserContext | None = None
        page: Page | None = None
        loads = 0
        while waiting:
            batch = waiting.pop()
            try:
                if page is None or loads >= LOADS_PER_CONTEXT:
                    await _close(context)
                    context = await self._browser.new_context(
                        viewport=VIEWPORT, locale="en-US", service_workers="block"
                    )
                    await context.add_init_script(_EARLY)
                    page, loads = await context.new_page(), 0
                loads += 1
                patience = LOADING[min(batch.tries, 1)] / 1000 + PATIENCE
                found = await asyncio.wait_for(self._one(page, batch), patience)
                answers = self._one_by_one(batch, waiting) if found is None else found
            except (TimeoutError, Error) as error:
                await _close(context)
                context = page = None
                answers = self._again(batch, waiting, str(error) or "no answer in time")
                await self._restart()
            for answer in answers:
                told(answer)
        await _close(context)

    async def _restart(self) -> None:
        """Start the browser again, where it has ended; without it every question left fails, and says so."""
        async with self._restarting:
            if not self._browser.is_connected() and self._restarts < RESTARTS:
                self._restarts += 1
                with suppress(MissingBrowser):
                    await self._launch()

    @staticmethod
    def _one_by_one(batch: Batch, waiting: list[Batch]) -> list[Answer]:
        waiting.extend(Batch(batch.url, (each,), batch.tries) for each in batch.questions)
        return []

    def _again(self, batch: Batch, waiting: list[Batch], reason: str) -> list[Answer]:
        """Put the questions of a page that failed back, at last one by one; after that they are given up."""
        tries = batch.tries + 1
        if tries < TRIES:
            groups = [(each,) for each in batch.questions] if tries == TRIES - 1 else [batch.questions]
            waiting.extend(Batch(batch.url, group, tries) for group in groups)
            return []
        detail = reason.splitlines()[0][:200]
        return [Answer(each, self.version, Outcome.NO_ANSWER, detail=detail) for each in batch.questions]

    async def _one(self, page: Page, batch: Batch) -> list[Answer] | None:
        """The answers to all questions of a load.

        None when they have to be asked one by one: as long as a directive is not found Chromium searches again for
        all, and where scripts change the page one question then answers for another.
        """
        if page.url.partition("#")[0] == self._origin + batch.url:
            await page.goto("about:blank")  # from the same page there would be no load, only a jump
        await page.goto(
            f"{self._origin}{batch.url}#{batch.fragment}", wait_until="load", timeout=LOADING[min(batch.tries, 1)]
        )
        read: dict[str, Any] = await page.evaluate(_ASK, [LATE])
        if read.get("isLate") or len(read["found"]) != len(batch.questions):
            raise TimeoutError("a directive had no answer")
        is_mixed = any(not found and each.expected for each, found in zip(batch.questions, read["found"], strict=True))
        if read["scripted"] and len(batch.questions) > 1 and is_mixed:
            return None
        answers = []
        for question, found, is_kept, early in zip(
            batch.questions, read["found"], read["kept"], read["early"], strict=True
        ):
            indicated = Indicated(**found) if found else None
            result = outcome(question.expected, indicated, is_scripted=read["scripted"])
            was_found = result is Outcome.AS_EXPECTED or (result is Outcome.NOTHING and early)
            if question.expected is not None and was_found and not (found and is_kept):
                result = Outcome.LOST
            picture = "" if result is Outcome.AS_EXPECTED else await self._picture(page, question)
            text = indicated.text if indicated else ""
            answers.append(Answer(question, self.version, result, text, read["scripted"], picture))
        return answers

    async def _picture(self, page: Page, question: Question) -> str:
        if self._pictures is None:
            return ""
        file = self._pictures / picture_name(question, "chromium")
        file.parent.mkdir(parents=True, exist_ok=True)
        await page.screenshot(path=file)
        return file.name


async def _close(context: BrowserContext | None) -> None:
    from playwright.async_api import Error  # noqa: PLC0415

    if context is not None:
        try:
            await asyncio.wait_for(context.close(), 5)
        except (TimeoutError, Error):
            return  # a page that hangs ends with the browser


def ask_chromium(
    questions: Sequence[Question], origin: str, pictures: Path | None, told: Callable[[Answer], None]
) -> str:
    """The browser's name and version, after it has answered all questions. Raises MissingBrowser, MissingExtra."""

    async def run() -> str:
        async with Chromium(origin, pictures) as browser:
            await browser.ask(questions, told)
            return browser.version

    return asyncio.run(run())
