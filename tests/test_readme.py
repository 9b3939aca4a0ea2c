"""README.md and the guide say what the program says: tables, commands, the example, and links that lead somewhere.

`--update-golden` writes the tables and the examples anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import citegate
from citegate.cli.main import COMMANDS, run
from citegate.index.routes import plain_id
from citegate.options import OPTIONS
from citegate.rules import RULES

ROOT = Path(__file__).parents[1]
CONTENT = ROOT / "content"
README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in CONTENT.rglob("*.mdx")}
LINK = re.compile(r"\]\(([^()\s#]+)(?:#[^()\s]*)?\)")
TITLED = re.compile(r'^```\w+ title="([^"]+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
Holds = Callable[[str, str, str], None]
FENCE = re.compile(r"^(`{3,}).*?^\1$", re.MULTILINE | re.DOTALL)


def options_table() -> str:
    rows = ["| key | flag | default | meaning |", "|---|---|---|---|"]
    for option in OPTIONS.values():
        flag = f"`{option.flag}`" if option.flag else ""
        default = json.dumps(list(option.default) if isinstance(option.default, tuple) else option.default)
        rows.append(f"| `{option.key}` | {flag} | `{default}` | {option.help} |")
    return "\n".join(rows) + "\n"


def rule_table(link: str) -> str:
    rows = ["| rule | level | says |", "|---|---|---|"]
    for rule in RULES.values():
        page = link.format(rule.code.lower())
        rows.append(f"| [{rule.code} {rule.name}]({page}) | {rule.severity} | {rule.summary} |")
    return "\n".join(rows) + "\n"


@pytest.fixture
def holds(request: pytest.FixtureRequest) -> Holds:
    """Asserts that a page has this text, or with --update-golden puts it in the place of what `pattern` finds."""

    def check(page: str, text: str, pattern: str) -> None:
        path = ROOT / page
        before = path.read_text(encoding="utf-8")
        if request.config.getoption("--update-golden"):
            path.write_text(re.sub(pattern, lambda _: text, before, count=1, flags=re.MULTILINE), encoding="utf-8")
        else:
            assert text in before

    return check


@pytest.mark.parametrize("page", ["README.md", "content/settings.mdx"])
def test_settings_are_those_of_the_program(page: str, holds: Holds) -> None:
    holds(page, options_table(), r"^\| key \| flag \|.*\n(?:\|.*\n)+")


@pytest.mark.parametrize(
    ("page", "link"), [("README.md", "content/rules/{}.mdx"), ("content/rules/index.mdx", "/rules/{}")]
)
def test_rules_are_those_of_the_program(page: str, link: str, holds: Holds) -> None:
    holds(page, rule_table(link), r"^\| rule \| level \|.*\n(?:\|.*\n)+")


def test_example_is_what_the_demonstration_prints(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, holds: Holds
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    assert run(["check", "--demo"]) == 1
    shown = f"```text\n{capfdbinary.readouterr().out.decode()}```"
    holds("README.md", shown, r"^```text\nerror\[(?:.*\n)+?```")


@pytest.fixture
def first_citation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The site that the guide makes in its first lesson."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "content").mkdir()
    for path, text in TITLED.findall(GUIDE["content/first-citation.mdx"]):
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def test_first_citation_passes(first_citation: Path) -> None:
    assert run(["check"]) == 0
    (entry,) = json.loads((first_citation / "allowlist.json").read_text(encoding="utf-8")).values()
    assert f"```text\n{entry['href']}\n```" in GUIDE["content/first-citation.mdx"]


def test_allowlist_of_the_guide_is_what_is_written(first_citation: Path, holds: Holds) -> None:
    entry = {"docId": "tides", "passage": "the ferry uses the north pier"}
    (first_citation / "content/tides.citations.json").write_text(json.dumps([entry]), encoding="utf-8")
    assert run(["check"]) == 0
    written = (first_citation / "allowlist.json").read_text(encoding="utf-8")
    holds("content/allowlist.mdx", f"```json\n{written}```", r"^```json\n(?:.*\n)+?```")


def test_commands_are_those_of_the_program() -> None:
    assert set(re.findall(r"^\| `citegate ([\w-]+)", README, re.MULTILINE)) == set(COMMANDS)
    assert set(re.findall(r"^## citegate ([\w-]+)$", GUIDE["content/commands.mdx"], re.MULTILINE)) == set(COMMANDS)


def test_ci_runs_the_one_test_line() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    pattern = re.search(r"grep -E '([^']+)' README\.md", script)
    assert pattern
    assert len(re.findall(pattern[1], README, re.MULTILINE)) == 1


def test_the_guide_passes_its_own_gate() -> None:
    report = citegate.check(ROOT)
    assert report.findings == ()
    assert len(report.verdicts) > 60


def test_nothing_installs_the_project_of_the_same_name() -> None:
    for text in (README, *GUIDE.values()):
        assert not re.search(r"pip install (?:-\S+ )*['\"]?citegate(?![-\w])", text)


def test_links_of_the_readme_lead_to_files() -> None:
    for target in LINK.findall(FENCE.sub("", README)):
        assert "://" in target or (ROOT / target).exists(), target


@pytest.mark.parametrize("path", GUIDE)
def test_links_of_the_guide_lead_to_pages(path: str) -> None:
    pages = {"/" + plain_id(each.removeprefix("content/")) for each in GUIDE} | {"/"}
    for target in LINK.findall(FENCE.sub("", GUIDE[path])):
        assert "://" in target or target in pages, target


def test_every_bench_is_listed() -> None:
    bench = ROOT / "bench"
    listed = re.findall(r"^\| (\w+) \|", (bench / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    folders = {
        file.parent.relative_to(bench).parts[0] for file in bench.glob("*/*.*") if file.parent.name[0] not in "._"
    }
    assert set(listed) - {"folder"} == folders
