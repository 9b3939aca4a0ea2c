"""Ask a real Firefox, over Marionette, which text a link indicates."""

from __future__ import annotations

import base64
import json
import os
import socket
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from citegate.errors import MissingBrowser
from citegate.fragment.syntax import DELIMITER
from citegate.model.proof import Answer, Outcome, Question
from citegate.proof.compare import Indicated, outcome
from citegate.proof.pictures import picture_name
from citegate.proof.programs import end, first_program, free_port, start, wait_until
from citegate.proof.scripts import DESCRIBE, SETTLE

PATIENCE = 20_000  # milliseconds for a page, and for the script that reads it
TRIES = 2
LOOKS = 10  # for ranges, before nothing counts as indicated; the first four in as many frames
SETTINGS: dict[str, object] = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.text_fragments.enabled": True,
    "network.proxy.type": 1,  # what a page fetches elsewhere must not decide: all but the loopback goes nowhere
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "network.proxy.allow_hijacking_localhost": False,
    "toolkit.telemetry.enabled": False,
}

_ASK = (
    DESCRIBE
    + SETTLE
    + r"""
const [turns, done] = arguments;
const frame = () => new Promise(next => requestAnimationFrame(next));
const pause = () => new Promise(next => setTimeout(next, 300));
(async () => {
  let ranges = [];
  for (let turn = 0; turn < turns && !ranges.length; turn++) {
    await (turn < 4 ? frame() : pause());
    ranges = document.fragmentDirective.getTextDirectiveRanges();
  }
  const range = ranges[0] || null, found = describe(range), scripted = isScripted();
  if (scripted) await settle(500, 4000);
  const kept = !range || (range.startContainer.isConnected && range.toString() === found.text);
  return {found, kept, scripted};
})().then(done, error => done({error: String(error)}));
"""
)


class Firefox:
    """A running browser; `with`."""

    def __init__(self) -> None:
        self.version = ""
        self._count = 0

    def __enter__(self) -> Firefox:
        program = first_program(os.environ.get("CITEGATE_FIREFOX"), "firefox", "firefox-esr")
        if program is None:
            raise MissingBrowser("no Firefox is found", "apt-get install firefox-esr, or set CITEGATE_FIREFOX")
        self._profile = tempfile.TemporaryDirectory(prefix="citegate-", ignore_cleanup_errors=True)
        self._port = free_port()
        settings = {**SETTINGS, "marionette.port": self._port}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in settings.items()]
        (Path(self._profile.name) / "user.js").write_text("".join(lines), encoding="utf-8")
        self._browser = start([program, "--headless", "--marionette", "--no-remote", "--profile", self._profile.name])
        try:
            self._open(program)
        except BaseException as error:
            end(self._browser)
            self._profile.cleanup()
            if isinstance(error, OSError | ValueError | RuntimeError):  # something else may listen on its port
                raise MissingBrowser(f"{program} does not answer: {error}", "run it by hand to see why") from error
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()
        end(self._browser)
        self._profile.cleanup()

    def _open(self, program: str) -> None:
        if not wait_until(self._connects, self._browser):
            raise MissingBrowser(f"{program} does not start", "run it by hand to see why")
        self._stream = self._socket.makefile("rb")
        self._receive()
        session = self._call("WebDriver:NewSession", {})
        self.version = f"Firefox {session['capabilities']['browserVersion']}"
        self._call("WebDriver:SetTimeouts", {"script": PATIENCE, "pageLoad": PATIENCE})

    def _connects(self) -> bool:
        try:
            self._socket = socket.create_connection(("127.0.0.1", self._port), timeout=3 * PATIENCE / 1000)
        except OSError:
            return False
        return True

    def _receive(self) -> Any:
        length = b""
        while (digit := self._stream.read(1)) != b":":
            if not digit:
                raise ConnectionError("Firefox went away")
            length += digit
        return json.loads(self._stream.read(int(length)))

    def _call(self, name: str, parameters: dict[str, object]) -> Any:
        self._count += 1
        packet = json.dumps([0, self._count, name, parameters]).encode()
        self._socket.sendall(str(len(packet)).encode() + b":" + packet)
        _, _, error, result = self._receive()
        if error is not None:
            raise RuntimeError(f"{name}: {error['message']}")
        return result

    def answer(self, question: Question, origin: str, pictures: Path | None) -> Answer:
        """What the browser does with one link. Raises RuntimeError when a page does not come to an end."""
        self._call("WebDriver:Navigate", {"url": "about:blank"})  # the same page again would only scroll
        self._call("WebDriver:Navigate", {"url": f"{origin}{question.url}#{DELIMITER}{question.directive}"})
        looks = LOOKS if question.expected else LOOKS // 2
        script = {"script": _ASK, "args": [looks], "sandbox": "system", "newSandbox": False}
        read = self._call("WebDriver:ExecuteAsyncScript", script)["value"]
        if "error" in read:
            raise RuntimeError(read["error"])
        indicated = Indicated(**read["found"]) if read["found"] else None
        result = outcome(question.expected, indicated, is_scripted=read["scripted"])
        if result is Outcome.AS_EXPECTED and not read["kept"]:
            result = Outcome.LOST
        picture = ""
        if result is not Outcome.AS_EXPECTED and pictures is not None:
            file = pictures / picture_name(question, "firefox")
            file.parent.mkdir(parents=True, exist_ok=True)
            shot = self._call("WebDriver:TakeScreenshot", {"full": False})["value"]
            file.write_bytes(base64.b64decode(shot))
            picture = file.name
        text = indicated.text if indicated else ""
        return Answer(question, self.version, result, text, read["scripted"], picture)


def ask_firefox(
    questions: Sequence[Question], origin: str, pictures: Path | None, told: Callable[[Answer], None]
) -> str:
    """The browser's name and version, after it has answered all questions. Raises MissingBrowser.

    One directive a load: Firefox tells the ranges that it found, and not whose they are.
    """
    waiting = [(question, 0) for question in reversed(questions)]
    version = ""
    while waiting or not version:
        with Firefox() as browser:
            version = browser.version
            while waiting:
                question, tries = waiting.pop()
                try:
                    told(browser.answer(question, origin, pictures))
                except (RuntimeError, OSError) as error:
                    if tries + 1 < TRIES:
                        waiting.append((question, tries + 1))
                    else:
                        told(Answer(question, version, Outcome.NO_ANSWER, detail=str(error)[:200]))
                    break  # a browser that failed is not trusted with the next page
    return version
