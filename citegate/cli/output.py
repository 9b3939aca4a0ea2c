"""Where a report goes: the terminal in colour, a pipe without, files beside; and the progress bar."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from citegate.errors import ConfigError, OutputError, ReaderLeft
from citegate.index.allowlist import reason, write_atomically
from citegate.model import Report
from citegate.report import RENDERERS
from citegate.report.text import STYLES, Detail, lines, render_text

PATIENCE = 1.0  # seconds before a progress bar appears
SLICE = 100_000  # code points that are encoded at once: a report may be as large as all else that is in memory


def show(report: Report, form: str, detail: Detail = Detail.USUAL) -> None:
    """Write the report to standard output; `detail` is for people, and changes nothing in the other formats."""
    if form == "text" and sys.stdout.isatty() and not os.environ.get("NO_COLOR"):
        _show_in_colour(report, detail)
    else:
        write(rendered(report, form, detail))


def rendered(report: Report, form: str, detail: Detail = Detail.USUAL) -> str:
    """The report as a pipe gets it."""
    return render_text(report, detail) if form == "text" else RENDERERS[form](report)


def write(text: str) -> None:
    """Write text to standard output as UTF-8, whatever the locale; what UTF-8 cannot hold as an escape."""
    try:
        sys.stdout.flush()
        for start in range(0, len(text), SLICE):
            sys.stdout.buffer.write(text[start : start + SLICE].encode("utf-8", "backslashreplace"))
        sys.stdout.buffer.flush()
    except BrokenPipeError as error:  # typer would leave with 1, which says that there is a finding
        raise ReaderLeft("nobody reads on") from error
    except OSError as error:
        raise OutputError(f"cannot write the report: {reason(error)}") from error


def mark_lines(report: Report) -> None:
    """In a GitHub workflow: mark the lines of the findings, and add the report to the summary of the job."""
    from citegate.report.github import job_summary, render_github  # noqa: PLC0415 - only in a workflow

    write(render_github(report))
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary:
        try:
            with Path(summary).open("a", encoding="utf-8", errors="backslashreplace") as stream:
                stream.write(job_summary(report))
        except OSError as error:
            raise OutputError(f"cannot write the summary of the job: {reason(error)}") from error


def read_outputs(outputs: Iterable[str]) -> tuple[tuple[str, Path], ...]:
    """Each FORMAT=FILE in its parts. Raises ConfigError for one that is not of this form."""
    found = []
    for output in outputs:
        form, _, file = output.partition("=")
        if form not in RENDERERS or not file:
            raise ConfigError(f"--output {output!r} is not FORMAT=FILE", "the formats are " + ", ".join(RENDERERS))
        found.append((form, Path(file)))
    return tuple(found)


def save(report: Report, outputs: Iterable[tuple[str, Path]]) -> None:
    """Write the report to each file in its format."""
    for form, file in outputs:
        write_atomically(file, RENDERERS[form](report))


def _show_in_colour(report: Report, detail: Detail) -> None:
    from rich.console import Console  # noqa: PLC0415 - 20 ms that a pipe does not need
    from rich.text import Text  # noqa: PLC0415

    console = Console(highlight=False, soft_wrap=True)
    for line in lines(report, detail):
        console.print(Text.assemble(*((text, STYLES.get(style, "")) for text, style in line)))


@contextmanager
def progress_bar() -> Iterator[Callable[[int, int], None]]:
    """What tells a person at a terminal how far the run is, once it takes longer than a second."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console  # noqa: PLC0415 - only for a terminal
    from rich.progress import Progress  # noqa: PLC0415

    begin = time.monotonic()
    bar = Progress(console=Console(stderr=True), transient=True)
    task = bar.add_task("checking citations", total=None)

    def advance(done: int, total: int) -> None:
        if not bar.live.is_started and time.monotonic() - begin > PATIENCE:
            bar.start()
        bar.update(task, completed=done, total=total)

    try:
        yield advance
    finally:
        if bar.live.is_started:
            bar.stop()
