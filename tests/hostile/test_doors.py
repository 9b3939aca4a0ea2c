"""Every door, every evil: a clear answer, in time, with nothing that steers a terminal.

For each door and evil the door's commands run one after the other; what each says is held to its row.
"""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path

import pytest

from tests.hostile import evil, killing

pytestmark = pytest.mark.skipif(os.name == "nt", reason="pipes, sockets and links as POSIX has them")

PATIENCE = 120  # seconds for a command; on an idle machine none takes more than a few
CHECK = ["check", "--no-cache"]
LINK = ["link", "evil", evil.PASSAGE]

FILES = "empty not-utf-8 nul surrogate bom utf-16-cut cr controls fifo socket folder circle dangling device outside"
MARKUP = (
    "deep-html deep-inline deep-table deep-select deep-quotes deep-lists deep-brackets deep-stars backticks deep-jsx"
    " deep-braces deep-expression open-comment front-matter-bomb front-matter-deep deep-css long-selector deep-not"
    " deep-calc entities many-attributes base-away import-away import-itself link-away many-directives scripts one-line"
)
LISTS = (
    "deep-json deep-objects deep-yaml deep-flow bomb merge-key itself two-documents yaml-tag double-keys nan"
    " number-keys huge-number half-a-pair scalar null text doc-away doc-odd many-entries huge-passage"
)
SETTINGS = "deep-json bomb nan scalar deep-toml dotted-toml toml-dates"

DOORS: dict[str, tuple[str, str, list[list[str]]]] = {
    "markdown": ("content/evil.md", f"{FILES} {MARKUP}", [CHECK, LINK, ["suggest", "evil"], ["find", "half past ten"]]),
    "mdx": ("content/evil.mdx", f"{FILES} {MARKUP}", [CHECK, LINK, ["resolve", "content/evil.mdx", ":~:text=ferry"]]),
    "html": ("content/evil.html", f"{FILES} {MARKUP}", [CHECK, LINK, ["resolve", "content/evil.html", ":~:text=a"]]),
    "page": ("dist/evil.html", f"{FILES} {MARKUP}", [[*CHECK, "--site", "dist"]]),
    "manifest-json": ("content/evil.citations.json", f"{FILES} {LISTS}", [CHECK, ["fix", "--diff"], ["fix"]]),
    "manifest-yaml": ("content/evil.citations.yaml", f"{FILES} {LISTS}", [CHECK, ["fix", "--diff"], ["fix"]]),
    "settings": ("citegate.toml", f"{FILES} {SETTINGS}", [CHECK, ["config"], ["find", "ferry"], ["fix"], ["init"]]),
    "pyproject": ("pyproject.toml", f"{FILES} {SETTINGS}", [CHECK, ["config"], ["init"]]),
    "allowlist": ("allowlist.json", f"{FILES} deep-json nan", [[*CHECK, "--frozen"], CHECK]),
    "known-faults": (
        "known.json",
        f"{FILES} {LISTS}",
        [[*CHECK, "--baseline", "known.json"], [*CHECK, "--baseline", "known.json", "--update-baseline"]],
    ),
    "snapshots": ("kept/index.json", f"{FILES} {LISTS}", [[*CHECK, "--external", "kept"]]),
    "cache": ("cache/citegate.sqlite", FILES, [["check", "--cache", "cache"], ["check", "--cache", "cache"]]),
    "package": ("package.json", f"{FILES} {LISTS}", [["init", "--npm"]]),
}

EXPECTED = Path(__file__).parent / "doors.jsonl"
"""A row for each door, evil and command: the exit code, and the first line that is said."""


def project(root: Path, door: str) -> None:
    (root / "content").mkdir()
    (root / "dist").mkdir()
    (root / "content" / "a.md").write_text(f"# A\n\n{evil.PASSAGE}\n\nAnother sentence stands here, long enough.\n")
    (root / "content" / "b.md").write_text("# B\n\n[x](/a#:~:text=The%20last%20ferry)\n")
    (root / "dist" / "a.html").write_text(
        f"<title>A</title><h1>A</h1><p>{evil.PASSAGE}<p>Another sentence stands here."
    )
    (root / "dist" / "b.html").write_text("<h1>B</h1><p><a href='/a#:~:text=The%20last%20ferry'>x</a>")
    entries = [{"docId": "a", "passage": evil.PASSAGE}]
    if door in ("markdown", "mdx", "html", "page"):
        entries.append({"docId": "evil", "passage": evil.PASSAGE})
    if door == "page":
        (root / "content" / "evil.md").write_text(evil.PASSAGE)
    (root / "content" / "c.citations.json").write_text(json.dumps(entries))


def answers(root: Path, commands: list[list[str]]) -> list[tuple[int, str, str]]:
    """What each command says: its exit code, standard output and standard error."""
    said = []
    for command in commands:
        child = killing.begun(root, command)
        until = time.monotonic() + PATIENCE
        while (ended := os.waitpid(child, os.WNOHANG))[0] == 0:
            if time.monotonic() > until:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                pytest.fail(f"{' '.join(command)} has no end")
            time.sleep(0.005)
        out, err = (root.with_suffix(suffix).read_text(encoding="utf-8") for suffix in (".out", ".err"))
        said.append((os.waitstatus_to_exitcode(ended[1]), out, err))
    return said


CASES = [(door, name) for door, (_, names, _) in DOORS.items() for name in names.split()]


@pytest.mark.parametrize(("door", "name"), CASES, ids=[f"{door}-{name}" for door, name in CASES])
def test_each_door_answers_each_evil(tmp_path: Path, door: str, name: str, request: pytest.FixtureRequest) -> None:
    path, _, commands = DOORS[door]
    root = tmp_path / "site"
    root.mkdir()
    project(root, door)
    evil.put(root / path, name)
    said = answers(root, commands)
    for code, out, err in said:
        assert code in (0, 1, 2)
        assert code != 2 or (out + err).strip(), "citegate could not work, and says nothing"
        assert "Traceback" not in out + err
        assert "fault of its own" not in err
        assert "\x1b" not in out + err
        assert "root:x" not in out + err, "a file outside the project is shown"
    assert not (root / "owned").exists(), "content was run"
    if name == "outside":
        assert root.with_name("outside").read_text(encoding="utf-8") == evil.SECRET, "a file outside was changed"
    found = [[code, *(out + err).splitlines()[:1]] for code, out, err in said]
    rows = {row["id"]: row["says"] for row in map(json.loads, EXPECTED.read_text(encoding="utf-8").splitlines())}
    if request.config.getoption("--update-golden"):
        rows[f"{door}-{name}"] = found
        text = "".join(f"{json.dumps({'id': id, 'says': says})}\n" for id, says in sorted(rows.items()))
        EXPECTED.write_text(text, encoding="utf-8")
    assert found == rows[f"{door}-{name}"]
