"""What holds for the whole house: imports, file length, docstrings; each rule has its page, test and README line."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from citegate.rules import RULES

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "citegate"
SOURCES = sorted(path.relative_to(ROOT).as_posix() for path in PACKAGE.rglob("*.py"))
TESTS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py"))
MAX_LINES = 400
NEEDS_A_BROWSER = frozenset({"CG504", "CG505", "CG506"})  # these have tests of their own in place of a golden case


def test_imports_run_downwards_only() -> None:
    found = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.parametrize("path", [*SOURCES, *TESTS])
def test_a_file_fits_one_reading(path: str) -> None:
    assert len((ROOT / path).read_text(encoding="utf-8").splitlines()) <= MAX_LINES


@pytest.mark.parametrize("path", SOURCES)
def test_a_file_says_what_it_does(path: str) -> None:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    nodes = [
        node for node in ast.walk(tree) if isinstance(node, ast.ClassDef | ast.FunctionDef) and is_public(node, tree)
    ]
    missing = [getattr(node, "name", "the file") for node in (tree, *nodes) if ast.get_docstring(node) is None]
    assert missing == []


def is_public(node: ast.ClassDef | ast.FunctionDef, tree: ast.Module) -> bool:
    """True for a public name at the top of a file, and for a public method of a public class that is no setter."""
    if node.name.startswith("_"):
        return False
    if any(isinstance(each, ast.Attribute) and each.attr == "setter" for each in node.decorator_list):
        return False  # its property has the words
    if node in tree.body:
        return True
    return any(
        node in owner.body and not owner.name.startswith("_") and owner in tree.body
        for owner in ast.walk(tree)
        if isinstance(owner, ast.ClassDef)
    )


@pytest.mark.parametrize("path", [path for path in SOURCES if path.endswith("__init__.py")])
def test_an_init_hands_on_and_does_nothing(path: str) -> None:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    loops = [node for node in tree.body if isinstance(node, ast.For | ast.While | ast.With | ast.Try | ast.ClassDef)]
    functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    assert loops == []
    assert set(functions) <= {"__getattr__"}


@pytest.mark.parametrize("code", RULES)
def test_a_rule_has_its_page(code: str) -> None:
    page = ROOT / "content" / "rules" / f"{code.lower()}.mdx"
    assert page.exists()
    assert RULES[code].name in page.read_text(encoding="utf-8")


def test_a_page_has_its_rule() -> None:
    pages = {path.stem.upper() for path in (ROOT / "content" / "rules").glob("cg*.mdx")}
    assert pages <= set(RULES)


@pytest.mark.parametrize("code", RULES)
def test_a_rule_has_its_golden_case(code: str) -> None:
    outputs = (ROOT / "tests" / "golden" / "cases").glob("*/stdout")
    tests = (ROOT / "tests").rglob("test_*.py") if code in NEEDS_A_BROWSER else ()
    name = RULES[code].name.upper().replace("-", "_")
    assert any(f"[{code}]" in path.read_text(encoding="utf-8") for path in outputs) or any(
        re.search(rf"\b({code}|{name})\b", path.read_text(encoding="utf-8"))
        for path in tests
        if path.name != "test_contract.py"
    )


@pytest.mark.parametrize("code", RULES)
def test_a_rule_has_its_readme_line(code: str) -> None:
    rule = RULES[code]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.search(rf"\b{code}\b[^\n]*{rule.name}", readme)


def test_a_schema_is_a_schema() -> None:
    from jsonschema import Draft202012Validator

    found = sorted(PACKAGE.rglob("*.schema.json"))
    assert {path.name for path in found} == {
        "allowlist.schema.json",
        "citegate.schema.json",
        "manifest.schema.json",
        "report.schema.json",
        "shard.schema.json",
        "sources.schema.json",
    }
    for path in found:
        Draft202012Validator.check_schema(json.loads(path.read_text(encoding="utf-8")))


def test_the_package_carries_no_paths_of_a_machine() -> None:
    for path in SOURCES:
        assert not re.search(r"/(?:home|root|tmp|Users)/", (ROOT / path).read_text(encoding="utf-8")), path
