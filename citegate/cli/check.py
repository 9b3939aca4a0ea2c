"""`citegate check`: check every citation of a site, and write allowlist.json."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from citegate import gate
from citegate.changes import changed_paths
from citegate.cli.output import mark_lines, progress_bar, read_outputs, rendered, save, show, write
from citegate.config import Config, load, made, merged, project_path
from citegate.errors import ConfigError
from citegate.gather import gather
from citegate.index.cache import default_folder
from citegate.index.files import DiskFiles, Files
from citegate.index.remote import is_url
from citegate.options import OPTIONS
from citegate.outcome import Outcome
from citegate.report import RENDERERS
from citegate.report.snippet import printable
from citegate.report.text import Detail
from citegate.unchanged import SETTINGS, contents_of, remember
from citegate.workers import cores

LOCAL, DASK = "local", "dask"
ENGINES = (LOCAL, DASK)
"""What may share the work."""

app = typer.Typer(rich_markup_mode=None, add_completion=False)


def _flag(key: str) -> typer.models.OptionInfo:
    option = OPTIONS[key]
    choices = f" ({', '.join(option.choices)})" if option.choices else ""
    return typer.Option(  # type: ignore[no-any-return] # typer declares it as Any
        option.flag, help=option.help + choices, show_default=False, metavar=option.metavar
    )


@app.command()
def check(
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="[PATH]...", help="limit the run to these files and folders")
    ] = None,
    content: Annotated[list[str] | None, _flag("content")] = None,
    manifests: Annotated[list[str] | None, _flag("manifests")] = None,
    engines: Annotated[list[str] | None, _flag("engines")] = None,
    site: Annotated[str | None, _flag("site")] = None,
    external: Annotated[str | None, _flag("external")] = None,
    prove: Annotated[list[str] | None, _flag("prove")] = None,
    minimise: Annotated[
        bool, typer.Option("--minimise", help="with --prove, cut pages on which a browser disagrees down")
    ] = False,
    fail_on: Annotated[str | None, _flag("fail_on")] = None,
    allow_empty: Annotated[bool, _flag("allow_empty")] = False,
    out: Annotated[str | None, _flag("out")] = None,
    frozen: Annotated[
        bool, typer.Option("--frozen", help="write nothing; fail when the allowlist is out of date")
    ] = False,
    baseline: Annotated[str | None, _flag("baseline")] = None,
    update_baseline: Annotated[
        bool, typer.Option("--update-baseline", help="make the list of known faults what this run finds")
    ] = False,
    changed: Annotated[
        str | None,
        typer.Option(
            "--changed",
            metavar="[REV]",
            help="limit the run to citations that a change since REV touches, on either side; HEAD when none is named",
        ),
    ] = None,
    fix: Annotated[bool, typer.Option("--fix", help="mend what can be mended safely, then check")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="check again whenever a file is saved")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="print the findings and nothing else")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="print what became of each citation too")] = False,
    form: Annotated[
        str | None,
        typer.Option("--format", metavar="FORMAT", help=f"form of the report ({', '.join(RENDERERS)}; default: text)"),
    ] = None,
    output: Annotated[
        list[str] | None, typer.Option("--output", metavar="FORMAT=FILE", help="write the report to a file too")
    ] = None,
    config: Annotated[
        Path | None, typer.Option("--config", metavar="FILE", help="settings file, in place of citegate.toml")
    ] = None,
    cache: Annotated[
        Path | None,
        typer.Option("--cache", metavar="FOLDER", help="where decisions are kept (default: the user's cache folder)"),
    ] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="keep nothing, and decide everything anew")] = False,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", "-j", min=1, metavar="N", help="processes that may share the work (default: one per processor)"
        ),
    ] = None,
    engine: Annotated[
        str | None,
        typer.Option("--engine", metavar="NAME", help="what shares the work: local processes (default), or dask"),
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option("--scheduler", metavar="ADDRESS", help="with --engine dask, its scheduler")
    ] = None,
    place: Annotated[
        str | None,
        typer.Option(
            "--root", metavar="FOLDER|URL", help="the project, when it is not this folder; s3://, gs://… are read only"
        ),
    ] = None,
    shard: Annotated[
        str | None,
        typer.Option(
            "--shard", metavar="K/N", help="decide one of N parts, into a file for `citegate merge`; 1/N is the first"
        ),
    ] = None,
    shard_out: Annotated[
        Path | None,
        typer.Option("--shard-out", metavar="FILE", help="where the part is written (default: shard-K-of-N.json)"),
    ] = None,
    demo: Annotated[
        bool, typer.Option("--demo", help="show how a fabricated passage is rejected; writes nothing")
    ] = False,
) -> None:
    """Check every citation of a site.

    Reads the documents and citation manifests in content/, decides each citation as browsers would, and writes
    allowlist.json. Exit code 0: all citations are good. 1: there is a finding. 2: citegate could not do its work.
    """
    if form is not None and form not in RENDERERS:
        raise typer.BadParameter(f"{form!r} is not one of {', '.join(RENDERERS)}", param_hint="--format")
    if update_baseline and baseline is None and not load(Path.cwd(), {}, config).baseline:
        raise typer.BadParameter("name the list: --baseline FILE", param_hint="--update-baseline")
    outputs = read_outputs(output or [])
    detail = Detail.QUIET if quiet else Detail.VERBOSE if verbose else Detail.USUAL
    root, source = project(place)
    check_spreading(engine, scheduler)
    if source and (fix or watch or changed is not None):
        raise typer.BadParameter("--fix, --watch and --changed need files on this machine", param_hint="--root")
    flags = {
        "content": content or None,
        "manifests": manifests or None,
        "engines": [name for given in engines or () for name in given.split(",")] or None,
        "site": below(root, site),
        "external": below(root, external),
        "prove": [name for given in prove or () for name in given.split(",")] or None,
        "minimise": minimise,
        "fail_on": fail_on,
        "allow_empty": allow_empty or None,
        "out": out,
        "baseline": baseline,
        "frozen": frozen,
        "update_baseline": update_baseline,
        "paths": tuple(project_path(root, root / path if root != Path.cwd() else path) for path in paths or ()),
        "changed": changed_paths(root, changed) if changed is not None else None,
        "cache": "" if no_cache else str(cache or default_folder()),
        "jobs": jobs or cores(),
        "engine": engine,
        "scheduler": scheduler,
        "source": source or None,
        "keeps_pages": "html" in (form, *(name for name, _ in outputs)),
    }

    if shard is not None:
        whole = {"--fix": fix, "--watch": watch, "--demo": demo}
        raise typer.Exit(decide_part(root, merged(root, flags, config), shard, shard_out, whole))
    if shard_out is not None:
        raise typer.BadParameter("name the part too: --shard 1/8", param_hint="--shard-out")

    def once() -> int:
        if demo:
            from citegate.cli.demo import demonstrate  # noqa: PLC0415 - only for the demonstration

            outcome = demonstrate()
        elif fix:
            from citegate.cli.fix import mended  # noqa: PLC0415 - only to mend

            outcome = mended(load(root, flags, config), is_told=form in (None, "text"))
        else:
            settings = load(root, flags, config)
            files = settings.files()
            before = contents_of([*SETTINGS, settings.baseline, str(config or "")])
            with progress_bar() as progress:
                outcome = gate.run(settings, files, progress=progress)
        if sys.stdout.isatty():
            show(outcome.report, form or "text", detail)
        else:
            write(text := rendered(outcome.report, form or "text", detail))
        if form is None and os.environ.get("GITHUB_ACTIONS") == "true":
            mark_lines(outcome.report)
        save(outcome.report, outputs)
        if not (demo or fix or watch or place or sys.stdout.isatty()):
            keep_answer(settings, files, before, outcome, text, [str(file) for _, file in outputs])
        return outcome.exit_code

    if watch:
        from citegate.cli.watch import keep_checking  # noqa: PLC0415 - only to watch

        raise typer.Exit(keep_checking(load(root, flags, config), once))
    raise typer.Exit(once())


def decide_part(root: Path, settings: dict[str, object], written: str, out: Path | None, whole: dict[str, bool]) -> int:
    """Write the file of one shard; the exit code. What it found is said when the shards are merged."""
    from citegate.index.allowlist import write_atomically  # noqa: PLC0415 - only for shards
    from citegate.shards import decide_shard, parse_shard, shared_settings  # noqa: PLC0415

    part = parse_shard(written)
    for flag, given in whole.items():
        if given:
            raise typer.BadParameter(f"it is for whole runs, and {flag} cannot go with it", param_hint="--shard")
    config = made(root, settings)
    file = out or root / part.file
    with progress_bar() as progress:
        gathering = gather(replace(config, external=""), config.files())
        text, said = decide_shard(gathering, part, shared_settings(settings), progress)
    write_atomically(file, text)
    for note in gathering.decider.close():
        write(f"{note}\n")
    write(f"{said}, written to {printable(file.name)}; what was found is said by `citegate merge`\n")
    return 0


def keep_answer(
    config: Config, files: Files, before: Mapping[str, str], outcome: Outcome, text: str, written: list[str]
) -> None:
    """Keep what a run has said, for the same run on the same files.

    `before` are the files that it has read beside the project's own, as they were then; `written` are its reports.
    """
    is_told_by_files = not (config.prove or config.source or config.changed is not None or config.engine != LOCAL)
    if not (config.cache and is_told_by_files and outcome.is_repeatable and isinstance(files, DiskFiles)):
        return
    if contents_of(before) == before:
        remember(sys.argv[1:], files.seen, {**before, **contents_of([config.out, *written])}, text, outcome.exit_code)


def project(place: str | None) -> tuple[Path, str]:
    """The project's folder, and the URL at which its files are; "" when they are in that folder. Raises ConfigError."""
    if place is None or is_url(place):
        return Path.cwd(), place or ""
    root = Path.cwd() / place
    if not root.is_dir():
        raise ConfigError(f"there is no folder {place}", "check --root")
    return root, ""


def check_spreading(engine: str | None, scheduler: str | None) -> None:
    """Raise BadParameter for an engine that does not exist, or one without its scheduler."""
    if engine not in (None, *ENGINES):
        raise typer.BadParameter(f"{engine!r} is not one of {', '.join(ENGINES)}", param_hint="--engine")
    if engine == DASK and not scheduler:
        raise typer.BadParameter("name the scheduler too: --scheduler tcp://host:8786", param_hint="--engine")
    if scheduler and engine != DASK:
        raise typer.BadParameter("it is for --engine dask", param_hint="--scheduler")


def below(root: Path, folder: str | None) -> str | None:
    """A folder in the form of a setting: a whole path below the project's own is cut to what is below it."""
    if folder is None or not Path(folder).is_absolute() or not Path(folder).is_relative_to(root):
        return folder
    return Path(folder).relative_to(root).as_posix()
