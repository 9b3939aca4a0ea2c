"""A browser for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A Chromium without a window; ask for `a_chromium` first.

    It ends with its module: while it runs, no other test of the process can have an event loop of its own.
    """
    from playwright.sync_api import sync_playwright

    from citegate.proof.chromium import find_chromium

    with sync_playwright() as playwright:
        found = find_chromium(playwright.chromium.executable_path)
        running = playwright.chromium.launch(executable_path=str(found), args=["--no-sandbox"])
        yield running
        running.close()
