"""A page with the module and the style sheet of `citegate assets`, served from memory under a strict policy."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from citegate.answers.grammar import FORMS
from citegate.serve.bundle import MODULE, STYLE, answer_module, answer_style

ORIGIN = "http://answers.test"
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'"
PAGE = f"""<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Answers</title><link rel="stylesheet" href="/{STYLE}"><script type="module" src="/page.js"></script>
<main><div id="answer"></div></main></html>"""
SCRIPT = f'import * as module from "/{MODULE}"; window.citegate = module; window.isReady = true;'
FILES = {
    "/": ("text/html", PAGE),
    "/page.js": ("text/javascript", SCRIPT),
    f"/{MODULE}": ("text/javascript", answer_module()),
    f"/{STYLE}": ("text/css", answer_style()),
}
CASES = Path(__file__).parents[1] / "answers" / "cases.jsonl"


@contextmanager
def answer_page(browser: Any, **context: Any) -> Iterator[Any]:
    """The page, opened. An error on it, a dialog or a request for anything else fails the test."""
    faults: list[str] = []
    opened = browser.new_context(**context)

    def refuse(dialog: Any) -> None:
        faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    page = opened.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("dialog", refuse)

    def serve(route: Any) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        kind, text = FILES.get(path, ("text/html", ""))
        if path not in FILES:
            faults.append(f"asked for {route.request.url}")
        headers = {"Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff"}
        route.fulfill(status=200 if path in FILES else 404, body=text, content_type=kind, headers=headers)

    opened.route("**/*", serve)
    page.goto(f"{ORIGIN}/")
    page.wait_for_function("window.isReady")
    yield page
    opened.close()
    assert faults == []


def cases() -> list[dict[str, Any]]:
    """The shared cases, with the options that the module takes."""
    rows = [json.loads(line) for line in CASES.read_text("utf-8").split("\n") if line]
    for row in rows:
        options = {key: row[key] for key in ("sources", "allowlist", "routes", "nonce") if key in row}
        expects = row.get("expects")
        row["options"] = {**options, **({"expects": FORMS.get(expects, expects)} if expects else {})}
    return rows
