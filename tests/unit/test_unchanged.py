"""A check of what has not changed is answered from its record; whatever changes, it runs."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from citegate.cli.main import run
from citegate.index import seen
from citegate.unchanged import answered

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a file can be changed there without a trace in its times")

Check = Callable[..., tuple[int, bytes]]
Answer = Callable[..., tuple[int | None, bytes]]

SITE = {
    "content/one.mdx": 'import Part from "../shared/part.mdx"\n\n# One\n\n<Part />\n',
    "content/two.md": "# Two\n\nAnother passage stands here, once.\n",
    "content/links.md": "[a](/two#:~:text=stands%20here) [b](/two#:~:text=not%20there) [c](/one#:~:text=is%20shared)\n",
    "content/picture.png": "no picture",
    "shared/part.mdx": "This sentence is shared by all.\n",
    "dist/two.html": "<link rel=stylesheet href=/a.css><p>Another passage stands here, once.<p class=x>and more",
    "dist/links.html": '<a href="/two.html#:~:text=stands%20here">a</a>',
    "dist/a.css": ".x { color: red   }",
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for path, text in SITE.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    monkeypatch.setenv("CITEGATE_CACHE", str(tmp_path / ".cache"))
    monkeypatch.setattr(seen, "TICK", -seen.SECOND)  # what was written just now counts as settled
    monkeypatch.setattr(seen, "COARSE_TICK", -seen.SECOND)
    return tmp_path


@pytest.fixture
def check(project: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Check:
    def call(*options: str) -> tuple[int, bytes]:
        arguments = ["check", *options]
        monkeypatch.setattr("sys.argv", ["citegate", *arguments])
        status = run(arguments)
        return status, capfdbinary.readouterr().out

    return call


@pytest.fixture
def answer(project: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Answer:
    def call(*options: str) -> tuple[int | None, bytes]:
        status = answered(["check", *options])
        return status, capfdbinary.readouterr().out

    return call


RUNS = [
    (),
    ("--site", "dist"),
    ("--format", "json", "--jobs", "2"),
    ("--output", "json=report.json"),
    ("--frozen",),
    ("--cache", "elsewhere"),
    ("--cache=elsewhere", "content/links.md"),
]


@pytest.mark.parametrize("options", RUNS)
def test_the_same_check_is_answered(options: tuple[str, ...], check: Check, answer: Answer) -> None:
    assert answer(*options) == (None, b"")
    expected = check(*options)
    assert answer(*options) == expected
    assert answer(*options) == expected
    assert answer(*options, "--fail-on", "note") == (None, b"")


def rewrite(project: Path, path: str, text: str) -> None:
    """Write a file again, so that its length and the time of its change stay as they were."""
    before = (project / path).stat()
    assert len(text.encode()) == before.st_size
    (project / path).write_text(text)
    os.utime(project / path, ns=(before.st_atime_ns, before.st_mtime_ns))


def make_link(path: Path, target: Path) -> None:
    path.unlink()
    path.symlink_to(target)


CHANGES: dict[str, Callable[[Path], object]] = {
    "a cited page": lambda at: (at / "content/two.md").write_text("# Two\n\nSomething else.\n"),
    "a page, with its old time": lambda at: rewrite(
        at, "content/two.md", SITE["content/two.md"].replace("here", "hers")
    ),
    "a page in another's place": lambda at: (at / "content/links.md").replace(at / "content/two.md"),
    "a partial outside the content": lambda at: (at / "shared/part.mdx").write_text("Gone.\n"),
    "a page that is gone": lambda at: (at / "content/two.md").unlink(),
    "a new page": lambda at: (at / "content/three.md").write_text("# Three\n"),
    "a new manifest": lambda at: (at / "content/a.citations.json").write_text("[]"),
    "the allowlist": lambda at: (at / "allowlist.json").write_text("{}"),
    "new settings": lambda at: (at / "citegate.toml").write_text('severity = { CG203 = "note" }\n'),
    "a built page": lambda at: (at / "dist/two.html").write_text("<p>Nothing."),
    "a style sheet": lambda at: rewrite(at, "dist/a.css", ".x { display: none}"),
    "a file that is a link now": lambda at: make_link(at / "content/two.md", at / "shared/part.mdx"),
}
OF_THE_SITE = ("a built page", "a style sheet")


@pytest.mark.parametrize("change", CHANGES)
def test_a_check_runs_when_something_has_changed(change: str, project: Path, check: Check, answer: Answer) -> None:
    options = ("--site", "dist") if change in OF_THE_SITE else ()
    assert answer(*options)[0] is None
    assert check(*options) == answer(*options)
    CHANGES[change](project)
    assert answer(*options) == (None, b"")
    found = check(*options)
    assert found == check(*options, "--no-cache")
    assert answer(*options) == found


@pytest.mark.parametrize(
    "options",
    [("--no-cache",), ("--fix",), ("--changed",), ("--root", "."), ("--demo",), ("--update-baseline", "--baseline=b")],
)
def test_what_depends_on_more_than_files_is_not_kept(options: tuple[str, ...], check: Check, answer: Answer) -> None:
    check(*options)
    assert answer(*options) == (None, b"")


def test_a_file_written_just_before_may_change_unseen(
    check: Check, answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seen, "TICK", 3600 * seen.SECOND)
    monkeypatch.setattr(seen, "COARSE_TICK", 3600 * seen.SECOND)
    check()
    assert answer() == (None, b"")


def test_a_file_that_changes_while_it_is_checked_is_not_relied_on(tmp_path: Path) -> None:
    file = tmp_path / "a"
    found = seen.Seen()
    found.began += 3600 * seen.SECOND
    for text in ("words", "other words"):
        file.write_text(text, encoding="utf-8")
        found.note_read("a", seen.state_at(str(file)))
        assert found.is_settled is (text == "words")


def test_a_record_that_is_none_is_passed_over(
    project: Path, check: Check, answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    check()
    monkeypatch.setattr("citegate.unchanged.marshal.loads", lambda data: ("x", 1))
    assert answer() == (None, b"")


def test_in_a_workflow_lines_are_marked_every_time(
    check: Check, answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    check()
    assert answer() == (None, b"")


def test_another_command_is_not_answered(answer: Answer) -> None:
    assert answered(["explain"]) is None
    assert answered([]) is None
