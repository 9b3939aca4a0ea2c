"""`citegate verify-span`: a stored span is verbatim, moved, or gone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from citegate.api import read_pages
from citegate.cli.evidence_index import find_site
from citegate.cli.output import write
from citegate.config import load
from citegate.errors import UnknownDocument
from citegate.evidence.spans import SpanStatus, SpanVerdict, verify_span
from citegate.index.files import read_file
from citegate.index.names import closest_name
from citegate.json_text import to_json
from citegate.model import Document, Span

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(name="verify-span")
def verify(
    document: Annotated[str, typer.Argument(metavar="DOC", help="a document's id, or its file")],
    start: Annotated[int, typer.Argument(min=0, help="where the span starts in the source, in code points")],
    end: Annotated[int, typer.Argument(min=0, help="where it ends")],
    quote: Annotated[str, typer.Option("--quote", help="the words that stood there, as rendered")],
    sha256: Annotated[str, typer.Option("--sha256", help="hash of the version that the span was taken from")] = "",
    form: Annotated[str, typer.Option("--format", help="text or json")] = "text",
) -> None:
    """Say whether a quotation still stands where it was: verbatim, moved (with the new span), or gone.

    Exit code 0 when it is verbatim, else 1.
    """
    if form not in ("text", "json"):
        raise typer.BadParameter("the formats are text and json", param_hint="--format")
    if end < start:
        raise typer.BadParameter("the end lies before the start", param_hint="END")
    if not quote.strip():
        raise typer.BadParameter("the quotation is empty", param_hint="--quote")
    if sha256 and (len(sha256) != 64 or not set(sha256.lower()) <= set("0123456789abcdef")):
        raise typer.BadParameter("a hash has 64 hexadecimal digits", param_hint="--sha256")
    page, data = _find(document)
    verdict = verify_span(page, data, Span(start, end), quote, sha256)
    write(_json(verdict, page) if form == "json" else _text(verdict, page))
    raise typer.Exit(0 if verdict.status is SpanStatus.VERBATIM else 1)


def _find(name: str) -> tuple[Document, bytes]:
    config = load(Path.cwd())
    site = find_site(config) if any((config.root / folder).exists() for folder in config.content) else None
    route = (site.routes.by_path.get(name) or site.routes.find(name)) if site else None
    if site and route and (route.path == name or not Path(name).is_file()):
        return site.document(route), site.files.read(route.path)
    if Path(name).is_file():
        return read_pages(name)[0].document, read_file(Path(name))
    close = closest_name(name, site.routes.by_id) if site else None
    raise UnknownDocument(
        f"there is no document “{name}”", f"did you mean “{close}”?" if close else "name a document's id or its file"
    )


def _text(verdict: SpanVerdict, document: Document) -> str:
    line = str(verdict.status)
    if verdict.place is not None:
        line += f" {verdict.place.path}[{verdict.place.span.start}:{verdict.place.span.end}]"
    if verdict.closest is not None:
        found = document.text[verdict.closest.span.start : verdict.closest.span.end]
        line += f"\n  = closest, {verdict.closest.similarity:.0%} alike: “{' '.join(found.split())}”"
    if verdict.is_changed is not None:
        line += "\n  = the file has changed" if verdict.is_changed else "\n  = the file has not changed"
    return line + "\n"


def _json(verdict: SpanVerdict, document: Document) -> str:
    place, closest = verdict.place, verdict.closest
    data = {
        "status": str(verdict.status),
        "source": place.path if place else document.source.path,
        "source_span": {"start": place.span.start, "end": place.span.end} if place else None,
        "closest": document.text[closest.span.start : closest.span.end] if closest else None,
        "changed": verdict.is_changed,
    }
    return to_json(data) + "\n"
