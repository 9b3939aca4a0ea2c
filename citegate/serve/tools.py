"""Read-only tools and documents for agents. Imports the extra `mcp`: only serve/mcp.py imports this file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Annotated, Any, ParamSpec
from urllib.parse import quote as percent_encoded

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp.server.mcpserver.resources import FunctionResource
from mcp.types import ToolAnnotations
from pydantic import Field

from citegate.errors import CitegateError, ConfigError
from citegate.serve.desk import Desk
from citegate.version import __version__

MAX_TEXT = 4000  # code points of a claim or a quotation
MAX_NAME = 500  # code points of a document's id, a term or context
MAX_READ = 50_000  # code points of a document that one answer has
SCHEME = "citegate://document/"
INSTRUCTIONS = (
    "Answers come from one documentation site. Use find_evidence to support a claim: cite a passage by its href, and"
    " only where it says that it supports; when supported is false, say that the site does not cover it. Use"
    " verify_quote before you quote, and make_link for a link to words that you know. Never write a link yourself."
)
HINTS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)

Text = Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]
Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
Context = Annotated[str, Field(max_length=MAX_NAME)]

P = ParamSpec("P")


def server_for(desk: Desk) -> MCPServer:
    """A server with the tools and the documents of the desk."""
    server = MCPServer("citegate", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")

    def tool(answer: Callable[P, dict[str, Any]]) -> Callable[P, dict[str, Any]]:
        """The function as a tool; an error that citegate raises on purpose becomes an answer that says so."""

        @wraps(answer)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> dict[str, Any]:
            try:
                _refuse_surrogates(kwargs)
                return answer(*args, **kwargs)
            except CitegateError as error:
                raise ToolError(f"{error.message}; {error.hint}" if error.hint else error.message) from error

        server.tool(annotations=HINTS, structured_output=True)(guarded)
        return guarded

    @tool
    def list_documents() -> dict[str, Any]:
        """List every document of the site with its id, address and title."""
        return desk.list_documents()

    @tool
    def read_document(
        document: Name,
        start: Annotated[int, Field(ge=0, description="code points to leave out at the beginning")] = 0,
        limit: Annotated[int, Field(ge=1, le=MAX_READ)] = 20_000,
    ) -> dict[str, Any]:
        """Read a document as a visitor of the site sees it, by its id or its address."""
        return desk.read_document(document, start, limit)

    @tool
    def find_evidence(
        claim: Text,
        k: Annotated[int, Field(ge=1, le=20)] = 5,
        budget: Annotated[int | None, Field(ge=0, le=100_000, description="tokens for all quotes")] = None,
    ) -> dict[str, Any]:
        """Find the passages that support a claim, each with a link and a citation_id.

        When nothing supports it, `supported` is false and `covered` lists the nearest topics that the site has.
        """
        _refuse_blank(claim)
        return desk.find_evidence(claim, k, budget)

    @tool
    def check_term(term: Name) -> dict[str, Any]:
        """Say whether a term is listed in the metadata of documents or discussed in their prose, as whole words."""
        _refuse_blank(term)
        return desk.check_term(term)

    @tool
    def verify_quote(quote: Text, document: Name) -> dict[str, Any]:
        """Say whether a document has a quotation: bound (once), repeats, drifted (nearly) or missing.

        With the link that leads to it, or with the passage that comes nearest.
        """
        _refuse_blank(quote)
        return desk.verify_quote(quote, document)

    @tool
    def make_link(
        document: Name,
        quote: Text,
        prefix: Context = "",
        suffix: Context = "",
        occurrence: Annotated[int | None, Field(ge=0, le=100_000, description="which of equals, from 0")] = None,
    ) -> dict[str, Any]:
        """Make the shortest link that leads a browser to a passage of a document, and to nothing else."""
        _refuse_blank(quote)
        return desk.make_link(document, quote, prefix, suffix, occurrence)

    _add_resources(server, desk)
    return server


def _add_resources(server: MCPServer, desk: Desk) -> None:
    def read(document: str) -> str:
        try:
            return str(desk.read_document(document, 0, MAX_READ)["text"])
        except CitegateError as error:
            raise ResourceNotFoundError(error.message) from error

    for each in desk.list_documents()["documents"]:
        server.add_resource(
            FunctionResource(
                uri=SCHEME + percent_encoded(each["doc_id"]),
                name=each["doc_id"],
                title=each["title"],
                description=f"the text of {each['url']}",
                mime_type="text/plain",
                fn=partial(read, each["doc_id"]),
            )
        )

    @server.resource(SCHEME + "{+document}", name="document", mime_type="text/plain")
    def document_text(document: str) -> str:
        """The text of a document, by its id."""
        return read(document)


def _refuse_blank(text: str) -> None:
    if not text.strip():
        raise ConfigError("the text is empty", "send some words")


def _refuse_surrogates(arguments: dict[str, Any]) -> None:
    """No half of a character: it cannot be written as UTF-8. Raises ConfigError."""
    for name, value in arguments.items():
        if isinstance(value, str) and any("\ud800" <= char <= "\udfff" for char in value):
            raise ConfigError(f"{name} has half of a character in it", "send text that is UTF-8")
