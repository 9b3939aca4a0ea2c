"""The examples of content/rules: the failing site has the page's finding, and the mended one has none at all.

A fence with a title is a file of a small site. Those before "## Failing" belong to both sites, the others to the
section that they stand in. A `console` fence holds the commands; without one it is `citegate check`. A fence with
the title "report" shows what the last command prints; `--update-golden` writes it anew.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from citegate.cli.main import run
from citegate.rules import COULD_NOT_WORK, RULES

RULE_PAGES = Path(__file__).parents[2] / "content" / "rules"
FENCE = re.compile(r'^(`{3,})(\w+)(?: title="([^"]+)")?(?: encoding="([^"]+)")?\n(.*?)^\1$', re.MULTILINE | re.DOTALL)
CHECK = ("citegate check",)
REPORT = "report"


@dataclass(frozen=True)
class Example:
    files: dict[str, bytes]
    commands: tuple[str, ...]
    report: str | None


def read_example(page: str, section: str) -> Example:
    shared, failing = page.split("\n## Failing\n")
    failing, mended = failing.split("\n## Mended\n")
    files: dict[str, bytes] = {}
    commands: tuple[str, ...] = CHECK
    report = None
    for fence in FENCE.finditer(shared + "\n" + (failing if section == "failing" else mended)):
        _, language, title, encoding, body = fence.groups()
        if language == "console":
            commands = tuple(line.removeprefix("$ ") for line in body.splitlines())
        elif title == REPORT:
            report = body
        elif title:
            files[title] = body.encode(encoding or "utf-8")
    return Example(files, commands, report)


def needs_browser(code: str) -> bool:
    return "check --site dist --prove" in page_of(code)


def page_of(code: str) -> str:
    return (RULE_PAGES / f"{code.lower()}.mdx").read_text(encoding="utf-8")


WITH_EXAMPLE = [pytest.param(c, marks=pytest.mark.browser) if needs_browser(c) else c for c in RULES]


Ask = Callable[[Example], tuple[int, set[str], str]]


@pytest.fixture
def ask(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
    request: pytest.FixtureRequest,
) -> Ask:
    """Runs an example and gives the exit code, the codes found, and the report as text."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    monkeypatch.chdir(tmp_path)

    def answer(example: Example) -> tuple[int, set[str], str]:
        for path, body in example.files.items():
            file = tmp_path / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(body)
        if any("--prove" in command for command in example.commands):
            request.getfixturevalue("a_chromium")
        if any(" --prove" in command for command in example.commands):
            request.getfixturevalue("a_chromium")
        *before, last = [shlex.split(command)[1:] for command in example.commands]
        for arguments in before:
            assert run(arguments) == 0
        capfdbinary.readouterr()
        code = run([*last, "--output", "json=report.json"])
        text = capfdbinary.readouterr().out.decode()
        findings = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["findings"]
        return code, {finding["code"] for finding in findings}, text

    return answer


@pytest.mark.parametrize("code", WITH_EXAMPLE)
def test_failing_example_has_this_finding_alone(code: str, ask: Ask, request: pytest.FixtureRequest) -> None:
    page = page_of(code)
    example = read_example(page, "failing")
    exit_code, found, report = ask(example)
    assert found == {code}
    expected = 2 if code in COULD_NOT_WORK else int(RULES[code].severity == "error")
    assert exit_code == expected
    if example.report is not None and request.config.getoption("--update-golden"):
        opening = f'title="{REPORT}"\n'
        page = page.replace(opening + example.report, opening + report)
        (RULE_PAGES / f"{code.lower()}.mdx").write_text(page, encoding="utf-8")
    elif example.report is not None:
        assert report == example.report


@pytest.mark.parametrize("code", WITH_EXAMPLE)
def test_mended_example_has_no_finding(code: str, ask: Ask) -> None:
    exit_code, found, _ = ask(read_example(page_of(code), "mended"))
    assert (exit_code, found) == (0, set())


@pytest.mark.parametrize("code", RULES)
def test_page_names_its_rule(code: str) -> None:
    page = page_of(code)
    assert f"\n# {code} {RULES[code].name}\n" in page
    assert f"\ndescription: {RULES[code].summary[0].upper()}{RULES[code].summary[1:]}.\n" in page


def test_every_page_has_a_rule() -> None:
    assert {page.stem.upper() for page in RULE_PAGES.glob("cg*.mdx")} == set(RULES)
