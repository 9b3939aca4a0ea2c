"""Settings: what they may be, where they may stand, and what is said of a wrong one."""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path

import pytest

from citegate.config import Config, load
from citegate.errors import ConfigError
from citegate.model import CHROMIUM, FIREFOX, Severity
from citegate.options import OPTIONS


def test_the_defaults_stand_once(tmp_path: Path) -> None:
    assert load(tmp_path) == Config(tmp_path)
    assert {option.key for option in OPTIONS.values()} <= {field.name for field in fields(Config)}
    plain = load(tmp_path, {key: option.default for key, option in OPTIONS.items()})
    assert plain == Config(tmp_path)


def test_flags_win_over_the_file_and_none_means_not_given(tmp_path: Path) -> None:
    (tmp_path / "citegate.toml").write_text(
        'content = ["docs/"]\nengines = ["chromium"]\nfail_on = "warning"\nmin_length = 10\n'
        '[severity]\npassage-repeats = "error"\ncg110 = "off"\n'
    )
    config = load(tmp_path, {"fail_on": "note", "engines": None})
    assert config.content == ("docs",)
    assert config.engines == (CHROMIUM,)
    assert config.fail_on is Severity.NOTE
    assert config.min_length == 10
    assert config.severity == (("CG103", Severity.ERROR), ("CG110", None))


def test_the_order_of_engines_is_kept(tmp_path: Path) -> None:
    assert load(tmp_path, {"engines": ["firefox", "chromium", "firefox"]}).engines == (FIREFOX, CHROMIUM)


def test_pyproject_counts_when_there_is_no_file_of_our_own(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.other]\nx = 1\n")
    assert load(tmp_path) == Config(tmp_path)
    (tmp_path / "pyproject.toml").write_text('[tool.citegate]\nout = "a.json"\n')
    assert load(tmp_path).out == "a.json"
    (tmp_path / "citegate.toml").write_text('out = "b.json"\n')
    assert load(tmp_path).out == "b.json"
    (tmp_path / "other.toml").write_text('out = "c.json"\n')
    assert load(tmp_path, file=tmp_path / "other.toml").out == "c.json"


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (
            '[severity]\nCG110 = "note"\npassage-not-verbatim = "off"',
            "`severity`: CG110 is set twice",
            "name each rule once",
        ),
        ("contnet = []", "unknown setting `contnet`", "did you mean `content`?"),
        ("zzz = 1", "unknown setting `zzz`", "the settings are content, manifests"),
        ("content = 'docs'", "`content` is a list of texts, not 'docs'", ""),
        ("content = [1]", "`content` is a list of texts, not [1]", ""),
        ("content = ['/etc']", "`content`: /etc is outside the project", ""),
        ("content = ['../docs']", "`content`: ../docs is outside the project", ""),
        ("engines = ['chrome']", "there is no engine 'chrome'", "did you mean chromium?"),
        ("engines = []", "`engines` is one of chromium, firefox, webkit, not []", ""),
        ("fail_on = 'fatal'", "`fail_on` is one of note, warning, error, not 'fatal'", ""),
        ("allow_empty = 1", "`allow_empty` is true or false, not 1", ""),
        ("min_length = true", "`min_length` is a whole number from 0 on, not True", ""),
        ("min_length = -1", "`min_length` is a whole number from 0 on, not -1", ""),
        ("severity = 'x'", "`severity` is a table, not 'x'", ""),
        ("severity.CG999 = 'off'", "`severity`: there is no rule 'CG999'", ""),
        ("severity.CG103 = 'fatal'", "`severity`: CG103 is one of note, warning, error or off, not 'fatal'", ""),
        ("severity.CG005 = 'off'", "`severity`: CG005 cannot be changed", ""),
        ("out = ", "citegate.toml is not TOML", ""),
        ("content = []", "`content` names nothing", "folders whose documents make the site"),
        ('content = ["a\\u0000b"]', "`content` holds a control character: 'a\\x00b'", ""),
        ('out = "a\\u001b[2Jb"', "`out` holds a control character", ""),
        ("content = ['C:\\docs']", "`content`: C:\\docs is outside the project", ""),
        ("site = '\\\\host\\share'", "`site`: \\\\host\\share is outside the project", ""),
        ("content = ['..\\docs']", "`content`: ..\\docs is outside the project", ""),
        ("base = '../x'", "`base`: '../x' is no path of a site", "write a path such as /docs/"),
        ("base = '/a?b'", "`base`: '/a?b' is no path of a site", ""),
        ("base = '\\docs'", "`base`: '\\\\docs' is no path of a site", ""),
        ("site_url = '::::'", "`site_url`: '::::' is no address of a site", "write https://host"),
        ("site_url = 'example.org'", "`site_url`: 'example.org' is no address of a site", ""),
        ("site_url = 'javascript:alert(1)'", "`site_url`: 'javascript:alert(1)' is no address of a site", ""),
        ("site_url = 'https://a/?q'", "`site_url`: 'https://a/?q' is no address of a site", ""),
        ("site_url = 'https://user:pw@a/'", "`site_url`: 'https://user:pw@a/' is no address of a site", ""),
        ("rerank_url = 'file:///etc'", "`rerank_url`: 'file:///etc' is no address of a site", ""),
        ("pages = {'a' = '/x/{slug/'}", "`pages`: '/x/{slug/' is no address of a page", "write a path such as"),
        ("pages = {'a' = 'https://a/{slug}'}", "`pages`: 'https://a/{slug}' is no address of a page", ""),
        ("pages = {'a' = '../{slug}'}", "`pages`: '../{slug}' is no address of a page", ""),
        ("a = " + "[" * 5000, "citegate.toml is nested too deep", ""),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, text: str, message: str, hint: str) -> None:
    (tmp_path / "citegate.toml").write_text(text)
    with pytest.raises(ConfigError) as caught:
        load(tmp_path)
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_a_settings_file_that_is_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no file"):
        load(tmp_path, file=tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("content = ['docs\\guide']", "content", ("docs/guide",)),
        ("base = '/docs/'", "base", "/docs/"),
        ("base = 'https://example.org/docs'", "base", "https://example.org/docs"),
        ("site_url = 'http://localhost:8080/docs/'", "site_url", "http://localhost:8080/docs/"),
        ("site_url = 'https://例え.jp'", "site_url", "https://例え.jp"),
        ("pages = {'a' = '/x/:slug/{field}.html'}", "pages", (("a", "/x/:slug/{field}.html"),)),
    ],
)
def test_honest_settings_are_taken(tmp_path: Path, text: str, key: str, value: object) -> None:
    (tmp_path / "citegate.toml").write_text(text)
    assert getattr(load(tmp_path), key) == value


@pytest.mark.parametrize("value", ["1", "'text'", "[]", "true"])
def test_a_table_of_a_pyproject_that_is_none_is_named(tmp_path: Path, value: str) -> None:
    (tmp_path / "pyproject.toml").write_text(f"[tool]\ncitegate = {value}\n")
    with pytest.raises(ConfigError, match=r"\[tool.citegate\] is a table"):
        load(tmp_path)


def test_content_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("words")
    with pytest.raises(ConfigError, match=r"`content`: a\.md is a file"):
        load(tmp_path, {"content": ["a.md"]})


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name on this system")
@pytest.mark.parametrize("name", ["citegate.toml", "pyproject.toml"])
def test_a_pipe_in_the_place_of_the_settings_is_not_waited_for(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    with pytest.raises(ConfigError, match=f"cannot read {name}: not a regular file"):
        load(tmp_path)
