"""Ask a real Firefox, over Marionette, which text a link finds.

    python -m bench.conformance.firefox IN.jsonl OUT.jsonl

Rows and answers are those of `ask`, but each row's link is cut into one link for each directive, for Firefox tells
the ranges found without saying whose they are. Firefox is $CITEGATE_FIREFOX, else the first on the PATH.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.conformance.rows import Row, read_rows, split_row, write_rows
from bench.conformance.server import PageServer

START = 60  # seconds for the browser to come up
PATIENCE = 10_000  # milliseconds for one page
READ = """const [done] = arguments;
const frame = () => new Promise(next => requestAnimationFrame(next));
const length = text => Array.from(text).length;
const place = (node, at) => {
  let total = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION);
  while (walker.nextNode()) {
    if (walker.currentNode === node) return total + length(node.data.slice(0, at));
    total += length(walker.currentNode.data);
  }
  return null;
};
const answer = () => document.fragmentDirective.getTextDirectiveRanges().map(
  r => ({text: r.toString(), at: [place(r.startContainer, r.startOffset), place(r.endContainer, r.endOffset)]}));
(async () => {
  for (let turn = 0; turn < 3; turn++) {
    await frame();
    const found = answer();
    if (found.length) return found;
  }
  return [];
})().then(done, error => done(String(error)));"""


class Firefox:
    """A running Firefox; `with`."""

    def __init__(self) -> None:
        self.version = ""
        self._server = PageServer()
        self._count = 0

    def __enter__(self) -> Firefox:
        program = next(
            filter(None, map(shutil.which, (os.environ.get("CITEGATE_FIREFOX", ""), "firefox", "firefox-esr"))), None
        )
        if program is None:
            raise SystemExit("no Firefox found; set CITEGATE_FIREFOX")
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        settings = {"marionette.port": port, "dom.text_fragments.enabled": True, "app.update.enabled": False}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in settings.items()]
        (Path(self._profile.name) / "user.js").write_text("".join(lines), "utf-8")
        command = [program, "--headless", "--marionette", "--no-remote", "--profile", self._profile.name]
        self._browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._socket = self._connect(port)
        self._stream = self._socket.makefile("rb")
        self._receive()
        session = self._call("WebDriver:NewSession", {})
        self.version = f"Firefox {session['capabilities']['browserVersion']}"
        self._call("WebDriver:SetTimeouts", {"script": PATIENCE, "pageLoad": PATIENCE})
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()
        self._browser.terminate()
        self._browser.wait(START)
        self._profile.cleanup()

    def _connect(self, port: int) -> socket.socket:
        until = time.monotonic() + START
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=START)
            except ConnectionRefusedError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)

    def _receive(self) -> Any:
        length = b""
        while (digit := self._stream.read(1)) != b":":
            length += digit
        return json.loads(self._stream.read(int(length)))

    def _call(self, name: str, parameters: Row) -> Any:
        self._count += 1
        packet = json.dumps([0, self._count, name, parameters]).encode()
        self._socket.sendall(str(len(packet)).encode() + b":" + packet)
        _, _, error, result = self._receive()
        if error is not None:
            raise RuntimeError(f"{name}: {error['message']}")
        return result

    def answer(self, row: Row) -> Row:
        """The row, which has one directive, with the browser's answer."""
        url = self._server.put(row["html"])
        try:
            self._call("WebDriver:Navigate", {"url": f"{url}#{row['fragment']}"})
            script = {"script": READ, "args": [], "sandbox": "system", "newSandbox": False}
            found = self._call("WebDriver:ExecuteAsyncScript", script)["value"]
        except RuntimeError as error:
            return {**row, "error": str(error)}
        finally:
            self._server.drop(url)
        if isinstance(found, str):
            return {**row, "error": found}
        first = found[0] if found else None
        at = None if first is None or None in first["at"] else first["at"]
        return {**row, "resolved": bool(found), "matched": [first and first["text"]], "at": [at]}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("rows")
    parser.add_argument("answers")
    options = parser.parse_args()
    rows = [single for row in read_rows(options.rows) for single in split_row(row)]
    began = time.monotonic()
    with Firefox() as firefox:
        answers = [firefox.answer(row) for row in rows]
    write_rows(options.answers, answers)
    errors = sum("error" in row for row in answers)
    print(f"{firefox.version}: {len(rows)} links in {time.monotonic() - began:.1f} s, {errors} errors")


if __name__ == "__main__":
    main()
