"""The MCP server through the official client, over stdio and HTTP, in both eras of the protocol; and its enemies."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp")

from mcp import Client, StdioServerParameters

ROOT = Path(__file__).parents[3]
TOOLS = {"list_documents", "read_document", "find_evidence", "check_term", "verify_quote", "make_link"}
PAGE = "# Ferry\n\nThe last ferry leaves at half past nine from the north pier, and dogs travel free.\n"
COMMAND = ("-m", "citegate", "mcp", "--embeddings", "ngrams")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    (folder / "content" / "guide").mkdir(parents=True)
    (folder / "content" / "guide" / "ferry.md").write_text(PAGE, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


@pytest.fixture(scope="module")
def stdio(project: Path, environment: dict[str, str]) -> StdioServerParameters:
    return StdioServerParameters(command=sys.executable, args=list(COMMAND), env=environment, cwd=project)


@pytest.fixture(scope="module")
def url(project: Path, environment: dict[str, str]) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, *COMMAND, "--http", f"127.0.0.1:{port}"]
    server = subprocess.Popen(command, cwd=project, env=environment, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}/mcp"
    server.terminate()
    server.wait(20)


def talk(server: Any, mode: str, talking: Callable[[Client], Awaitable[None]]) -> None:
    async def run() -> None:
        async with Client(server, mode=mode, read_timeout_seconds=60) as client:
            await talking(client)

    asyncio.run(run())


async def ask(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    answer = result.structured_content
    assert isinstance(answer, dict)
    return answer


async def whole_conversation(client: Client) -> None:
    tools = (await client.list_tools()).tools
    assert {tool.name for tool in tools} == TOOLS
    for tool in tools:
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint
        assert tool.description
        assert tool.input_schema["type"] == "object"
    assert (await ask(client, "list_documents"))["documents"][0]["doc_id"] == "guide/ferry"
    assert "north pier" in (await ask(client, "read_document", document="guide/ferry"))["text"]
    answer = await ask(client, "find_evidence", claim="The last ferry leaves at half past nine")
    assert answer["supported"]
    assert answer["passages"][0]["href"].startswith("/guide/ferry#:~:text=")
    assert len(answer["passages"][0]["citation_id"]) == 12
    answer = await ask(client, "find_evidence", claim="The last ferry leaves at half past ten")
    assert not answer["supported"]
    assert answer["covered"]
    assert (await ask(client, "check_term", term="dogs"))["is_discussed"]
    assert (await ask(client, "verify_quote", quote="dogs travel free", document="guide/ferry"))["status"] == "bound"
    assert "#:~:text=" in (await ask(client, "make_link", document="guide/ferry", quote="dogs travel free"))["href"]
    (resource,) = (await client.list_resources()).resources
    (content,) = (await client.read_resource(resource.uri)).contents
    assert "north pier" in content.text  # type: ignore[union-attr] # a document is text


async def hostile_conversation(client: Client) -> None:
    for tool, arguments in (
        ("check_term", {"term": ""}),
        ("check_term", {"term": " \n"}),
        ("find_evidence", {"claim": "x" * 100_000}),
        ("find_evidence", {"claim": 5}),
        ("find_evidence", {"claim": "a", "k": 10**9}),
        ("find_evidence", {}),
        ("read_document", {"document": "../../etc/passwd"}),
        ("read_document", {"document": "guide/ferry", "limit": 10**9}),
        ("read_document", {"document": "guide/ferry", "start": -1}),
        ("make_link", {"document": "guide/ferry", "quote": "not there at all"}),
        ("verify_quote", {"quote": "x", "document": "nowhere"}),
        ("no_such_tool", {}),
    ):
        result = await client.call_tool(tool, arguments)
        assert result.is_error, tool
        assert "Traceback" not in str(result.content)
    for claim in ("\x00", '" OR "', "{{}}", "<script>", "NEAR(", "💥" * 500):
        assert not (await ask(client, "find_evidence", claim=claim))["supported"]
    with pytest.raises(Exception, match=r"(?i)not found|unknown|no document|resource"):
        await client.read_resource("citegate://document/nowhere")
    assert (await ask(client, "check_term", term="ferry"))["is_discussed"]


@pytest.mark.parametrize(
    ("mode", "talking"),
    [("auto", whole_conversation), ("legacy", whole_conversation), ("auto", hostile_conversation)],
)
def test_over_stdio(stdio: StdioServerParameters, mode: str, talking: Callable[[Client], Awaitable[None]]) -> None:
    talk(stdio, mode, talking)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize("talking", [whole_conversation, hostile_conversation])
def test_over_http(url: str, mode: str, talking: Callable[[Client], Awaitable[None]]) -> None:
    talk(url, mode, talking)


def post(url: str, body: bytes, **headers: str) -> tuple[int, str]:
    standard = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(url, body, {**standard, **names})
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def call(claim: str) -> bytes:
    parameters = {"name": "find_evidence", "arguments": {"claim": claim}}
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": parameters}).encode()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://127.0.0.1:5173"}, 200),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "http://127.0.0.1.evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1.evil.example:80"}, 421),
        ({"Content_Type": "text/plain"}, 400),
    ],
)
def test_strangers_are_turned_away(url: str, headers: dict[str, str], status: int) -> None:
    assert post(url, call("The last ferry leaves at half past nine"), **headers)[0] == status


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"jsonrpc": "2.0"}',
        b'{"jsonrpc": "2.0", "id": 1, "method": "no/such"}',
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": 7}',
        b'{"jsonrpc": "2.0", "id": {}, "method": "tools/list"}',
        b"[" * 100_000,
        call("x").replace(b'"x"', b'"\\ud800 lone"'),
        call("x" * 300_000),
        call("x").replace(b'"x"', b'"x", "k": NaN'),
        call("x").replace(b'"x"', b'"x", "k": 1e999'),
        call("x").replace(b'"x"', b'"x", "k": ' + b"9" * 5000),
        call("x").replace(b'"x"', b'{"a":' * 20_000 + b"1" + b"}" * 20_000),
        '{"jsonrpc": "2.0", "id": 1, "method": "ping"}'.encode("utf-16"),
        b'[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]',
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x" * 9999}}).encode(),
    ],
)
def test_a_hostile_request_gets_an_error_and_no_500(url: str, body: bytes) -> None:
    status, answer = post(url, body)
    assert status < 500, answer
    assert "Traceback" not in answer
    if status == 200:
        data = json.loads(answer)
        assert "error" in data or data["result"]["isError"]
    assert post(url, call("The last ferry leaves at half past nine"))[0] == 200
