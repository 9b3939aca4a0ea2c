"""The schema for editors is made from the sheet of options, and every setting can say where it came from."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import jsonschema
import pytest

from citegate.cli.main import run
from citegate.config import load
from citegate.errors import CitegateError
from citegate.options import OPTIONS
from citegate.settings import as_toml, effective, schema, schema_text

ROOT = Path(__file__).parents[2]


def test_the_schema_that_ships_is_made_from_the_sheet(request: pytest.FixtureRequest) -> None:
    file = ROOT / "citegate" / "schemas" / "citegate.schema.json"
    if request.config.getoption("--update-golden"):
        file.write_text(schema_text(), encoding="utf-8")
    assert file.read_text(encoding="utf-8") == schema_text()


@pytest.mark.parametrize(
    "text",
    [
        "",
        'content = ["docs"]\nengines = ["chromium"]\nfail_on = "note"\nmin_length = 0\nallow_empty = true',
        'generator = "hugo"\nprove = ["all"]\n[pages]\n"blog/*" = "/posts/{slug}/"',
        '[severity]\nCG103 = "error"\npassage-not-verbatim = "off"\ncg111 = "note"',
        'contents = ["docs"]',
        'content = "docs"',
        "content = [1]",
        "engines = []",
        'engines = ["chrome"]',
        'fail_on = "fatal"',
        "min_length = -1",
        "min_length = true",
        "allow_empty = 1",
        'generator = "huge"',
        'prove = ["opera"]',
        "[pages]\na = 1",
        '[severity]\nCG001 = "note"',
        '[severity]\nCG999 = "note"',
        '[severity]\nCG103 = "fatal"',
    ],
)
def test_the_schema_says_what_the_program_says(text: str, tmp_path: Path) -> None:
    (tmp_path / "citegate.toml").write_text(text)
    try:
        load(tmp_path)
        is_sound = True
    except CitegateError:
        is_sound = False
    assert jsonschema.Draft202012Validator(schema()).is_valid(tomllib.loads(text)) is is_sound


def test_each_setting_says_where_it_came_from(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        'content = 1\n[tool.citegate]\n# content\ncontent = ["docs"]\n\n[tool.citegate.severity]\nCG103 = "error"\n'
        '[tool.other]\nout = "x"\n'
    )
    found = {each.key: each for each in effective(tmp_path)}
    assert list(found) == list(OPTIONS)
    assert (found["content"].value, found["content"].origin) == (["docs"], "pyproject.toml:4")
    assert (found["severity"].value, found["severity"].origin) == ({"CG103": "error"}, "pyproject.toml:6")
    assert (found["out"].value, found["out"].origin) == ("allowlist.json", "default")
    (tmp_path / "citegate.toml").write_text('\n"out" = "b.json"\nseverity.CG103 = "off"\n')
    found = {each.key: each for each in effective(tmp_path)}
    assert found["content"].origin == "default"
    assert found["out"].origin == "citegate.toml:2"
    assert found["severity"].origin == "citegate.toml:3"


def test_what_is_printed_is_a_settings_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    text = 'content = ["a b", "é"]\nmin_length = 3\nallow_empty = true\n[pages]\n"blog/*" = "/posts/{slug}/"\n'
    (tmp_path / "citegate.toml").write_text(text)
    monkeypatch.chdir(tmp_path)
    before = load(tmp_path)
    assert run(["config"]) == 0
    (tmp_path / "citegate.toml").write_bytes(capfdbinary.readouterr().out)
    assert load(tmp_path) == before
    assert run(["config", "--format", "json"]) == 0
    found = json.loads(capfdbinary.readouterr().out)
    assert found["settings"]["min_length"] == {"value": 3, "origin": found["settings"]["min_length"]["origin"]}
    assert run(["config", "--schema"]) == 0
    assert json.loads(capfdbinary.readouterr().out) == schema()
    (tmp_path / "citegate.toml").write_text("min_lenght = 3")
    assert run(["config"]) == 2


def test_a_value_is_written_as_toml() -> None:
    value = {"a": "x\n“”", "b c": [1, True], "d": {}}
    assert tomllib.loads(f"v = {as_toml(value)}")["v"] == value
