"""Ask a real WebKitGTK, over WebDriver, which text a link indicates: read from its painted highlight."""

from __future__ import annotations

import base64
import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from citegate.errors import MissingBrowser
from citegate.fragment.syntax import DELIMITER
from citegate.model.proof import Answer, Outcome, Question
from citegate.proof.compare import Indicated, outcome
from citegate.proof.pictures import picture_name
from citegate.proof.png import Marked, marked_area
from citegate.proof.programs import end, first_program, free_port, start, wait_until
from citegate.proof.scripts import DESCRIBE, SETTLE
from citegate.unicode.seen import seen

PATIENCE = 30  # seconds for one command
TRIES = 2
LOOKS = 6  # at the window, before nothing counts as indicated
BETWEEN = 0.5  # seconds
WINDOW = {"width": 1280, "height": 800}  # as wide as a desktop, for which style sheets are read
PLACES = ("/usr/lib", "/usr/libexec", "/usr/local/lib")
HIGHLIGHT = "::target-text{background:#f0f !important;color:#f0f !important;text-shadow:none !important}"

_PAINT = (
    SETTLE
    + r"""
const [css, done] = arguments;
const frame = () => new Promise(next => requestAnimationFrame(next));
(async () => {
  const sheet = new CSSStyleSheet();  // a style element might be refused by the page's own policy
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
  for (let turn = 0; turn < 4; turn++) await frame();
  if (isScripted()) await settle(500, 4000);
  document.documentElement.style.opacity = '0.99';  // WebKit repaints a highlight only with what is around it
  await frame();
  document.documentElement.style.opacity = '';
  await frame(); await frame();
  return {scripted: isScripted(), scale: devicePixelRatio};
})().then(done, error => done({error: String(error)}));
"""
)
_READ = (
    DESCRIBE
    + r"""
const [area] = arguments;
const first = document.caretRangeFromPoint(area[0], area[1]), last = document.caretRangeFromPoint(area[2], area[3]);
if (!first || !last) return null;
const range = document.createRange();
range.setStart(first.startContainer, first.startOffset);
range.setEnd(last.startContainer, last.startOffset);
return describe(range);
"""
)


