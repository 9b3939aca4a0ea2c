"""Ask a real WebKitGTK, over WebDriver, whether a link finds its text.

    python -m bench.conformance.webkit IN.jsonl OUT.jsonl

Each row's link is cut into one link for each directive, its element id left out. WebKit tells no ranges: a style
sheet pads the page, and a link that scrolls has found something; so an answer is `resolved` alone, with `matched`
true or null.
Needs WebKitWebDriver, its MiniBrowser and, without a display, xvfb-run.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from bench.conformance.rows import Row, read_rows, split_row, write_rows
from bench.conformance.server import PageServer

START = 60  # seconds for the browser to come up
PATIENCE = 20  # seconds for one command
PADDING = "<style>html{padding-top:1500px!important;padding-bottom:900px!important}</style>"
READ = """const done = arguments[0], frame = () => new Promise(next => requestAnimationFrame(next));
(async () => {
  for (let turn = 0; turn < 6 && scrollY <= 1; turn++) await frame();
  return scrollY;
})().then(done);"""


class WebKit:
    """A running WebKitGTK; `with`."""

    def __init__(self) -> None:
        self.version = ""
        self._server = PageServer()

    def __enter__(self) -> WebKit:
        driver = shutil.which("WebKitWebDriver")
        browser = next(iter(sorted(Path("/usr/lib").glob("*/webkit*/MiniBrowser"))), None)
        if driver is None or browser is None:
            raise SystemExit("no WebKitWebDriver with its MiniBrowser found")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._base = f"http://127.0.0.1:{port}"
        command = [driver, f"--port={port}"]
        if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
            command = ["xvfb-run", "-a", *command]
        self._driver = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        self._wait()
        options = {"webkitgtk:browserOptions": {"binary": str(browser), "args": ["--automation"]}}
        session = self._call("POST", "/session", {"capabilities": {"alwaysMatch": options}})
        self._base += f"/session/{session['sessionId']}"
        self.version = f"WebKitGTK {session['capabilities']['browserVersion']}"
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._call("DELETE", "", None)
        finally:
            os.killpg(self._driver.pid, signal.SIGTERM)
            self._driver.wait(START)

    def _wait(self) -> None:
        until = time.monotonic() + START
        while True:
            try:
                self._call("GET", "/status", None)
                return
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)

    def _call(self, method: str, path: str, body: Row | None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._base + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            return json.load(reply)["value"]

    def answer(self, row: Row) -> Row:
        """The row, which has one directive, with the browser's answer."""
        html = row["html"].replace("</head>", PADDING + "</head>", 1)
        if html == row["html"]:
            return {**row, "error": "no place for the style sheet: the page has no </head>"}
        url = self._server.put(html)
        fragment = row["fragment"][row["fragment"].index(":~:") :]
        try:
            self._call("POST", "/url", {"url": f"{url}#{fragment}"})
            scrolled = self._call("POST", "/execute/async", {"script": READ, "args": []})
        except (urllib.error.HTTPError, TimeoutError) as error:
            return {**row, "error": str(error)}
        finally:
            self._server.drop(url)
        resolved = scrolled > 1
        return {**row, "resolved": resolved, "matched": [True if resolved else None], "at": [None]}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("rows")
    parser.add_argument("answers")
    options = parser.parse_args()
    rows = [single for row in read_rows(options.rows) for single in split_row(row)]
    began = time.monotonic()
    with WebKit() as webkit:
        answers = [webkit.answer(row) for row in rows]
    write_rows(options.answers, answers)
    errors = sum("error" in row for row in answers)
    print(f"{webkit.version}: {len(rows)} links in {time.monotonic() - began:.1f} s, {errors} errors")


if __name__ == "__main__":
    main()
