"""Every rule as JSON, SARIF and JUnit: one golden case of each, recorded in json/CODE.json.

`pytest tests/golden --update-golden` records what comes out now; read the difference before committing it.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from citegate.cli.main import run
from citegate.rules import RULES

HERE = Path(__file__).parent
CASES = HERE / "cases"
SCHEMA = HERE.parent / "unit" / "report" / "data" / "sarif-subset.schema.json"
NEEDS_A_BROWSER = frozenset({"CG504", "CG505", "CG506"})  # what they say holds a browser's own words


def smallest_case(code: str) -> str:
    """The golden case of `citegate check`, or `answer check`, that shows the rule and says the least besides."""
    found = []
    for case in CASES.iterdir():
        command = (case / "cmd").read_text(encoding="utf-8") if (case / "cmd").exists() else ""
        if (
            not command.startswith(("citegate check", "citegate answer check"))
            or "--format" in command
            or "--prove" in command
        ):
            continue
        text = (case / "stdout").read_text(encoding="utf-8")
        if (case / "site").exists() and re.search(rf"^\w+\[{code}\]", text, re.MULTILINE):
            found.append((command.startswith("citegate answer"), len(text), case.name))
    return min(found)[2]


@pytest.fixture
def printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Any:
    """What the check of a case prints in a format."""

    def report(case: str, form: str) -> bytes:
        shutil.rmtree(tmp_path)
        shutil.copytree(CASES / case / "site", tmp_path)
        monkeypatch.chdir(tmp_path)
        _, *arguments = shlex.split((CASES / case / "cmd").read_text(encoding="utf-8"))
        run([*arguments, "--format", form])
        return capfdbinary.readouterr().out

    return report


@pytest.mark.parametrize("code", sorted(set(RULES) - NEEDS_A_BROWSER))
def test_a_rule_in_json_and_sarif(code: str, printed: Any, request: pytest.FixtureRequest) -> None:
    case = smallest_case(code)
    found = json.loads(printed(case, "json"))
    found["version"] = "VERSION"
    text = json.dumps(found, ensure_ascii=False, indent=2) + "\n"
    file = HERE / "json" / f"{code}.json"
    if request.config.getoption("--update-golden"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")
    assert code in {finding["code"] for finding in found["findings"]}
    log = json.loads(printed(case, "sarif"))
    jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8"))).validate(log)
    results = log["runs"][0]["results"]
    assert [result["ruleId"] for result in results] == [finding["code"] for finding in found["findings"]]
    assert [result["level"] for result in results] == [finding["level"] for finding in found["findings"]]


JUNIT: dict[str, tuple[set[str], set[str], set[str]]] = {
    "testsuites": ({"name", "tests", "failures", "errors", "skipped"}, set(), {"testsuite"}),
    "testsuite": ({"name", "tests", "failures", "errors", "skipped"}, set(), {"testcase"}),
    "testcase": ({"classname", "name"}, set(), {"failure", "skipped", "system-out"}),
    "failure": ({"type", "message"}, set(), set()),
    "skipped": ({"message"}, set(), set()),
    "system-out": (set(), set(), set()),
}
"""For each element of JUnit's XML that citegate writes: the attributes it has, those it may have, its children."""


@pytest.mark.parametrize("code", sorted(set(RULES) - NEEDS_A_BROWSER))
def test_a_rule_in_junit(code: str, printed: Any) -> None:
    root = ET.fromstring(printed(smallest_case(code), "junit"))
    assert root.tag == "testsuites"
    for element in root.iter():
        needed, allowed, children = JUNIT[element.tag]
        assert needed <= set(element.attrib) <= needed | allowed
        assert {child.tag for child in element} <= children
    for suite in (root, *root):
        assert int(suite.attrib["tests"]) == len(list(suite.iter("testcase")))
        failed = [case for case in suite.iter("testcase") if case.find("failure") is not None]
        assert int(suite.attrib["failures"]) == len(failed)
        assert int(suite.attrib["skipped"]) == len(list(suite.iter("skipped")))


def test_every_recorded_report_has_its_rule() -> None:
    assert {file.stem for file in (HERE / "json").glob("*.json")} == set(RULES) - NEEDS_A_BROWSER
