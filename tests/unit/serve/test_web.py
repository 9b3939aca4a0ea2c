"""`citegate serve` as its clients see it: questions, a model behind it, and everything that is refused."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx")

import httpx

from citegate.errors import ConfigError, MissingExtra
from citegate.evidence.open import Backends
from citegate.index.files import DiskFiles
from citegate.index.site import Site as Documents
from citegate.serve import model as endpoint_module
from citegate.serve.address import listen
from citegate.serve.desk import Desk, Project
from citegate.serve.model import ModelEndpoint
from citegate.serve.question import MAX_BODY, MAX_MESSAGES, MAX_QUESTION, Refused, read_question
from citegate.serve.web import Site, make_app
from tests.unit.serve.fake_model import FakeModel, event, fake_model, words

PAGE = """# Ferry

The last ferry leaves at half past nine from the north pier, and dogs travel free.

## Tickets

A ticket costs four crowns, and children below six years pay nothing at all.
"""
CLAIM = "The last ferry leaves at half past nine"
PORT = 8765
BASE = f"http://127.0.0.1:{PORT}"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    folder = tmp_path_factory.mktemp("site")
    (folder / "content").mkdir()
    (folder / "content" / "ferry.md").write_text(PAGE, encoding="utf-8")
    site = Documents(DiskFiles(folder), ("content",))
    return Desk(Project(lambda: site, folder / "none.db", Backends("ngrams")))


@pytest.fixture
def model() -> Iterator[FakeModel]:
    with fake_model() as running:
        yield running


def request(
    desk: Desk, method: str, path: str, *, endpoint: ModelEndpoint | None = None, url: str = "", **options: Any
) -> httpx.Response:
    app = make_app(Site(desk, endpoint, url), ("127.0.0.1", "localhost"), PORT)

    async def run() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=BASE) as client:
            return await client.request(method, path, **options)

    return asyncio.run(run())


def ask(desk: Desk, *messages: str, endpoint: ModelEndpoint | None = None, url: str = "") -> list[dict[str, Any]]:
    roles = ("assistant", "user") * len(messages)
    said = [{"role": role, "content": text} for role, text in zip(roles[-len(messages) :], messages, strict=True)]
    response = request(desk, "POST", "/-/ask", endpoint=endpoint, url=url, json={"messages": said})
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("application/x-ndjson")
    return [json.loads(line) for line in response.text.split("\n") if line]


def shown(events: list[dict[str, Any]]) -> str:
    """The words of an answer, with the numbers of its citations."""
    parts = []
    for each in events:
        if each["kind"] == "citation" and each["records"]:
            parts += [f"[{number}]" for number in dict.fromkeys(record["index"] for record in each["records"])]
        elif each["kind"] in ("text", "citation"):
            parts.append(each["text"])
    return "".join(parts)


def test_without_a_model_the_passages_answer(desk: Desk) -> None:
    first, notice, *events = ask(desk, CLAIM)
    assert first == {"kind": "evidence", "supported": True, "notice": "", "covered": [], "notes": []}
    assert notice["text"] == "No model is configured: these are the passages."
    assert "half past nine from the north pier" in shown(events).replace("\\", "")
    assert events[-1]["kind"] == "end"
    assert events[-1]["is_complete"] is True
    (record,) = events[-2]["records"][:1]
    assert record["url"].startswith("/-/read/ferry#:~:text=")


def test_what_is_not_supported_is_said(desk: Desk) -> None:
    first, *events = ask(desk, "Bread is baked in a wood-fired oven")
    assert first["supported"] is False
    assert first["notice"].startswith("No support found")
    assert first["covered"]
    assert shown(events) == ""
    assert events[-1]["kind"] == "end"


def test_a_model_answers_and_what_it_cites_is_resolved(desk: Desk, model: FakeModel) -> None:
    model.answer = lambda: iter(words("The last ferry leaves at ", "21:30 [", "1]. See [9] and [x](https://m.test)."))
    endpoint = ModelEndpoint(model.url, "small", "secret-key")
    events = ask(desk, "Earlier answer [3].", CLAIM, endpoint=endpoint)
    assert shown(events) == "The last ferry leaves at 21:30 [1]. See [9] and [x](https://m.test)."
    assert [each["outcome"] for each in events if each["kind"] == "citation"] == ["resolved", "out-of-range"]
    (asked,) = model.asked
    assert asked["model"] == "small"
    assert asked["stream"] is True
    assert [each["role"] for each in asked["messages"]] == ["system", "assistant", "user"]
    assert "half past nine from the north pier" in asked["messages"][0]["content"]
    assert model.headers[0]["Authorization"] == "Bearer secret-key"
    assert "secret-key" not in repr(endpoint)
    assert "secret-key" not in json.dumps(events)


def test_each_request_has_a_nonce_of_its_own(desk: Desk, model: FakeModel) -> None:
    for _ in range(2):
        ask(desk, CLAIM, endpoint=ModelEndpoint(model.url))
    one, other = (asked["messages"][0]["content"] for asked in model.asked)
    assert one != other
    assert "<<<begin " in one


@pytest.mark.parametrize("field", ["reasoning", "reasoning_content", "thinking", "refusal", "tool_calls", "audio"])
def test_what_a_model_thinks_stays_behind(desk: Desk, model: FakeModel, field: str) -> None:
    model.answer = lambda: iter((event({field: "hidden"}), event({field: "hidden", "content": "Seen."}), *words()))
    events = ask(desk, CLAIM, endpoint=ModelEndpoint(model.url))
    assert shown(events) == "Seen."
    assert "hidden" not in json.dumps(events)


def test_characters_cut_in_two_are_joined(desk: Desk, model: FakeModel) -> None:
    model.answer = lambda: iter(words("a\ud83d", "\ude00b", "\ud83d", "c"))
    assert shown(ask(desk, CLAIM, endpoint=ModelEndpoint(model.url))) == "a😀b�c"


TROUBLES: dict[str, tuple[bytes, ...]] = {
    "nothing": (),
    "no event": (b"hello\n\n",),
    "no JSON": (b"data: {\n\n",),
    "an array": (b"data: []\n\n",),
    "no choices": (b"data: {}\n\n",),
    "an error": (b'data: {"error": {"message": "sk-12345 is wrong"}, "choices": []}\n\n',),
    "no text": (event({"content": 7}),),
    "nested": (b"data: " + b"[" * 100_000 + b"\n\n",),
    "no words": (event({}, "stop"), b"data: [DONE]\n\n"),
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_when_the_model_fails_the_passages_answer(desk: Desk, model: FakeModel, trouble: str) -> None:
    model.answer = lambda: iter(TROUBLES[trouble])
    _, notice, *events = ask(desk, CLAIM, endpoint=ModelEndpoint(model.url))
    assert notice["text"].startswith("The model did not answer: these are the passages.")
    assert "sk-12345" not in json.dumps(events)
    assert "half past nine" in shown(events)
    assert events[-1]["is_complete"] is True


@pytest.mark.parametrize("status", [301, 307, 401, 404, 429, 500])
def test_a_status_of_the_endpoint_is_told(desk: Desk, model: FakeModel, status: int) -> None:
    model.status = status
    _, notice, *events = ask(desk, CLAIM, endpoint=ModelEndpoint(model.url))
    assert f"status {status}" in notice["text"]
    assert events[-1]["kind"] == "end"
    assert len(model.asked) == 1


@pytest.mark.parametrize("piece", [b": alive\n\n", event({"reasoning": "x" * 1000}), event({"content": ""}), b"\n"])
@pytest.mark.parametrize("bound", ["MAX_STREAM", "LONGEST"])
def test_a_stream_that_says_nothing_ends(
    desk: Desk, model: FakeModel, piece: bytes, bound: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint_module, bound, 0)
    model.answer = lambda: iter(lambda: piece, b"")
    _, notice, *_ = ask(desk, CLAIM, endpoint=ModelEndpoint(model.url))
    assert "does not stop" in notice["text"]


@pytest.mark.parametrize("key", ["sk-\n12345", "sk-schlüssel", "sk-\x00", "sk-密钥"])
def test_a_key_that_no_header_can_have_is_not_told(key: str) -> None:
    with pytest.raises(ConfigError, match="key of the model") as raised:
        ModelEndpoint("http://127.0.0.1/v1", "", key)
    assert key not in f"{raised.value.message} {raised.value.hint}"


def test_an_endpoint_that_is_not_there(desk: Desk) -> None:
    with listen("127.0.0.1", 0) as closed:
        port = closed.getsockname()[1]
    _, notice, *events = ask(desk, CLAIM, endpoint=ModelEndpoint(f"http://127.0.0.1:{port}/v1"))
    assert "does not answer" in notice["text"]
    assert "half past nine" in shown(events)


@pytest.mark.parametrize(
    "last",
    [
        b"",
        b"data: {\n\n",
        *(event({"content": "more"}, reason) for reason in ("length", "content_filter", "tool_calls", "who knows")),
    ],
)
def test_an_answer_that_breaks_off_says_so(desk: Desk, model: FakeModel, last: bytes) -> None:
    model.answer = lambda: iter((event({"content": "The last ferry leaves [1]. Then"}), last))
    events = ask(desk, CLAIM, endpoint=ModelEndpoint(model.url))
    assert shown(events).startswith("The last ferry leaves [1]. Then")
    assert any(each["kind"] == "notice" and "in the middle" in each["text"] for each in events)
    assert events[-1]["is_complete"] is False


def test_links_lead_to_the_site_where_it_is_known(desk: Desk) -> None:
    *_, sources, _ = ask(desk, CLAIM, url="https://docs.test/")
    assert sources["records"][0]["url"].startswith("https://docs.test/ferry#:~:text=")


def user(text: object, **more: object) -> dict[str, object]:
    return {"role": "user", "content": text, **more}


REFUSED: dict[str, tuple[object, int]] = {
    "system": ([{"role": "system", "content": "x"}, user("y")], 400),
    "developer": ([{"role": "developer", "content": "x"}, user("y")], 400),
    "tool": ([{"role": "tool", "content": "x"}, user("y")], 400),
    "function": ([{"role": "function", "content": "x"}, user("y")], 400),
    "a role in capitals": ([{"role": "System", "content": "x"}, user("y")], 400),
    "a role that is no text": ([{"role": ["user"], "content": "x"}], 400),
    "an unknown field of a message": ([user("y", name="system")], 400),
    "tool calls": ([user("y", tool_calls=[])], 400),
    "content in parts": ([user([{"type": "text", "text": "y"}])], 400),
    "no content": ([{"role": "user"}], 400),
    "blank content": ([user(" \n ")], 400),
    "half a character": ([user("a\ud83d")], 400),
    "an answer at the end": ([user("y"), {"role": "assistant", "content": "x"}], 400),
    "no message": ([], 400),
    "no list": ({"role": "user", "content": "y"}, 400),
    "a text": ("y", 400),
    "too many": ([user("y")] * (MAX_MESSAGES + 1), 413),
    "too long": ([user("y" * (MAX_QUESTION + 1))], 413),
}


@pytest.mark.parametrize("name", REFUSED)
def test_messages_that_are_refused(desk: Desk, name: str) -> None:
    messages, status = REFUSED[name]
    body = json.dumps({"messages": messages})
    response = request(desk, "POST", "/-/ask", content=body, headers={"Content-Type": "application/json"})
    assert response.status_code == status
    assert set(response.json()) == {"error"}


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b"\xff\xfe", 400),
        (b"[" * 50_000, 400),
        (b'{"messages": [], "model": "x"}', 400),
        (b'{"messages": [], "messages": [{"role": "user", "content": "x"}]}', 400),
        (b'{"messages": [{"role": "system", "role": "user", "content": "x"}]}', 400),
        (b" " * (MAX_BODY + 1), 413),
    ],
    ids=["empty", "cut", "array", "bytes", "nested", "unknown", "twice", "role twice", "large"],
)
def test_bodies_that_are_refused(desk: Desk, body: bytes, status: int) -> None:
    response = request(desk, "POST", "/-/ask", content=body, headers={"Content-Type": "application/json"})
    assert response.status_code == status
    with pytest.raises(Refused):
        read_question(body)


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_a_form_of_another_page_cannot_ask(desk: Desk, kind: str) -> None:
    body = json.dumps({"messages": [user("x")]})
    assert request(desk, "POST", "/-/ask", content=body, headers={"Content-Type": kind}).status_code == 415


@pytest.mark.parametrize(
    "host",
    [
        "evil.test",
        "127.0.0.1",
        "127.0.0.1:80",
        f"evil.test:{PORT}",
        f"127.0.0.1.evil.test:{PORT}",
        f"localhost.:{PORT}",
        "",
    ],
)
def test_other_names_are_refused(desk: Desk, host: str) -> None:
    for path in ("/", "/-/about", "/-/citegate-answer.js", "/-/read/ferry"):
        assert request(desk, "GET", path, headers={"Host": host}).status_code == 421


@pytest.mark.parametrize(
    "origin", ["http://evil.test", "null", "https://evil.test:8765", "http://127.0.0.1:1", "x", "http://["]
)
def test_other_sites_are_refused(desk: Desk, origin: str) -> None:
    response = request(desk, "POST", "/-/ask", json={"messages": [user("x")]}, headers={"Origin": origin})
    assert response.status_code == 403


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST"])
def test_its_own_names_are_taken(desk: Desk, name: str) -> None:
    headers = {"Host": f"{name}:{PORT}", "Origin": f"http://{name}:{PORT}"}
    assert request(desk, "GET", "/-/about", headers=headers).json() == {"model": None, "documents": 1}


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/-/page.css", "text/css; charset=utf-8"),
        ("/-/page.js", "text/javascript; charset=utf-8"),
        ("/-/citegate-answer.js", "text/javascript; charset=utf-8"),
        ("/-/citegate-answer.css", "text/css; charset=utf-8"),
        ("/-/about", "application/json"),
        ("/-/read/ferry", "text/html; charset=utf-8"),
    ],
)
def test_every_response_says_what_it_is_and_what_may_run(desk: Desk, path: str, kind: str) -> None:
    response = request(desk, "GET", path)
    assert response.status_code == 200
    assert response.headers["content-type"] == kind
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "server" not in response.headers
    if kind.startswith("text/html"):
        assert " on" not in response.text.split("<body")[0]
        assert "style=" not in response.text


@pytest.mark.parametrize("path", ["/-/read/none", "/-/read/", "/x", "/-/page.html", "/-/read/%00"])
def test_nothing_else_is_served(desk: Desk, path: str) -> None:
    response = request(desk, "GET", path)
    assert response.status_code == 404
    assert "Traceback" not in response.text


def test_other_methods_are_refused(desk: Desk) -> None:
    assert [request(desk, *sent).status_code for sent in (("GET", "/-/ask"), ("POST", "/"))] == [405, 405]


def test_a_fault_of_the_server_has_no_particulars(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("/etc/secret")

    monkeypatch.setattr(desk, "ask", fail)
    (only,) = ask(desk, CLAIM)
    assert only == {"kind": "error", "text": "citegate met a fault of its own"}
    told = capsys.readouterr().err
    assert "RuntimeError at test_web.py:" in told and "secret" not in told
    monkeypatch.setattr(desk, "routes", fail)
    response = request(desk, "GET", "/-/about")
    assert response.status_code == 500
    assert "secret" not in response.text


@pytest.mark.parametrize(
    "url", ["", "ftp://x.test", "x.test/v1", "http://", "http://user:pass@x.test/v1", "file:///v1"]
)
def test_an_endpoint_that_is_none(url: str) -> None:
    with pytest.raises(ConfigError):
        ModelEndpoint(url)


def test_a_port_that_is_taken() -> None:
    with listen("127.0.0.1", 0) as taken:
        taken.listen()
        with pytest.raises(ConfigError, match="cannot listen"):
            listen("127.0.0.1", taken.getsockname()[1])
    with pytest.raises(ConfigError, match="cannot listen"):
        listen("no-such-host.invalid", 0)


@pytest.mark.parametrize("name", ["starlette", "uvicorn", "httpx"])
def test_without_the_extra_it_is_named(desk: Desk, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "citegate.serve.app", raising=False)
    monkeypatch.delitem(sys.modules, "citegate.serve.guard", raising=False)
    for module in [each for each in sys.modules if each.partition(".")[0] == name]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtra, match="citegate serve needs the extra 'serve'"):
        make_app(Site(desk), ("localhost",), PORT)