class WebKit:
    """A running WebKitGTK; `with`."""

    def __init__(self) -> None:
        self.version = ""

    def __enter__(self) -> WebKit:
        driver = first_program(os.environ.get("CITEGATE_WEBKIT_DRIVER"), "WebKitWebDriver")
        browser = _mini_browser()
        if driver is None or browser is None:
            raise MissingBrowser("no WebKitGTK with its driver is found", "apt-get install webkit2gtk-driver xvfb")
        command = [driver, f"--port={free_port()}"]
        self._base = f"http://127.0.0.1:{command[1].partition('=')[2]}"
        if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
            display = first_program("xvfb-run")
            if display is None:
                raise MissingBrowser("WebKitGTK needs a display", "apt-get install xvfb")
            command = [display, "-a", *command]
        self._driver = start(command)
        try:
            self._open(browser)
        except BaseException as error:
            end(self._driver)
            if isinstance(error, OSError | ValueError | LookupError | TypeError):  # something else may listen there
                raise MissingBrowser(f"{driver} does not answer: {error}", "run it by hand to see why") from error
            raise
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._call("DELETE", "", None)
        except OSError:
            return  # the browser is gone before its session; what is left ends with the driver
        finally:
            end(self._driver)

    def _open(self, browser: Path) -> None:
        if not wait_until(self._is_up, self._driver):
            raise MissingBrowser("WebKitWebDriver does not start", "run it by hand to see why")
        options = {"webkitgtk:browserOptions": {"binary": str(browser), "args": ["--automation"]}}
        session = self._call("POST", "/session", {"capabilities": {"alwaysMatch": options}})
        self._base += f"/session/{session['sessionId']}"
        self.version = f"WebKitGTK {session['capabilities']['browserVersion']}"
        self._call("POST", "/window/rect", dict(WINDOW))

    def _is_up(self) -> bool:
        try:
            self._call("GET", "/status", None)
        except (OSError, ValueError):
            return False
        return True

    def _call(self, method: str, path: str, body: dict[str, object] | None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._base + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            return json.load(reply)["value"]

    def _run(self, kind: str, script: str, *arguments: object) -> Any:
        return self._call("POST", f"/execute/{kind}", {"script": script, "args": list(arguments)})

    def answer(self, question: Question, origin: str, pictures: Path | None) -> Answer:
        """What the browser does with one link. Raises OSError when it does not come to an end."""
        self._call("POST", "/url", {"url": "about:blank"})  # the same page again would only scroll
        self._call("POST", "/url", {"url": f"{origin}{question.url}#{DELIMITER}{question.directive}"})
        painted = self._run("async", _PAINT, HIGHLIGHT)
        if "error" in painted:
            raise OSError(painted["error"])
        shot, area = self._look(LOOKS if question.expected else LOOKS // 2)
        indicated = self._read(area, painted["scale"]) if area else None
        result = outcome(question.expected, indicated, is_scripted=True)
        if result is Outcome.ELSEWHERE and area is not None and indicated is not None:
            result = self._as_painted(question, indicated, area)
        elif result is Outcome.NOTHING and self._run("sync", "return scrollY") > 0:
            result = Outcome.AS_EXPECTED  # it went to text that is there to be found and not to be seen
        picture = ""
        if result is not Outcome.AS_EXPECTED and pictures is not None:
            file = pictures / picture_name(question, "webkit")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(shot)
            picture = file.name
        text = indicated.text if indicated else ""
        return Answer(question, self.version, result, text, painted["scripted"], picture)

    @staticmethod
    def _as_painted(question: Question, indicated: Indicated, area: Marked) -> Outcome:
        """What is expected, cut to what can be seen: a part of it may be transparent, or below the window."""
        assert question.expected is not None
        shown, wanted = seen(indicated.text).casefold(), seen(question.expected.text).casefold()
        if not area.is_cut and shown not in wanted and wanted not in shown:
            return Outcome.ELSEWHERE
        whole = replace(indicated, text=question.expected.text)
        return outcome(question.expected, whole, is_scripted=True)

    def _look(self, times: int) -> tuple[bytes, Marked | None]:
        """The picture of the window, and where it is painted; long pages are searched only some time after the load."""
        for turn in range(times):
            if turn:
                time.sleep(BETWEEN)
            shot = base64.b64decode(self._call("GET", "/screenshot", None))
            area = marked_area(shot)
            if area is not None:
                break
        return shot, area

    def _read(self, area: Marked, scale: float) -> Indicated | None:
        corners = [at / scale for at in (area.left + 0.5, area.top + 2, area.right + 0.5, area.bottom - 2)]
        found = self._run("sync", _READ, corners)
        return Indicated(**found) if found else None


def _mini_browser() -> Path | None:
    named = os.environ.get("CITEGATE_WEBKIT")
    if named:
        return Path(named)
    for place in PLACES:
        for pattern in ("webkit*/MiniBrowser", "*/webkit*/MiniBrowser"):
            for found in sorted(Path(place).glob(pattern)):
                return found
    return None


def ask_webkit(
    questions: Sequence[Question], origin: str, pictures: Path | None, told: Callable[[Answer], None]
) -> str:
    """The browser's name and version, after it has answered all questions. Raises MissingBrowser."""
    waiting = [(question, 0) for question in reversed(questions)]
    version = ""
    while waiting or not version:
        with WebKit() as browser:
            version = browser.version
            while waiting:
                question, tries = waiting.pop()
                try:
                    told(browser.answer(question, origin, pictures))
                except (OSError, urllib.error.HTTPError) as error:
                    if tries + 1 < TRIES:
                        waiting.append((question, tries + 1))
                    else:
                        told(Answer(question, version, Outcome.NO_ANSWER, detail=str(error)[:200]))
                    break  # a browser that failed is not trusted with the next page
    return version
