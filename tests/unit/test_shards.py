"""Shards: put together they say what one run says, byte for byte; what does not fit together is refused."""

from __future__ import annotations

import json
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from citegate.cli.main import run
from citegate.errors import ConfigError
from citegate.shards import Shard, parse_shard

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / "cases"
NOT_CUT = ("--fix", "--watch", "--demo", "--prove", "--minimise", "--output", "--update-baseline")
FOR_MERGE = ("--format", "--quiet", "--verbose")

Run = Callable[..., tuple[int, bytes, bytes]]


def cut_cases() -> list[str]:
    found = []
    for path in sorted(GOLDEN.iterdir()):
        command = (path / "cmd").read_text(encoding="utf-8") if (path / "cmd").exists() else ""
        if command.startswith("citegate check") and (path / "site").exists():
            usage = (path / "stderr").exists() and "Usage:" in (path / "stderr").read_text(encoding="utf-8")
            found.extend([] if usage or any(flag in command for flag in NOT_CUT) else [path.name])
    return found


@pytest.fixture
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    def call(folder: Path, *arguments: str) -> tuple[int, bytes, bytes]:
        monkeypatch.chdir(folder)
        status = run(list(arguments))
        printed = capfdbinary.readouterr()
        return status, printed.out, printed.err

    return call


def split(arguments: list[str]) -> tuple[list[str], list[str]]:
    """The options of the shards, and those of their merge."""
    shards, merge, rest = [], [], iter(arguments)
    for argument in rest:
        if argument.startswith(FOR_MERGE) or argument in ("-q", "-v"):
            merge.append(argument)
            merge.extend([next(rest)] if argument == "--format" else [])
        else:
            shards.append(argument)
    return shards, merge


@pytest.mark.parametrize("case", cut_cases())
@pytest.mark.parametrize("count", [1, 3])
def test_shards_say_what_one_run_says(case: str, count: int, tmp_path: Path, in_folder: Run) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    for folder in (whole, parts):
        shutil.copytree(GOLDEN / case / "site", folder)
    arguments = shlex.split((GOLDEN / case / "cmd").read_text(encoding="utf-8"))[2:]
    expected = in_folder(whole, "check", *arguments)
    shards, merge = split(arguments)
    files = [str(tmp_path / f"{number}.json") for number in range(1, count + 1)]
    for number, file in enumerate(files, 1):
        cut = in_folder(parts, "check", *shards, "--shard", f"{number}/{count}", "--shard-out", file)
        if cut[0]:
            assert (cut[0], cut[2]) == (expected[0], expected[2])
            return
        assert not Path(file).read_text(encoding="utf-8").count(str(tmp_path))
    assert in_folder(parts, "merge", *reversed(files), *merge) == expected
    assert contents(parts) == contents(whole)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def a_site(folder: Path, pages: int = 12, suffix: str = "md") -> Path:
    content = folder / "content"
    content.mkdir(parents=True)
    links = []
    for number in range(pages):
        lines = f"\n\nSentence {number} of this page stands here. " * (1 + number % 5)
        (content / f"p{number}.{suffix}").write_text(f"<h1>Page {number}</h1>\n{lines}\n")
        links.append(f"[x](/p{number}#:~:text=Sentence%20{number if number % 4 else 77}%20of%20this)")
    (content / "links.md").write_text("\n\n".join(links) + "\n\n[far](https://other.test/#:~:text=x)\n")
    (content / "broken.mdx").write_text("# Broken {\n")
    entries = [{"docId": "broken", "passage": "not known before it is built"}, {"docId": "none", "passage": "x" * 30}]
    (content / "bad.citations.json").write_text(json.dumps(entries))
    return folder


def shards_of(folder: Path, in_folder: Run, count: int, *options: str) -> list[str]:
    for number in range(1, count + 1):
        assert in_folder(folder, "check", *options, "--shard", f"{number}/{count}")[0] == 0
    return [f"shard-{number}-of-{count}.json" for number in range(1, count + 1)]


@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit", "github", "gitlab", "html"])
@pytest.mark.parametrize("options", [(), ("--site", "content")])
def test_every_format_is_the_same(form: str, options: tuple[str, ...], tmp_path: Path, in_folder: Run) -> None:
    folder = a_site(tmp_path / "site", suffix="html" if options else "md")
    expected = in_folder(folder, "check", *options, "--no-cache", "--format", form)
    files = shards_of(folder, in_folder, 8, *options, "--no-cache")
    assert in_folder(folder, "merge", *files, "--format", form) == expected


def test_shards_are_the_same_bytes_whoever_makes_them(tmp_path: Path, in_folder: Run) -> None:
    one, other = a_site(tmp_path / "one"), a_site(tmp_path / "other")
    cache = str(tmp_path / "cache")
    shards_of(one, in_folder, 3, "--no-cache", "--jobs", "1")
    shards_of(other, in_folder, 3, "--cache", cache, "--jobs", "2")
    shards_of(other, in_folder, 3, "--cache", cache)
    assert contents(one) == contents(other)
    schema = json.loads((ROOT / "citegate" / "schemas" / "shard.schema.json").read_text(encoding="utf-8"))
    loads = []
    for number in (1, 2, 3):
        shard = json.loads((one / f"shard-{number}-of-3.json").read_text(encoding="utf-8"))
        jsonschema.validate(shard, schema)
        loads.append(len(shard["pages"]))
    assert sum(loads) == 13
    assert min(loads) >= 3


