"""`citegate init`: write a settings file and an example for this project; nothing that is there is overwritten."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from citegate.cli.output import write
from citegate.config import FILE, PROJECT_FILE, settings_table
from citegate.errors import OutputError
from citegate.index.allowlist import reason, write_atomically
from citegate.index.files import DiskFiles, read_file
from citegate.report.snippet import printable
from citegate.starter import (
    HOOKS,
    HOOKS_TEXT,
    PACKAGE,
    SCRIPT,
    WORKFLOW,
    WORKFLOW_TEXT,
    example,
    look,
    settings_text,
    with_script,
    write_new,
)

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def init(
    npm: Annotated[bool, typer.Option("--npm", help=f"add the script {SCRIPT} to package.json")] = False,
    github: Annotated[bool, typer.Option("--github", help=f"write {WORKFLOW}")] = False,
    pre_commit: Annotated[bool, typer.Option("--pre-commit", help=f"write {HOOKS}")] = False,
) -> None:
    """Look at the project in this folder, and write a commented citegate.toml and an example manifest for it.

    At a terminal it asks whether to add an npm script, a GitHub workflow and a pre-commit hook; elsewhere the
    flags say so. Files that are there already are left as they are.
    """
    root = Path.cwd()
    files = DiskFiles(root)
    project = look(files)
    write(f"built with {project.generator.name}, documents in {printable(', '.join(project.content))}\n")
    try:
        if (root / PROJECT_FILE).exists() and settings_table(root / PROJECT_FILE) is not None:
            write(f"left as it is: {PROJECT_FILE} has the settings\n")
        else:
            _write(root, FILE, settings_text(project))
        found = example(files, project)
        if found is None:
            write("no example: there is no document with a sentence to cite yet\n")
        else:
            _write(root, *found)
        if project.has_package and _is_wanted(npm, f"add the script {SCRIPT} to {PACKAGE}"):
            _add_script(root / PACKAGE)
        if _is_wanted(github, f"write {WORKFLOW}"):
            _write(root, WORKFLOW, WORKFLOW_TEXT)
        if _is_wanted(pre_commit, f"write {HOOKS}"):
            _write(root, HOOKS, HOOKS_TEXT)
    except OSError as error:
        raise OutputError(f"cannot write here: {reason(error)}", "check who may write in this folder") from error
    write("next: citegate check\n")


def _is_wanted(is_asked_for: bool, what: str, ask: Callable[[str], bool] = typer.confirm) -> bool:
    """True when a flag says so, or the person at the terminal."""
    if is_asked_for:
        return True
    return sys.stdin.isatty() and sys.stdout.isatty() and ask(f"{what}?")


def _write(root: Path, path: str, text: str) -> None:
    is_new = write_new(root, path, text)
    write(f"{'wrote' if is_new else 'left as it is:'} {printable(path)}\n")


def _add_script(package: Path) -> None:
    try:
        mended = with_script(read_file(package).decode("utf-8"))
    except UnicodeDecodeError:
        mended = None
    if mended is None:
        write(f"left as it is: {PACKAGE}\n")
        return
    write_atomically(package, mended)
    write(f"added the script {SCRIPT} to {PACKAGE}\n")
