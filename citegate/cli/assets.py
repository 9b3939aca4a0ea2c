"""`citegate assets`: what a site needs to show cited answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from citegate.cli.output import write
from citegate.errors import OutputError
from citegate.index.allowlist import reason, write_atomically
from citegate.serve.bundle import MODULE, STYLE, answer_module, answer_style, is_ours

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def assets(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="where the files are written")],
    force: Annotated[bool, typer.Option("--force", help="also replace files that citegate did not write")] = False,
) -> None:
    """Write citegate-answer.js, an ES module, and citegate-answer.css into a folder.

    Files of these names that citegate did not write are left as they are, and the exit code is 2.
    """
    texts = {MODULE: answer_module(), STYLE: answer_style()}
    if not force:
        for name in texts:
            _refuse_foreign(folder / name)
    for name, text in texts.items():
        write_atomically(folder / name, text)
        write(f"wrote {(folder / name).as_posix()}\n")


def _refuse_foreign(path: Path) -> None:
    try:
        if path.exists() and not is_ours(path.read_bytes()):
            raise OutputError(f"{path.name} is there, and citegate did not write it", "move it away, or give --force")
    except OSError as error:
        raise OutputError(f"cannot read {path.name}: {reason(error)}", "choose another folder") from error
