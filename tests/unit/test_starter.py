"""`citegate init` on a fresh sample of each maker of sites; what it writes passes the check at once."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
import yaml

from citegate.cli.main import run
from citegate.config import Config, load
from citegate.index.files import MemoryFiles
from citegate.index.generators import GENERATORS
from citegate.options import OPTIONS
from citegate.starter import HOOKS_TEXT, LAYOUTS, WORKFLOW_TEXT, look, settings_text, with_script

PAGE = "# Ferry\n\nThe ferry leaves the north pier at six in the morning.\n"
POST = "---\ntitle: Ferry\n---\n" + PAGE

SAMPLES: dict[str, tuple[str, dict[str, str], list[str], str]] = {
    "next": ("next", {"next.config.mjs": "export default {}", "app/ferry/page.mdx": PAGE}, ["app"], "out"),
    "next by its package": (
        "next",
        {"package.json": '{"dependencies": {"next": "15"}}', "posts/ferry.md": POST},
        ["posts"],
        "out",
    ),
    "nextra": (
        "nextra",
        {
            "next.config.mjs": "import nextra from 'nextra'",
            "package.json": '{"dependencies": {"next": "15", "nextra": "4"}}',
            "content/index.mdx": PAGE,
        },
        ["content"],
        "out",
    ),
    "fumadocs": (
        "fumadocs",
        {
            "source.config.ts": "export const docs = defineDocs({ dir: 'content/docs' })",
            "next.config.mjs": "",
            "content/docs/index.mdx": POST,
        },
        ["content/docs"],
        "out",
    ),
    "astro": (
        "astro",
        {"astro.config.mjs": "export default {}", "src/content/blog/a.md": POST},
        ["src/content"],
        "dist",
    ),
    "starlight": (
        "starlight",
        {"astro.config.mjs": "import starlight from '@astrojs/starlight'", "src/content/docs/index.mdx": POST},
        ["src/content/docs"],
        "dist",
    ),
    "docusaurus": (
        "docusaurus",
        {"docusaurus.config.ts": "", "docs/intro.md": PAGE, "blog/2024-01-01-a.md": POST, "src/pages/index.js": ""},
        ["docs", "blog"],
        "build",
    ),
    "vitepress": (
        "vitepress",
        {"docs/.vitepress/config.mts": "export default {}", "docs/index.md": PAGE},
        ["docs"],
        "docs/.vitepress/dist",
    ),
    "vitepress at the top": (
        "vitepress",
        {".vitepress/config.js": "export default {}", "guide.md": PAGE},
        ["."],
        ".vitepress/dist",
    ),
    "mkdocs": (
        "mkdocs",
        {"mkdocs.yml": "site_name: x\ndocs_dir: pages\nplugins: !!python/name:x\n", "pages/index.md": PAGE},
        ["pages"],
        "site",
    ),
    "hugo": ("hugo", {"hugo.toml": "title = 'x'\n", "content/posts/a.md": POST}, ["content"], "public"),
    "jekyll": (
        "jekyll",
        {"_config.yml": "title: x\n", "_posts/2024-01-01-a.md": POST, "_site/a.html": "<p>Built."},
        ["_posts"],
        "_site",
    ),
    "eleventy": (
        "eleventy",
        {"eleventy.config.js": "return { dir: { input: 'src' } }", "src/index.md": PAGE, "content/x.md": PAGE},
        ["src", "content"],
        "_site",
    ),
    "mdbook": ("mdbook", {"book.toml": "[book]\n", "src/SUMMARY.md": "[a](a.md)\n", "src/a.md": PAGE}, ["src"], "book"),
    "sphinx": ("sphinx", {"docs/conf.py": "", "docs/index.md": PAGE}, ["docs"], "_build/html"),
    "plain": ("plain", {"docs/a.md": PAGE}, ["docs"], "dist"),
    "a few files": ("plain", {"a.md": PAGE}, ["."], "dist"),
    "nothing": ("plain", {}, ["content"], "dist"),
}


def fresh(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_fresh_sample_passes_at_once(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    generator, files, content, site = SAMPLES[name]
    fresh(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    assert run(["init"]) == 0
    text = (tmp_path / "citegate.toml").read_text()
    assert tomllib.loads(text) == {"content": content}
    assert f'# site = "{site}"' in text
    assert look(MemoryFiles(files)).generator.name == generator
    if files:
        assert run(["check"]) == 0
        assert len(json.loads((tmp_path / "allowlist.json").read_text())) == 1


def test_every_maker_has_its_layout() -> None:
    assert set(LAYOUTS) == set(GENERATORS)


def test_all_settings_are_in_the_file_and_can_be_switched_on(tmp_path: Path) -> None:
    text = settings_text(look(MemoryFiles({})))
    lines = text.splitlines()
    switched = [line[2:] for line in lines if line.startswith(tuple(f"# {key} = " for key in OPTIONS))]
    tables = [line[2:] for line in lines if line.startswith("# [")]
    (tmp_path / "citegate.toml").write_text("\n".join([*switched, *tables]).replace('site = "dist"', 'site = ""'))
    assert load(tmp_path) == Config(tmp_path)
    assert len(switched) + len(tables) == len(OPTIONS) - 1


def test_nothing_is_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {
        "citegate.toml": "# mine\n",
        "content/a.md": PAGE,
        "content/example.citations.json": "[]\n",
        ".github/workflows/citations.yml": "# mine\n",
        ".pre-commit-config.yaml": "# mine\n",
        "package.json": '{"scripts": {"verify:citations": "mine"}}\n',
    }
    fresh(tmp_path, kept)
    monkeypatch.chdir(tmp_path)
    assert run(["init", "--npm", "--github", "--pre-commit"]) == 0
    assert {path: (tmp_path / path).read_text() for path in kept} == kept


def test_settings_in_pyproject_are_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh(tmp_path, {"pyproject.toml": "[tool.citegate]\ncontent = ['docs']\n", "docs/a.md": PAGE})
    monkeypatch.chdir(tmp_path)
    assert run(["init"]) == 0
    assert not (tmp_path / "citegate.toml").exists()


def test_what_is_asked_for_is_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh(tmp_path, {"package.json": '{\n  "name": "x"\n}\n', "docs/a.md": PAGE})
    monkeypatch.chdir(tmp_path)
    assert run(["init", "--npm", "--github", "--pre-commit"]) == 0
    scripts = json.loads((tmp_path / "package.json").read_text())["scripts"]
    assert scripts == {"verify:citations": "citegate check"}
    assert (tmp_path / ".github/workflows/citations.yml").read_text() == WORKFLOW_TEXT
    assert yaml.safe_load(HOOKS_TEXT)["repos"][0]["hooks"][0]["entry"] == "citegate check --frozen"
    assert yaml.safe_load(WORKFLOW_TEXT)["jobs"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            '{\n  "scripts": {\n    "build": "x"\n  }\n}\n',
            '{\n  "scripts": {\n    "verify:citations": "citegate check",\n    "build": "x"\n  }\n}\n',
        ),
        (
            '{\n\t"scripts": {}\n}\n',
            '{\n\t"scripts": {\n\t\t"verify:citations": "citegate check"\n\t}\n}\n',
        ),
        (
            '{\n  "name": "x"\n}\n',
            '{\n  "scripts": {\n    "verify:citations": "citegate check"\n  },\n  "name": "x"\n}\n',
        ),
        ('{"scripts":{"build":"x"}}', '{"scripts":{\n    "verify:citations": "citegate check","build":"x"}}'),
        ('{"scripts": {"verify:citations": "x"}}', None),
        ('{"scripts": []}', None),
        ("[]", None),
        ("{}", None),
        ("not json", None),
    ],
)
def test_a_script_is_added_and_all_else_kept(before: str, after: str | None) -> None:
    assert with_script(before) == after