def spoil(folder: Path, files: list[str], how: str) -> list[str]:
    first = folder / files[0]
    data = json.loads(first.read_text(encoding="utf-8"))
    match how:
        case "missing":
            return files[1:]
        case "doubled":
            return [*files, files[0]]
        case "none there":
            return ["nothing.json"]
        case "folder":
            return ["content"]
        case "cut off":
            first.write_bytes(first.read_bytes()[:-40])
        case "changed":
            first.write_text(first.read_text().replace("verified", "skipped"))
        case "other":
            first.write_text("[]")
        case "version":
            first.write_text(json.dumps({**data, "version": "0.0.1"}))
        case "schema":
            first.write_text(json.dumps({**data, "schema": 99}))
        case "content":
            (folder / "content" / "p3.md").write_text("# Another page\n")
        case "new page":
            (folder / "content" / "p99.md").write_text("# Another page\n")
    return files


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("missing", "shard 1/3 is missing"),
        ("doubled", "are both shard 1"),
        ("none there", "cannot read nothing.json: no such file"),
        ("folder", "there is no shard-*.json in content"),
        ("cut off", "damaged: it is not JSON"),
        ("changed", "damaged: it does not hold what was written"),
        ("other", "is not a shard"),
        ("version", "was made by citegate 0.0.1, and this is"),
        ("schema", "was made by"),
        ("content", "not what the shards were made of"),
        ("new page", "not what the shards were made of"),
    ],
)
def test_what_does_not_fit_together_is_refused(how: str, says: str, tmp_path: Path, in_folder: Run) -> None:
    folder = a_site(tmp_path / "site")
    files = spoil(folder, shards_of(folder, in_folder, 3, "--no-cache"), how)
    status, out, err = in_folder(folder, "merge", *files)
    assert (status, out) == (2, b"")
    assert says in err.decode()
    assert not (folder / "allowlist.json").exists()


@pytest.mark.parametrize(
    ("options", "count", "says"),
    [
        (("--fail-on", "note"), 3, "differ in their settings"),
        ((), 4, "differ in their number of parts"),
    ],
)
def test_a_shard_of_another_run_is_refused(
    options: tuple[str, ...], count: int, says: str, tmp_path: Path, in_folder: Run
) -> None:
    folder = a_site(tmp_path / "site")
    files = shards_of(folder, in_folder, 3, "--no-cache")
    other = str(tmp_path / "other.json")
    made = in_folder(folder, "check", "--no-cache", *options, "--shard", f"1/{count}", "--shard-out", other)
    assert made[0] == 0
    status, _, err = in_folder(folder, "merge", other, *files[1:])
    assert status == 2
    assert says in err.decode()


@pytest.mark.parametrize("written", ["", "0/3", "4/3", "1", "1/0", "a/b", "-1/3", "1/3/4", "1/99999999", "²/3"])
def test_what_is_no_part_is_refused(written: str, tmp_path: Path, in_folder: Run) -> None:
    with pytest.raises(ConfigError, match="--shard"):
        parse_shard(written)
    status, _, err = in_folder(tmp_path, "check", "--shard", written)
    assert status == 2
    assert "error" in err.decode().lower()


@pytest.mark.parametrize("flag", ["--fix", "--watch", "--demo", "--prove"])
def test_what_is_for_whole_runs_cannot_be_cut(flag: str, tmp_path: Path, in_folder: Run) -> None:
    status, _, err = in_folder(a_site(tmp_path / "site"), "check", "--shard", "1/2", flag)
    assert status == 2
    assert err


def test_the_merge_has_settings_of_its_own(tmp_path: Path, in_folder: Run) -> None:
    folder = a_site(tmp_path / "site")
    (folder / "content" / "bad.citations.json").unlink()
    (folder / "content" / "links.md").write_text("[x](/p1#:~:text=Page%201)\n\n[far](https://other.test/#:~:text=x)\n")
    files = shards_of(folder, in_folder, 2, "--no-cache")
    assert in_folder(folder, "merge", *files, "--fail-on", "note", "--out", "a.json")[0] == 1
    assert in_folder(folder, "merge", ".", "--out", "a.json")[0] == 0
    assert (folder / "a.json").exists()
    assert in_folder(folder, "merge", *files, "--frozen")[0] == 1
    assert in_folder(folder, "merge", *files, "--frozen", "--out", "a.json")[0] == 0
    status, _, err = in_folder(folder, "merge", *files, "--update-baseline")
    assert (status, b"--baseline FILE" in err) == (2, True)


def test_a_part_has_a_name() -> None:
    assert parse_shard("2/8") == Shard(2, 8)
    assert Shard(2, 8).file == "shard-2-of-8.json"
