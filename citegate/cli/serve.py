"""`citegate serve`: a local page that answers questions from the site."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from citegate.cli.evidence_index import backends, find_site, index_file, project
from citegate.index.allowlist import read_allowlist
from citegate.serve.address import is_loopback
from citegate.serve.desk import Desk, Project
from citegate.serve.model import ModelEndpoint
from citegate.serve.web import Site
from citegate.serve.web import serve as serve_site

KEY_VARIABLE = "CITEGATE_MODEL_KEY"

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def serve(
    host: Annotated[str, typer.Option("--host", help="the address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0 for a free one")] = 8765,
    allow_host: Annotated[list[str] | None, typer.Option("--allow-host", help="a name that requests may use")] = None,
    content: Annotated[list[str] | None, typer.Option("--content", help="a folder with documents")] = None,
    embeddings: Annotated[str | None, typer.Option("--embeddings", help="what makes the vectors")] = None,
    file: Annotated[Path | None, typer.Option("--index", help="where the index is, .citegate/evidence.db")] = None,
) -> None:
    """Serve a page on which a question is answered with passages of the site, each with its link. Nothing is written.

    Needs the extra `serve`. With the setting `model_url` a model answers, and what it cites is resolved.
    """
    config = project(content, embeddings)
    key = os.environ.get(KEY_VARIABLE, "")
    endpoint = ModelEndpoint(config.model_url, config.model, key) if config.model_url else None
    desk = Desk(
        Project(
            lambda: find_site(config),
            index_file(config, file),
            backends(config),
            lambda: read_allowlist(config.root / config.out) or "",
        )
    )
    if not is_loopback(host):
        print(f"warning: {host} can be reached from other machines, and nobody has to log in", file=sys.stderr)
    serve_site(Site(desk, endpoint, config.site_url), host, port, tuple(allow_host or ()))
