"""`citegate answer check`: check an answer's citations, statements and links against its sources."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from citegate.answers.audit import COVERAGES, SENTENCE, Turn, audit
from citegate.answers.grammar import FORMS
from citegate.answers.providers import PROVIDERS
from citegate.cli.answer_input import (
    NONCE,
    make_resolver,
    read_answer_file,
    read_provided,
    read_sources_file,
    sources_carried,
)
from citegate.cli.output import read_outputs, save, show
from citegate.config import load
from citegate.options import OPTIONS
from citegate.outcome import exit_code
from citegate.report import RENDERERS
from citegate.report.text import Detail

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def check(
    answer: Annotated[str, typer.Argument(metavar="ANSWER.md", help="the answer as the model wrote it; - for stdin")],
    sources: Annotated[
        str | None, typer.Option("--sources", metavar="FILE", help="the sources that the model was given, as JSON")
    ] = None,
    provider: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="PROVIDER", help=f"ANSWER is a response that cites by itself ({', '.join(PROVIDERS)})"
        ),
    ] = None,
    allowlist: Annotated[
        Path | None, typer.Option("--allowlist", metavar="FILE", help="what may be cited (default: the project's own)")
    ] = None,
    expects: Annotated[
        str | None, typer.Option("--expects", metavar="FORM", help="the one form of citation that was asked for: [N]")
    ] = None,
    coverage: Annotated[
        str, typer.Option("--coverage", help="what a citation covers: its sentence, or the paragraph before it")
    ] = SENTENCE,
    nonce: Annotated[
        str | None,
        typer.Option(
            "--nonce", metavar="TEXT", help="of the frame that the answer must end with; it carries the sources"
        ),
    ] = None,
    fail_on: Annotated[
        str | None, typer.Option("--fail-on", help=OPTIONS["fail_on"].help + " (error, warning, note)")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="print the findings and nothing else")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="print what became of each citation too")] = False,
    form: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help=f"form of the report ({', '.join(RENDERERS)})")
    ] = "text",
    output: Annotated[
        list[str] | None, typer.Option("--output", metavar="FORMAT=FILE", help="write the report to a file too")
    ] = None,
    config: Annotated[
        Path | None, typer.Option("--config", metavar="FILE", help="settings file, in place of citegate.toml")
    ] = None,
) -> None:
    """Check what a model answered: does each citation lead somewhere, and does the passage say what the sentence says?

    Exit code 0: nothing is wrong. 1: there is a finding. 2: citegate could not do its work.
    """
    if form not in RENDERERS:
        raise typer.BadParameter(f"{form!r} is not one of {', '.join(RENDERERS)}", param_hint="--format")
    if coverage not in COVERAGES:
        raise typer.BadParameter(f"{coverage!r} is not one of {', '.join(COVERAGES)}", param_hint="--coverage")
    if expects is not None and expects not in {*FORMS, *FORMS.values()}:
        raise typer.BadParameter(f"{expects!r} is not one of {', '.join(FORMS)}", param_hint="--expects")
    if nonce is not None and not NONCE.fullmatch(nonce):
        raise typer.BadParameter("a nonce is a word of letters and digits", param_hint="--nonce")
    if provider is not None and provider not in PROVIDERS:
        raise typer.BadParameter(f"{provider!r} is not one of {', '.join(PROVIDERS)}", param_hint="--from")
    if provider is not None and sources is not None:
        raise typer.BadParameter("the response names its sources itself", param_hint="--sources")
    outputs = read_outputs(output or [])
    root = Path.cwd()
    settings = load(root, {"fail_on": fail_on}, config)
    given = read_sources_file(root, sources) if sources is not None else None
    text = read_answer_file(root, answer)
    lost: tuple[str, ...] = ()
    if provider is not None:
        text, carried, lost = read_provided(provider, text)
    else:
        carried = sources_carried(text.text, nonce) if nonce is not None and given is None else ()
    turn = Turn(make_resolver(settings, given, allowlist, carried), given, expects, nonce, lost)
    report = audit(text, turn, levels=dict(settings.severity), coverage=coverage)
    show(report, form, Detail.QUIET if quiet else Detail.VERBOSE if verbose else Detail.USUAL)
    save(report, outputs)
    raise typer.Exit(exit_code(report.findings, settings.fail_on))
