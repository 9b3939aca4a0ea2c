"""Options of the test run."""

from __future__ import annotations

import os

import hypothesis
import pytest

from citegate.errors import CitegateError

hypothesis.settings.register_profile("ci", derandomize=True, deadline=None)  # the same inputs for the same commit
hypothesis.settings.register_profile("here", deadline=None)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") == "true" else "here")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the recorded outputs of tests/golden")


@pytest.fixture(autouse=True, scope="session")
def a_cache_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keeps the test run out of the user's cache folder, and lets its runs share one cache."""
    os.environ["CITEGATE_CACHE"] = str(tmp_path_factory.mktemp("cache"))


@pytest.fixture
def a_chromium() -> None:
    """Skips a test where no Chromium is there; where CI=true that is an error."""
    try:
        import playwright  # noqa: F401 - is it there?

        from citegate.proof.chromium import find_chromium

        find_chromium("")
    except (ImportError, CitegateError) as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(error))
