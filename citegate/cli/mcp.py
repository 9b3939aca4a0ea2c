"""`citegate mcp`: the site for agents, over the Model Context Protocol."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from citegate.cli.evidence_index import backends, find_site, index_file, project
from citegate.serve.address import is_loopback, parse_address
from citegate.serve.desk import Desk, Project
from citegate.serve.mcp import serve_http, serve_stdio

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def mcp(
    http: Annotated[str, typer.Option("--http", metavar="HOST:PORT", help="answer over HTTP, not on stdio")] = "",
    allow_host: Annotated[list[str] | None, typer.Option("--allow-host", help="a name that requests may use")] = None,
    content: Annotated[list[str] | None, typer.Option("--content", help="a folder with documents")] = None,
    embeddings: Annotated[str | None, typer.Option("--embeddings", help="what makes the vectors")] = None,
    file: Annotated[Path | None, typer.Option("--index", help="where the index is, .citegate/evidence.db")] = None,
) -> None:
    """Serve the site to agents: find evidence, verify quotations, make links, read documents. Nothing is written.

    Needs the extra `mcp`. Without --http it speaks on standard input and output.
    """
    config = project(content, embeddings)
    address = parse_address(http) if http else None
    desk = Desk(Project(lambda: find_site(config), index_file(config, file), backends(config)))
    if address is None:
        serve_stdio(desk)
        return
    host, port = address
    if not is_loopback(host):
        print(f"warning: {host} can be reached from other machines, and nobody has to log in", file=sys.stderr)
    serve_http(desk, host, port, tuple(allow_host or ()))
